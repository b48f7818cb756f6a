"""Timeliness: how much an item is visited at a time, n_x(t) = sum over visits of exp(-|t - t_v| / tau).

At the time of asking, if it is told (tau 30 and 90 days; the past year alone; the item's age); otherwise at the end of
the training data and, for known users, around their own visits. A time after the newest visit counts as that: what
the shop last saw is the best that is known of now.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import around_days, mixed_rows
from instead.models.ranker.recent import Recent
from instead.models.ranker.signals.signal import Column, Floats, Ints, Signal, Some
from instead.models.ranker.tables.activity import FLOOR, Activity
from instead.models.ranker.tables.all_tables import Tables, present

_DAYS = 8  # days of which whole rows are kept


class _Timely(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("activity",)

    @property
    def activity(self) -> Activity:
        return present(self.tables.activity)

    def rows(self, now: float, items: Ints) -> Floats:
        """(4, n) log n(now) at tau 30 and 90, of the past at 365, and log age."""
        activity, floor = self.activity, np.float32(FLOOR)
        now = min(now, activity.newest)
        return np.stack(
            [
                np.log(activity.density(30.0, now, items) + floor),
                np.log(activity.density(90.0, now, items) + floor),
                np.log(activity.density(365.0, now, items, past_only=True) + floor),
                np.log1p(np.abs(np.float32(now) - activity.first[items])),
            ]
        ).astype(np.float32)


def _now(name: str, says: str, *, rising: bool = True) -> Column:
    return Column(name, "timeliness", says, takes=True, rising=rising, curved=rising, told=True, item_only=True)


class Now(_Timely):
    columns: ClassVar[tuple[Column, ...]] = (
        _now("popular this month", "it is visited these weeks"),
        _now("popular this season", "it is visited these months"),
        _now("popular this year", "it was visited this year"),
        _now("age", "it was first seen long before or after", rising=False),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("time",))

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._days: Recent[int, Floats] = Recent(_DAYS)

    def fill(self, asked: Asked, out: Floats) -> None:
        if asked.now is None:
            out[:] = 0.0
            return
        day = self.activity.day_of(asked.now)
        out[:] = self._days.get(day, lambda: self.rows(float(day), self.activity.everything))

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        out[:] = 0.0 if asked.now is None else self.rows(float(self.activity.day_of(asked.now)), some.items)


class Lately(_Timely):
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "popular lately",
            "timeliness",
            "it was visited in the last months of the data",
            takes=True,
            curved=True,
            told=False,
            item_only=True,
        ),
    )

    @cached_property
    def _row(self) -> Floats:
        return np.asarray(self.rows(self.activity.newest, self.activity.everything)[1])

    def fill(self, asked: Asked, out: Floats) -> None:
        out[0] = self._row


class InYourTime(_Timely):
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "popular in your time",
            "timeliness",
            "it was visited when you were here",
            takes=True,
            curved=True,
            personal=True,
            told=False,
        ),
        Column(
            "popular on your days",
            "timeliness",
            "it was much visited in one of the months you were here",
            takes=True,
            curved=True,
            personal=True,
            told=False,
        ),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("user",))

    def fill(self, asked: Asked, out: Floats) -> None:
        out[:] = 0.0
        if asked.user is not None:
            bins, share = self.activity.bins_of(asked.user)
            mixed_rows(self.activity.seasons, bins, share, out[0])
            for one in bins:
                np.maximum(out[1], self.activity.months[one], out=out[1])
            out += np.float32(FLOOR)
            np.log(out, out=out)

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        """The same numbers of a list, added in the same order, without the rest of the catalogue: every visit of the
        user reads two rows of it."""
        out[:] = 0.0
        if asked.user is not None:
            bins, share = self.activity.bins_of(asked.user)
            around_days(self.activity.seasons, self.activity.months, bins, share, some.items, out)
            out += np.float32(FLOOR)
            np.log(out, out=out)
