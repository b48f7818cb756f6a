"""Several askers of one query: what ranking and reasons need of all of them at once, as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Askers, Context
from instead.ranking.askers import Asker

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Crowd:
    """n askers."""

    basis: Sequence[str]
    askers: Askers
    care: Floats  # (n, A)
    notes: Sequence[tuple[str, ...]]
    one: Callable[[int], Asker]
    """An asker by place, with all that is known of them."""
    stated: bool = False
    """Whether any of them states wishes."""
    made_of: Sequence[Asker] = field(default=())

    @classmethod
    def of(cls, askers: Sequence[Asker]) -> Crowd:
        """From askers that are there."""
        return cls(
            [one.basis for one in askers], Askers.stacked([one.askers for one in askers]),
            np.stack([one.care for one in askers]), [one.notes for one in askers], askers.__getitem__,
            any(one.stated.size for one in askers), askers,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.basis)

    def had(self, place: int) -> Ints:
        """Items of an asker's history."""
        return self.askers.had.columns_of(place)

    @property
    def users(self) -> Ints:
        """(n,) numbers of users of the training data, -1 for others."""
        found = np.full(len(self), -1, np.int64)
        found[self.askers.known.place] = self.askers.known.user
        return found

    def looking_at(self, query: int, place: int) -> Context:
        """One of them and the query."""
        if self.made_of:
            return self.made_of[place].looking_at(query)
        return Context(self.askers[np.array([place])], np.array([query]))

    def together(self, query: int, places: Ints) -> Context:
        """Some of them and the query."""
        return Context(self.askers[places], np.full(places.size, query))
