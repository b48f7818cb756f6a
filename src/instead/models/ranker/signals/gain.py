"""Expected gain on attributes: care times the difference of posterior quality.

gain(u, q, x) = sum over attributes a of care(u, a) (quality(x, a) - quality(q, a)), care shrunk towards the average
user's and changed by what the request states. Cost: the mentions of what the asker cares about.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import gains_at, weighted_rows
from instead.models.ranker.signals.signal import Column, Floats, Ints, Signal, Some
from instead.models.ranker.tables.all_tables import present


class Gain(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("opinions",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column("better in what counts", "gain", "reviews praise it for what you care about", takes=True, compared=True),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("user", "care"))

    def cares(self, asked: Asked) -> tuple[Ints, Floats, float]:
        """Attributes with their own care, and how much the average user's counts beside it; all add up to about 1."""
        opinions = present(self.tables.opinions)
        attribute, own = opinions.care_of(asked.user)
        if not asked.attribute.size:
            return attribute, own, opinions.usual_share(0.0) - float(own.sum())
        care = dict(zip(attribute.tolist(), own.tolist(), strict=True)) | dict(
            zip(asked.attribute.tolist(), asked.care.tolist(), strict=True)
        )
        total = sum(care.values()) + 1.0
        return np.array(list(care), np.int64), (np.array(list(care.values())) / total).astype(np.float32), 1.0 / total

    def fill(self, asked: Asked, out: Floats) -> None:
        opinions = present(self.tables.opinions)
        attribute, care, usual = self.cares(asked)
        weighted_rows(*opinions.across, attribute, care, out[0])
        out[0] += np.float32(usual) * opinions.usual_gain
        out[0] -= out[0, asked.query]

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        opinions = present(self.tables.opinions)
        gains_at(some.items, asked.query, *self.cares(asked), *opinions.rows, opinions.usual_gain, out[0])

    def by_attribute(self, asked: Asked, item: int) -> dict[int, float]:
        """The gain of one item as a sum over attributes."""
        opinions = present(self.tables.opinions)
        attribute, care, usual = self.cares(asked)
        weight = np.float32(usual) * opinions.usual.copy()
        weight[attribute] += care
        apart = (opinions.quality[item] - opinions.quality[asked.query]).tocoo()
        return {int(a): float(weight[a] * value) for a, value in zip(apart.col, apart.data, strict=True)}
