"""Popularity-biased sampling of query items (section 5.2 of the paper)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find
from instead.kernels.streams import GOLDEN, PlainStream, stream, unit

NONE = -1
TRIES = 16


@njit(cache=True, nogil=True)
def draw_queries(
    row: NDArray[np.int64],
    user: NDArray[np.int64],
    chosen: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    start: NDArray[np.int64],
    neighbours: NDArray[np.int64],
    cumulative: NDArray[np.float64],
    seed: np.uint64,
) -> NDArray[np.int64]:
    """(n,) one query per interaction among the substitutes of the chosen item that the user never touched.

    row, user, chosen (n,); `row` names the random stream of each interaction. `history` (sorted per user) is everything
    the user ever touched. `cumulative` has one entry more than `neighbours` and grows by the weight of each;
    out-of-bounds entries have weight 0. P(q) is proportional to the weight (inverse transform sampling). A draw among
    all neighbours that hits a touched item is drawn again (rejection), which is a draw among the others; after TRIES
    such hits the others are listed. NONE where no item qualifies.
    """
    query = np.full(user.size, NONE, dtype=np.int64)
    for at in range(user.size):
        low, high = start[chosen[at]], start[chosen[at] + 1]
        mine, end = history_start[user[at]], history_start[user[at] + 1]
        base = cumulative[low]
        total = cumulative[high] - base
        if total <= 0.0:
            continue
        state = stream(seed, row[at])
        for _ in range(TRIES):
            state += GOLDEN
            place = _above(cumulative, low, high, base + unit(state) * total)
            if place < high and find(history, mine, end, neighbours[place]) < 0:
                query[at] = neighbours[place]
                break
        if query[at] != NONE:
            continue
        total = 0.0
        for place in range(low, high):
            if find(history, mine, end, neighbours[place]) < 0:
                total += cumulative[place + 1] - cumulative[place]
        state += GOLDEN
        aim = unit(state) * total
        for place in range(low, high):
            weight = cumulative[place + 1] - cumulative[place]
            if weight > 0.0 and find(history, mine, end, neighbours[place]) < 0:
                query[at] = neighbours[place]
                aim -= weight
                if aim < 0.0:
                    break
    return query


@njit(cache=True, nogil=True)
def _above(cumulative: NDArray[np.float64], low: int, high: int, aim: float) -> int:
    """Binary search: the first index in [low, high) whose cumulative weight exceeds `aim`; `high` if there is none."""
    while low < high:
        middle = (low + high) >> 1
        if cumulative[middle + 1] > aim:
            high = middle
        else:
            low = middle + 1
    return low


def draw_queries_plainly(
    row: NDArray[np.int64],
    user: NDArray[np.int64],
    chosen: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    start: NDArray[np.int64],
    neighbours: NDArray[np.int64],
    cumulative: NDArray[np.float64],
    seed: np.uint64,
) -> NDArray[np.int64]:
    """The twin of `draw_queries`."""
    query = []
    for r, u, j in zip(row.tolist(), user.tolist(), chosen.tolist(), strict=True):
        touched = set(history[history_start[u] : history_start[u + 1]].tolist())
        places = range(int(start[j]), int(start[j + 1]))
        query.append(_draw_one(PlainStream(int(seed), r), places, touched, neighbours, cumulative))
    return np.array(query, dtype=np.int64)


def _draw_one(
    numbers: PlainStream,
    places: range,
    touched: set[int],
    neighbours: NDArray[np.int64],
    cumulative: NDArray[np.float64],
) -> int:
    gathered = cumulative.tolist()
    base, total = gathered[places.start], gathered[places.stop] - gathered[places.start]
    if total <= 0.0:
        return NONE
    for _ in range(TRIES):
        aim = base + numbers.unit() * total
        hit = next((p for p in places if gathered[p + 1] > aim), None)
        if hit is not None and int(neighbours[hit]) not in touched:
            return int(neighbours[hit])
    weights = {p: gathered[p + 1] - gathered[p] for p in places if int(neighbours[p]) not in touched}
    aim, drawn = numbers.unit() * sum(weights.values()), NONE
    for p, weight in weights.items():
        if weight > 0.0:
            drawn = int(neighbours[p])
            aim -= weight
            if aim < 0.0:
                break
    return drawn
