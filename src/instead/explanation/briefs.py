"""Short explanations for batch output: text and attributes of each substitute, without records, counts and quotes.

The comparison of two items does not depend on the user, so it is cached by query; the user's care only decides which
attributes are named. Texts repeat, so they are cached, too. The result is the same as that of `Offers`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import choose_reasons
from instead.explanation.offers import HONEST, Offers
from instead.explanation.reasons import CODES, Tally
from instead.ranking.askers import Asker
from instead.wording import BETTER, COMPARABLE, WORSE

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_SIDES = (BETTER, COMPARABLE, WORSE)  # in the order of the codes of `choosing.py`
_UNKNOWN = len(_SIDES)
_CELLS = 2_000_000  # comparisons kept at most: some 35 MB
_TEXTS = 50_000


@dataclass(frozen=True, slots=True)
class Told:
    """The short explanation of one substitute: its text, and attributes by verdict."""

    text: str
    better: tuple[str, ...]
    comparable: tuple[str, ...]
    worse: tuple[str, ...]


@dataclass
class Compared:
    """Cached comparisons of one query with items, by attribute; only those with enough reviews."""

    spans: dict[int, tuple[int, int]] = field(default_factory=dict)  # of each item, in the arrays below
    attribute: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    verdict: NDArray[np.int8] = field(default_factory=lambda: np.empty(0, np.int8))
    difference: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))  # of the shares of praise


class Briefs:
    """Short explanations for one shop, with caches shared by all requests."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._alone = Lock()
        self._compared: dict[int, Compared] = {}
        self._cells = 0
        self._told: dict[tuple[int, ...], Told] = {}
        self._anybody = np.ones(offers.reasons.evidence.attributes, np.float32)

    def of(self, asker: Asker, query: int, items: Ints, z: int, style: str) -> list[Told]:
        """The short explanation of each item: text and attributes are those of a recommendation."""
        if style != HONEST:
            return [_told(text, said) for text, said in self._offers.by_the_paper(asker, query, items, z)]
        with self._alone:
            return self._honestly(asker, query, items, z)

    def _honestly(self, asker: Asker, query: int, items: Ints, z: int) -> list[Told]:
        numbers = items.tolist()
        compared = self._compare(query, numbers)
        spans = np.array([compared.spans[item] for item in numbers], np.int64).reshape(-1, 2)
        chosen = np.empty((len(numbers), z), np.int64)
        trade_offs = self._offers.reasons.settings.trade_offs
        choose_reasons(
            spans[:, 0].copy(), spans[:, 1].copy(), compared.attribute, compared.verdict, compared.difference,
            asker.care, trade_offs, chosen,
        )  # fmt: skip
        if compared.attribute.size:
            codes = np.where(chosen < 0, -1, compared.attribute[chosen] * len(_SIDES) + compared.verdict[chosen])
        else:
            codes = chosen
        sides = [np.bincount(compared.verdict[first:last], minlength=len(_SIDES)).tolist() for first, last in spans]
        return [self._tell(query, tuple(row), tuple(side)) for row, side in zip(codes.tolist(), sides, strict=True)]

    def _compare(self, query: int, items: list[int]) -> Compared:
        """Comparisons of the query with these items, computed where they are not cached."""
        if self._cells > _CELLS:
            self._compared, self._cells = {}, 0
        known = self._compared.setdefault(query, Compared())
        missing = [item for item in items if item not in known.spans]
        if missing:
            weighed = self._offers.reasons.weigh(query, np.array(missing), self._anybody)
            verdict = np.array([CODES[name] for name in weighed.verdict], np.int8)
            kept = np.flatnonzero(verdict != _UNKNOWN)
            row, attribute = np.array(weighed.row, np.int64)[kept], np.array(weighed.attribute, np.int64)[kept]
            ends = known.attribute.size + np.searchsorted(row, np.arange(len(missing) + 1))
            known.attribute = np.concatenate([known.attribute, attribute])
            known.verdict = np.concatenate([known.verdict, verdict[kept]])
            known.difference = np.concatenate([known.difference, np.array(weighed.difference, np.float64)[kept]])
            known.spans.update(zip(missing, pairwise(ends.tolist()), strict=True))
            self._cells += len(kept) + len(missing)
        return known

    def _tell(self, query: int, codes: tuple[int, ...], counts: Tally) -> Told:
        key = (*codes, *counts) if any(counts) else (-2, query)  # the text without reasons depends on the query
        found = self._told.get(key)
        if found is None:
            names = self._offers.reasons.names.attributes
            said = [(names[code // len(_SIDES)], _SIDES[code % len(_SIDES)]) for code in codes if code >= 0]
            found = _told(self._offers.summary(query, said, counts), said)
            if len(self._told) >= _TEXTS:
                self._told = {}
            self._told[key] = found
        return found


def _told(text: str, said: list[tuple[str, str]]) -> Told:
    sides = [tuple([attribute for attribute, verdict in said if verdict == side]) for side in _SIDES]
    return Told(text, *sides)
