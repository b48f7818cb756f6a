"""Sparse tables with some of their columns alone."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def kept_entries(start: Ints, column: NDArray[np.integer], keep: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Of a table in compressed rows (CSR `start column`) the entries whose columns are kept: where each row begins
    among them (rows + 1,), and places of the entries (n,)."""
    begins, count = np.empty(start.size, np.int64), 0
    for at in range(column.size):
        count += keep[column[at]]
    entry, count = np.empty(count + 1, np.int64), 0
    for row in range(start.size - 1):
        begins[row] = count
        for at in range(start[row], start[row + 1]):
            entry[count] = at  # written over by the next one unless it is kept: nothing to guess for the processor
            count += keep[column[at]]
    begins[start.size - 1] = count
    return begins, entry[:count]


def kept_entries_plainly(start: Ints, column: NDArray[np.integer], keep: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """The twin of `kept_entries`."""
    kept = keep[column]
    return np.concatenate([[0], np.cumsum(kept)])[start], np.flatnonzero(kept)
