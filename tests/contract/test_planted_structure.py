"""Models find what was planted, and fall to chance when the links are shuffled; constant and oracle mark the ends."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.evaluation.run import evaluate
from instead.models.graph_references import Propagation, adamic_adar, resource_allocation
from instead.models.protocol import Model
from instead.settings import A2CFSettings
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph, unordered
from instead.substitutes.training import training_graph
from instead.training.material import Material
from tests.contract.conftest import trained
from tests.planted import CANDIDATES, ITEMS

CHANCE = 5 / CANDIDATES
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


def relabelled(graph: Graph) -> Graph:
    """The same graph over other items."""
    names = np.random.default_rng(8).permutation(graph.items)
    pairs = names[graph.pairs()]
    return Graph.from_pairs(unordered(pairs[:, 0], pairs[:, 1], graph.items), graph.items)


def hit_rate(model: Model, shop: Dataset) -> float:
    return evaluate(model, shop, protocols=["filtered"]).figures("filtered")["HR@5"]


@pytest.mark.parametrize("make", [adamic_adar, resource_allocation, lambda graph: Propagation(graph, 3)])
def test_a_shuffled_graph_is_chance(make: type[Model], shop: Dataset) -> None:
    graph = training_graph(shop)
    assert hit_rate(make(graph), shop) > 0.8  # type: ignore[call-arg]
    assert abs(hit_rate(make(relabelled(graph)), shop) - CHANCE) < 0.1  # type: ignore[call-arg]


def test_training_on_shuffled_queries_is_chance(shop: Dataset) -> None:
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

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        return np.zeros(candidates.shape, np.float32)

    def score_all(self, user: Ints, query: Ints) -> Floats:
        return np.zeros((len(user), ITEMS), np.float32)


class Oracle:
    """Knows the held-out choices."""

    name = "oracle"
    items = ITEMS

    def __init__(self, dataset: Dataset, split: str) -> None:
        triples = dataset.split(split).triples("test").select("user", "query", "chosen")
        self.truth = np.zeros((dataset.users.height, ITEMS, ITEMS), np.float32)
        for user, query, chosen in triples.rows():
            self.truth[user, query, chosen] = 1.0

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        return np.take_along_axis(self.score_all(user, query), candidates, axis=1)

    def score_all(self, user: Ints, query: Ints) -> Floats:
        scores: Floats = self.truth[user, query]
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
