"""Negative sampling for evaluation: uniform, without replacement, without the user's history and without the query."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.streams import GOLDEN, PlainStream, below, stream


@njit(cache=True, nogil=True)
def draw_negatives(
    first_row: int,
    user: NDArray[np.int64],
    query: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    items: int,
    pool: NDArray[np.int64],
    count: int,
    seed: np.uint64,
) -> NDArray[np.uint32]:
    """(rows, count) different items of the `pool` for each row. At least `count` must be allowed for every row.

    user, query (rows,); history in compressed rows (`history_start` (users + 1,), `history`). `first_row` is the number
    of the first row, which names its random stream. In a pool of fewer than four times `count` items the allowed ones
    are listed and partly shuffled (Fisher-Yates), else items are drawn and drawn again when taken (rejection sampling).
    """
    drawn = np.empty((user.size, count), dtype=np.uint32)
    taken = np.full(items, -1, dtype=np.int64)  # the last row for which an item was excluded or drawn
    allowed = np.empty(pool.size, dtype=np.uint32)
    for row in range(user.size):
        mine, end = history_start[user[row]], history_start[user[row] + 1]
        for place in range(mine, end):
            taken[history[place]] = row
        taken[query[row]] = row
        state = stream(seed, first_row + row)
        if pool.size < 4 * count:
            size = 0
            for item in pool:
                if taken[item] != row:
                    allowed[size] = item
                    size += 1
            for place in range(count):
                state += GOLDEN
                other = place + below(state, size - place)
                allowed[place], allowed[other] = allowed[other], allowed[place]
                drawn[row, place] = allowed[place]
        else:
            place = 0
            while place < count:
                state += GOLDEN
                other = pool[below(state, pool.size)]
                if taken[other] != row:
                    taken[other] = row
                    drawn[row, place] = other
                    place += 1
    return drawn


def draw_negatives_plainly(
    first_row: int,
    user: NDArray[np.int64],
    query: NDArray[np.int64],
    history_start: NDArray[np.int64],
    history: NDArray[np.int64],
    items: int,
    pool: NDArray[np.int64],
    count: int,
    seed: np.uint64,
) -> NDArray[np.uint32]:
    """The twin of `draw_negatives` in plain Python."""
    rows = []
    for row, (u, q) in enumerate(zip(user.tolist(), query.tolist(), strict=True)):
        out = {*history[history_start[u] : history_start[u + 1]].tolist(), q}
        numbers = PlainStream(int(seed), first_row + row)
        if pool.size < 4 * count:
            allowed = [item for item in pool.tolist() if item not in out]
            for place in range(count):
                other = place + numbers.below(len(allowed) - place)
                allowed[place], allowed[other] = allowed[other], allowed[place]
            rows.append(allowed[:count])
            continue
        mine: list[int] = []
        while len(mine) < count:
            item = int(pool[numbers.below(pool.size)])
            if item not in out:
                out.add(item)
                mine.append(item)
        rows.append(mine)
    return np.array(rows, dtype=np.uint32).reshape(len(rows), count)
