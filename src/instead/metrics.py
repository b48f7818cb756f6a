"""Measures of a ranking, as pure functions on ranks. Rank 1 is the top; a case has one right answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def expected_ranks(right: NDArray[np.floating], others: NDArray[np.floating]) -> Floats:
    """Rank of each right answer (n) among the others (n, c): 1 + #higher + #equal / 2 (decision D5).

    Ties count half, so that a model with constant scores gets the rank of chance, not the first place.
    """
    answer = right[:, None]
    ranks: Floats = 1.0 + (others > answer).sum(axis=1) + 0.5 * (others == answer).sum(axis=1)
    return ranks


def hits(ranks: Floats, k: int) -> Floats:
    """1 where the right answer is among the first k; the mean is HR@k."""
    return (ranks <= k).astype(np.float64)


def gains(ranks: Floats, k: int) -> Floats:
    """1 / log2(1 + rank) where the rank is at most k, else 0 (decision D4); the mean is NDCG@k."""
    discounted: Floats = np.where(ranks <= k, 1.0 / np.log2(1.0 + ranks), 0.0)
    return discounted
