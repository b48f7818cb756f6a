"""The variational auto-encoder of LVA and CLVA with back-propagation: encoder, decoder, and link classifier weights.

    h = relu(W_1 c + b_1),  mu = W_m h + b_m,  v = W_v h + b_v,  z = mu + exp(v / 2) eps              Eq. C1
    pi = softmax(W_4 relu(W_3 z + b_3) + b_4)                                                         Eq. C2
    KL(N(mu, exp v) || N(0, I)) = 1/2 sum (exp v + mu^2 - 1 - v)                                      Eq. C3

Weight matrices are stored as (in, out).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from instead.engine.products import product
from instead.engine.threads import in_pieces
from instead.lab.compared.document_loops import rows_times_table, table_gradient
from instead.lab.compared.row_groups import grouped

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CLASSES = NONE, SUBSTITUTE, COMPLEMENT = 0, 1, 2
_ROWS, _WORDS = 64, 8  # of one piece of work


@dataclass
class Documents:
    """Bags of attributes of items in compressed rows; the values of a row have norm 1."""

    start: Ints  # (items + 1,)
    word: Ints  # (cells,)
    value: Floats  # (cells,) log(1 + mentions), each row scaled to length 1
    share: Floats  # (cells,) mentions, each row scaled to sum 1
    words: int

    def cells_of(self, rows: Ints) -> tuple[Ints, Ints]:
        """Cells of some rows, row after row, and the index in `rows` of each."""
        count = self.start[rows + 1] - self.start[rows]
        place = np.repeat(np.arange(len(rows)), count)
        within = np.arange(place.size) - np.repeat(np.cumsum(count) - count, count)
        return self.start[rows][place] + within, place


@dataclass
class Networks:
    """All weights."""

    w_1: Floats  # (A, h)
    b_1: Floats  # (h,)
    w_m: Floats  # (h, k)
    b_m: Floats  # (k,)
    w_v: Floats  # (h, k)
    b_v: Floats  # (k,)
    w_3: Floats  # (k, h)
    b_3: Floats  # (h,)
    w_4: Floats  # (h, A)
    b_4: Floats  # (A,)
    v_a: Floats  # (k, h) connector, of the first item
    v_b: Floats  # (k, h) of the second
    b: Floats  # (h,)
    v_2: Floats  # (classes, h)
    d: Floats  # (classes,)

    @classmethod
    def drawn(cls, rng: np.random.Generator, words: int, hidden: int, size: int) -> Networks:
        """Initial weights: Glorot, biases 0; the variance head is scaled by 0.1, so variances start near 1."""

        def table(rows: int, columns: int) -> Floats:
            limit = np.sqrt(6.0 / (rows + columns))
            return rng.uniform(-limit, limit, (rows, columns)).astype(np.float32)

        def zeros(count: int) -> Floats:
            return np.zeros(count, np.float32)

        classes = len(CLASSES)
        return cls(
            table(words, hidden), zeros(hidden), table(hidden, size), zeros(size),
            np.float32(0.1) * table(hidden, size), zeros(size), table(size, hidden), zeros(hidden),
            table(hidden, words), zeros(words), table(size, hidden), table(size, hidden), zeros(hidden),
            table(classes, hidden), zeros(classes),
        )  # fmt: skip

    def arrays(self) -> dict[str, Floats]:
        """Weights by name; the arrays themselves, not copies."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def copy(self) -> Networks:
        return Networks(**{name: array.copy() for name, array in self.arrays().items()})


@dataclass
class Encoded:
    """Encoder output of some items, with the activations for back-propagation."""

    rows: Ints  # (n,)
    hidden: Floats  # (n, h)
    mean: Floats  # (n, k) mu
    log_variance: Floats  # (n, k) v
    noise: Floats  # (n, k) eps
    z: Floats  # (n, k)

    def divergence(self, some: Ints | slice = slice(None)) -> Floats:
        """(n,) Eq. C3 of some of the items."""
        mean, v = self.mean[some], self.log_variance[some]
        return np.asarray(0.5 * (np.exp(v) + mean * mean - 1.0 - v).sum(axis=1), np.float32)


def encode(nets: Networks, documents: Documents, rows: Ints, rng: np.random.Generator | None) -> Encoded:
    """Eq. C1; without a generator there is no noise, and z is the mean."""
    hidden = np.tile(nets.b_1, (len(rows), 1))

    def work(first: int, last: int) -> None:
        rows_times_table(first, last, rows, documents.start, documents.word, documents.value, nets.w_1, hidden)

    in_pieces(work, len(rows), _ROWS)
    np.maximum(hidden, 0, out=hidden)
    mean, v = product(hidden, nets.w_m) + nets.b_m, product(hidden, nets.w_v) + nets.b_v
    if rng is None:
        return Encoded(rows, hidden, mean, v, np.zeros_like(mean), mean)
    noise = rng.standard_normal(mean.shape, np.float32)
    return Encoded(rows, hidden, mean, v, noise, np.asarray(mean + np.exp(v / 2) * noise, np.float32))


def encoder_gradients(
    nets: Networks, documents: Documents, made: Encoded, d_z: Floats, d_mean: Floats, d_v: Floats
) -> dict[str, Floats]:
    """Gradients of the encoder's weights from those of z, and of mu and v directly; the latter two are changed."""
    d_mean += d_z
    d_v += d_z * made.noise * np.exp(made.log_variance / 2) / 2
    d_hidden = product(d_mean, nets.w_m.T) + product(d_v, nets.w_v.T)
    d_hidden *= made.hidden > 0
    cells, place = documents.cells_of(made.rows)
    word, value, d_w_1 = documents.word[cells], documents.value[cells], np.zeros_like(nets.w_1)
    start, order = grouped(word, documents.words)

    def work(first: int, last: int) -> None:
        table_gradient(first, last, start, order, place, value, d_hidden, d_w_1)

    in_pieces(work, documents.words, _WORDS)
    return {
        "w_1": d_w_1, "b_1": d_hidden.sum(axis=0), "w_m": product(made.hidden.T, d_mean), "b_m": d_mean.sum(axis=0),
        "w_v": product(made.hidden.T, d_v), "b_v": d_v.sum(axis=0),
    }  # fmt: skip


def decode(nets: Networks, z: Floats) -> tuple[Floats, Floats]:
    """Hidden units (n, h) and pi (n, A), Eq. C2."""
    hidden = np.maximum(product(z, nets.w_3) + nets.b_3, 0)
    pi = product(hidden, nets.w_4)
    pi += nets.b_4
    if pi.size:
        pi -= pi.max(axis=1, keepdims=True)
        np.exp(pi, out=pi)
        pi /= pi.sum(axis=1, keepdims=True)
    return hidden, pi


def reconstruction(
    nets: Networks, documents: Documents, rows: Ints, z: Floats, weight: float
) -> tuple[float, Floats, dict[str, Floats]]:
    """Weighted sum over items of -sum_n share_n log pi_n, its gradient for z (n, k), and those of the weights.

    Items without a mention are skipped.
    """
    hidden, pi = decode(nets, z)
    cells, place = documents.cells_of(rows)
    word, share = documents.word[cells], documents.share[cells]
    loss = -weight * float(share @ np.log(np.maximum(pi[place, word], np.float32(1e-30))))
    pi *= (documents.start[rows + 1] > documents.start[rows])[:, None]
    pi[place, word] -= share  # d logits = pi - share, a cell of a row being there once
    pi *= np.float32(weight)
    d_hidden = product(pi, nets.w_4.T)
    d_hidden *= hidden > 0
    return loss, product(d_hidden, nets.w_3.T), {
        "w_4": product(hidden.T, pi), "b_4": pi.sum(axis=0), "w_3": product(z.T, d_hidden),
        "b_3": d_hidden.sum(axis=0),
    }  # fmt: skip
