"""Popularity-biased queries: those of the plain twin, and only what the rule allows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from numpy.typing import NDArray
from scipy import stats

from instead.substitutes.query_sampling import NONE, draw_queries, draw_queries_plainly
from tests.shops import make_shop, seeds


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


def test_after_many_hits_on_what_was_touched_the_rest_is_drawn_by_weight() -> None:
    """Item 1 outweighs the others a million times and was touched: nearly every row lists what is left."""
    asked = 6000
    rows = np.arange(asked)
    user, chosen = np.zeros(asked, np.int64), np.zeros(asked, np.int64)
    weight = np.array([1e6, 1.0, 3.0, 0.0])  # of items 1 to 4, the substitutes of item 0; item 4 is reserved
    cumulative = np.concatenate([[0.0], np.cumsum(weight)])
    graph = (np.array([0, 4, 4, 4, 4, 4]), np.array([1, 2, 3, 4]), cumulative)
    history = (np.array([0, 2]), np.array([0, 1]))
    found = draw_queries(rows, user, chosen, *history, *graph, np.uint64(5))
    np.testing.assert_array_equal(found, draw_queries_plainly(rows, user, chosen, *history, *graph, np.uint64(5)))
    seen = np.bincount(found, minlength=5)
    assert seen[[0, 1, 4]].tolist() == [0, 0, 0]
    assert stats.chisquare(seen[[2, 3]], asked * np.array([0.25, 0.75])).pvalue > 1e-4


def test_nothing_is_drawn_where_every_substitute_was_touched() -> None:
    one = np.zeros(1, np.int64)
    graph = (np.array([0, 2, 2, 2]), np.array([1, 2]), np.array([0.0, 2.0, 5.0]))
    for draw in (draw_queries, draw_queries_plainly):
        assert draw(one, one, one, np.array([0, 3]), np.array([0, 1, 2]), *graph, np.uint64(1)).tolist() == [NONE]
