"""Normal equations of weighted least squares, one small matrix per row, as in alternating least squares."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True, fastmath=True)
def add_grams(
    first: int,
    last: int,
    start: Ints,
    column: Ints,
    table: NDArray[np.float32],
    weight: float,
    target: float,
    out: Doubles,
    sums: Doubles,
) -> None:
    """out (n, k, k) += weight sum_c t_c t_c^T and sums (n, k) += target sum_c t_c, over the columns c of rows
    `first` to `last`, t = `table` (columns, k). Row `first` is at index 0 of `out`.
    """
    k = table.shape[1]
    for row in range(first, last):
        matrix, total = out[row - first], sums[row - first]
        for place in range(start[row], start[row + 1]):
            vector = table[column[place]]
            for i in range(k):
                own = weight * vector[i]
                total[i] += target * vector[i]
                for j in range(k):
                    matrix[i, j] += own * vector[j]


def add_grams_plainly(
    first: int, last: int, start: Ints, column: Ints, table: NDArray[np.float32], weight: float, target: float
) -> tuple[Doubles, Doubles]:
    """The twin of `add_grams` in NumPy: what it adds."""
    vectors = [table[column[start[row] : start[row + 1]]].astype(np.float64) for row in range(first, last)]
    return (
        np.array([weight * rows.T @ rows for rows in vectors]),
        np.array([target * rows.sum(axis=0) for rows in vectors]),
    )
