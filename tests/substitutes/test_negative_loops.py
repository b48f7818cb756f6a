"""Stored negatives: those of the plain twin, uniform, and never what the user touched."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.substitutes.negative_loops import draw_negatives, draw_negatives_plainly
from tests.shops import random_pairs, seeds


@pytest.mark.parametrize(("items", "count"), [(40, 10), (40, 30), (400, 10)])
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_drawing_negatives(items: int, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 15, items, 60)
    order = np.lexsort((item, user))
    start = np.concatenate([[0], np.cumsum(np.bincount(user, minlength=15))])
    count = min(count, items - int(np.diff(start).max()) - 1)
    rows, query = rng.integers(15, size=20), rng.integers(items, size=20)
    first = int(rng.integers(1000))
    pool = np.sort(rng.permutation(items)[: items - int(rng.integers(3))])
    count = min(count, pool.size - int(np.diff(start).max()) - 1)
    arguments = (first, rows, query, start, item[order], items, pool, count, np.uint64(seed))
    fast = draw_negatives(*arguments)
    np.testing.assert_array_equal(fast, draw_negatives_plainly(*arguments))
    for row in range(20):
        touched = set(item[user == rows[row]].tolist()) | {int(query[row])}
        assert len(set(fast[row].tolist())) == count
        assert set(fast[row].tolist()) <= set(pool.tolist())
        assert not touched & set(fast[row].tolist())


def test_negatives_do_not_depend_on_how_the_rows_are_cut() -> None:
    rng = np.random.default_rng(3)
    user, item = random_pairs(rng, 15, 300, 60)
    order = np.lexsort((item, user))
    start = np.concatenate([[0], np.cumsum(np.bincount(user, minlength=15))])
    rows, query = rng.integers(15, size=20), rng.integers(300, size=20)
    whole = draw_negatives(0, rows, query, start, item[order], 300, np.arange(300), 20, np.uint64(9))
    rest = draw_negatives(7, rows[7:], query[7:], start, item[order], 300, np.arange(300), 20, np.uint64(9))
    np.testing.assert_array_equal(whole[7:], rest)


def test_negatives_are_uniform() -> None:
    """Each allowed item is drawn equally often: chi-square over 20,000 draws of 10 out of 50, both ways of drawing."""
    for items, count in ((50, 10), (30, 20)):  # drawn and drawn again; listed and shuffled
        start, history = np.array([0, 3]), np.array([1, 2, 5])
        rows = np.zeros(20_000, dtype=np.int64)
        drawn = draw_negatives(0, rows, rows + 7, start, history, items, np.arange(items), count, np.uint64(1))
        times = np.bincount(drawn.ravel(), minlength=items)
        assert times[[1, 2, 5, 7]].sum() == 0
        allowed = np.delete(times, [1, 2, 5, 7])
        expected = drawn.size / allowed.size
        # Drawing without replacement makes the counts a little more even than independent draws would.
        assert ((allowed - expected) ** 2 / expected).sum() < 2 * allowed.size
