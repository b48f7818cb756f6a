"""Models whose scores of a request are one sparse row over the catalogue."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.context import Aspect, Context

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_CELLS = 1 << 22  # of dense rows held at a time: 16 MiB of float32 whatever the size of the catalogue


def looked_up(score_all: Callable[[Context], Floats], items: int, context: Context, candidates: Ints) -> Floats:
    """(n, c) scores of candidates, looked up in the whole catalogue's, some requests at a time: bounds the memory."""
    scores = np.empty(candidates.shape, np.float32)
    step = max(1, _CELLS // max(items, 1))
    for first in range(0, len(context), step):
        part = slice(first, first + step)
        scores[part] = np.take_along_axis(score_all(context[part]), candidates[part], axis=1)
    return scores


class SparseScores:
    """`rows` is all a model has to say; candidates are looked up in it, so `score` and `score_all` cannot differ."""

    name: str
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, items: int) -> None:
        self.items = items

    def rows(self, context: Context) -> csr_matrix:
        """(n, items) scores; an absent cell is 0."""
        raise NotImplementedError

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) scores of `candidates` (n, c)."""
        return looked_up(self.score_all, self.items, context, candidates)

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        dense: Floats = self.rows(context).astype(np.float32).toarray()
        return dense
