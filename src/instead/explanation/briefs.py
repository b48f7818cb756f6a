"""Short explanations for batch output: text and attributes of each substitute, without records, counts and quotes.

The comparison of two items does not depend on the user; the user's care only decides which attributes are named. Texts
repeat, so they are cached. The result is the same as that of `Offers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from instead.explanation.comparing import Compared
from instead.explanation.offers import HONEST, Offers
from instead.explanation.ordering import Ordered
from instead.explanation.reasons import Tally, tallies
from instead.ranking.askers import Asker
from instead.wording import BETTER, COMPARABLE, NOTHING, UNKNOWN, WORSE

Ints = NDArray[np.int64]

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
        self._told: dict[tuple[int, ...], Told] = {}

    def of(self, asker: Asker, query: int, found: Ordered, z: int, style: str, in_stock: bool = False) -> list[Told]:
        """The short explanation of each item: text and attributes are those of a recommendation."""
        if style != HONEST:
            return [_told(text, said) for text, said in self._offers.by_the_paper(asker, query, found.items, z)]
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
        keys = np.column_stack([np.where(places >= 0, codes, -1), counts, queries, items])
        keys[(places >= 0).any(axis=1), -2:] = -1  # opinions are the same for any items
        told: dict[tuple[int, ...], Told] = {}
        found = []
        with self._alone:
            for key, query, item in zip(map(tuple, keys.tolist()), queries.tolist(), items.tolist(), strict=True):
                one = told.get(key)
                if one is None:
                    better, comparable, worse = key[-5:-2]
                    given = tuple(code for code in key[:-5] if code >= 0)
                    one = told[key] = self._tell(query, item, given, (better, comparable, worse), in_stock)
                found.append(one)
        return found

    def _codes(self, compared: Compared, places: list[int]) -> tuple[int, ...]:
        """Attribute and verdict of each reason as one number."""
        attribute, verdict = compared.attribute, compared.verdict
        return tuple(
            (-1 - place) * _WIDTH + _UNSPOKEN if place < 0 else int(attribute[place]) * _WIDTH + int(verdict[place])
            for place in places
        )

    def _tell(self, query: int, item: int, codes: tuple[int, ...], counts: Tally, in_stock: bool) -> Told:
        opinion = any(code % _WIDTH <= _CLEAR for code in codes)
        key = (
            (*codes, -1, *counts) if opinion else (*codes, -2, query, item, in_stock)
        )  # else facts of the two are told
        found = self._told.get(key)
        if found is None:
            names, offers = self._offers.reasons.names.attributes, self._offers
            said = [(names[code // _WIDTH], _SIDES[code % _WIDTH]) for code in codes]
            facts = () if opinion else offers.facts.of(query, np.array([item]), in_stock)[0]
            found = _told(offers.summary(query, said, counts, facts), said)
            if len(self._told) >= _TEXTS:
                self._told = {}
            self._told[key] = found
        return found


def _told(text: str, said: list[tuple[str, str]]) -> Told:
    sides = [tuple([attribute for attribute, verdict in said if verdict == side]) for side in _SIDES[: _CLEAR + 1]]
    return Told(text, *sides)
