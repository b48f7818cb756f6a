"""Short explanations for batch output: text and attributes of each substitute, without records, counts and quotes.

The comparison of two items does not depend on the user; the user's care only decides which attributes are named. What
is said of some attributes repeats, so it is kept. The result is the same as that of `Offers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from instead.explanation.comparing import Compared
from instead.explanation.offers import HONEST, Offers
from instead.explanation.ordering import Ordered
from instead.explanation.reasons import tallies
from instead.ranking.askers import Asker
from instead.wording import BETTER, COMPARABLE, NOTHING, UNKNOWN, WORSE, Named

Ints = NDArray[np.int64]
Sides = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

_SIDES = (BETTER, COMPARABLE, WORSE, UNKNOWN, NOTHING)  # in the order of the codes of `choosing.py`
_CLEAR, _UNSPOKEN, _WIDTH = 2, 4, len(_SIDES)
_TEXTS = 50_000


@dataclass(frozen=True, slots=True)
class Told:
    """The short explanation of one substitute: its text, and attributes by verdict."""

    text: str
    better: tuple[str, ...]
    comparable: tuple[str, ...]
    worse: tuple[str, ...]


class Briefs:
    """Short explanations for one shop, with caches shared by all requests."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self._alone = Lock()
        self._told: dict[tuple[tuple[int, ...], int, int], Told] = {}
        self._named: dict[tuple[int, ...], _Reasons] = {}
        self._counted: dict[tuple[int, int], str] = {}

    def of(self, asker: Asker, query: int, found: Ordered, z: int, style: str, in_stock: bool = False) -> list[Told]:
        """The short explanation of each item: text and attributes are those of a recommendation."""
        if style != HONEST:
            return [Told(text, *_sides(said)) for text, said in self._offers.by_the_paper(asker, query, found.items, z)]
        reasons = self._offers.reasons
        compared = reasons.compare(query, found.items) if found.compared is None else found.compared
        chosen = reasons.chosen(compared, found.items, self._offers.person(asker), z)
        counts = tallies(compared, len(found.items))
        with self._alone:
            return [
                self._tell(query, item, self._codes(compared, places), sides, in_stock)
                for item, places, sides in zip(found.items.tolist(), chosen, counts, strict=True)
            ]

    def tell(
        self, queries: Ints, items: Ints, compared: Compared, places: Ints, counts: Ints, in_stock: bool = False
    ) -> list[Told]:
        """The same of items beside queries (n,), from places (n, z) of reasons in comparisons, -1 where there are no
        more, and counts (n, 3)."""
        codes = compared.attribute[places] * _WIDTH + compared.verdict[places] if compared.row.size else places
        codes = np.where(places >= 0, codes, -1)
        rows = zip(queries.tolist(), items.tolist(), map(tuple, codes.tolist()), counts.tolist(), strict=True)
        given = dict[tuple[int, ...], tuple[int, ...]]()  # the codes of a row without those that are none
        found = []
        with self._alone:
            for query, item, padded, tally in rows:
                mine = given.get(padded)
                if mine is None:
                    mine = given[padded] = tuple(code for code in padded if code >= 0)
                found.append(self._tell(query, item, mine, tally, in_stock))
        return found

    def _codes(self, compared: Compared, places: list[int]) -> tuple[int, ...]:
        """Attribute and verdict of each reason as one number."""
        attribute, verdict = compared.attribute, compared.verdict
        return tuple(
            (-1 - place) * _WIDTH + _UNSPOKEN if place < 0 else int(attribute[place]) * _WIDTH + int(verdict[place])
            for place in places
        )

    def _tell(self, query: int, item: int, codes: tuple[int, ...], counts: Sequence[int], in_stock: bool) -> Told:
        better, comparable, worse = counts
        key = codes, better, worse
        found = self._told.get(key)
        if found is None:
            reasons = self._of_codes(codes)
            if not reasons.opinion:  # facts of the two are told, which are like no others
                names = self._offers.reasons.names.attributes
                said = [(names[code // _WIDTH], _SIDES[code % _WIDTH]) for code in codes]
                facts = self._offers.facts.of(query, np.array([item]), in_stock)[0]
                return Told(self._offers.summary(query, said, (better, comparable, worse), facts), *reasons.sides)
            if len(self._told) >= _TEXTS:
                self._told = {}
            text = reasons.named.text(self._tally(better, worse), (better, worse))
            found = self._told[key] = Told(text, *reasons.sides)
        return found

    def _of_codes(self, codes: tuple[int, ...]) -> _Reasons:
        found = self._named.get(codes)
        if found is None:
            if len(self._named) >= _TEXTS:
                self._named = {}
            names = self._offers.reasons.names.attributes
            sides: tuple[list[str], ...] = [], [], [], [], []
            for code in codes:
                attribute, side = divmod(code, _WIDTH)
                sides[side].append(names[attribute])
            better, comparable, worse = sides[: _CLEAR + 1]
            named = self._offers.reasons.wording.named(better, comparable, worse, *sides[_CLEAR + 1 :])
            told = tuple(better), tuple(comparable), tuple(worse)
            found = self._named[codes] = _Reasons(named, told, any(told))
        return found

    def _tally(self, better: int, worse: int) -> str:
        """Counts in words."""
        found = self._counted.get((better, worse))
        if found is None:
            found = self._counted[better, worse] = self._offers.reasons.wording.counted((better, worse))
        return found


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Attributes that are named together, which differ less than the counts beside them."""

    named: Named
    sides: Sides
    opinion: bool
    """Whether any of them is decided by reviews."""


def _sides(said: list[tuple[str, str]]) -> Sides:
    better, comparable, worse = (
        tuple([attribute for attribute, verdict in said if verdict == side]) for side in _SIDES[: _CLEAR + 1]
    )
    return better, comparable, worse
