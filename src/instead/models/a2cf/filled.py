"""Matrix completion: X~ and Y~ row by row (Eq. 11), observed cells as they are, the others from the residual network.

X~ of a large shop would take gigabytes, so it is not held: a row is a function of one embedding and is computed when it
is needed. Training on a small shop computes all rows once instead (`hold`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.engine.threads import in_pieces, one_blas_thread
from instead.models.a2cf.filling import fill_deep_rows, fill_rows
from instead.models.a2cf.residual import Residual

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_ROWS = 16  # rows of one piece of work


@dataclass
class Filled:
    """One matrix: embeddings of its rows and of the attributes, the network, and the observed cells.

    The embeddings are a copy taken when the missing cells were filled. While the ranking is learned, embeddings change
    and X~, Y~ do not (section 3.5 of the paper).
    """

    vectors: Floats  # (R, d)
    attributes: Floats  # (A, d)
    net: Residual
    observed: csr_matrix  # (R, A), 0 where missing
    scale: float  # N
    _held: Floats | None = field(default=None, repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.vectors), len(self.attributes)

    @cached_property
    def _start(self) -> Ints:
        return np.asarray(self.observed.indptr, np.int64)

    @cached_property
    def _column(self) -> NDArray[np.int32]:
        return np.asarray(self.observed.indices, np.int32)

    @cached_property
    def _projected(self) -> Floats:
        """W_a a of the first layer, (A, 2d)."""
        with one_blas_thread():  # the same bits in a service as in a worker of a batch, which has one thread
            projected: Floats = self.attributes @ self.net.weight[0][:, self.attributes.shape[1] :].T
        return projected

    @cached_property
    def _negated(self) -> Floats:
        """-W_a a with attributes along its rows, (2d, A)."""
        return np.ascontiguousarray(-self._projected.T)

    @cached_property
    def _attribute_part(self) -> Floats:
        """w_a . a + offset + w . W_a a, (A,)."""
        projected = self._projected
        with one_blas_thread():
            part: Floats = self.attributes @ self.net.out[self.attributes.shape[1] :] + projected @ self.net.out
        return part + self.net.offset

    @cached_property
    def _later_weights(self) -> Floats:
        """Of the layers after the first, transposed, (l - 1, 2d, 2d)."""
        return np.ascontiguousarray(self.net.weight[1:].transpose(0, 2, 1))

    @property
    def nbytes(self) -> int:
        """Bytes of the whole filled matrix."""
        return 4 * self.shape[0] * self.shape[1]

    def hold(self) -> None:
        """Compute all rows now and keep them in memory."""
        self._held = self.all()

    def rows(self, numbers: Ints) -> Floats:
        """(n, A) rows of the filled matrix."""
        if self._held is not None:
            return self._held[numbers]
        made = np.empty((len(numbers), self.shape[1]), np.float32)
        self.fill(np.asarray(numbers, np.int64), self.vectors[numbers], made)
        return made

    def estimates(self, vectors: Floats) -> Floats:
        """(n, A) estimated rows for given embeddings (n, d), without observed cells."""
        made = np.empty((len(vectors), self.shape[1]), np.float32)
        self.fill(np.zeros(len(vectors), np.int64), vectors, made, start=np.zeros(2, np.int64))
        return made

    def fill(self, numbers: Ints, vectors: Floats, out: Floats, start: Ints | None = None) -> None:
        """Fill `out` (n, A) for given embeddings (n, d), keeping the observed cells of rows `numbers`.

        `start` is where the observed cells of each row begin.
        """
        d = vectors.shape[1]
        begins = self._start if start is None else start
        projected = vectors @ self.net.weight[0][:, :d].T + self.net.bias[0]  # (n, 2d): W_u u + b
        own_part = vectors @ self.net.out[:d]  # (n,): w_u . u

        def shallow(first: int, last: int) -> None:
            fill_rows(
                numbers[first:last], projected[first:last], self._negated, own_part[first:last],
                self._attribute_part, self.net.out, self.scale, begins, self._column,
                self.observed.data, out[first:last],
            )  # fmt: skip

        def deep(first: int, last: int) -> None:
            fill_deep_rows(
                numbers[first:last], vectors[first:last], self.attributes, projected[first:last], self._projected,
                self._later_weights, self.net.bias[1:], self.net.out, self.net.offset, self.scale, begins,
                self._column, self.observed.data, out[first:last],
            )  # fmt: skip

        if self.net.depth == 1:
            in_pieces(shallow, len(numbers), _ROWS)
        else:
            with one_blas_thread():
                in_pieces(deep, len(numbers), _ROWS)

    def all(self) -> Floats:
        """The whole filled matrix (R, A)."""
        return self.rows(np.arange(self.shape[0]))
