"""Exact scores of some items for one person and query, whatever the model."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces, one_blas_thread
from instead.models.a2cf.estimates import within_reach
from instead.models.a2cf.model import A2CF, Context
from instead.models.a2cf.shortlist import Shortlist
from instead.models.interface import Model
from instead.ranking.people import Person

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PIECE = 1024  # items of one piece of work
_FEW = 1500  # items that cost no more to score than to estimate
_MARGIN = 5.0  # errors, of the kind measured when the shortlist was made, that an estimate may be off


class Scores(Protocol):
    """What can put items in an order."""

    @property
    def vectors(self) -> Floats | None:
        """(items, d) what tells items apart, for diverse lists; None if the model has nothing of the kind."""
        ...

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        """(c,) scores of `items` (c,)."""
        ...

    def shortened(self, person: Person, query: int, items: Ints, k: int) -> Ints:
        """Those of `items` among which the k best are; all of them where nothing quicker is known."""
        ...


class AttributeScores:
    """A2CF: of anybody with a vector and a row of care."""

    def __init__(self, model: A2CF, shortlist: Shortlist | None) -> None:
        self.model, self.shortlist = model, shortlist
        self._last: tuple[Person, int, Context] | None = None

    @cached_property
    def _numbers(self) -> tuple[Floats, Floats]:
        with one_blas_thread():  # the same bits in a service with many threads as in a worker that has one
            return self.model.ranking.numbers(self.model.settings)

    def _context(self, person: Person, query: int) -> Context:
        """What the two bring to every score; a shortlist and the scores of its items ask for the same."""
        last = self._last  # one reading and one writing: threads may come between, and then only make it again
        if last is not None and last[0] is person and last[1] == query:
            return last[2]
        made = self.model.context(person.vector[None], person.care[None], np.array([query]), self._numbers)
        self._last = (person, query, made)
        return made

    @property
    def vectors(self) -> Floats:
        return self.model.ranking.items

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        context = self._context(person, query)
        scores = np.empty(len(items), np.float32)

        def work(first: int, last: int) -> None:
            self.model.score_case(context, 0, items[first:last], scores[first:last])

        in_pieces(work, len(items), _PIECE)
        return scores

    def shortened(self, person: Person, query: int, items: Ints, k: int) -> Ints:
        """Few items are left as they are: filters that leave little are no task for an estimate."""
        if self.shortlist is None or len(items) <= max(_FEW, 4 * k):
            return items
        context = self._context(person, query)
        estimate, strange = self.shortlist.estimates(self.model, context)
        error, margin = self.shortlist.error, _MARGIN * strange
        lowest = estimate[items] - np.float32(margin) * error[items]
        least = float(np.partition(lowest, len(items) - k)[len(items) - k])
        found = np.empty(len(items), np.int64)
        return found[: within_reach(items, estimate, error, margin, least, found)]


class ModelScores:
    """Any other model, by the user's number; those that look at no user do not mind a stranger's -1."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @property
    def vectors(self) -> Floats | None:
        found: Floats | None = getattr(self.model, "of_candidate", None)
        return found

    def shortened(self, person: Person, query: int, items: Ints, k: int) -> Ints:
        return items

    def of(self, person: Person, query: int, items: Ints) -> Floats:
        scores: Floats = self.model.score(np.array([person.number]), np.array([query]), items[None])[0]
        return scores


def scores_of(model: Model, shortlist: Shortlist | None = None) -> Scores:
    """The right one for a model."""
    return AttributeScores(model, shortlist) if isinstance(model, A2CF) else ModelScores(model)
