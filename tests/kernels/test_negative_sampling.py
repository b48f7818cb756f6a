"""Negatives of training: those of the twin, and never what the rule leaves out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.kernels.negative_sampling import (
    EITHER,
    UNVISITED,
    draw_training_negatives,
    draw_training_negatives_plainly,
)
from tests.shops import seeds

Ints = NDArray[np.int64]
Sets = list[set[int]]


def rows_of(sets: Sets) -> tuple[Ints, Ints]:
    """Compressed sorted rows."""
    start = np.concatenate([[0], np.cumsum([len(one) for one in sets])]).astype(np.int64)
    return start, np.array([value for one in sets for value in sorted(one)], np.int64)


def random_case(seed: int, users: int, items: int, triples: int) -> tuple[Ints, Ints, Ints, Sets, Sets]:
    """Triples of a shop, what users visited, and who replaces whom."""
    rng = np.random.default_rng(seed)
    user = rng.integers(users, size=triples)
    chosen = rng.integers(items, size=triples)
    query = (chosen + rng.integers(1, items, size=triples)) % items
    visited: Sets = [set(rng.integers(items, size=rng.integers(0, items + 1)).tolist()) for _ in range(users)]
    substitutes: Sets = [set() for _ in range(items)]
    ends = rng.integers(items, size=(2, 2 * items))
    pairs = zip([*query.tolist(), *ends[0].tolist()], [*chosen.tolist(), *ends[1].tolist()], strict=True)
    for one, other in pairs:
        if one != other:
            substitutes[one].add(other)
            substitutes[other].add(one)
    for u, j in zip(user.tolist(), chosen.tolist(), strict=True):
        visited[u].add(j)
    return user, query, chosen, visited, substitutes


def drawn(case: tuple[Ints, Ints, Ints, Sets, Sets], items: int, count: int, rule: int, seed: int) -> Any:
    user, query, chosen, visited, substitutes = case
    return draw_training_negatives(
        user, query, chosen, *rows_of(visited), *rows_of(substitutes), items, count, rule, np.uint64(seed)
    )


@pytest.mark.parametrize("rule", [EITHER, UNVISITED])
@given(seed=seeds, users=st.integers(1, 5), items=st.integers(2, 9), count=st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_negatives_of_tiny_shops(rule: int, seed: int, users: int, items: int, count: int) -> None:
    case = random_case(seed, users, items, 5)
    fast = drawn(case, items, count, rule, seed)
    np.testing.assert_array_equal(fast, draw_training_negatives_plainly(*case, items, count, rule, seed))
    user, query, chosen, visited, substitutes = case
    for row, (u, q, j) in enumerate(zip(user.tolist(), query.tolist(), chosen.tolist(), strict=True)):
        left_out = visited[u] & substitutes[q] if rule == EITHER else visited[u]
        others = set(range(items)) - {q, j}
        allowed = others - left_out or others or {q, j}  # a shop may have nothing better
        assert set(fast[row].tolist()) <= allowed


@pytest.mark.parametrize("rule", [EITHER, UNVISITED])
def test_each_allowed_item_is_drawn_equally_often(rule: int) -> None:
    """User 0 visited items 1, 2, 3 and 7 (chosen); items 2, 3, 7 replace the query 5."""
    rows = np.zeros(30_000, np.int64)
    visited: Sets = [{1, 2, 3, 7}]
    substitutes: Sets = [{2, 3, 7} if item == 5 else set() for item in range(20)]
    case = (rows, rows + 5, rows + 7, visited, substitutes)
    times = np.bincount(drawn(case, 20, 4, rule, 11).ravel(), minlength=20)
    never = [2, 3, 5, 7] if rule == EITHER else [1, 2, 3, 5, 7]
    assert times[never].sum() == 0
    allowed = np.delete(times, never)
    expected = allowed.mean()
    assert ((allowed - expected) ** 2 / expected).sum() < 2.5 * allowed.size  # chi-square; 1 in 10,000 by chance


def test_other_seeds_and_other_rows_draw_others() -> None:
    case = random_case(3, 4, 50, 30)
    first, again, other = (drawn(case, 50, 5, EITHER, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).mean() > 0.9
    assert len({tuple(row) for row in first.tolist()}) == 30
