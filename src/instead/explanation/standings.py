"""How an item stands on an attribute, as records: counts of its reviews, posterior share of praise, quotes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from instead.models.evidence import Evidence
from instead.models.posteriors import Posteriors
from instead.records import Quote, Standing
from instead.wording import Wording, shortened

REACH = 1.645
"""Standard deviations of the posterior from a share of praise to `low` and `high`: it lies between them with a
probability of 0.9 (normal approximation)."""


_KEPT = 20_000  # lists of sentences, and cells in words, kept at most
_Told = tuple[int, int, float, str, float, float]  # praised, blamed, share, text, low, high


class Standings:
    """Standings of the items of one shop."""

    def __init__(
        self, evidence: Evidence, posteriors: Posteriors, items: Sequence[str], scale: float, longest: int,
        wording: Wording,
    ) -> None:  # fmt: skip
        """`items` are ids by number; quotes are cut at `longest` characters."""
        self._evidence, self._posteriors, self._items = evidence, posteriors, items
        self._scale, self._longest, self._wording = scale, longest, wording
        self._kept: dict[tuple[int, int, int], tuple[str, ...]] = {}
        self._told: dict[int, _Told] = {}

    def over(self, evidence: Evidence, posteriors: Posteriors, items: Sequence[str], wording: Wording) -> Standings:
        """The same settings over other evidence, or in other words."""
        return Standings(evidence, posteriors, items, self._scale, self._longest, wording)

    def of(
        self, item: int, place: int, column: int, quality: float, quotes: int, wanted: int, about: str,
        strict: bool = False, used: set[str] | None = None,
    ) -> Standing:  # fmt: skip
        """Counts, quality and quotes of an item on a column; `place` is its cell, -1 for none. Quotes of the wanted
        sentiment come first, and no others with `strict`; those in `used` are left out, and what is quoted is added.
        `about` is their caption."""
        if place < 0:
            return Standing(quality, False, 0, 0, text=self._wording.standing(0, 0, False, quality, self._scale))
        praised, blamed, share, text, low, high = self._told.get(place) or self._tell(place)
        said = self._quotes(item, column, quotes, wanted, about, strict, set() if used is None else used)
        return Standing(quality, True, praised, blamed, said, share, text, low, high)

    def _tell(self, place: int) -> _Told:
        """What does not depend on who asks; kept, because the cells of a query are asked for with every offer."""
        cells = self._posteriors.cells
        praised, blamed = int(cells.praised[place]), int(cells.blamed[place])
        alpha, beta = float(self._posteriors.alpha[place]), float(self._posteriors.beta[place])
        share, size = alpha / (alpha + beta), alpha + beta
        reach = REACH * (share * (1.0 - share) / (size + 1.0)) ** 0.5
        text = self._wording.standing(praised, blamed, True, 0.0, self._scale)
        if len(self._told) >= _KEPT:
            self._told = {}
        found = self._told[place] = praised, blamed, share, text, max(share - reach, 0.0), min(share + reach, 1.0)
        return found

    def _quotes(
        self, item: int, column: int, count: int, wanted: int, about: str, strict: bool, used: set[str]
    ) -> tuple[Quote, ...]:
        """At most `count` sentences of an item on a column, of a pooled family those of any member."""
        if count <= 0:
            return ()
        found: list[Quote] = []
        for sentiment in (wanted,) if strict else (wanted, -wanted):
            for text in self._sentences(item, column, sentiment):
                if len(found) == count:
                    break
                if text not in used:
                    used.add(text)
                    found.append(Quote(shortened(text, self._longest), sentiment, self._items[item], about))
        return tuple(found)

    def _sentences(self, item: int, column: int, sentiment: int) -> tuple[str, ...]:
        """Sentences of an item on a column, the clearest first; kept, because those of a query are asked for again."""
        key = item, column, sentiment
        known = self._kept.get(key)
        if known is None:
            evidence, columns = self._evidence, self._posteriors.columns
            if column < columns.attributes:
                places = [evidence.place(item, column)]
            else:
                span = evidence.cells(item)
                members = columns.family[evidence.attribute[span]] == columns.family[column]
                places = (span.start + np.flatnonzero(members)).tolist()
            known = tuple(text for place in places for text in evidence.quotes(place, sentiment))
            if len(self._kept) >= _KEPT:
                self._kept = {}
            self._kept[key] = known
        return known
