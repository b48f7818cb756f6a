"""Dot products of item vectors over lists of pairs, and their gradient as a sparse-dense product.

If a loss depends on vectors only through products z = <a_i, b_j> of some pairs, its gradient is a sparse matrix G of
dL/dz times the vectors: dA = G B and dB = G^T A. So one loop computes products, one multiplies a sparse matrix with a
table, and everything between them is arithmetic on one number per pair.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.engine.threads import in_pieces

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PIECE = 1024  # pairs, or rows, of one piece of work


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def _products(left: Floats, right: Floats, rows: Ints, columns: Ints, out: Floats) -> None:
    for pair in range(rows.size):
        a, b = left[rows[pair]], right[columns[pair]]
        total = np.float32(0)
        for k in range(a.size):
            total += a[k] * b[k]
        out[pair] = total


def pair_products(left: Floats, right: Floats, rows: Ints, columns: Ints) -> Floats:
    """(n,) products <left[rows], right[columns]>. The bits of a pair do not depend on the other pairs."""
    out = np.empty(len(rows), np.float32)

    def work(first: int, last: int) -> None:
        _products(left, right, rows[first:last], columns[first:last], out[first:last])

    in_pieces(work, len(rows), _PIECE)
    return out


def pair_products_plainly(left: Floats, right: Floats, rows: Ints, columns: Ints) -> Floats:
    """The twin of `pair_products` in NumPy."""
    products: Floats = (left[rows] * right[columns]).sum(axis=1)
    return products


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def _weighted(
    start: NDArray[np.int32], columns: NDArray[np.int32], weights: Floats, table: Floats, first: int, out: Floats
) -> None:
    for row in range(out.shape[0]):
        mine = out[row]
        mine[:] = np.float32(0)
        for place in range(start[first + row], start[first + row + 1]):
            other, weight = table[columns[place]], weights[place]
            for k in range(mine.size):
                mine[k] += weight * other[k]


def weighted_rows(start: NDArray[np.int32], columns: NDArray[np.int32], weights: Floats, table: Floats) -> Floats:
    """A sparse matrix in compressed rows times a table: (rows, width)."""
    out = np.empty((len(start) - 1, table.shape[1]), np.float32)

    def work(first: int, last: int) -> None:
        _weighted(start, columns, weights, table, first, out[first:last])

    in_pieces(work, len(out), 64)
    return out


def weighted_rows_plainly(
    start: NDArray[np.int32], columns: NDArray[np.int32], weights: Floats, table: Floats
) -> Floats:
    """The twin of `weighted_rows`, row by row."""
    rows = [weights[a:b] @ table[columns[a:b]] for a, b in pairwise(start)]
    return np.array(rows, np.float32).reshape(len(rows), table.shape[1])


@njit(cache=True, nogil=True)
def _number(items: Ints, place_of: NDArray[np.int32], touched: Ints, local: Ints) -> int:
    count = 0
    for entry in range(items.size):
        item = items[entry]
        if place_of[item] < 0:
            place_of[item] = count
            touched[count] = item
            count += 1
        local[entry] = place_of[item]
    for place in range(count):
        place_of[touched[place]] = -1
    return count


def renumbered(items: Ints, place_of: NDArray[np.int32]) -> tuple[Ints, Ints]:
    """The distinct items in the order of their first appearance, and the index of every entry among them.

    `place_of` holds -1 for every item, before and after.
    """
    touched, local = np.empty_like(items), np.empty_like(items)
    count = _number(items, place_of, touched, local)
    return touched[:count], local


def renumbered_plainly(items: Ints) -> tuple[Ints, Ints]:
    """The twin of `renumbered`."""
    places: dict[int, int] = {}
    local = [places.setdefault(item, len(places)) for item in items.tolist()]
    return np.array(list(places), np.int64), np.array(local, np.int64)
