"""Negatives of link predictors: those of the plain twin, never a neighbour."""

from __future__ import annotations

import numpy as np
import pytest

from instead.lab.compared.stranger_loops import draw_strangers, draw_strangers_plainly
from tests.shops import make_shop


@pytest.mark.parametrize("seed", range(3))
def test_strangers(seed: int) -> None:
    graph = make_shop(seed).graph
    rng = np.random.default_rng(seed)
    item, pool = rng.integers(graph.items, size=60), rng.permutation(graph.items)
    friends = [set(graph.of(i).tolist()) for i in range(graph.items)]
    fast = draw_strangers(item, graph.start, graph.neighbours, pool, 3, np.uint64(seed))
    np.testing.assert_array_equal(fast, draw_strangers_plainly(item, friends, pool, 3, seed))
    possible = np.array([len(friends[i]) < graph.items - 1 for i in item.tolist()])
    for mine, others in zip(item[possible].tolist(), fast[possible].tolist(), strict=True):
        assert not friends[mine] & set(others)
        assert mine not in others


def test_an_item_linked_with_all_others_takes_what_the_last_try_finds() -> None:
    start, neighbours, pool = np.array([0, 2, 3, 4]), np.array([1, 2, 0, 0]), np.arange(3)
    item = np.zeros(4, np.int64)
    found = draw_strangers(item, start, neighbours, pool, 2, np.uint64(3))
    np.testing.assert_array_equal(found, draw_strangers_plainly(item, [{1, 2}, {0}, {0}], pool, 2, 3))
