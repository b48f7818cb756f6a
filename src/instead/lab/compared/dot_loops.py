"""Dot products of rows of two tables, pair by pair; the bits of a pair do not depend on the other pairs."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True, fastmath=True)
def pair_dots(of_left: Floats, of_right: Floats, left: Ints, right: Ints, out: Floats) -> None:
    """Fill out (p,) with the dot products of of_left[left] and of_right[right], tables (rows, k), pairs (p,)."""
    for pair in range(left.size):
        one, other, total = of_left[left[pair]], of_right[right[pair]], np.float32(0.0)
        for k in range(one.size):
            total += one[k] * other[k]
        out[pair] = total


def pair_dots_plainly(of_left: Floats, of_right: Floats, left: Ints, right: Ints) -> Floats:
    """The twin of `pair_dots` in NumPy."""
    return np.asarray(np.einsum("pk,pk->p", of_left[left], of_right[right]))
