"""Drawing queries where rounding and long odds lead: never a reserved item, never another item's substitute."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.substitutes.query_sampling import NONE, draw_queries, draw_queries_plainly

ROWS = 200


def drawn(chosen: int, history: list[int], neighbours: list[list[int]], weights: list[float]) -> NDArray[np.int64]:
    """Queries of one user and one chosen item, in many streams; `weights` stand beside the neighbours."""
    start = np.concatenate([[0], np.cumsum([len(some) for some in neighbours])]).astype(np.int64)
    flat = np.array([item for some in neighbours for item in some], np.int64)
    rows, none = np.arange(ROWS), np.zeros(ROWS, np.int64)
    span = np.array([0, len(history)], np.int64)
    given = (rows, none, none + chosen, span, np.array(history, np.int64), start, flat,
             np.concatenate([[0.0], np.cumsum(weights)]), np.uint64(4))  # fmt: skip
    found = draw_queries(*given)
    np.testing.assert_array_equal(found, draw_queries_plainly(*given))
    return found


def test_rounding_neither_leaves_the_item_nor_draws_what_weighs_nothing() -> None:
    """Beside 1e16 a weight of 2 is one step of a float: half of the draws land on its very ends."""
    found = drawn(1, [9], [[3], [4, 5], [6]], [1e16, 0.0, 2.0, 2.0])
    assert set(found.tolist()) == {5}


def test_a_touched_favourite_leaves_the_others_their_shares() -> None:
    """The first item of the history outweighs the rest a billion times, so the rest is listed after some tries."""
    found = drawn(1, [0], [[], [0, 5, 6]], [1e9, 1.0, 1.0])
    counts = np.bincount(found, minlength=7)
    assert counts[[5, 6]].sum() == ROWS
    assert counts[[5, 6]].min() > ROWS / 4


@pytest.mark.parametrize(
    ("history", "weights"), [([9], [1.0, 0.0, 0.0]), ([4, 5], [1.0, 3.0, 4.0]), ([5], [1.0, 0.0, 4.0])]
)
def test_nothing_is_drawn_where_nothing_may_be(history: list[int], weights: list[float]) -> None:
    assert set(drawn(1, history, [[3], [4, 5]], weights).tolist()) == {NONE}
