"""Recent popularity baseline: items by training interactions close to the time of asking, the same for every user."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Arrays, LiveVisits
from instead.models.ranker.tables.activity import density_at, running_sums
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.settings import FitSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

DAY = 86_400.0
_VISIT = 60  # bytes: times and items of the visits, their order, and two running sums


class RecentPopularitySettings(FitSettings):
    """How long a visit counts."""

    tau: float = Field(default=30.0, gt=0.0)
    """[tau] Days between a visit and the time of asking after which it counts 1/e."""
    eps: float = Field(default=0.05, gt=0.0)
    """[eps] Added to the sum before its logarithm: items without a visit at that time are all alike."""
    past_only: bool = False
    """Whether visits after the time of asking count nothing; a shop never has any."""


class RecentPopularity:
    """score(j) = log(sum over training visits of j of exp(-|now - time of the visit| / tau) + eps).

    Now is the time in the context; where it is unknown, the newest training visit. Visits after now count by the same
    kernel as those before it, unless `past_only`: where held-out visits are drawn at random, training visits lie on
    both sides of them, and the popularity at a time in the past is best told from both. Of a context without a time, as
    of any request in a shop, all visits are in the past.
    """

    name = "recent-popularity"
    looks_at: frozenset[Aspect] = frozenset(("time",))

    def __init__(self, start: Ints, time: Ints, settings: RecentPopularitySettings) -> None:
        """`time` (visits,) in Unix seconds, those of item j, sorted, at `start[j]:start[j + 1]`."""
        self.items = start.size - 1
        self._start, self._time, self._settings = np.asarray(start), np.asarray(time), settings
        self._newest = int(time.max(initial=0))
        self._live: LiveVisits | None = None
        self._before, self._after = np.empty((2, time.size))
        running_sums(self._start, self._time, settings.tau * DAY, self._before, self._after)

    @classmethod
    def of(
        cls, item: Ints, time: NDArray[np.datetime64], items: int, settings: RecentPopularitySettings
    ) -> RecentPopularity:
        """`item` and `time` (visits,) of training interactions; those of unknown time are left out."""
        known = ~np.isnat(time)
        item, seconds = item[known], time[known].astype(np.int64)
        order = np.lexsort((seconds, item))
        start = np.concatenate([[0], np.cumsum(np.bincount(item, minlength=items))]).astype(np.int64)
        return cls(start, seconds[order], settings)

    @property
    def newest(self) -> int:
        """Time of the newest visit: to those who ask long after it, all items would be alike."""
        return self._newest if self._live is None else max(self._newest, int(self._live.newest * DAY))

    def with_visits(self, visits: LiveVisits) -> RecentPopularity:
        """The same with visits since the training, counted by day."""
        made = copy.copy(self)
        made._live = visits
        return made

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) logarithms of visits around now."""
        return self._scores(context, np.ascontiguousarray(candidates, np.int64))

    def score_all(self, context: Context) -> Floats:
        """(n, items) the same for the whole catalogue."""
        return self._scores(context, np.arange(self.items)[None, :])

    def _scores(self, context: Context, candidates: Ints) -> Floats:
        """`candidates` (n, c), or (1, c) for all of them."""
        times, chosen = context.askers.time, self._settings
        now = np.where(np.isnat(times), self.newest, times.astype("datetime64[s]").astype(np.int64))
        sums = np.empty((len(context), candidates.shape[1]))
        for row, own in enumerate(np.broadcast_to(candidates, sums.shape)):
            density_at(
                self._start, self._time, self._before, self._after, chosen.tau * DAY, chosen.past_only, int(now[row]),
                own, sums[row],
            )  # fmt: skip
            if self._live is not None:
                sums[row] += self._since(self._live, float(now[row]) / DAY)[own]
        return np.log(sums + chosen.eps).astype(np.float32)

    def _since(self, live: LiveVisits, day: float) -> Floats:
        """(items,) the sum over visits since the training."""
        weight = np.exp(-np.abs(day - live.days) / self._settings.tau)
        if self._settings.past_only:
            weight[live.days > day] = 0.0
        return np.asarray(weight.astype(np.float32) @ live.counts, np.float32)

    def arrays(self) -> Arrays:
        return {"start": self._start, "time": self._time}


def _load(settings: RecentPopularitySettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> RecentPopularity:
    return RecentPopularity(arrays["start"], arrays["time"], settings)


def _fit(material: Material, settings: RecentPopularitySettings) -> RecentPopularity:
    return RecentPopularity.of(material.visited, material.visited_time, material.items, settings)


def _memory(material: Material, settings: RecentPopularitySettings) -> dict[str, int]:
    return fit_memory(material, settings, 8 * material.items + _VISIT * material.visited.size, compiled=True)


ENTRY = Entry(
    "recent-popularity",
    RecentPopularitySettings,
    _load,
    _memory,
    _fit,
    grid={"tau": [7.0, 30.0, 90.0, 365.0]},
    needs=("times",),
    reference=True,
    about="what most people had around the time of asking",
)
