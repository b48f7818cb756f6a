"""What an epoch of A2CF draws: its own negatives, order and queries, the same whenever the epoch is run again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from instead.models.a2cf.trainer import RANKING, A2CFTrainer
from instead.settings import A2CFSettings
from tests.small_model import small_material, watched_batches

Rows = list[list[int]]


def drawn(epoch: int, **settings: Any) -> Rows:
    """Rows (user, query, chosen, negatives...) of a ranking epoch, in the order in which they are learned."""
    chosen = A2CFSettings.checked({"dimension": 2, "batch": 16, **settings})
    trainer = A2CFTrainer(small_material(3, items=30, triples=60), chosen)
    with pytest.MonkeyPatch.context() as patch:
        batches = watched_batches(trainer, patch)
        list(trainer.epoch(RANKING, epoch, first=True))
    assert [len(user) for user, _, _ in batches] == [16, 16, 16, 12]
    return [[int(u), int(q), *items.tolist()] for batch in batches for u, q, items in zip(*batch, strict=True)]


def negatives(rows: Rows) -> Rows:
    """Whatever the order: the negatives beside their triples, sorted."""
    return sorted(rows)


def triples(rows: Rows) -> Rows:
    return sorted(row[:3] for row in rows)


def test_every_epoch_draws_negatives_of_its_own() -> None:
    first, second = drawn(0), drawn(1)
    assert triples(first) == triples(second)
    assert negatives(first) != negatives(second)
    same = sum(one == other for one, other in zip(negatives(first), negatives(second), strict=True))
    assert same < 6  # of sixty; a negative or two may be drawn again


def test_the_same_epoch_draws_the_same_negatives_in_the_same_order() -> None:
    """That is what makes a resumed training the one that was interrupted."""
    assert drawn(4) == drawn(4)


def test_every_epoch_has_an_order_of_its_own() -> None:
    first, second = ([row[:3] for row in drawn(epoch)] for epoch in (0, 1))
    assert first != second
    in_order = [list(row) for row in zip(*columns(), strict=True)]
    assert in_order not in (first, second)
    assert triples(first) == sorted(in_order)


def columns() -> tuple[list[int], list[int], list[int]]:
    material = small_material(3, items=30, triples=60)
    return material.user.tolist(), material.query.tolist(), material.chosen.tolist()


def test_another_seed_draws_other_negatives() -> None:
    assert negatives(drawn(0, seed=1)) != negatives(drawn(0, seed=2))


def test_queries_stay_unless_they_are_to_be_drawn_again() -> None:
    assert triples(drawn(0)) == triples(drawn(5))
    first, again, other = (triples(drawn(epoch, resample_queries=True)) for epoch in (0, 0, 1))
    assert first == again
    assert first != other
    assert sorted((u, j) for u, _, j in first) == sorted((u, j) for u, _, j in other)


@pytest.mark.parametrize("count", [1, 4])
def test_each_triple_has_as_many_negatives_as_the_setting_says(count: int) -> None:
    assert {len(row) for row in drawn(0, negatives=count)} == {3 + count}


@pytest.mark.parametrize("rule", ["either", "unvisited"])
def test_the_rule_of_negatives_is_followed(rule: str) -> None:
    """`unvisited` never draws what the user has; `either` may, where it is no substitute of the query."""
    m = small_material(3, items=30, triples=60)
    mine = [set(m.visited[m.visited_start[u] : m.visited_start[u + 1]].tolist()) for u in range(m.users)]
    near = [set(m.graph.of(q).tolist()) for q in range(m.items)]
    found = [(u, q, item) for epoch in range(5) for u, q, _, *rest in drawn(epoch, negative_rule=rule) for item in rest]
    visited = [(u, q, item) for u, q, item in found if item in mine[u]]
    assert bool(visited) == (rule == "either")
    assert not [item for _, q, item in visited if item in near[q]]


# --- first values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [4, 16])
@pytest.mark.parametrize("kind", ["ones", "shrunk"])
def test_projections_begin_as_the_setting_says(kind: str, dimension: int) -> None:
    trainer = A2CFTrainer(small_material(3), A2CFSettings.checked({"dimension": dimension, "projection": kind}))
    first = 1.0 if kind == "ones" else dimension**-0.5
    for weight in (trainer.ranking.substitution, trainer.ranking.personalisation):
        assert weight.dtype == np.float32
        np.testing.assert_array_equal(weight, np.full(2 * dimension, first, np.float32))


@pytest.mark.parametrize("spread", [0.01, 0.5])
def test_embeddings_begin_with_the_spread_that_is_set(spread: float) -> None:
    sizes = {"users": 60, "items": 90, "attributes": 70}
    trainer = A2CFTrainer(small_material(3, **sizes), A2CFSettings(dimension=32, spread=spread))
    for name, rows in sizes.items():
        table = getattr(trainer.ranking, name)
        assert table.shape == (rows, 32)
        assert table.std() == pytest.approx(spread, rel=0.05)
        assert abs(float(table.mean())) < 0.1 * spread


@pytest.mark.parametrize("bias", [False, True])
def test_a_bias_of_items_begins_at_nothing_where_there_is_one(bias: bool) -> None:
    trainer = A2CFTrainer(small_material(3), A2CFSettings(dimension=4, item_bias=bias))
    np.testing.assert_array_equal(trainer.ranking.bias, np.zeros(9 if bias else 0, np.float32))


def test_another_seed_begins_elsewhere() -> None:
    one, same, other = (A2CFTrainer(small_material(3), A2CFSettings(dimension=4, seed=seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.ranking.users, same.ranking.users)
    assert not np.array_equal(one.ranking.users, other.ranking.users)
    assert not np.array_equal(one.user_net.weight, other.user_net.weight)
