"""Facts beside opinions: price, stars, what people took who looked at the query, age, brand, structured fields. What is
not in the data is not said.

Facts that favour the substitute come first, then those that favour neither, then those against it.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.explanation.field_facts import FieldFacts
from instead.models.fact_table import BOUGHT, VIEWED, FactTable
from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import ItemChanges
from instead.records import Fact
from instead.wording import Wording

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

PRICE, STARS, TAKEN, SEEN, NEWER, SAME_BRAND, STOCK = "price", "stars", "taken", "viewed", "newer", "brand", "in stock"
SAME_PRICE = 0.005
"""Prices that differ by no more than this share are the same."""
ALIKE_STARS = 0.2
"""Mean ratings that differ by no more favour neither item."""
FEW_RATINGS = 3
"""Ratings that both items need before the stars favour one."""
_SHRINK = 5.0  # mean ratings of the shop that an item's are joined with, to put items in order
_KEPT = 20_000  # pairs of items whose facts are kept at most
_YEAR = 366 * 86_400.0  # seconds between first reviews that make one item newer


class Facts:
    """Facts of the items of one shop."""

    def __init__(self, table: FactTable, catalogue: Catalogue, wording: Wording) -> None:
        self._table, self._catalogue, self._wording = table, catalogue, wording
        self._known: dict[tuple[int, int, bool], tuple[Fact, ...]] = {}  # they do not depend on who asks
        ratings, stars = np.asarray(table.ratings, np.float64), np.nan_to_num(np.asarray(table.stars, np.float64))
        usual = float((stars * ratings).sum() / max(ratings.sum(), 1.0))
        self.mean_stars: Doubles = np.where(ratings > 0, np.asarray(table.stars, np.float64), np.nan)
        """(items,) mean rating as it is shown; NaN without a rating."""
        self.stars: Doubles = np.where(ratings > 0, (stars * ratings + _SHRINK * usual) / (ratings + _SHRINK), np.nan)
        """(items,) mean rating, shrunk towards the shop's; NaN without a rating."""

    def in_words(self, wording: Wording) -> Facts:
        """The same in other words."""
        made = copy.copy(self)
        made._wording, made._known = wording, {}
        if "_fields" in self.__dict__:
            made.__dict__["_fields"] = self._fields.in_words(wording)
        return made

    def updated(self, table: FactTable, catalogue: Catalogue, changes: ItemChanges) -> Facts:
        """The same over another table and a catalogue with changes."""
        made = Facts(table, catalogue, self._wording)
        if "_fields" in self.__dict__:
            rows = changes.values.get("fields", {})
            told = {row: catalogue.fields[row] for row in rows}
            made.__dict__["_fields"] = self._fields.changed(changes.more, told) if rows else self._fields
        return made

    @cached_property
    def _fields(self) -> FieldFacts:
        return FieldFacts(self._catalogue.fields, self._wording)

    def of(self, query: int, items: Ints, in_stock: bool = False) -> list[tuple[Fact, ...]]:
        """The facts of each item; `in_stock`: the request names what is in stock, so every offer is."""
        known = [self._known.get((query, item, in_stock)) for item in items.tolist()]
        found = [each for each in known if each is not None]
        if len(found) < len(known):
            found = list(self._made(query, items, in_stock))
            if len(self._known) >= _KEPT:
                self._known = {}
            self._known |= {(query, item, in_stock): each for item, each in zip(items.tolist(), found, strict=True)}
        return found

    def _made(self, query: int, items: Ints, in_stock: bool) -> Iterator[tuple[Fact, ...]]:
        viewed, bought = (
            list(zip(*(part.tolist() for part in self._table.links(name, query, items)), strict=True))
            for name in (VIEWED, BOUGHT)
        )
        prices = self._catalogue.priced.beside(query, items).tolist()
        for place, item in enumerate(items.tolist()):
            facts = [
                self._price(query, prices[place]), self._stars(query, item), self._taken(bought[place]),
                self._viewed(viewed[place]), self._newer(query, item), self._brand(query, item),
                self._stock(item, in_stock), *self._fields.of(query, item),
            ]  # fmt: skip
            known = [fact for fact in facts if fact is not None]
            yield tuple(sorted(known, key=lambda fact: -fact.favours))

    def _stock(self, item: int, in_stock: bool) -> Fact | None:
        """What the request says, which is newer than the shop's file; then what the file says."""
        if in_stock or self._catalogue.available[item]:
            return Fact(STOCK, self._wording.in_stock, None, None, "catalogue", 0)
        if self._catalogue.sold_out[item]:
            return Fact(STOCK, self._wording.sold_out, None, None, "catalogue", -1)
        return None

    def _price(self, query: int, mine: float) -> Fact | None:
        """From what an item costs in the currency of the query; NaN where that is not known."""
        priced = self._catalogue.priced
        theirs = float(priced.amount[query])
        if math.isnan(mine) or not theirs > 0.0:
            return None
        apart = mine - theirs
        if abs(apart) <= SAME_PRICE * theirs:
            return Fact(PRICE, self._wording.same_price, mine, theirs, "catalogue", 0)
        template = self._wording.cheaper if apart < 0 else self._wording.dearer
        amount = self._wording.money(abs(apart), priced.currency(query))
        text = template.format(amount=amount, percent=self._wording.number(100.0 * abs(apart) / theirs))
        return Fact(PRICE, text, mine, theirs, "catalogue", 1 if apart < 0 else -1)

    def _stars(self, query: int, item: int) -> Fact | None:
        count, other = (int(self._table.ratings[one]) for one in (item, query))
        if not count or not other:
            return None
        mine, theirs = (float(self._table.stars[one]) for one in (item, query))
        text = self._wording.stars.format(
            stars=self._wording.number(mine, 1), count=self._wording.number(count),
            other=self._wording.number(theirs, 1), other_count=self._wording.number(other),
        )  # fmt: skip
        apart = mine - theirs
        clear = min(count, other) >= FEW_RATINGS and abs(apart) > ALIKE_STARS
        return Fact(STARS, text, mine, theirs, "reviews", (1 if apart > 0 else -1) if clear else 0)

    def _taken(self, link: tuple[bool, int, int]) -> Fact | None:
        known, visits, of = link
        if not known:
            return None
        if not of:
            return Fact(TAKEN, self._wording.bought_after, None, None, "links", 1)
        share = visits / of
        return Fact(
            TAKEN, self._wording.taken.format(percent=self._wording.number(100.0 * share)), share, None, "visits", 1
        )

    def _viewed(self, link: tuple[bool, int, int]) -> Fact | None:
        known, visits, _ = link
        if not known:
            return None
        if not visits:
            return Fact(SEEN, self._wording.also_viewed, None, None, "links", 0)
        return Fact(
            SEEN,
            self._wording.viewed_together.format(count=self._wording.number(visits)),
            float(visits),
            None,
            "visits",
            0,
        )

    def _newer(self, query: int, item: int) -> Fact | None:
        mine, theirs = (int(self._table.first[one]) for one in (item, query))
        if min(mine, theirs) < 0 or mine - theirs < _YEAR:
            return None
        year, other = (datetime.fromtimestamp(one, UTC).year for one in (mine, theirs))
        text = self._wording.newer.format(year=year, other=other)
        return Fact(NEWER, text, float(year), float(other), "reviews", 0)

    def _brand(self, query: int, item: int) -> Fact | None:
        mine, theirs = (self._catalogue.brands[one] for one in (item, query))
        if not mine or not theirs or mine.strip().lower() != theirs.strip().lower():
            return None
        return Fact(SAME_BRAND, self._wording.same_brand.format(brand=mine), mine, theirs, "catalogue", 0)


def told(facts: Sequence[Fact], most: int = 3) -> list[str]:
    """The texts that stand in a summary where no opinion speaks."""
    return [fact.text for fact in facts[:most]]
