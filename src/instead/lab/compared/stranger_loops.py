"""Negative sampling for link prediction: items that are not linked with a given one, fresh in every epoch.

Held-out links are unknown to training, so they may be drawn as negatives: excluding them would leak to the model which
pairs are held out.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find
from instead.kernels.streams import GOLDEN, PlainStream, below, stream

Ints = NDArray[np.int64]

_TRIES = 100  # for an item that is linked with nearly everything the last try is taken


@njit(cache=True, nogil=True)
def draw_strangers(item: Ints, graph_start: Ints, neighbours: Ints, pool: Ints, count: int, seed: np.uint64) -> Ints:
    """(n, count) items of the pool, uniform, with replacement: not the item itself and no neighbour of it."""
    drawn = np.empty((item.size, count), np.int64)
    for row in range(item.size):
        mine = item[row]
        state = stream(seed, row)
        for place in range(count):
            other = np.int64(0)
            for _ in range(_TRIES):
                state += GOLDEN
                other = pool[below(state, pool.size)]
                if other != mine and find(neighbours, graph_start[mine], graph_start[mine + 1], other) < 0:
                    break
            drawn[row, place] = other
    return drawn


def draw_strangers_plainly(item: Ints, friends: list[set[int]], pool: Ints, count: int, seed: int) -> Ints:
    """The twin of `draw_strangers` in plain Python."""
    rows = []
    for row, mine in enumerate(item.tolist()):
        numbers = PlainStream(seed, row)
        found: list[int] = []
        for _ in range(count):
            for _ in range(_TRIES):
                other = int(pool[numbers.below(len(pool))])
                if other != mine and other not in friends[mine]:
                    break
            found.append(other)
        rows.append(found)
    return np.array(rows, np.int64).reshape(len(rows), count)
