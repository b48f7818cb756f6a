"""Look-ups in compressed rows of sorted neighbours."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True)
def find(values: NDArray[np.integer], low: int, high: int, wanted: int | np.int64) -> int:
    """Place of `wanted` in the sorted `values[low:high]`, or -1: binary search."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] < wanted:
            low = middle + 1
        elif values[middle] > wanted:
            high = middle
        else:
            return middle
    return -1


@njit(cache=True, nogil=True)
def find_entries(
    start: NDArray[np.int64],
    neighbours: NDArray[np.integer],
    source: NDArray[np.int64],
    target: NDArray[np.int64],
) -> NDArray[np.int64]:
    """(n,) place in `neighbours` of each edge source (n,) to target (n,), or -1 where there is none."""
    places = np.empty(source.size, dtype=np.int64)
    for row in range(source.size):
        places[row] = find(neighbours, start[source[row]], start[source[row] + 1], target[row])
    return places


def find_entries_plainly(
    start: NDArray[np.int64],
    neighbours: NDArray[np.integer],
    source: NDArray[np.int64],
    target: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The twin of `find_entries`."""
    places = []
    for a, b in zip(source.tolist(), target.tolist(), strict=True):
        row = neighbours[start[a] : start[a + 1]].tolist()
        places.append(int(start[a]) + row.index(b) if b in row else -1)
    return np.array(places, dtype=np.int64)
