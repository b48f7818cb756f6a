"""Scores of lists of different lengths: each is scored with those of its length, for a list is judged as a whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Context
from instead.models.interface import Model

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def present(candidates: NDArray[Any]) -> Bools:
    """(n, c) where a stored row has a candidate: the rest of a row is the largest number of its type."""
    return np.asarray(candidates != np.iinfo(candidates.dtype).max)


def score_ragged(model: Model, context: Context, lists: Ints, there: Bools) -> Floats:
    """(n, c) scores of the candidates that are `there`, which come first in their rows; -inf for the others."""
    scores = np.full(lists.shape, -np.inf, np.float32)
    length = there.sum(axis=1)
    for size in np.unique(length[length > 0]).tolist():
        rows = np.flatnonzero(length == size)
        scores[rows, :size] = model.score(context[rows], lists[rows, :size])
    return scores
