"""Models find what was planted, and fall to chance when nothing tells; constant and oracle mark the ends."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.evaluation.evaluate import evaluate
from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Model
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from tests.contract.changed import shuffled
from tests.contract.conftest import EVERY, MAKERS, trained
from tests.planted import CANDIDATES, ITEMS

CHANCE = 5 / CANDIDATES
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


ROUNDS = 8
# do not even find what was planted
NOTHING = {"random", "popularity", "recent-popularity", "title-tf-idf", "mean-stars", "your-time", "exposure"}


def hit_rate(model: Model, dataset: Dataset) -> float:
    return evaluate(model, dataset, protocols=["filtered"]).figures("filtered")["HR@5"]


@pytest.fixture(scope="session")
def no_links(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Links that tell nothing; everything else as it was."""
    return shuffled(shop, tmp_path_factory.mktemp("shuffled") / "data")


@pytest.fixture(scope="session")
def nothing(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> list[Dataset]:
    """The same, and purchases, reviews and categories of other items: nothing tells. Two shuffles: one is noisy."""
    folder = tmp_path_factory.mktemp("nothing")
    return [shuffled(shop, folder / str(seed), alone=True, seed=seed) for seed in range(2)]


@pytest.fixture(scope="session")
def chance(no_links: Dataset) -> float:
    """A little above 5 / 31: known substitutes are taken out."""
    return hit_rate(Constant(), no_links)


@pytest.mark.parametrize("name", EVERY)
def test_what_was_planted_is_found_and_chance_is_left_where_nothing_is(
    name: str, shop: Dataset, nothing: list[Dataset], chance: float
) -> None:
    """For every model: links are shuffled, and whatever else it knows is about other items.

    Held-out pairs, reserved pairs and candidates are the true ones: a model that has them from anywhere shows it here.
    """
    make = EVERY[name]
    if name not in NOTHING:
        assert hit_rate(make(shop, rounds=ROUNDS), shop) > 1.5 * chance
    found = [hit_rate(make(dataset, rounds=ROUNDS), dataset) for dataset in nothing]
    assert abs(np.mean(found) - chance) < 0.1  # 288 cases, standard error 0.02; those of a shelf are not independent


@pytest.mark.parametrize("name", MAKERS["graph"])
def test_shuffled_links_are_chance_where_nothing_else_is_known(name: str, no_links: Dataset, chance: float) -> None:
    assert abs(hit_rate(EVERY[name](no_links, rounds=ROUNDS), no_links) - chance) < 0.12


@pytest.mark.parametrize("name", MAKERS["others"])
def test_shuffled_links_change_nothing_where_they_are_not_known(name: str, shop: Dataset, no_links: Dataset) -> None:
    context = Context.of_users(np.arange(20), np.arange(20), training_visits(shop))
    true, lost = (EVERY[name](dataset).score_all(context) for dataset in (shop, no_links))
    np.testing.assert_array_equal(true, lost)


@pytest.mark.parametrize("name", MAKERS["both"])
def test_shuffled_links_leave_what_is_known_beside_them(name: str, shop: Dataset, no_links: Dataset) -> None:
    """Not chance: users keep to their shelves, and reviews and categories name them. The level that is left is at most
    that of the best reference which knows no links, and below what true links give."""
    best = max(hit_rate(make(no_links), no_links) for make in MAKERS["others"].values())
    left = hit_rate(EVERY[name](no_links, rounds=ROUNDS), no_links)
    assert left <= best + 0.02
    if name != "bpr-mf":  # it never learned from links
        assert left < hit_rate(EVERY[name](shop, rounds=ROUNDS), shop) - 0.05


def test_other_queries_are_chance(shop: Dataset) -> None:
    """The pair model of A2CF: what it learns, it learns from the pairs."""
    material = Material.of(shop)
    settings = A2CFSettings(
        dimension=16, batch=64, learning_rate=0.03, personalisation=False, item_attributes=False, user_attributes=False
    )
    assert hit_rate(trained(material, settings, 12), shop) > 0.6
    # Not relabelled: items of a shelf would still share their queries. Every triple gets the query of another one.
    lost = dataclasses.replace(material, query=np.random.default_rng(8).permutation(material.query))
    assert abs(hit_rate(trained(lost, settings, 12), shop) - CHANCE) < 0.12


class Constant:
    name = "constant"
    items = ITEMS
    looks_at: frozenset[Aspect] = frozenset()

    def score(self, context: Context, candidates: Ints) -> Floats:
        return np.zeros(candidates.shape, np.float32)

    def score_all(self, context: Context) -> Floats:
        return np.zeros((len(context), ITEMS), np.float32)


class Oracle:
    """Knows the held-out choices."""

    name = "oracle"
    items = ITEMS
    looks_at: frozenset[Aspect] = frozenset(("user",))

    def __init__(self, dataset: Dataset, split: str) -> None:
        triples = dataset.split(split).triples("test").select("user", "query", "chosen")
        self.truth = np.zeros((dataset.users.height, ITEMS, ITEMS), np.float32)
        for user, query, chosen in triples.rows():
            self.truth[user, query, chosen] = 1.0

    def score(self, context: Context, candidates: Ints) -> Floats:
        return np.take_along_axis(self.score_all(context), candidates, axis=1)

    def score_all(self, context: Context) -> Floats:
        scores: Floats = self.truth[context.askers.known.user, context.query]
        return scores


def test_a_constant_model_scores_exactly_chance(shop: Dataset) -> None:
    found = evaluate(Constant(), shop, protocols=["paper", "filtered", "full", "full_filtered"])
    figures = found.figures("paper")
    for k in (5, 10, 20):
        assert figures[f"HR@{k}"] == pytest.approx(k / CANDIDATES)
    assert figures["MRR"] == pytest.approx(sum(1 / rank for rank in range(1, CANDIDATES + 1)) / CANDIDATES)
    for protocol in found.protocols:
        frame = found.of(protocol)
        expected = np.minimum(5 / frame["candidates"].to_numpy(), 1.0)
        np.testing.assert_allclose(found.measures(protocol)["HR@5"], expected)
    choice = evaluate(Constant(), shop, split="choice").figures("choice")
    assert [choice["HR@1"], choice["HR@3"]] == pytest.approx([1 / 4, 3 / 4])


@pytest.mark.parametrize("split", ["paper", "choice", "choice_matched"])
def test_an_oracle_scores_one(shop: Dataset, split: str) -> None:
    found = evaluate(Oracle(shop, split), shop, split=split)
    for protocol in found.protocols:
        assert set(found.figures(protocol).values()) == {1.0}
