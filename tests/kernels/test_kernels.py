"""Every compiled loop gives what its plain twin gives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries, find_entries_plainly
from instead.reviews.splitting import leave_training, leave_training_plainly
from instead.substitutes.negative_loops import draw_negatives, draw_negatives_plainly
from instead.substitutes.query_sampling import NONE, draw_queries, draw_queries_plainly
from tests.shops import make_shop, random_pairs, seeds


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_leaving_training(seed: int) -> None:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, 12, 9, 40)
    order = rng.permutation(user.size)
    wanted = int(rng.integers(0, user.size + 1))
    counts = [np.bincount(user), np.bincount(item)]
    fast = leave_training(order, user, item, counts[0].copy(), counts[1].copy(), wanted)
    plain = leave_training_plainly(order, user, item, counts[0].copy(), counts[1].copy(), wanted)
    np.testing.assert_array_equal(fast, plain)


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_finding_entries(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = make_shop(seed).graph
    source, target = rng.integers(graph.items, size=50), rng.integers(graph.items, size=50)
    fast = find_entries(graph.start, graph.neighbours, source, target)
    np.testing.assert_array_equal(fast, find_entries_plainly(graph.start, graph.neighbours, source, target))


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_drawing_queries(seed: int) -> None:
    shop = make_shop(seed)
    rng = np.random.default_rng(seed)
    it, graph = shop.interactions, shop.graph
    pairs = graph.pairs()
    reserved = graph.marked(pairs[rng.random(len(pairs)) < 0.3])
    weight = np.where(reserved, 0.0, it.popularity()[graph.neighbours] ** 0.75)
    cumulative = np.concatenate([[0.0], np.cumsum(weight)])
    rows = np.arange(it.user.size)

    def drawn(draw: Callable[..., NDArray[np.int64]], some: NDArray[np.int64]) -> NDArray[np.int64]:
        history, edges = (it.history_start, it.history), (graph.start, graph.neighbours, cumulative)
        return draw(some, it.user[some], it.item[some], *history, *edges, np.uint64(seed))

    fast, plain = drawn(draw_queries, rows), drawn(draw_queries_plainly, rows)
    np.testing.assert_array_equal(fast, plain)
    some = rng.permutation(rows)[:20]  # a row has its own numbers, whatever is drawn beside it
    np.testing.assert_array_equal(drawn(draw_queries, some), fast[some])
    for row in rows.tolist():
        touched = set(it.item[it.user == it.user[row]].tolist())
        places = range(int(graph.start[it.item[row]]), int(graph.start[it.item[row] + 1]))
        eligible = {int(graph.neighbours[p]) for p in places if not reserved[p]} - touched
        assert fast[row] in eligible if eligible else fast[row] == NONE


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
    arguments = (first, rows, query, start, item[order], items, count, np.uint64(seed))
    fast = draw_negatives(*arguments)
    np.testing.assert_array_equal(fast, draw_negatives_plainly(*arguments))
    for row in range(20):
        touched = set(item[user == rows[row]].tolist()) | {int(query[row])}
        assert len(set(fast[row].tolist())) == count
        assert not touched & set(fast[row].tolist())


def test_negatives_do_not_depend_on_how_the_rows_are_cut() -> None:
    rng = np.random.default_rng(3)
    user, item = random_pairs(rng, 15, 300, 60)
    order = np.lexsort((item, user))
    start = np.concatenate([[0], np.cumsum(np.bincount(user, minlength=15))])
    rows, query = rng.integers(15, size=20), rng.integers(300, size=20)
    whole = draw_negatives(0, rows, query, start, item[order], 300, 20, np.uint64(9))
    rest = draw_negatives(7, rows[7:], query[7:], start, item[order], 300, 20, np.uint64(9))
    np.testing.assert_array_equal(whole[7:], rest)


def test_negatives_are_uniform() -> None:
    """Each allowed item is drawn equally often: chi-square over 20,000 draws of 10 out of 50, both ways of drawing."""
    for items, count in ((50, 10), (30, 20)):  # drawn and drawn again; listed and shuffled
        start, history = np.array([0, 3]), np.array([1, 2, 5])
        rows = np.zeros(20_000, dtype=np.int64)
        drawn = draw_negatives(0, rows, rows + 7, start, history, items, count, np.uint64(1))
        times = np.bincount(drawn.ravel(), minlength=items)
        assert times[[1, 2, 5, 7]].sum() == 0
        allowed = np.delete(times, [1, 2, 5, 7])
        expected = drawn.size / allowed.size
        # Drawing without replacement makes the counts a little more even than independent draws would.
        assert ((allowed - expected) ** 2 / expected).sum() < 2 * allowed.size
