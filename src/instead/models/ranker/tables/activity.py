"""When items are visited: n_x(t) = sum over visits of x of exp(-|t - t_v| / tau), a kernel density in time.

A sum of exp(-|t - t_v| / tau) over sorted times needs only the two visits next to t: what lies before has faded by the
same factor since the visit before t, and what comes after likewise. So each visit keeps both sums as of its own time
(a two-sided recursion), and n_x(t) costs a binary search and two exponentials. No exponent is positive: nothing
overflows. The loops take times of any unit and precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.models.ranker.known import Known

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

WIDTH = 30.0
"""Days of one bin of the table of the past."""
FLOOR = 0.05
"""Added to n_x(t) before its logarithm: an item without visits is not infinitely unpopular."""


@njit(cache=True, nogil=True)
def running_sums(start: Ints, day: Array, tau: float, before: Array, after: Array) -> None:
    """before[k] = sum over visits up to k of exp(-(t_k - t) / tau), after[k] the same over visits from k on."""
    for item in range(start.size - 1):
        for k in range(start[item], start[item + 1]):
            before[k] = 1.0
            if k > start[item]:
                before[k] += before[k - 1] * np.exp(-(day[k] - day[k - 1]) / tau)
        for k in range(start[item + 1] - 1, start[item] - 1, -1):
            after[k] = 1.0
            if k < start[item + 1] - 1:
                after[k] += after[k + 1] * np.exp(-(day[k + 1] - day[k]) / tau)


@njit(cache=True, nogil=True)
def density_at(
    start: Ints, day: Array, before: Array, after: Array, tau: float, past_only: bool, now: float, items: Ints,
    out: Array,
) -> None:  # fmt: skip
    """out[k] = n of items[k] at `now`; visits after now count as those before it, unless `past_only`."""
    for k in range(items.size):
        first, last = start[items[k]], start[items[k] + 1]
        low, high = first, last
        while low < high:
            middle = (low + high) // 2
            if day[middle] <= now:
                low = middle + 1
            else:
                high = middle
        total = 0.0
        if low > first:
            total += before[low - 1] * np.exp(-(now - day[low - 1]) / tau)
        if low < last and not past_only:
            total += after[low] * np.exp(-(day[low] - now) / tau)
        out[k] = total


@dataclass(frozen=True)
class Activity:
    """Days of the visits of each item, ascending, and of each user."""

    start: Ints  # (items + 1,)
    day: Floats  # (V,)
    user_start: Ints  # (users + 1,)
    user_day: Floats  # (V,)

    @classmethod
    def of(cls, known: Known) -> Activity:
        order = np.lexsort((known.day, known.item))
        start = np.concatenate([[0], np.cumsum(known.popularity)]).astype(np.int64)
        users = np.concatenate([[0], np.cumsum(np.bincount(known.user, minlength=known.users))]).astype(np.int64)
        return cls(start, known.day[order].astype(np.float32), users, known.day.astype(np.float32))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Activity:
        return cls(*(arrays[f"activity.{name}"] for name in ("start", "day", "user_start", "user_day")))

    def arrays(self) -> dict[str, Array]:
        return {f"activity.{name}": getattr(self, name) for name in ("start", "day", "user_start", "user_day")}

    def with_empty(self, count: int) -> Self:
        start = np.concatenate([self.start, np.full(count, self.start[-1])])
        made = type(self)(start, self.day, self.user_start, self.user_day)
        made.__dict__["_sums"] = self._sums  # of visits, which are the same
        return made

    @cached_property
    def _sums(self) -> dict[float, tuple[Floats, Floats]]:
        return {}

    def density(self, tau: float, now: float, items: Ints, *, past_only: bool = False) -> Floats:
        """(n,) n_x(now) of the items."""
        sums = self._sums.get(tau)
        if sums is None:
            sums = np.empty_like(self.day), np.empty_like(self.day)
            running_sums(self.start, np.asarray(self.day), tau, *sums)
            self._sums[tau] = sums
        out = np.empty(items.size, np.float32)
        density_at(self.start, self.day, *sums, tau, past_only, now, items, out)
        return out

    @cached_property
    def newest(self) -> float:
        """The day of the newest visit."""
        return float(self.day.max()) if self.day.size else 0.0

    def day_of(self, now: float) -> int:
        """The day of asking; that of the newest visit if it is later."""
        return int(min(now, self.newest))

    @cached_property
    def oldest(self) -> float:
        return float(self.day.min()) if self.day.size else 0.0

    @cached_property
    def first(self) -> Floats:
        """(items,) the day of an item's first visit; the newest day of all for one without visits: it is new."""
        none = self.start[1:] == self.start[:-1]
        first = np.full(none.size, self.newest, np.float32)
        first[~none] = self.day[self.start[:-1][~none]]
        return first

    @cached_property
    def everything(self) -> Ints:
        """(items,) all item numbers."""
        return np.arange(self.start.size - 1)

    def _bins(self, tau: float) -> Floats:
        """(bins, items) n_x at the middle of each bin of the past."""
        count = int((self.newest - self.oldest) // WIDTH) + 1
        return np.stack([self.density(tau, self.oldest + (b + 0.5) * WIDTH, self.everything) for b in range(count)])

    @cached_property
    def seasons(self) -> Floats:
        """(bins, items) n_x at the middle of each bin, tau = 90 days."""
        return self._bins(90.0)

    @cached_property
    def months(self) -> Floats:
        """(bins, items) n_x at the middle of each bin, tau = 30 days."""
        return self._bins(30.0)

    def bins_of(self, user: int) -> tuple[Ints, Floats]:
        """Bins of the user's own visits, and the share of the visits in each."""
        days = self.user_day[self.user_start[user] : self.user_start[user + 1]]
        bins, counts = np.unique(((days - self.oldest) // WIDTH).astype(np.int64), return_counts=True)
        return bins, (counts / max(days.size, 1)).astype(np.float32)
