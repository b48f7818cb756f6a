"""Popularity-biased queries: those of the plain twin, and only what the rule allows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from numpy.typing import NDArray

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
