"""Every model that passes the contract, made from the training part of a dataset."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

import pytest

from instead.material import Material
from instead.models.a2cf.trainer import A2CFTrainer
from instead.models.interface import Model
from instead.models.registry import entry_of
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from tests.planted import planted_shop


class Maker(Protocol):
    """Makes a model from what one split leaves for training; more rounds, more learned."""

    def __call__(self, dataset: Dataset, split: str = "paper", rounds: int = 1) -> Model: ...


def trained(material: Material, settings: A2CFSettings, epochs: int) -> Model:
    trainer = A2CFTrainer(material, settings)
    for stage in ("attributes", "ranking"):
        for number in range(epochs):
            list(trainer.epoch(stage, number, first=number == 0))
    return trainer.model()


def a2cf(**changes: object) -> Maker:
    settings = A2CFSettings.checked({"dimension": 8, "batch": 64, "seed": 3, "learning_rate": 0.02, **changes})

    def make(dataset: Dataset, split: str = "paper", rounds: int = 1) -> Model:
        return trained(Material.of(dataset, split), settings, rounds)

    return make


def compared(name: str, **changes: object) -> Maker:
    """A round has one epoch of every stage."""
    entry = entry_of(name)
    settings = entry.settings.checked({"seed": 3, "batch": 64, **changes})

    def make(dataset: Dataset, split: str = "paper", rounds: int = 1) -> Model:
        trainer = entry.training(Material.of(dataset, split), settings, {})
        done: Counter[str] = Counter()
        for number in range(rounds):
            for stage in dict.fromkeys(trainer.epochs(number)):
                list(trainer.epoch(stage, done[stage], first=number == 0))
                done[stage] += 1
        return trainer.model()

    return make


def fitted(name: str, **changes: object) -> Maker:
    """A model that is computed in one go: references, single signals, the ranker."""
    entry = entry_of(name)
    settings = entry.settings.checked({"seed": 3, **changes})

    def make(dataset: Dataset, split: str = "paper", rounds: int = 1) -> Model:
        return entry.training(Material.of(dataset, split), settings, {}).model()

    return make


OFF = {"item_attributes": False, "user_attributes": False}
PMSC = {"dimension": 8}
SPEM = {"dimension": 8, "hidden": 12, "zeros": 50}
SCEPTRE = {"topics": 12, "root_topics": 4, "node_topics": 3, "node_items": 10}
RANKER = {"dimension": 8, "factor_rounds": 4, "lists": 200, "pools": 200, "uniform": 20, "hard": 20, "decoys": 4}
CLVA = {"dimension": 8, "hidden": 16, "learning_rate": 0.02, "content_epochs": 1}

# What a model learns from. `graph`: links alone; `others`: users, popularity, reviews or categories, and no links;
# `neither`: links, but not where they lead.
MAKERS: dict[str, dict[str, Maker]] = {
    "graph": {
        **{name: fitted(name) for name in ("adamic-adar", "resource-allocation", "2-hop", "3-hop", "3-hop-indirect",
                                           "walks", "listed", "complement-steps")},
        **{f"{name} (triples)": fitted(name, supervision="triples") for name in ("adamic-adar", "3-hop")},
        "pmsc": compared("pmsc", **PMSC, complement_share=0.5),
        "pmsc (triples)": compared("pmsc", **PMSC, supervision="triples", path_loss="hinge"),
        "bpr-pair": a2cf(personalisation=False, **OFF),
    },
    "others": {
        **{name: fitted(name) for name in ("random", "popularity", "recent-popularity",
                                           "category-popularity", "item-knn", "attribute-tf-idf", "title-tf-idf",
                                           "category-tf-idf", "attribute-gain", "mean-stars", "your-time")},
        "ials": fitted("ials", dimension=8),
    },
    "both": {
        "bpr-mf": a2cf(substitution=False, **OFF),  # what it draws against depends on links
        "a2cf": a2cf(),
        **{name: fitted(name) for name in ("owned-substitutes", "bought-together")},
        "ranker": fitted("ranker", **RANKER),
        "ranker without exposure": fitted("ranker", **RANKER, exposure=False, bends=0),
        "spem": compared("spem", **SPEM),
        "spem (triples)": compared("spem", **SPEM, supervision="triples", self_loop=False),
        "sceptre": compared("sceptre", **SCEPTRE, delta=1.0),
        "sceptre (flat)": compared("sceptre", **SCEPTRE, categories=False),
        "sceptre (triples)": compared("sceptre", **SCEPTRE, supervision="triples"),
        "clva": compared("clva", **CLVA),
        "lva (triples)": compared("clva", **CLVA, supervision="triples", collaborative=False),
    },
    "neither": {"exposure": fitted("exposure")},
}  # fmt: skip
EVERY = {name: maker for group in MAKERS.values() for name, maker in group.items()}
SPLITS = ["paper", "choice"]


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"), rich=True)


@pytest.fixture(params=EVERY, scope="session")
def maker(request: pytest.FixtureRequest) -> Maker:
    return EVERY[request.param]
