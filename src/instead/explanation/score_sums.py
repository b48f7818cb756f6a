"""What a score is the sum of: named parts in points, the largest first, with what single attributes add to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Context
from instead.models.interface import GAIN, START, ExplainsGain, ExplainsScore, Model
from instead.wording import Wording

Ints = NDArray[np.int64]
Parts = tuple[tuple[str, float], ...]

SHOWN = 3
"""Attributes that have a part of their own; the rest are one."""
ROUNDING = 1e-4
"""Points of the rest that are no part of their own."""


class ScoreSums:
    """Takes the scores of one model apart, in the words of one shop."""

    def __init__(self, model: Model, attributes: Sequence[str], wording: Wording) -> None:
        """`attributes` are names by number."""
        # abilities are asked for once: asking takes longer than a small shop's scores
        self._explains = model if isinstance(model, ExplainsScore) else None
        self._by_attribute = model if isinstance(model, ExplainsGain) else None
        self._attributes, self._wording = attributes, wording

    @property
    def able(self) -> bool:
        """Whether the model can take its scores apart."""
        return self._explains is not None

    def of(self, context: Context, items: Ints, among: Ints | None = None) -> list[Parts]:
        """(name, points) of the parts of each item's score (c,) for one request; nothing where the model cannot tell.

        Largest first, whatever the sign, and last the one that scores start from. They add up to the score that the
        items have among others (`among` (n,), ascending, holds them all), where a model judges a list as a whole.
        """
        if self._explains is None or not len(items):
            return [()] * len(items)
        asked = items if among is None else among
        places = np.searchsorted(among, items) if among is not None else np.arange(len(items))
        found = self._explains.parts(context, asked[None])
        return [
            self._one(context, item, {name: float(points[0, place]) for name, points in found.items()})
            for item, place in zip(items.tolist(), places.tolist(), strict=True)
        ]

    def _one(self, context: Context, item: int, points: Mapping[str, float]) -> Parts:
        rows: list[tuple[str, float]] = []
        for name, value in points.items():
            split = self._gains(context, item, value) if name == GAIN else []
            rows += split or ([(self._wording.score_part(name), value)] if value and name != START else [])
        rows.sort(key=lambda row: -abs(row[1]))
        start = [(self._wording.score_part(START), points[START])] if START in points else []
        return (*rows, *start)

    def _gains(self, context: Context, item: int, total: float) -> list[tuple[str, float]]:
        """What the attributes of most weight add, and the rest of the part as one; nothing without attributes."""
        if self._by_attribute is None:
            return []
        gains = self._by_attribute.gains_by_attribute(context, np.array([item]))[0]
        largest = sorted(gains, key=lambda attribute: (-abs(gains[attribute]), attribute))[:SHOWN]
        rows = [
            (self._wording.gain_part(self._attributes[attribute], gains[attribute]), gains[attribute])
            for attribute in largest
            if gains[attribute]
        ]
        if not rows:
            return []
        rest = total - sum(value for _, value in rows)
        if abs(rest) > ROUNDING:
            return [*rows, (self._wording.gain_rest, rest)]
        name, value = rows[0]
        return [(name, value + rest), *rows[1:]]  # so that the sum is exact
