"""Negative sampling for training triples, fresh in every epoch (decisions D1, D2).

The paper's negative is "never visited by u, or not substitutable to q, or both": every item but the chosen one, the
query, and items that are both visited by u and substitutes of q.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find
from instead.kernels.streams import GOLDEN, PlainStream, below, stream

Ints = NDArray[np.int64]

EITHER, UNVISITED = 0, 1
"""Rules: the paper's, and the common one that leaves out everything the user visited."""

_TRIES = 1000  # for a user who visited nearly everything, any item but query and chosen is taken


@njit(cache=True, nogil=True)
def draw_training_negatives(
    user: Ints,
    query: Ints,
    chosen: Ints,
    visited_start: Ints,
    visited: Ints,
    graph_start: Ints,
    neighbours: Ints,
    items: int,
    count: int,
    rule: int,
    seed: np.uint64,
) -> Ints:
    """(triples, count) items, uniform, with replacement, by rejection sampling.

    user, query, chosen (triples,); `visited` of each user and `neighbours` of each item in compressed sorted rows.
    """
    drawn = np.empty((user.size, count), np.int64)
    for row in range(user.size):
        u, q = user[row], query[row]
        state = stream(seed, row)
        for place in range(count):
            item = q  # kept only in a shop that has nothing but query and chosen
            for _ in range(_TRIES):
                state += GOLDEN
                tried = below(state, items)
                if tried == q or tried == chosen[row]:
                    continue
                item = tried
                if find(visited, visited_start[u], visited_start[u + 1], item) < 0:
                    break
                if rule == EITHER and find(neighbours, graph_start[q], graph_start[q + 1], item) < 0:
                    break
            drawn[row, place] = item
    return drawn


def draw_training_negatives_plainly(
    user: Ints,
    query: Ints,
    chosen: Ints,
    visited: list[set[int]],
    substitutes: list[set[int]],
    items: int,
    count: int,
    rule: int,
    seed: int,
) -> Ints:
    """The twin of `draw_training_negatives` in plain Python."""
    rows = []
    for row, (u, q, j) in enumerate(zip(user.tolist(), query.tolist(), chosen.tolist(), strict=True)):
        numbers = PlainStream(seed, row)
        out = visited[u] & substitutes[q] if rule == EITHER else visited[u]
        mine: list[int] = []
        for _ in range(count):
            item = q
            for _ in range(_TRIES):
                tried = numbers.below(items)
                if tried in (q, j):
                    continue
                item = tried
                if item not in out:
                    break
            mine.append(item)
        rows.append(mine)
    return np.array(rows, np.int64).reshape(len(rows), count)
