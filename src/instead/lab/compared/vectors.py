"""Base of models whose score is a dot product of two item embeddings: one of the query, one of the candidate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.lab.compared.product_loops import pair_products
from instead.models.context import Aspect, Context
from instead.models.interface import one_by_one

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PAIRS = 1 << 21  # scored at a time: bounds the memory


class VectorModel:
    """score(u, q, j) = <of_query_q, of_candidate_j> + offset, independent of the user.

    `score` and `score_all` go through the same loop, so a pair has the same bits in both.
    """

    name: str
    looks_at: frozenset[Aspect] = frozenset()
    of_query: Floats  # (items, k)
    of_candidate: Floats  # (items, k)
    offset: float

    @property
    def items(self) -> int:
        return len(self.of_query)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) scores of `candidates` (n, c)."""
        query = context.query
        scores = np.empty(candidates.shape, np.float32)
        width = candidates.shape[1]
        step = max(1, _PAIRS // max(width, 1))
        for first in range(0, len(query), step):
            part = slice(first, first + step)
            rows, columns = np.repeat(query[part], width), np.ascontiguousarray(candidates[part], np.int64).ravel()
            found = pair_products(self.of_query, self.of_candidate, rows, columns)
            scores[part] = found.reshape(-1, width) + np.float32(self.offset)
        return scores

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        return one_by_one(self, context)

    @property
    def item_vectors(self) -> Floats:
        """(items, k) embeddings for diversity re-ranking."""
        return self.of_candidate
