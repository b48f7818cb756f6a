"""One step of a non-backtracking random walk on a graph."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find
from instead.kernels.streams import GOLDEN, PlainStream, below, stream

Ints = NDArray[np.int64]

NOWHERE = -1


@njit(cache=True, nogil=True)
def draw_neighbours(source: Ints, avoided: Ints, start: Ints, neighbours: Ints, seed: np.uint64) -> Ints:
    """(n,) a neighbour of each source (n,) other than avoided (n,), uniformly; NOWHERE if there is none.

    Rows of `neighbours` are sorted. `avoided` need not be a neighbour.
    """
    drawn = np.empty(source.size, np.int64)
    for row in range(source.size):
        first, last = start[source[row]], start[source[row] + 1]
        back = find(neighbours, first, last, avoided[row])
        count = last - first - (1 if back >= 0 else 0)
        if count <= 0:
            drawn[row] = NOWHERE
            continue
        place = first + below(stream(seed, row) + GOLDEN, count)
        drawn[row] = neighbours[place + 1 if 0 <= back <= place else place]
    return drawn


def draw_neighbours_plainly(source: Ints, avoided: Ints, start: Ints, neighbours: Ints, seed: int) -> Ints:
    """The twin of `draw_neighbours` in plain Python."""
    drawn = []
    for row, (item, other) in enumerate(zip(source.tolist(), avoided.tolist(), strict=True)):
        allowed = [near for near in neighbours[start[item] : start[item + 1]].tolist() if near != other]
        drawn.append(allowed[PlainStream(seed, row).below(len(allowed))] if allowed else NOWHERE)
    return np.array(drawn, np.int64)
