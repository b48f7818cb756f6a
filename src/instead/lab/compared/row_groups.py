"""Entries in the order of their key (counting sort): each group is one thread's work, and sums have a fixed order."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def grouped(keys: Ints, groups: int) -> tuple[Ints, Ints]:
    """start (groups + 1,), order (n,): entries with key g are `order[start[g]:start[g + 1]]`, in the order given."""
    start = np.zeros(groups + 1, np.int64)
    for entry in range(keys.size):
        start[keys[entry] + 1] += 1
    for group in range(groups):
        start[group + 1] += start[group]
    place = start[:-1].copy()
    order = np.empty(keys.size, np.int64)
    for entry in range(keys.size):
        order[place[keys[entry]]] = entry
        place[keys[entry]] += 1
    return start, order


def grouped_plainly(keys: Ints, groups: int) -> tuple[Ints, Ints]:
    """The twin of `grouped` in NumPy."""
    start = np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=groups))])
    return start.astype(np.int64), np.argsort(keys, kind="stable").astype(np.int64)
