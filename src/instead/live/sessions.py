"""Visits that go on: what was looked at last, by id of the visit and by user, and what was looked at together.

A visit ends when nothing happens for half an hour. Both tables are bounded; what a visit looked at twice counts once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from instead.live.bounded import Bounded

TIMEOUT = 1_800.0
"""Seconds without a look after which a visit is over."""
LONGEST = 30
"""Items of one visit that are remembered."""
TOGETHER = 10
"""Items before a look that count as looked at beside it."""
VISITS = 100_000
"""Visits, and as many users, that are remembered."""
PAIRS = 200_000
"""Pairs of items whose looks are counted."""


@dataclass(slots=True)
class _Visit:
    last: float
    items: dict[str, None] = field(default_factory=dict)


class Sessions:
    """What visits that go on have looked at."""

    def __init__(self, most: int = VISITS) -> None:
        self._by_session: Bounded[str, _Visit] = Bounded(most)
        self._by_user: Bounded[str, _Visit] = Bounded(most)

    def look(self, session: str | None, user: str | None, item: str, time: float) -> list[str]:
        """Note a look; returns the items that the same visit looked at shortly before, where the item is new to it."""
        before: list[str] = []
        for table, key in ((self._by_user, user), (self._by_session, session)):
            if key is None:
                continue
            visit = table.get(key)
            if visit is None or time - visit.last > TIMEOUT:
                visit = _Visit(time)
            table.put(key, visit)
            before = [] if item in visit.items else list(visit.items)[-TOGETHER:]
            visit.items.pop(item, None)  # what is looked at twice counts where it was the last time
            visit.items[item] = None
            visit.last = max(visit.last, time)
            while len(visit.items) > LONGEST:
                del visit.items[next(iter(visit.items))]
        return before

    def viewed(self, session: str | None, user: str | None, now: float) -> tuple[str, ...]:
        """What a visit has looked at, the latest last: by its id, else by its user."""
        for table, key in ((self._by_session, session), (self._by_user, user)):
            visit = None if key is None else table.get(key)
            if visit is not None and now - visit.last <= TIMEOUT:
                return tuple(visit.items)
        return ()

    def __len__(self) -> int:
        return len(self._by_session) + len(self._by_user)


class CoViews:
    """In how many visits two items were looked at, for the most frequent pairs (Misra and Gries 1982): where there are
    too many pairs, one is taken off every count, and pairs without a count go. A count is never too high, and too low
    by at most the number of looks over the number of pairs."""

    def __init__(self, most: int = PAIRS) -> None:
        self._most = most
        self.counts: Counter[tuple[int, int]] = Counter()

    def add(self, one: int, other: int) -> None:
        """Count a visit that looked at both items."""
        if one == other:
            return
        self.counts[min(one, other), max(one, other)] += 1
        while len(self.counts) > self._most:
            self.counts = Counter({pair: count - 1 for pair, count in self.counts.items() if count > 1})

    def often(self, least: int = 2) -> list[tuple[int, int, int]]:
        """Pairs of at least so many visits, and how many."""
        return sorted((one, other, count) for (one, other), count in self.counts.items() if count >= least)
