"""The auto-encoder of SPEM over rows of the co-purchase graph, and its gradient by hand.

    y_i    = tanh(W2 ReLU(W1 x_i + b1) + b2)                                    (d)     Eq. M1
    x^_i   = W4 ReLU(W3 y_i + b3) + b4                                          (items) Eq. M2
    L_2nd(i) = [ rho sum_{n in P} (x^_in - 1)^2 + (N - |P|) / |Q \\ P| sum_{n in Q \\ P} x^_in^2 ] / (rho |P|)    Eq. M3

P are the neighbours of i and Q is drawn from all items, the same for a whole batch. The expected value over Q is the
sum over all items that are not in P, so the estimate is unbiased; with Q = all items it is exact. Divided by rho |P|,
predicting nothing costs 1 whatever the item. Neither a row of x nor one of x^ is ever made dense.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.lab.compared.product_loops import pair_products, renumbered, weighted_rows

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass
class Network:
    """Weights of the auto-encoder; the outer layers have a row per item."""

    w1: Floats  # (items, h)
    b1: Floats  # (h,)
    w2: Floats  # (d, h)
    b2: Floats  # (d,)
    w3: Floats  # (h, d)
    b3: Floats  # (h,)
    w4: Floats  # (items, h)
    b4: Floats  # (items,)

    @classmethod
    def drawn(cls, rng: np.random.Generator, items: int, hidden: int, dimension: int, spread: float) -> Network:
        """Normal outer weights, He's inner ones; biases 0."""

        def normal(rows: int, columns: int, deviation: float) -> Floats:
            return np.float32(deviation) * rng.standard_normal((rows, columns), np.float32)

        return cls(
            normal(items, hidden, spread),
            np.zeros(hidden, np.float32),
            normal(dimension, hidden, float(np.sqrt(2 / hidden))),
            np.zeros(dimension, np.float32),
            normal(hidden, dimension, float(np.sqrt(2 / dimension))),
            np.zeros(hidden, np.float32),
            normal(items, hidden, spread),
            np.zeros(items, np.float32),
        )

    def arrays(self) -> dict[str, Floats]:
        """Parameters by name; the arrays themselves, not copies."""
        return dict(vars(self))


@dataclass
class Encoded:
    """Activations of the encoder, for back-propagation."""

    inputs: csr_matrix  # (n, items)
    hidden: Floats  # (n, h)
    vectors: Floats  # y (n, d)


def encode(net: Network, inputs: csr_matrix) -> Encoded:
    """y of rows of the graph, Eq. M1."""
    hidden = weighted_rows(inputs.indptr, inputs.indices, inputs.data, net.w1)
    hidden += net.b1
    np.maximum(hidden, 0, out=hidden)
    vectors = hidden @ net.w2.T
    vectors += net.b2
    return Encoded(inputs, hidden, np.tanh(vectors, out=vectors))


Touched = tuple[Ints, Floats]
"""Rows of a table, each once, and their gradients."""


def encode_back(
    net: Network, done: Encoded, d_vectors: Floats, place_of: NDArray[np.int32]
) -> tuple[Touched, dict[str, Floats]]:
    """Gradients of W1 (touched rows) and of b1, w2, b2, given dL/dy (n, d)."""
    d_active = d_vectors * (np.float32(1) - done.vectors**2)
    d_hidden = d_active @ net.w2
    d_hidden *= done.hidden > 0
    matrix = done.inputs
    rows, local = renumbered(matrix.indices.astype(np.int64), place_of)
    turned = csr_matrix((matrix.data, local, matrix.indptr), shape=(matrix.shape[0], len(rows))).T.tocsr()
    d_w1 = weighted_rows(turned.indptr, turned.indices, turned.data, d_hidden)
    return (rows, d_w1), {"b1": d_hidden.sum(axis=0), "w2": d_active.T @ done.hidden, "b2": d_active.sum(axis=0)}


@dataclass
class Reconstruction:
    """Loss of a batch and its gradients."""

    loss: NDArray[np.float64]  # (n,) L_2nd of each item
    d_vectors: Floats  # (n, d)
    outer: Touched  # of W4
    outer_bias: Touched  # of b4
    inner: dict[str, Floats]  # of w3, b3


def reconstruct(
    net: Network, vectors: Floats, neighbours: csr_matrix, zeros: Ints, rho: float, weight: float,
    place_of: NDArray[np.int32],
) -> Reconstruction:  # fmt: skip
    """L_2nd of items with vectors y (n, d) and neighbours P (n, items), and gradients of `weight` times its sum.

    `zeros` is Q, distinct items. An item without neighbours has loss 0.
    """
    size, items = neighbours.shape
    hidden = np.maximum(vectors @ net.w3.T + net.b3, 0)  # (n, h)
    known = np.diff(neighbours.indptr)  # |P|
    owner, column = np.repeat(np.arange(size), known), neighbours.indices.astype(np.int64)
    rows, local = renumbered(np.concatenate([column, zeros]), place_of)
    of_seen, of_zero = local[: len(column)], local[len(column) :]
    outer, outer_bias = net.w4[rows], net.b4[rows]

    share = np.where(known > 0, 1.0 / (rho * np.maximum(known, 1)), 0.0)  # (n,)
    error = pair_products(hidden, outer, owner, of_seen) + outer_bias[of_seen] - np.float32(1)
    seen = np.bincount(owner, weights=error.astype(np.float64) ** 2, minlength=size)

    absent = hidden @ outer[of_zero].T + outer_bias[of_zero]  # (n, |Q|)
    among = np.full(len(rows), -1)
    among[of_zero] = np.arange(len(zeros))
    clash = among[of_seen]
    absent[owner[clash >= 0], clash[clash >= 0]] = 0
    drawn = len(zeros) - np.bincount(owner[clash >= 0], minlength=size)  # |Q \ P|
    scale = (items - known) / np.maximum(drawn, 1)
    loss = share * (rho * seen + scale * (absent.astype(np.float64) ** 2).sum(axis=1))

    slope = (2 * weight * rho * share)[owner].astype(np.float32) * error  # of each seen cell
    absent *= (2 * weight * share * scale).astype(np.float32)[:, None]  # now the slopes
    matrix = csr_matrix((slope, of_seen, neighbours.indptr), shape=(size, len(rows)))
    turned = matrix.T.tocsr()
    d_outer = weighted_rows(turned.indptr, turned.indices, turned.data, hidden)
    d_outer[of_zero] += absent.T @ hidden
    d_bias = np.bincount(of_seen, weights=slope, minlength=len(rows)).astype(np.float32)
    d_bias[of_zero] += absent.sum(axis=0)
    d_hidden = weighted_rows(matrix.indptr, matrix.indices, matrix.data, outer) + absent @ outer[of_zero]
    d_hidden *= hidden > 0
    inner = {"w3": d_hidden.T @ vectors, "b3": d_hidden.sum(axis=0)}
    return Reconstruction(loss, d_hidden @ net.w3, (rows, d_outer), (rows, d_bias), inner)
