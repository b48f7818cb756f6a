"""The link classifier of CLVA: softmax(V relu(l_i + r_j) + d) over a few classes, and its gradient.

Its first layer separates, V_a z_i + V_b z_j + b = l_i + r_j, so it is computed once per item and not per pair. Hidden
units of a pair are not stored: the gradient recomputes them, item by item, each sum by one thread.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ZERO = np.float32(0.0)


@njit(cache=True, nogil=True, fastmath=True)
def class_logits(
    of_left: Floats, of_right: Floats, last_layer: Floats, bias: Floats, left: Ints, right: Ints, out: Floats
) -> None:
    """out (p, C) = V relu(l_i + r_j) + d of pairs i = left, j = right; l, r (items, h), V (C, h)."""
    for pair in range(left.size):
        one, other = of_left[left[pair]], of_right[right[pair]]
        for c in range(bias.size):
            weights, total = last_layer[c], _ZERO
            for k in range(one.size):
                total += weights[k] * max(one[k] + other[k], _ZERO)
            out[pair, c] = total + bias[c]


def class_logits_plainly(
    of_left: Floats, of_right: Floats, last_layer: Floats, bias: Floats, left: Ints, right: Ints
) -> Floats:
    """The twin of `class_logits` in NumPy."""
    return np.asarray(np.maximum(of_left[left] + of_right[right], 0) @ last_layer.T + bias)


@njit(cache=True, nogil=True, fastmath=True)
def side_gradient(
    first: int,
    last: int,
    start: Ints,
    entry: Ints,
    mine: Floats,
    theirs: Floats,
    other: Ints,
    last_layer: Floats,
    gradient: Floats,
    out: Floats,
) -> None:
    """out (n, h) += sum over the pairs of an item of (V^T g) where the pair's unit is on: the gradient of l, or of r.

    `mine` is l and `theirs` r, or the other way round; `other` (p,) is the pair's item on the other side and
    `gradient` (p, C) that of the logits.
    """
    for i in range(first, last):
        own, row = mine[i], out[i]
        for place in range(start[i], start[i + 1]):
            pair = entry[place]
            yours = theirs[other[pair]]
            for c in range(gradient.shape[1]):
                g, weights = gradient[pair, c], last_layer[c]
                for k in range(own.size):
                    row[k] += g * weights[k] if own[k] + yours[k] > _ZERO else _ZERO


@njit(cache=True, nogil=True, fastmath=True)
def last_layer_gradient(
    first: int,
    last: int,
    size: int,
    of_left: Floats,
    of_right: Floats,
    left: Ints,
    right: Ints,
    gradient: Floats,
    out: Floats,
) -> None:
    """out (p / size, C, h) += g relu(l_i + r_j), in the row of the piece of `size` pairs that a pair belongs to."""
    for pair in range(first, last):
        one, other, table = of_left[left[pair]], of_right[right[pair]], out[pair // size]
        for c in range(gradient.shape[1]):
            g, row = gradient[pair, c], table[c]
            for k in range(one.size):
                row[k] += g * max(one[k] + other[k], _ZERO)


def connector_gradients_plainly(
    of_left: Floats, of_right: Floats, last_layer: Floats, left: Ints, right: Ints, gradient: Floats
) -> tuple[Floats, Floats, Floats]:
    """The twin of the two gradients in NumPy: those of l (items, h), r (items, h) and V (C, h)."""
    sums = of_left[left] + of_right[right]
    d_hidden = (gradient @ last_layer) * (sums > 0)
    d_left, d_right = np.zeros_like(of_left), np.zeros_like(of_right)
    np.add.at(d_left, left, d_hidden)
    np.add.at(d_right, right, d_hidden)
    return d_left, d_right, gradient.T @ np.maximum(sums, 0)
