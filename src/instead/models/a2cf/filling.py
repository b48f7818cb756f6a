"""Matrix completion by the residual network (Eq. 4-8, 10, 11), without a matrix product per missing cell.

The first layer of the network sees [row; attribute], so its product separates: W [u; a] = W_u u + W_a a. Rows and
attributes are projected once. What is left of a cell with one layer is sum_k w_k ReLU(x_k + y_k), with x of the row
and y of the attribute, and since ReLU(x + y) = max(x, -y) + y, that is

    sum_k w_k max(x_k, -y_k)  +  sum_k w_k y_k

whose second part belongs to the attribute alone: a cell costs 2d times (maximum, multiply and add) and nothing more.
Deeper networks keep the separation for their first layer; the others are matrix products of some hundred cells each.
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


_ROWS = 4  # side by side, so that what is read of the attributes serves all of them
_BLOCK = 1024  # attributes at a time: four rows of that size stay in the first cache
_DEEP_BLOCK = 256  # the same for deeper networks, whose cells have 2d numbers each

# Sums must not be reordered (no fast-math reassociation), so that a row has the same bits alone and beside others.
_FAST = {"nnan", "ninf", "nsz", "arcp", "contract"}


@njit(cache=True, nogil=True, fastmath=_FAST, error_model="numpy")
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
    """Fill out (R, A) with rows of a matrix by a network of one layer; observed cells (CSR `start column value`) stay.

    `of_row` (R, K) is W_u u + b; `of_attribute` (K, A) is -W_a a, with attributes along its rows, K = 2d even.
    `row_part` (R) is w_u . u of the residual path, `attribute_part` (A) is w_a . a and the sum of w_k y_k.
    """
    attributes = of_attribute.shape[1]
    half, middle = np.float32((scale - 1.0) / 2.0), np.float32((scale + 1.0) / 2.0)
    together = rows.size // _ROWS * _ROWS
    for left in range(0, attributes, _BLOCK):
        right = min(left + _BLOCK, attributes)
        part = attribute_part[left:right]
        for r in range(rows.size):
            mine, own = out[r, left:right], row_part[r]
            for n in range(mine.size):
                mine[n] = own + part[n]
        for r in range(0, together, _ROWS):
            _add_layer_to_four(of_row[r : r + _ROWS], of_attribute, out_weight, out[r : r + _ROWS], left, right)
        for r in range(together, rows.size):
            _add_layer(of_row[r], of_attribute, out_weight, out[r], left, right)
    for r in range(rows.size):
        mine = out[r]
        for n in range(attributes):
            mine[n] = middle + half * _tanh(mine[n])
        for place in range(start[rows[r]], start[rows[r] + 1]):
            mine[column[place]] = value[place]


@njit(cache=True, nogil=True, inline="always", fastmath=_FAST, error_model="numpy")
def _add_layer(x: Floats, of_attribute: Floats, weight: Floats, out: Floats, left: int, right: int) -> None:
    """Add sum_k w_k max(x_k, -y_k) to attributes left ... right of one row."""
    mine = out[left:right]
    for k in range(0, weight.size, 2):
        w0, w1, x0, x1 = weight[k], weight[k + 1], x[k], x[k + 1]
        y0, y1 = of_attribute[k, left:right], of_attribute[k + 1, left:right]
        for n in range(mine.size):
            mine[n] = mine[n] + w0 * max(x0, y0[n]) + w1 * max(x1, y1[n])


@njit(cache=True, nogil=True, inline="always", fastmath=_FAST, error_model="numpy")
def _add_layer_to_four(x: Floats, of_attribute: Floats, weight: Floats, out: Floats, left: int, right: int) -> None:
    """The same for four rows at once."""
    a, b, c, d = out[0, left:right], out[1, left:right], out[2, left:right], out[3, left:right]
    for k in range(0, weight.size, 2):
        w0, w1 = weight[k], weight[k + 1]
        a0, b0, c0, d0 = x[0, k], x[1, k], x[2, k], x[3, k]
        a1, b1, c1, d1 = x[0, k + 1], x[1, k + 1], x[2, k + 1], x[3, k + 1]
        y0, y1 = of_attribute[k, left:right], of_attribute[k + 1, left:right]
        for n in range(a.size):
            first, second = y0[n], y1[n]
            a[n] = a[n] + w0 * max(a0, first) + w1 * max(a1, second)
            b[n] = b[n] + w0 * max(b0, first) + w1 * max(b1, second)
            c[n] = c[n] + w0 * max(c0, first) + w1 * max(c1, second)
            d[n] = d[n] + w0 * max(d0, first) + w1 * max(d1, second)


@njit(cache=True, nogil=True, inline="always", fastmath=_FAST, error_model="numpy")
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
    hidden = np.maximum(of_row[:, None], of_attribute.T[None])  # (R, A, K)
    r = row_part[:, None] + attribute_part[None] + hidden @ out_weight
    out[:] = (scale + 1.0) / 2.0 + (scale - 1.0) / 2.0 * np.tanh(r)
    for place, row in enumerate(rows.tolist()):
        seen = slice(start[row], start[row + 1])
        out[place, column[seen]] = value[seen]


@njit(cache=True, nogil=True, fastmath=_FAST, error_model="numpy")
def fill_deep_rows(
    rows: Ints,
    vectors: Floats,
    attributes: Floats,
    of_row: Floats,
    of_attribute: Floats,
    weight: Floats,
    bias: Floats,
    out_weight: Floats,
    offset: Floats,
    scale: float,
    start: Ints,
    column: NDArray[np.int32],
    value: Floats,
    out: Floats,
) -> None:
    """Fill out (R, A) with rows of a matrix by a network of several layers; observed cells stay.

    `vectors` (R, d) and `attributes` (A, d) are what the residual path begins with. `of_row` (R, 2d) is W_u u + b of
    the first layer, `of_attribute` (A, 2d) is W_a a, and `weight` (l - 1, 2d, 2d), transposed, and `bias` (l - 1, 2d)
    are of the others. `offset` (1) belongs to the output.
    """
    count, d = attributes.shape
    half, middle = np.float32((scale - 1.0) / 2.0), np.float32((scale + 1.0) / 2.0)
    block = min(_DEEP_BLOCK, count)
    h_all, active_all = np.empty((block, 2 * d), np.float32), np.empty((block, 2 * d), np.float32)
    for left in range(0, count, block):
        size = min(block, count - left)
        h, active = h_all[:size], active_all[:size]
        for r in range(rows.size):
            x, u, mine = of_row[r], vectors[r], out[r, left : left + size]
            for n in range(size):
                y, a, row = of_attribute[left + n], attributes[left + n], h[n]
                for k in range(d):
                    row[k] = u[k] + max(x[k] + y[k], _ZERO)
                for k in range(d):
                    row[d + k] = a[k] + max(x[d + k] + y[d + k], _ZERO)
            for layer in range(weight.shape[0]):
                np.dot(h, weight[layer], active)
                shift = bias[layer]
                for n in range(size):
                    row, more = h[n], active[n]
                    for k in range(2 * d):
                        row[k] += max(more[k] + shift[k], _ZERO)
            mine[:] = np.dot(h, out_weight)
            for n in range(size):
                mine[n] = middle + half * _tanh(mine[n] + offset[0])
    for r in range(rows.size):
        for place in range(start[rows[r]], start[rows[r] + 1]):
            out[r, column[place]] = value[place]


def fill_deep_rows_plainly(
    rows: Ints,
    vectors: Floats,
    attributes: Floats,
    of_row: Floats,
    of_attribute: Floats,
    weight: Floats,
    bias: Floats,
    out_weight: Floats,
    offset: Floats,
    scale: float,
    start: Ints,
    column: NDArray[np.int32],
    value: Floats,
    out: Floats,
) -> None:
    """The twin of `fill_deep_rows` in NumPy."""
    for place, row in enumerate(rows.tolist()):
        h = np.concatenate([np.tile(vectors[place], (len(attributes), 1)), attributes], axis=1)  # (A, 2d)
        h = h + np.maximum(of_row[place] + of_attribute, 0)
        for matrix, shift in zip(weight, bias, strict=True):
            h = h + np.maximum(h @ matrix + shift, 0)
        out[place] = (scale + 1.0) / 2.0 + (scale - 1.0) / 2.0 * np.tanh(h @ out_weight + offset)
        seen = slice(start[row], start[row + 1])
        out[place, column[seen]] = value[seen]
