"""How much an asker cares about each attribute, and why we think so: stated, chosen, written, or as usual.

Care is 1 + (N - 1) s, with s of what somebody wrote where they could have (`models/choices/written.py`), moved by the
choices that the request tells (`models/choices/care_table.py`). Where nothing is known of somebody it is everybody's
mean care, and so it is, with Eq. 1 for what they mention, in model folders of earlier versions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from instead.kernels.by_number import summed
from instead.matrices import care_of_counts
from instead.models.choices.care_table import CareTable
from instead.models.evidence import Evidence
from instead.prices import Prices

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOVED = 0.02  # of s: less is not worth a word


@dataclass(frozen=True)
class Ground:
    """Why an asker is thought to care about an attribute as they do."""

    source: Literal["stated", "chosen", "written", "usual"]
    count: int = 0
    """Choices that speak for it, or reviews of theirs that mention it."""


@dataclass(frozen=True, eq=False)
class Known:
    """What an asker did: reviews that mention an attribute and choices that raise its care, by attribute."""

    written: Mapping[int, int] = field(default_factory=dict)
    chosen: Mapping[int, int] = field(default_factory=dict)

    def ground(self, attribute: int, stated: bool) -> Ground:
        """What is stated comes first, then what was chosen, then what was written."""
        if stated:
            return Ground("stated")
        if choices := self.chosen.get(attribute, 0):
            return Ground("chosen", choices)
        reviews = self.written.get(attribute, 0)
        return Ground("written", reviews) if reviews else Ground("usual")


@dataclass(frozen=True, eq=False)
class Cares:
    """Care of askers, for models that have no estimate of their own."""

    evidence: Evidence
    table: CareTable | None
    prices: Prices
    users: int
    scale: float  # N

    def written_by(self, user: int | None, said: Counter[int], reviews: int) -> dict[int, int]:
        """Reviews that mention each attribute: of a user of the training data, and of as many in the request."""
        found: Counter[int] = Counter({attribute: min(count, max(reviews, 1)) for attribute, count in said.items()})
        if user is not None:
            if self.table is None:
                attribute, count = self.evidence.mentions_of(user)
            else:
                said_by = self.table.written.said
                row = slice(int(said_by.indptr[user]), int(said_by.indptr[user + 1]))
                attribute, count = said_by.indices[row], said_by.data[row]
            found.update({int(one): int(many) for one, many in zip(attribute, count, strict=True)})
        return dict(found)

    def of(
        self, user: int | None, said: Counter[int], reviews: int, choices: Sequence[Ints]
    ) -> tuple[Floats, dict[int, int]]:
        """(A,) care, and choices that raise it by attribute. `said`: mentions in so many reviews of the request;
        `choices`: item numbers, the one taken first."""
        if self.table is None or (user is None and not said and not choices):
            return self._counted(user, said), {}
        written = self.table.written
        mentions, occasions = (
            written.of_user(user)
            if user is not None
            else (np.zeros(written.expected.size), np.zeros(written.expected.size))
        )
        for attribute, count in said.items():
            mentions[attribute] += min(count, max(reviews, 1))
            occasions[attribute] += max(
                reviews, 1
            )  # what they are about is not told: an occasion for what they mention
        share, raised = written.share(mentions, occasions), dict[int, int]()
        if choices:
            moved, speaking = self.table.after(share, choices, self.evidence, self.prices)
            up = np.flatnonzero((moved > share + _MOVED) & (speaking > 0))
            share, raised = moved, dict(zip(up.tolist(), speaking[up].tolist(), strict=True))
        return np.asarray(1.0 + (self.scale - 1.0) * share, np.float32), raised

    def rows(self, users: Sequence[int | None]) -> Floats:
        """(n, A) care of users of the training data, None for others, of whom a request says nothing: `of` each."""
        care = np.tile(self.usual, (len(users), 1))
        place = np.array([row for row, user in enumerate(users) if user is not None], np.int64)
        known = np.array([user for user in users if user is not None], np.int64)
        if not known.size:
            return care
        if self.table is not None:
            share = self.table.written.share(*self.table.written.of_users(known))
            care[place] = 1.0 + (self.scale - 1.0) * share
            return care
        start = self.evidence.arrays["user.start"]
        sizes = start[known + 1] - start[known]
        cells = np.repeat(start[known] - np.cumsum(sizes) + sizes, sizes) + np.arange(int(sizes.sum()))
        attribute, mentions = (self.evidence.arrays[f"user.{name}"][cells] for name in ("attribute", "mentions"))
        care[np.repeat(place, sizes), attribute] = care_of_counts(mentions, self.scale)
        return care

    def _counted(self, user: int | None, said: Counter[int]) -> Floats:
        """Eq. 1 for what was mentioned, and the mean care of all users for the rest."""
        care = self.usual.copy()
        counts = Counter(said)
        if user is not None:
            counts.update(dict(zip(*(part.tolist() for part in self.evidence.mentions_of(user)), strict=True)))
        care[[*counts]] = care_of_counts(np.array([*counts.values()], np.float64), self.scale)
        return care

    @cached_property
    def usual(self) -> Floats:
        """(A,) mean care of all users (Eq. 1); users without a mention count as care 1."""
        attribute, mentions = self.evidence.arrays["user.attribute"], self.evidence.arrays["user.mentions"]
        # few different counts, millions of times: Eq. 1 of each count once
        above = care_of_counts(np.arange(mentions.max(initial=0) + 1), self.scale) - 1.0
        care = 1.0 + summed(attribute, mentions, above, self.evidence.attributes) / max(self.users, 1)
        return np.asarray(care, np.float32)
