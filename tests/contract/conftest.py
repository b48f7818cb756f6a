"""Every model that passes the contract, made from the training part of a dataset."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from instead.evaluation.references import reference_models
from instead.models.protocol import Model
from instead.settings import A2CFSettings, PMSCSettings, SPEMSettings
from instead.store.dataset import Dataset
from instead.training.a2cf import A2CFTrainer
from instead.training.material import Material
from instead.training.pmsc import PMSCTrainer
from instead.training.recipes import recipe_of
from instead.training.spem import SPEMTrainer
from tests.planted import planted_shop

Maker = Callable[[Dataset], Model]


def a2cf(dataset: Dataset, epochs: int = 1, **changes: object) -> Model:
    settings = A2CFSettings.checked({"dimension": 8, "batch": 64, "seed": 3, "learning_rate": 0.02, **changes})
    return trained(Material.of(dataset), settings, epochs)


def trained(material: Material, settings: A2CFSettings, epochs: int) -> Model:
    trainer = A2CFTrainer(material, settings)
    for stage in ("attributes", "ranking"):
        for number in range(epochs):
            list(trainer.epoch(stage, number, first=number == 0))
    return trainer.model()


def pmsc(dataset: Dataset, **changes: object) -> Model:
    settings = PMSCSettings.checked({"dimension": 8, "batch": 64, "seed": 3, **changes})
    trainer = PMSCTrainer(Material.of(dataset), settings)
    list(trainer.epoch("relations", 0, first=True))
    return trainer.model()


def spem(dataset: Dataset, **changes: object) -> Model:
    settings = SPEMSettings.checked({"dimension": 8, "hidden": 12, "batch": 64, "zeros": 50, "seed": 3, **changes})
    trainer = SPEMTrainer(Material.of(dataset), settings)
    list(trainer.epoch("embedding", 0, first=True))
    return trainer.model()


def compared(name: str, **changes: object) -> Maker:
    def make(dataset: Dataset) -> Model:
        recipe = recipe_of(name)
        trainer = recipe.trainer(Material.of(dataset), recipe.settings.checked({"seed": 3, "batch": 64, **changes}))
        for stage in dict.fromkeys(trainer.epochs(0)):
            list(trainer.epoch(stage, 0, first=True))
        return trainer.model()

    return make


def reference(name: str, supervision: str = "graph") -> Maker:
    return lambda dataset: reference_models(dataset, supervision=supervision, seed=5)[name]  # type: ignore[arg-type]


OFF = {"item_attributes": False, "user_attributes": False}
MAKERS: dict[str, Maker] = {
    **{name: reference(name) for name in ("random", "popularity", "item-knn", "attribute tf-idf", "adamic-adar",
                                          "resource allocation", "2-hop", "3-hop", "3-hop, indirect")},
    **{f"{name} (triples)": reference(name, "triples") for name in ("adamic-adar", "3-hop")},
    "a2cf": a2cf,
    "pmsc": pmsc,
    "pmsc (triples)": lambda dataset: pmsc(dataset, supervision="triples", complement_share=0.5),
    "spem": spem,
    "spem (triples)": lambda dataset: spem(dataset, supervision="triples", self_loop=False),
    "bpr-mf": lambda dataset: a2cf(dataset, substitution=False, **OFF),
    "sceptre": compared("sceptre", topics=12, delta=1.0),
    "sceptre (triples)": compared("sceptre", topics=12, supervision="triples"),
    "clva": compared("clva", dimension=8, hidden=16),
    "lva (triples)": compared("clva", dimension=8, hidden=16, supervision="triples", collaborative=False),
    "bpr-pair": lambda dataset: a2cf(dataset, personalisation=False, **OFF),
}  # fmt: skip


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"))


@pytest.fixture(params=MAKERS, scope="session")
def maker(request: pytest.FixtureRequest) -> Maker:
    return MAKERS[request.param]
