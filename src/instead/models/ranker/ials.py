"""Implicit alternating least squares (iALS; Hu, Koren and Volinsky 2008, in the form of Rendle et al. 2021).

minimises  sum over visits of (1 - <w_u, h_i>)^2 + a sum over all cells of <w_u, h_i>^2
         + sum over users of r (|H_u| + a I)^v |w_u|^2 + sum over items of r (|U_i| + a U)^v |h_i|^2        (iALS)

Both sides are solved in the eigenbasis of the other side's Gram matrix, where the system of a row with k visits is a
diagonal plus k outer products: for k < d it is solved by Woodbury's identity at k^2 d instead of d^3.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Array = NDArray[Any]

_ROWS = 512  # rows of one piece


@njit(cache=True, nogil=True)
def _solve(matrix: Doubles, right: Doubles, size: int) -> None:
    """Cholesky in place on the leading `size` block; the solution replaces `right`."""
    for i in range(size):
        for j in range(i + 1):
            total = matrix[i, j]
            for k in range(j):
                total -= matrix[i, k] * matrix[j, k]
            if i == j:
                matrix[i, i] = np.sqrt(max(total, 1e-12))
            else:
                matrix[i, j] = total / matrix[j, j]
    for i in range(size):
        total = right[i]
        for k in range(i):
            total -= matrix[i, k] * right[k]
        right[i] = total / matrix[i, i]
    for i in range(size - 1, -1, -1):
        total = right[i]
        for k in range(i + 1, size):
            total -= matrix[k, i] * right[k]
        right[i] = total / matrix[i, i]


@njit(cache=True, nogil=True)
def solve_row(  # noqa: PLR0912 - two ways to solve one system
    rows: Ints, other: Floats, diagonal: Doubles, out: Floats
) -> None:
    """(d,) the vector of a row whose visits are `rows` of `other` (m, d), in the eigenbasis: (D + S'S) x = S'1."""
    count, d = rows.size, other.shape[1]
    if count == 0:
        out[:] = 0.0
        return
    if count < d:
        inner = np.empty((count, count))
        right = np.empty(count)
        for i in range(count):
            for j in range(i + 1):
                total = 0.0
                for f in range(d):
                    total += other[rows[i], f] * other[rows[j], f] / diagonal[f]
                inner[i, j] = total
                inner[j, i] = total
        for i in range(count):  # x = D^-1 S' (I + S D^-1 S')^-1 1
            inner[i, i] += 1.0
            right[i] = 1.0
        _solve(inner, right, count)
        for f in range(d):
            total = 0.0
            for i in range(count):
                total += other[rows[i], f] * right[i]
            out[f] = total / diagonal[f]
        return
    full = np.zeros((d, d))
    right = np.zeros(d)
    for i in range(count):
        for f in range(d):
            one = other[rows[i], f]
            right[f] += one
            for g in range(f + 1):
                full[f, g] += one * other[rows[i], g]
    for f in range(d):
        full[f, f] += diagonal[f]
    _solve(full, right, d)
    for f in range(d):
        out[f] = right[f]


@njit(cache=True, nogil=True)
def _solve_rows(
    start: Ints, column: Ints, other: Floats, gram: Doubles, ridge: Doubles, first: int, last: int, out: Floats
) -> None:
    for row in range(first, last):
        solve_row(column[start[row] : start[row + 1]], other, gram + ridge[row], out[row])


def eigenbasis(factors: Floats, unseen: float) -> tuple[Floats, Doubles, Doubles]:
    """Factors rotated into the eigenbasis of their Gram matrix, unseen times its eigenvalues, and the rotation."""
    wide = factors.astype(np.float64)
    values, basis = np.linalg.eigh(wide.T @ wide)
    return np.ascontiguousarray(wide @ basis, np.float32), unseen * np.maximum(values, 0.0), basis


def ridges(counts: Array, others: int, unseen: float, ridge: float, power: float) -> Doubles:
    """(rows,) ridge of each row: r (visits + a others)^v."""
    scaled: Doubles = ridge * (np.asarray(counts, np.float64) + unseen * others) ** power
    return scaled


def fit_ials(
    visits: csr_matrix,
    dimension: int,
    unseen: float,
    ridge: float,
    power: float,
    rounds: int,
    seed: np.random.Generator,
) -> Floats:
    """(items, d) item factors in the eigenbasis of their Gram matrix; users are folded in from their visits."""
    users, items = visits.shape
    across = csr_matrix(visits.T)
    sides = [(visits.indptr, visits.indices, items), (across.indptr, across.indices, users)]
    tables = [(np.asarray(s, np.int64), np.asarray(c, np.int64), others) for s, c, others in sides]
    factors = (seed.standard_normal((items, dimension)) * 0.1 / np.sqrt(dimension)).astype(np.float32)
    for _ in range(rounds):
        for start, column, others in tables:
            rotated, gram, _ = eigenbasis(factors, unseen)
            ridge_of = ridges(np.diff(start), others, unseen, ridge, power)
            made = np.empty((start.size - 1, dimension), np.float32)

            def piece(
                first: int, last: int, start: Ints = start, column: Ints = column, rotated: Floats = rotated,
                gram: Doubles = gram, ridge_of: Doubles = ridge_of, made: Floats = made,
            ) -> None:  # fmt: skip
                _solve_rows(start, column, rotated, gram, ridge_of, first, last, made)

            in_pieces(piece, made.shape[0], _ROWS)
            factors = made
    return eigenbasis(factors, unseen)[0]
