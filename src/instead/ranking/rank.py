"""From a person, a query and the items allowed to the list that is offered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.ranking.people import Person
from instead.ranking.scores import Scores
from instead.ranking.top import best, diverse, likeness

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Ranked:
    """Items offered, in this order, with their scores."""

    items: Ints
    scores: Floats


class Ranker:
    """Puts the items that may be offered in order."""

    def __init__(self, scores: Scores, pool: int, exhaustive: bool = False) -> None:
        """`pool` items at least are what a diverse list is chosen from; `exhaustive` does without a shortlist."""
        self.scores, self._pool, self._exhaustive = scores, pool, exhaustive

    def top(self, person: Person, query: int, allowed: Bools, k: int, diversity: float = 0.0) -> Ranked:
        """The k best of the allowed items, or a diverse choice among the best."""
        wanted = k if diversity == 0.0 else max(5 * k, self._pool)
        found = self._best(person, query, allowed, wanted)
        if diversity > 0.0 and len(found.items) > 1:
            vectors = self.scores.vectors
            alike = np.eye(len(found.items), dtype=np.float32)
            if vectors is not None:
                alike = likeness(np.asarray(vectors[found.items], np.float32))
            chosen = diverse(found.scores, alike, k, diversity)
            return Ranked(found.items[chosen], found.scores[chosen])
        return found

    def _best(self, person: Person, query: int, allowed: Bools, k: int) -> Ranked:
        items = np.flatnonzero(allowed)
        if not items.size:
            return Ranked(items, np.empty(0, np.float32))
        if not self._exhaustive:
            items = self.scores.shortened(person, query, items, k)
        scores = self.scores.of(person, query, items)
        chosen = best(scores, k)
        return Ranked(items[chosen], scores[chosen])
