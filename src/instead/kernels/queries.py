"""Popularity-biased sampling of query items (section 5.2 of the paper)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find

NONE = -1


@njit(cache=True, nogil=True)
def draw_queries(
    user: NDArray[np.int64],
    chosen: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    start: NDArray[np.int64],
    neighbours: NDArray[np.int64],
    reserved: NDArray[np.bool_],
    weight: NDArray[np.float64],
    uniform: NDArray[np.float64],
) -> NDArray[np.int64]:
    """One query per interaction among the substitutes of the chosen item that the user never touched.

    `history` (sorted per user) is everything the user ever touched; entries of `neighbours` with `reserved` true are
    out of bounds; P(q) is proportional to `weight[q]`; `uniform` in [0, 1) decides. NONE where no item qualifies.
    """
    query = np.full(user.size, NONE, dtype=np.int64)
    for row in range(user.size):
        low, high = start[chosen[row]], start[chosen[row] + 1]
        mine, end = history_start[user[row]], history_start[user[row] + 1]
        total = 0.0
        for place in range(low, high):
            if not reserved[place] and find(history, mine, end, neighbours[place]) < 0:
                total += weight[neighbours[place]]
        aim = uniform[row] * total
        for place in range(low, high):
            if not reserved[place] and find(history, mine, end, neighbours[place]) < 0:
                query[row] = neighbours[place]
                aim -= weight[neighbours[place]]
                if aim < 0.0:
                    break
    return query


def draw_queries_plainly(
    user: NDArray[np.int64],
    chosen: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    start: NDArray[np.int64],
    neighbours: NDArray[np.int64],
    reserved: NDArray[np.bool_],
    weight: NDArray[np.float64],
    uniform: NDArray[np.float64],
) -> NDArray[np.int64]:
    """The twin of `draw_queries`, step by step as the paper lists it."""
    query = []
    for u, j, chance in zip(user.tolist(), chosen.tolist(), uniform.tolist(), strict=True):
        touched = set(history[history_start[u] : history_start[u + 1]].tolist())
        places = range(int(start[j]), int(start[j + 1]))
        eligible = [int(neighbours[p]) for p in places if not reserved[p] and int(neighbours[p]) not in touched]  # I
        aim = chance * sum(float(weight[q]) for q in eligible)  # II
        drawn = NONE
        for q in eligible:  # III
            drawn = q
            aim -= float(weight[q])
            if aim < 0.0:
                break
        query.append(drawn)
    return np.array(query, dtype=np.int64)
