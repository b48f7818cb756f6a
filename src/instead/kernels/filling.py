"""Missing cells of a row from the residual network (Eq. 4-8, 10, 11), without a matrix product per cell.

The first layer of the network sees [row; attribute], so its product separates: W [u; a] = W_u u + W_a a. Rows and
attributes are projected once; with one layer a cell then costs 2d times (add, maximum, multiply) and nothing more.
Deeper networks keep this for their first layer (`models/residual.py`).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import LOG2E, power_of_two

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ZERO, _ONE, _TWO = np.float32(0), np.float32(1), np.float32(2)
_TWICE = np.float32(2 * LOG2E)
_FLAT = np.float32(44)  # 2^(2r log2 e) from here on: tanh is 1 in float32


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def fill_rows(
    rows: Ints,
    of_row: Floats,
    of_attribute: Floats,
    row_part: Floats,
    attribute_part: Floats,
    out_weight: Floats,
    scale: float,
    start: Ints,
    column: NDArray[np.int32],
    value: Floats,
    out: Floats,
) -> None:
    """Filled rows of a matrix for a network of one layer; observed cells (CSR `start column value`) stay.

    `of_row` (R, K) is W_u u + b, `of_attribute` (A, K) is W_a a, `row_part` (R) and `attribute_part` (A) are what the
    residual path adds: w_u . u and w_a . a. Four attributes at a time share one reading of the row and the weights.
    """
    attributes, width = of_attribute.shape
    half, middle = np.float32((scale - 1.0) / 2.0), np.float32((scale + 1.0) / 2.0)
    whole = attributes // 4 * 4
    for n in range(0, whole, 4):
        q0, q1, q2, q3 = of_attribute[n], of_attribute[n + 1], of_attribute[n + 2], of_attribute[n + 3]
        for r in range(rows.size):
            p = of_row[r]
            s0, s1, s2, s3 = _ZERO, _ZERO, _ZERO, _ZERO
            for k in range(width):
                x, w = p[k], out_weight[k]
                s0 += w * max(x + q0[k], _ZERO)
                s1 += w * max(x + q1[k], _ZERO)
                s2 += w * max(x + q2[k], _ZERO)
                s3 += w * max(x + q3[k], _ZERO)
            out[r, n] = s0
            out[r, n + 1] = s1
            out[r, n + 2] = s2
            out[r, n + 3] = s3
    for n in range(whole, attributes):
        q0 = of_attribute[n]
        for r in range(rows.size):
            p = of_row[r]
            s0 = _ZERO
            for k in range(width):
                s0 += out_weight[k] * max(p[k] + q0[k], _ZERO)
            out[r, n] = s0
    for r in range(rows.size):
        mine, own = out[r], row_part[r]
        for n in range(attributes):
            mine[n] = middle + half * _tanh(mine[n] + own + attribute_part[n])
        for place in range(start[rows[r]], start[rows[r] + 1]):
            out[r, column[place]] = value[place]


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _tanh(r: np.float32) -> np.float32:
    """tanh r = 1 - 2 / (exp(2 r) + 1), for r >= 0; odd."""
    size = min(abs(r) * _TWICE, _FLAT)
    t = _ONE - _TWO / (power_of_two(size) + _ONE)
    return t if r >= _ZERO else -t


def fill_rows_plainly(
    rows: Ints,
    of_row: Floats,
    of_attribute: Floats,
    row_part: Floats,
    attribute_part: Floats,
    out_weight: Floats,
    scale: float,
    start: Ints,
    column: NDArray[np.int32],
    value: Floats,
    out: Floats,
) -> None:
    """The twin of `fill_rows` in NumPy."""
    hidden = np.maximum(of_row[:, None] + of_attribute[None], 0.0)  # (R, A, K)
    r = row_part[:, None] + attribute_part[None] + hidden @ out_weight
    out[:] = (scale + 1.0) / 2.0 + (scale - 1.0) / 2.0 * np.tanh(r)
    for place, row in enumerate(rows.tolist()):
        seen = slice(start[row], start[row + 1])
        out[place, column[seen]] = value[seen]
