"""Sparse optimiser steps (lazy Adam, Adagrad) on the rows of a table that a batch used; others are not even read.

Dense Adam updates every row at every step, because old momentum continues. The lazy form keeps moments and a step count
per row and updates a row only when it has a gradient. For rows that occur in every batch both are the same.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True, error_model="numpy")
def sum_by_row(rows: Ints, gradients: Floats, place_of: NDArray[np.int32], touched: Ints, sums: Floats) -> int:
    """Add up the gradients of equal rows, in the order given; returns the number of distinct rows.

    `place_of` holds -1 for every row of the table, before and after. `touched` and `sums` have room for all.
    """
    count = 0
    for entry in range(rows.size):
        row = rows[entry]
        place = place_of[row]
        if place < 0:
            place = count
            place_of[row] = count
            touched[count] = row
            sums[count] = gradients[entry]
            count += 1
        else:
            sums[place] += gradients[entry]
    for place in range(count):
        place_of[touched[place]] = -1
    return count


def sum_by_row_plainly(rows: Ints, gradients: Floats) -> dict[int, Floats]:
    """The twin of `sum_by_row`: row -> summed gradient."""
    sums: dict[int, Floats] = {}
    for row, gradient in zip(rows.tolist(), gradients, strict=True):
        sums[row] = sums[row] + gradient if row in sums else gradient.copy()
    return sums


@njit(cache=True, nogil=True, error_model="numpy")
def adam_rows(
    table: Floats,
    mean: Floats,
    square: Floats,
    steps: NDArray[np.int32],
    rows: Ints,
    gradients: Floats,
    rate: float,
    first: float,
    second: float,
    tiny: float,
    decay: float,
) -> None:
    """One lazy Adam step: each row has its own step count for the bias correction. `decay` is L2 weight decay, added to
    the gradient."""
    b1, b2 = np.float32(first), np.float32(second)
    r1, r2 = np.float32(1.0 - first), np.float32(1.0 - second)
    small, pull = np.float32(tiny), np.float32(decay)
    for place in range(rows.size):
        row = rows[place]
        steps[row] += 1
        step = np.float32(rate / (1.0 - first ** steps[row]))
        root = np.float32(1.0 / np.sqrt(1.0 - second ** steps[row]))
        mine, gradient, means, squares = table[row], gradients[place], mean[row], square[row]
        for k in range(mine.size):
            g = gradient[k] + pull * mine[k]
            m = b1 * means[k] + r1 * g
            v = b2 * squares[k] + r2 * g * g
            means[k] = m
            squares[k] = v
            mine[k] -= step * m / (np.sqrt(v) * root + small)


def adam_rows_plainly(
    table: Floats,
    mean: Floats,
    square: Floats,
    steps: NDArray[np.int32],
    rows: Ints,
    gradients: Floats,
    rate: float,
    first: float,
    second: float,
    tiny: float,
    decay: float,
) -> None:
    """The twin of `adam_rows` in NumPy, in double precision."""
    for row, gradient in zip(rows.tolist(), gradients.astype(np.float64), strict=True):
        steps[row] += 1
        g = gradient + decay * table[row]
        m = first * mean[row] + (1 - first) * g
        v = second * square[row] + (1 - second) * g * g
        mean[row], square[row] = m, v
        corrected = v / (1 - second ** int(steps[row]))
        table[row] -= rate * (m / (1 - first ** int(steps[row]))) / (np.sqrt(corrected) + tiny)


@njit(cache=True, nogil=True, error_model="numpy")
def adagrad_rows(
    table: Floats, square: Floats, rows: Ints, gradients: Floats, rate: float, tiny: float, decay: float
) -> None:
    """One Adagrad step on the touched rows: exactly the dense one, which leaves rows without gradient alone."""
    speed, small, pull = np.float32(rate), np.float32(tiny), np.float32(decay)
    for place in range(rows.size):
        row = rows[place]
        mine, gradient, squares = table[row], gradients[place], square[row]
        for k in range(mine.size):
            g = gradient[k] + pull * mine[k]
            v = squares[k] + g * g
            squares[k] = v
            mine[k] -= speed * g / (np.sqrt(v) + small)


def adagrad_rows_plainly(
    table: Floats, square: Floats, rows: Ints, gradients: Floats, rate: float, tiny: float, decay: float
) -> None:
    """The twin of `adagrad_rows` in NumPy, in double precision."""
    for row, gradient in zip(rows.tolist(), gradients.astype(np.float64), strict=True):
        g = gradient + decay * table[row]
        square[row] = square[row] + g * g
        table[row] -= rate * g / (np.sqrt(square[row].astype(np.float64)) + tiny)
