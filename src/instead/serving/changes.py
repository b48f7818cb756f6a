"""What changes in a shop while it is served: descriptions, prices and stock, new items, new reviews, visits, looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.added_evidence import Said
from instead.models.interface import LiveVisits

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LateReview:
    """A review that was written after the training, by id of its item."""

    item: str
    text: str = ""
    mentions: tuple[Said, ...] = ()
    """What it says, where that is known; otherwise its text is read."""
    rating: float | None = None
    time: int | None = None
    """Seconds since 1970."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Pairs of items that were looked at in one visit, each pair once, and in how many visits."""

    one: Ints
    other: Ints
    visits: Ints

    def often(self, least: int) -> Ints:
        """(n, 2) the pairs of at least so many visits."""
        enough = self.visits >= least
        return np.stack([self.one[enough], self.other[enough]], axis=1)


@dataclass(frozen=True)
class ShopChanges:
    """What is new since the shop as it is. `items` and `reviews` come on top of what it has; `visits` and `looks` are
    all since the training and replace what was told before."""

    items: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By id: columns that change (`ranking/descriptions.py`), None takes a value away; an unknown id is a new item,
    which may have `reviews` and `mentions`."""
    reviews: Sequence[LateReview] = ()
    visits: LiveVisits | None = None
    looks: Looks | None = None
    """By item number."""

    @property
    def nothing(self) -> bool:
        return not self.items and not self.reviews and self.visits is None and self.looks is None
