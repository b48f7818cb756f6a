"""What a model learns from holds nothing of validation or test."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from instead.material import Material
from instead.models.a2cf.trainer import A2CFTrainer
from instead.settings import A2CFSettings
from instead.store.dataset import PARTS, Dataset
from tests.small_model import watched_batches

SPLITS = ["paper", "choice", "choice_matched"]


def interactions(dataset: Dataset, *parts: str) -> set[tuple[int, int]]:
    rows = dataset.interactions.filter(pl.col("part").is_in([PARTS[part] for part in parts]))
    return {(int(user), int(item)) for user, item in rows.select("user", "item").iter_rows()}


@pytest.mark.parametrize("split", SPLITS)
def test_reserved_pairs_are_in_no_structure(shop: Dataset, split: str) -> None:
    material = Material.of(shop, split)
    reserved = {frozenset(map(int, pair)) for pair in shop.split(split).reserved}
    assert reserved
    edges = [(item, int(other)) for item in range(material.items) for other in material.graph.of(item)]
    assert edges
    assert not [edge for edge in edges if frozenset(edge) in reserved]
    triples = zip(material.query.tolist(), material.chosen.tolist(), strict=True)
    assert not [pair for pair in triples if frozenset(pair) in reserved]
    assert {frozenset(pair) for pair in zip(material.query.tolist(), material.chosen.tolist(), strict=True)} <= {
        frozenset(edge) for edge in edges
    }


@pytest.mark.parametrize("split", SPLITS)
def test_visits_are_training_visits(shop: Dataset, split: str) -> None:
    material = Material.of(shop, split)
    held_out = interactions(shop, "validation", "test")
    assert held_out
    start, items = material.visited_start, material.visited
    visited = {(u, int(i)) for u in range(material.users) for i in items[start[u] : start[u + 1]]}
    assert visited == interactions(shop, "train")
    assert not visited & held_out
    for user in range(material.users):
        row = items[start[user] : start[user + 1]].tolist()
        assert row == sorted(set(row))  # the draws look items up by halving
    chosen = set(zip(material.user.tolist(), material.chosen.tolist(), strict=True))
    assert chosen <= visited
    assert material.popularity.tolist() == np.bincount(items, minlength=material.items).tolist()


def test_cells_count_training_mentions_alone(shop: Dataset) -> None:
    """Each cell from the mentions of training reviews, counted here one by one."""
    material = Material.of(shop)
    users, items, attributes = (
        {name: number for number, name in enumerate(table[column].to_list())}
        for table, column in ((shop.users, "user"), (shop.items, "item"), (shop.attributes, "attribute"))
    )
    training = interactions(shop, "train")
    counts: dict[tuple[int, int], int] = {}
    sums: dict[tuple[int, int], float] = {}
    kept = left_out = 0
    for user, item, attribute, sentiment in shop.mentions.select("user", "item", "attribute", "sentiment").iter_rows():
        u, i, n = users[user], items[item], attributes[attribute]
        if (u, i) not in training:
            left_out += 1
            continue
        kept += 1
        counts[u, n] = counts.get((u, n), 0) + 1
        sums[i, n] = sums.get((i, n), 0.0) + sentiment
    assert kept > left_out > 0
    care, quality = material.care, material.quality
    assert set(zip(*(part.tolist() for part in care.nonzero()), strict=True)) == set(counts)
    assert set(zip(*(part.tolist() for part in quality.nonzero()), strict=True)) == set(sums)
    for (u, n), t in counts.items():
        assert care[u, n] == pytest.approx(1 + 4 * math.tanh(t / 2), rel=1e-6)
    for (i, n), total in sums.items():
        assert quality[i, n] == pytest.approx(1 + 4 / (1 + math.exp(-total)), rel=1e-6)


@pytest.mark.parametrize("resample", [False, True])
@pytest.mark.parametrize("rule", ["either", "unvisited"])
def test_a_ranking_epoch_uses_training_alone(
    shop: Dataset, rule: str, resample: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every batch that reaches the gradients: no reserved pair is called right, and negatives keep to their rule.

    The rule knows training visits only: an item that the user takes in validation or test may be drawn, as any other
    item the training does not know of. Leaving those out would tell the model what is held out.
    """
    material = Material.of(shop)
    settings = A2CFSettings.checked({"dimension": 2, "negative_rule": rule, "resample_queries": resample})
    trainer = A2CFTrainer(material, settings)
    batches = watched_batches(trainer, monkeypatch)
    for number in range(4):
        list(trainer.epoch("ranking", number, first=number == 0))
    reserved = {frozenset(map(int, pair)) for pair in shop.split("paper").reserved}
    training, held_out = interactions(shop, "train"), interactions(shop, "validation", "test")
    drawn_held_out = 0
    for user, query, items in batches:
        for u, q, (chosen, *negatives) in zip(user.tolist(), query.tolist(), items.tolist(), strict=True):
            assert (u, chosen) in training
            assert frozenset((q, chosen)) not in reserved
            for negative in negatives:
                assert negative not in (q, chosen)
                if (u, negative) in training:
                    assert rule == "either" and negative not in material.graph.of(q)
                drawn_held_out += (u, negative) in held_out
    assert drawn_held_out > 0
