"""Exact scores of some items for one person and query, whatever the model."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.models.a2cf import A2CF
from instead.models.protocol import Model
from instead.ranking.people import Person

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PIECE = 1024  # items of one piece of work


class Scores(Protocol):
    """What can put items in an order."""

    @property
    def vectors(self) -> Floats | None:
        """(items, d) what tells items apart, for diverse lists; None if the model has nothing of the kind."""
        ...

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        """(c,) scores of `items` (c,)."""
        ...


class AttributeScores:
    """A2CF: of anybody with a vector and a row of care."""

    def __init__(self, model: A2CF) -> None:
        self.model = model

    @property
    def vectors(self) -> Floats:
        return self.model.ranking.items

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        context = self.model.context(person.vector[None], person.care[None], np.array([query]))
        scores = np.empty(len(items), np.float32)

        def work(first: int, last: int) -> None:
            self.model.score_case(context, 0, items[first:last], scores[first:last])

        in_pieces(work, len(items), _PIECE)
        return scores


class ModelScores:
    """Any other model, by the user's number; those that look at no user do not mind a stranger's -1."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @property
    def vectors(self) -> Floats | None:
        found: Floats | None = getattr(self.model, "of_candidate", None)
        return found

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        scores: Floats = self.model.score(np.array([person.number]), np.array([query]), items[None])[0]
        return scores


def scores_of(model: Model) -> Scores:
    """The right one for a model."""
    return AttributeScores(model) if isinstance(model, A2CF) else ModelScores(model)
