"""How an item stands on an attribute, as records: counts of its reviews, posterior share of praise, quotes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import betaincinv

from instead.models.evidence import KEPT, Evidence
from instead.models.posteriors import Posteriors
from instead.records import Quote, Standing
from instead.wording import Wording, shortened

INTERVAL = 0.9
"""Probability that a share of praise lies between `low` and `high`."""


class Standings:
    """Standings of the items of one shop."""

    def __init__(
        self, evidence: Evidence, posteriors: Posteriors, items: Sequence[str], scale: float, longest: int,
        wording: Wording,
    ) -> None:  # fmt: skip
        """`items` are ids by number; quotes are cut at `longest` characters."""
        self._evidence, self._posteriors, self._items = evidence, posteriors, items
        self._scale, self._longest, self._wording = scale, longest, wording

    def of(
        self, item: int, place: int, column: int, quality: float, quotes: int, wanted: int, about: str,
        strict: bool = False, used: set[str] | None = None,
    ) -> Standing:  # fmt: skip
        """Counts, quality and quotes of an item on a column; `place` is its cell, -1 for none. Quotes of the wanted
        sentiment come first, and no others with `strict`; those in `used` are left out, and what is quoted is added.
        `about` is their caption."""
        if place < 0:
            return Standing(quality, False, 0, 0, text=self._wording.standing(0, 0, False, quality, self._scale))
        cells = self._posteriors.cells
        praised, blamed = int(cells.praised[place]), int(cells.blamed[place])
        alpha, beta = float(self._posteriors.alpha[place]), float(self._posteriors.beta[place])
        low, high = (float(betaincinv(alpha, beta, at)) for at in ((1.0 - INTERVAL) / 2.0, (1.0 + INTERVAL) / 2.0))
        said = self._quotes(item, column, quotes, wanted, about, strict, set() if used is None else used)
        text = self._wording.standing(praised, blamed, True, quality, self._scale)
        return Standing(quality, True, praised, blamed, said, alpha / (alpha + beta), text, low, high)

    def _quotes(
        self, item: int, column: int, count: int, wanted: int, about: str, strict: bool, used: set[str]
    ) -> tuple[Quote, ...]:
        """At most `count` sentences of an item on a column, of a pooled family those of any member."""
        if count <= 0:
            return ()
        evidence, columns = self._evidence, self._posteriors.columns
        if column < columns.attributes:
            places = [evidence.place(item, column)]
        else:
            span = evidence.cells(item)
            members = columns.family[evidence.attribute[span]] == columns.family[column]
            places = (span.start + np.flatnonzero(members)).tolist()
        found: list[Quote] = []
        told = [one for place in places for one in evidence.quotes(place, wanted, 2 * KEPT)]
        for text, sentiment in sorted(told, key=lambda one: one[1] != wanted):  # stable: the clearest first
            if len(found) == count or (strict and sentiment != wanted):
                break
            if text not in used:
                used.add(text)
                found.append(Quote(shortened(text, self._longest), sentiment, self._items[item], about))
        return tuple(found)
