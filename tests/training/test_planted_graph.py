"""Models that learn from a substitute graph find the shelves it was planted with, and nothing in a graph of chance."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from instead.lab.compared.category_tree import CategoryTree
from instead.lab.compared.pmsc_settings import PMSCSettings
from instead.lab.compared.pmsc_trainer import PMSCTrainer
from instead.lab.compared.relations import bought_together
from instead.lab.compared.spem_settings import SPEMSettings
from instead.lab.compared.spem_trainer import SPEMTrainer
from instead.material import Material
from instead.models.interface import Model
from instead.substitutes.graph import Graph, unordered
from instead.training.validation import ValidationTriples, figures

SHELVES, EACH, USERS, NEGATIVES = 20, 50, 300, 100
ITEMS = SHELVES * EACH
CHANCE = 10 / (NEGATIVES + 1)

Fit = Callable[[Material], Model]


def planted() -> tuple[Material, ValidationTriples]:
    """Three in ten pairs of a shelf are links, some of them held out. Users buy without a plan: only links tell."""
    rng = np.random.default_rng(6)
    low, high = np.triu_indices(ITEMS, 1)
    linked = (low // EACH == high // EACH) & (rng.random(len(low)) < 0.3)
    pairs = rng.permutation(np.column_stack([low, high])[linked])
    held_out, pairs = pairs[:500], pairs[500:]
    bought = np.sort(rng.permuted(np.tile(np.arange(ITEMS), (USERS, 1)), axis=1)[:, :8], axis=1)
    nothing = csr_matrix((0, 0))
    material = Material(
        users=USERS, items=ITEMS, user=np.zeros(len(pairs), np.int64), query=pairs[:, 0], chosen=pairs[:, 1],
        visited_start=np.arange(0, 8 * USERS + 1, 8), visited=bought.ravel(),
        graph=Graph.from_pairs(unordered(pairs[:, 0], pairs[:, 1], ITEMS), ITEMS),
        popularity=np.bincount(bought.ravel(), minlength=ITEMS), care=nothing, quality=nothing, query_power=0.75,
    )  # fmt: skip
    others = rng.integers(ITEMS, size=(len(held_out), NEGATIVES))
    cases = ValidationTriples(
        np.zeros(len(held_out), np.int64), held_out[:, 0], np.column_stack([held_out[:, 1], others]), material.visits
    )
    return material, cases


def shuffled(material: Material) -> Material:
    """As many links, between any two items. Relabelling would not do: shelves would still be shelves."""
    rng = np.random.default_rng(7)
    query, chosen = rng.permutation(material.query), rng.permutation(material.chosen)
    graph = Graph.from_pairs(unordered(query, chosen, ITEMS), ITEMS)
    return dataclasses.replace(material, graph=graph, query=query, chosen=chosen)


def pmsc(material: Material, **changes: object) -> Model:
    trainer = PMSCTrainer(material, PMSCSettings.checked({"dimension": 16, "batch": 512, **changes}))
    for number in range(10):
        list(trainer.epoch("relations", number, first=True))
    return trainer.model()


def spem(material: Material, tree: CategoryTree | None = None, **changes: object) -> Model:
    values = {"dimension": 16, "hidden": 32, "batch": 128, "zeros": 100, "learning_rate": 0.005, **changes}
    trainer = SPEMTrainer(material, SPEMSettings.checked(values))
    trainer.tree = tree
    for number in range(25):
        list(trainer.epoch("embedding", number, first=True))
    return trainer.model()


MODELS: dict[str, Fit] = {
    "pmsc": pmsc,
    "pmsc (triples, hinge)": lambda material: pmsc(material, supervision="triples", path_loss="hinge", path_weight=1.0),
    "spem": spem,
    "spem (triples)": lambda material: spem(material, supervision="triples"),
}


@pytest.mark.parametrize("name", MODELS)
def test_shelves_are_found(name: str) -> None:
    material, cases = planted()
    assert figures(cases.ranks(MODELS[name](material)))["HR@10"] > 3 * CHANCE


@pytest.mark.parametrize("name", MODELS)
def test_a_shuffled_graph_is_chance(name: str) -> None:
    """500 cases: three standard errors are 0.04."""
    material, cases = planted()
    assert abs(figures(cases.ranks(MODELS[name](shuffled(material))))["HR@10"] - CHANCE) < 0.05


def test_what_is_bought_together_does_not_give_the_shelves_away() -> None:
    """Else the control of SPEM, whose input it is, would be none."""
    together = bought_together(planted()[0], most_bought=100, most_kept=200).tocoo()
    assert together.nnz > ITEMS
    assert abs((together.row // EACH == together.col // EACH).mean() - 1 / SHELVES) < 0.01


def test_spem_learns_from_categories_where_links_tell_nothing() -> None:
    material, cases = planted()
    tree = CategoryTree.of([["shop", f"shelf {item // EACH}"] for item in range(ITEMS)])
    model = spem(shuffled(material), tree, buyers=2, contrast_weight=0.0, stranger_weight=0.0, learning_rate=0.02)
    assert figures(cases.ranks(model))["HR@10"] > 3 * CHANCE


def test_spem_learns_from_what_is_bought_together() -> None:
    """No link counts, and an item is not its own neighbour: users who keep to a shelf tell which items belong to it."""
    material, cases = planted()
    rng = np.random.default_rng(8)
    bought = EACH * rng.integers(SHELVES, size=USERS)[:, None] + np.sort(
        rng.permuted(np.tile(np.arange(EACH), (USERS, 1)), axis=1)[:, :8], axis=1
    )
    faithful = dataclasses.replace(shuffled(material), visited=bought.ravel())
    model = spem(faithful, self_loop=False, contrast_weight=0.0, stranger_weight=0.0)
    assert figures(cases.ranks(model))["HR@10"] > 3 * CHANCE
