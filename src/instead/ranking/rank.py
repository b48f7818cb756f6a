"""From a person, a query and the items allowed to the list that is offered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.ranking.people import Person
from instead.ranking.scores import Scores
from instead.ranking.top import best, diverse, likeness
from instead.ranking.wishes import Wishes

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

    def __init__(self, scores: Scores, pool: int, exhaustive: bool = False, wishes: Wishes | None = None) -> None:
        """`pool` items at least are what a list by wishes, or a diverse one, is chosen from; `exhaustive` does without
        a shortlist."""
        self.scores, self._wishes, self._pool, self._exhaustive = scores, wishes, pool, exhaustive

    def top(self, person: Person, query: int, allowed: Bools, k: int, diversity: float = 0.0) -> Ranked:
        """The k best of the allowed items; with wishes, or a wish for diversity, a choice among the best."""
        wishes = self._wishes if person.stated.size else None
        plain = diversity == 0.0 and wishes is None
        found = self._best(person, query, allowed, k if plain else max(5 * k, self._pool))
        if plain or len(found.items) < 2:
            return Ranked(found.items[:k], found.scores[:k])
        worth = found.scores if wishes is None else wishes.worth(person, found.items, found.scores)
        order = np.argsort(-worth, kind="stable")
        if diversity > 0.0:
            vectors = self.scores.vectors
            alike = np.eye(len(order), dtype=np.float32)
            if vectors is not None:
                alike = likeness(np.asarray(vectors[found.items[order]], np.float32))
            order = order[diverse(worth[order], alike, k, diversity)]
        return Ranked(found.items[order[:k]], found.scores[order[:k]])

    def _best(self, person: Person, query: int, allowed: Bools, k: int) -> Ranked:
        items = np.flatnonzero(allowed)
        if not items.size:
            return Ranked(items, np.empty(0, np.float32))
        if not self._exhaustive:
            items = self.scores.shortened(person, query, items, k)
        scores = self.scores.of(person, query, items)
        chosen = best(scores, k)
        return Ranked(items[chosen], scores[chosen])
