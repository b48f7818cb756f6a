"""What every model can do, whatever it is made of."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Model(Protocol):
    """Scores candidates for users who look at a query item; higher is better.

    Users and items are numbers: rows of `users.parquet` and `items.parquet`. Scores of one user and query are
    comparable with each other, not with those of another pair.
    """

    name: str

    @property
    def items(self) -> int:
        """How many items there are."""
        ...

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) scores of `candidates` (n, c), row by row for `user` (n) and `query` (n)."""
        ...

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) scores of the whole catalogue."""
        ...


def one_by_one(model: Model, user: Ints, query: Ints) -> Floats:
    """`score_all` of a model whose `score` works through many candidates as fast as through few."""
    scores = np.empty((len(query), model.items), np.float32)
    everything = np.arange(model.items)[None, :]
    for case in range(len(query)):
        scores[case] = model.score(user[case : case + 1], query[case : case + 1], everything)[0]
    return scores
