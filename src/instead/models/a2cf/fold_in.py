"""Fold-in: embeddings of users and items that were not in the training data, from their mentions of attributes.

A ridge regression from the observed row (which attributes were mentioned, and how) to the trained embedding, fitted on
the training users or items: v ~ mean + (row - mean row) W. It takes one solve of the size of the vocabulary, once, and
a sparse product afterwards. An empty row gives the mean embedding; the fewer mentions, the closer the result is to it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_matrix, hstack

from instead.engine.threads import one_blas_thread

Floats = NDArray[np.float32]


class FoldIn:
    """`FoldIn(rows, vectors, ridge)`: rows (n, f) sparse, vectors (n, d)."""

    def __init__(self, rows: csr_matrix, vectors: Floats, ridge: float) -> None:
        """`ridge` is the L2 penalty in units of the mean diagonal of the normal equations."""
        self.mean = np.asarray(vectors.mean(axis=0, dtype=np.float64))
        count = max(rows.shape[0], 1)
        self._middle = np.asarray(rows.mean(axis=0), np.float64).ravel()  # (f,)
        with one_blas_thread():
            square = (rows.T @ rows).toarray().astype(np.float64) - count * np.outer(self._middle, self._middle)
            both = np.asarray(rows.T @ (vectors - self.mean), np.float64)  # the centred vectors sum to 0
            mass = max(float(np.trace(square)) / max(len(square), 1), 1e-12)
            square[np.diag_indices_from(square)] += ridge * mass
            self._weight = cho_solve(cho_factor(square, overwrite_a=True), both)  # W (f, d)

    def vectors(self, rows: csr_matrix) -> Floats:
        """(n, d) vectors of rows (n, f); the mean where a row is empty."""
        placed = np.asarray(rows @ self._weight) + self.mean - self._middle @ self._weight
        placed[np.diff(rows.indptr) == 0] = self.mean
        return np.asarray(placed, np.float32)


def care_features(care: csr_matrix, scale: float) -> csr_matrix:
    """X (n, A) of Eq. 1 scaled to (0, 1], 0 where an attribute was not mentioned."""
    return csr_matrix(((care.data - 1.0) / (scale - 1.0), care.indices, care.indptr), shape=care.shape)


def quality_features(quality: csr_matrix, scale: float) -> csr_matrix:
    """Y (n, A) of Eq. 2 as (n, 2A): whether an attribute was mentioned, and praise and blame in [-1, 1]."""
    mentioned = csr_matrix((np.ones(quality.nnz), quality.indices, quality.indptr), shape=quality.shape)
    signed = csr_matrix(
        ((2.0 * quality.data - scale - 1.0) / (scale - 1.0), quality.indices, quality.indptr), shape=quality.shape
    )
    return csr_matrix(hstack([mentioned, signed], format="csr"))
