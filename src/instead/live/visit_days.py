"""Visits since the training by item and day: what recent popularity is counted from.

A visit is what the model was trained on: somebody had an item. Purchases and reviews count as one, looks do not. The
last 60 days are kept one by one, what is older in months, so that memory is bounded by the catalogue.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from instead.models.interface import LiveVisits

DAY = 86_400.0
DAYS = 60
"""Days that are kept one by one ..."""
MONTH = 30
"""... and days of the pieces that older ones are kept in."""

Counts = NDArray[np.float32]


class VisitDays:
    """Counts of visits by day and item number."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int], Counts] = {}
        """By the first day and how many days it is."""
        self.newest = 0.0

    def add(self, item: int, time: float, items: int) -> None:
        """Count a visit of an item at a time (seconds since 1970), in a catalogue of so many items."""
        day = time / DAY
        if day > self.newest:
            before, self.newest = int(self.newest), day
            if int(day) > before:
                self._fold()
        key = self._key(int(day))
        counts = self._counts.get(key)
        if counts is None or counts.size < items:
            counts = self._counts[key] = _grown(counts, items)
        counts[item] += 1.0

    def _key(self, day: int) -> tuple[int, int]:
        return (day, 1) if day > int(self.newest) - DAYS else (day // MONTH * MONTH, MONTH)

    def _fold(self) -> None:
        """Put days that have become old together."""
        for (day, length), counts in list(self._counts.items()):
            key = self._key(day)
            if length == 1 and key[1] != 1:
                del self._counts[day, length]
                there = self._counts.get(key)
                self._counts[key] = counts if there is None else _grown(there, counts.size) + _grown(counts, there.size)

    def visits(self, items: int) -> LiveVisits | None:
        """All of it for a catalogue of so many items; None without a visit."""
        if not self._counts:
            return None
        order = sorted(self._counts)
        alone = int(self.newest) - DAYS + 1.0  # the first day that is kept by itself: a month may begin before it
        days = np.array([min(day + length / 2.0, alone) if length > 1 else day + 0.5 for day, length in order])
        return LiveVisits(days, np.stack([_grown(self._counts[key], items) for key in order]), self.newest)

    def __len__(self) -> int:
        return len(self._counts)


def _grown(counts: Counts | None, items: int) -> Counts:
    """The same counts for a catalogue that has grown."""
    if counts is None:
        return np.zeros(items, np.float32)
    return counts if counts.size >= items else np.pad(counts, (0, items - counts.size))
