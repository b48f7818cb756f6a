"""Negatives drawn once: uniform, without replacement, without what the user ever touched and without the query.

Each row has a random stream of its own (splitmix64), so that the result depends on nothing but the seed and the row:
not on threads, chunks or the order of work.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_MASK = (1 << 64) - 1


@njit(cache=True, nogil=True, inline="always")
def _mixed(state: np.uint64) -> np.uint64:
    state = (state ^ (state >> _S30)) * _MIX1
    state = (state ^ (state >> _S27)) * _MIX2
    return state ^ (state >> _S31)


@njit(cache=True, nogil=True)
def draw_negatives(
    first_row: int,
    user: NDArray[np.int64],
    query: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    items: int,
    count: int,
    seed: np.uint64,
) -> NDArray[np.uint32]:
    """`count` different items for each row. At least `count` items must be allowed for every row.

    Where fewer than four times `count` items are allowed, they are listed and shuffled; else they are drawn and
    drawn again when taken.
    """
    drawn = np.empty((user.size, count), dtype=np.uint32)
    taken = np.full(items, -1, dtype=np.int64)  # row for which an item is out
    allowed = np.empty(items, dtype=np.uint32)
    for row in range(user.size):
        mine, end = history_start[user[row]], history_start[user[row] + 1]
        for place in range(mine, end):
            taken[history[place]] = row
        taken[query[row]] = row
        state = _mixed(seed ^ (np.uint64(first_row + row + 1) * _GOLDEN))
        if items < 4 * count:
            size = 0
            for item in range(items):
                if taken[item] != row:
                    allowed[size] = item
                    size += 1
            for place in range(count):
                state += _GOLDEN
                step = ((_mixed(state) >> _S32) * np.uint64(size - place)) >> _S32
                other = place + np.int64(step)
                allowed[place], allowed[other] = allowed[other], allowed[place]
                drawn[row, place] = allowed[place]
        else:
            place = 0
            while place < count:
                state += _GOLDEN
                other = np.int64(((_mixed(state) >> _S32) * np.uint64(items)) >> _S32)
                if taken[other] != row:
                    taken[other] = row
                    drawn[row, place] = other
                    place += 1
    return drawn


def _mixed_plainly(state: int) -> int:
    state = ((state ^ (state >> 30)) * int(_MIX1)) & _MASK
    state = ((state ^ (state >> 27)) * int(_MIX2)) & _MASK
    return state ^ (state >> 31)


def draw_negatives_plainly(
    first_row: int,
    user: NDArray[np.int64],
    query: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    items: int,
    count: int,
    seed: np.uint64,
) -> NDArray[np.uint32]:
    """The twin of `draw_negatives` in plain Python."""
    rows = []
    for row, (u, q) in enumerate(zip(user.tolist(), query.tolist(), strict=True)):
        out = {*history[history_start[u] : history_start[u + 1]].tolist(), q}
        state = _mixed_plainly(int(seed) ^ (((first_row + row + 1) * int(_GOLDEN)) & _MASK))
        if items < 4 * count:
            allowed = [item for item in range(items) if item not in out]
            for place in range(count):
                state = (state + int(_GOLDEN)) & _MASK
                other = place + (((_mixed_plainly(state) >> 32) * (len(allowed) - place)) >> 32)
                allowed[place], allowed[other] = allowed[other], allowed[place]
            rows.append(allowed[:count])
            continue
        mine: list[int] = []
        while len(mine) < count:
            state = (state + int(_GOLDEN)) & _MASK
            item = ((_mixed_plainly(state) >> 32) * items) >> 32
            if item not in out:
                out.add(item)
                mine.append(item)
        rows.append(mine)
    return np.array(rows, dtype=np.uint32).reshape(len(rows), count)
