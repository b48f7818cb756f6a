"""Top-k selection, and diversity re-ranking by maximal marginal relevance (MMR)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_FEW = 400  # scores below which a full sort is faster than a partition


def best(scores: Floats, k: int) -> Ints:
    """Indices of the k highest scores, the highest first; ties go to the lower index."""
    if k >= len(scores) or len(scores) <= _FEW:
        return np.argsort(-scores, kind="stable")[:k].astype(np.int64)
    least = np.partition(scores, len(scores) - k)[len(scores) - k]
    above = np.flatnonzero(scores > least)
    level = np.flatnonzero(scores == least)[: k - len(above)]
    places = np.concatenate([above, level])
    return places[np.lexsort((places, -scores[places]))].astype(np.int64)


def diverse(scores: Floats, alike: Floats, k: int, diversity: float) -> Ints:
    """Maximal marginal relevance (MMR; Carbonell, Goldstein 1998): indices of k items chosen greedily.

    `scores` (c) from high to low are scaled to [0, 1], `alike` (c, c) are similarities in [0, 1]. The next item
    maximises (1 - diversity) * score - diversity * (largest similarity to an item already chosen).
    """
    spread = float(scores.max() - scores.min())
    worth = (scores - scores.min()) / spread if spread > 0 else np.ones_like(scores)
    nearest = np.zeros(len(scores), np.float32)
    free = np.ones(len(scores), np.bool_)
    taken: list[int] = []
    for _ in range(min(k, len(scores))):
        value = np.where(free, (1.0 - diversity) * worth - diversity * nearest, -np.inf)
        place = int(np.argmax(value))
        taken.append(place)
        free[place] = False
        nearest = np.maximum(nearest, alike[place])
    return np.array(taken, np.int64)


def likeness(vectors: Floats) -> Floats:
    """(c, c) cosine similarities of vectors (c, d), scaled from [-1, 1] to [0, 1]."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    return np.asarray((unit @ unit.T + 1.0) / 2.0, np.float32)
