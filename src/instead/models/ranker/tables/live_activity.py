"""Visits of a served shop beside those of the training: n_x(t) of both is the sum of the two.

Of the visits since the training only counts by day are kept, so that no row of the training's visits is touched: what
a table of every visit would say differs by the part of a day, of a tau of 30 days or more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from instead.models.interface import LiveVisits
from instead.models.ranker.tables.activity import Activity, Floats, Ints


@dataclass(frozen=True)
class LiveActivity(Activity):
    """The activity of the training (`base`) with live visits."""

    base: Activity
    live: LiveVisits

    @classmethod
    def over(cls, base: Activity, live: LiveVisits) -> LiveActivity:
        return cls(base.start, base.day, base.user_start, base.user_day, base, live)

    def with_empty(self, count: int) -> Self:
        base = self.base.with_empty(count)
        return replace(self, start=base.start, base=base, live=self.live.with_items(count))

    def density(self, tau: float, now: float, items: Ints, *, past_only: bool = False) -> Floats:
        """(n,) n_x(now) of the items."""
        apart = np.abs(now - self.live.days)
        weight = np.where(past_only & (self.live.days > now), 0.0, np.exp(-apart / tau)).astype(np.float32)
        counts = self.live.counts
        more = weight @ (counts if items is self.everything else counts[:, items])
        return self.base.density(tau, now, items, past_only=past_only) + more

    @cached_property
    def newest(self) -> float:
        """The day of the newest visit."""
        return max(self.base.newest, self.live.newest)

    @cached_property
    def oldest(self) -> float:
        return self.base.oldest

    @cached_property
    def everything(self) -> Ints:
        """(items,) all item numbers."""
        return self.base.everything

    @cached_property
    def first(self) -> Floats:
        """(items,) the day of an item's first visit; the newest day of all for one without visits: it is new."""
        first = self.base.first.copy()
        none = self.base.start[1:] == self.base.start[:-1]
        visited = self.live.counts > 0
        earliest = self.live.days[visited.argmax(axis=0)] if visited.size else np.empty(0)
        first[none] = np.where(visited.any(axis=0), earliest, self.newest)[none] if visited.size else self.newest
        return first

    @property
    def seasons(self) -> Floats:
        """Of the training: what was visited when somebody was here before."""
        return self.base.seasons

    @property
    def months(self) -> Floats:
        """Of the training."""
        return self.base.months


def trained(activity: Activity) -> Activity:
    """The activity of the training alone."""
    return activity.base if isinstance(activity, LiveActivity) else activity
