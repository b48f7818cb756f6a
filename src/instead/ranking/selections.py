"""Selections of items by id, brand, category and price: what rules name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.ranking.catalogue import Catalogue

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_FEW = 1_000  # numbers up to which a set is smaller than a mask


@dataclass(frozen=True, eq=False)
class Some:
    """Some items of a catalogue, or all of them."""

    numbers: Ints
    total: int
    everything: bool = False
    _few: frozenset[int] = field(default=frozenset(), repr=False)
    _mask: Bools | None = field(default=None, repr=False)

    @classmethod
    def of(cls, numbers: Ints, total: int) -> Some:
        numbers = np.unique(numbers)
        if numbers.size <= _FEW:
            return cls(numbers, total, False, frozenset(numbers.tolist()))
        mask = np.zeros(total, np.bool_)
        mask[numbers] = True
        return cls(numbers, total, False, frozenset(), mask)

    @classmethod
    def all(cls, total: int) -> Some:
        return cls(np.arange(total), total, True)

    def __len__(self) -> int:
        return self.numbers.size

    def has(self, number: int) -> bool:
        if self.everything:
            return True
        return number in self._few if self._mask is None else bool(self._mask[number])

    @property
    def mask(self) -> Bools:
        """(items,) True for those that are in it."""
        found = np.zeros(self.total, np.bool_)
        found[self.numbers] = True
        return found

    def meets(self, other: Some) -> bool:
        """Whether some item is in both."""
        if self.everything or other.everything:
            return bool(len(self) and len(other))
        return bool(np.intersect1d(self.numbers, other.numbers, assume_unique=True).size)


class Shelves:
    """Looks up names in a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        _ = catalogue.brands, catalogue.paths, catalogue.priced  # made now, they are shared by later changes

    def over(self, catalogue: Catalogue) -> Shelves:
        """The same over a catalogue with changes; what they do not touch is shared."""
        made = Shelves(catalogue)
        if self.names_all_of(catalogue):
            made.__dict__ |= {name: one for name, one in self.__dict__.items() if name != "catalogue"}
        return made

    def names_all_of(self, catalogue: Catalogue) -> bool:
        """Whether ids, brands and categories of a catalogue are those of this one."""
        mine = self.catalogue
        return mine is catalogue or (
            mine.ids is catalogue.ids and mine.brands is catalogue.brands and mine.paths is catalogue.paths
        )

    @cached_property
    def _brand_codes(self) -> tuple[dict[str, int], Ints]:
        known: dict[str, int] = {}
        names = (None if name is None else name.strip().lower() for name in self.catalogue.brands)
        return known, np.array([-1 if one is None else known.setdefault(one, len(known)) for one in names], np.int64)

    def brands(self, names: Sequence[str]) -> tuple[Ints, list[str]]:
        """Items of some brands, and names that no item has."""
        known, codes = self._brand_codes
        strange = [name for name in names if name.strip().lower() not in known]
        wanted = [known[low] for name in names if (low := name.strip().lower()) in known]
        return np.flatnonzero(np.isin(codes, wanted)), strange

    def brand(self, item: int) -> int:
        """The code of an item's brand; -1 where it has none."""
        return int(self._brand_codes[1][item])

    def of_brand(self, code: int) -> Bools:
        return np.asarray(self._brand_codes[1] == code)

    def categories(self, names: Sequence[str]) -> tuple[Ints, list[str]]:
        """Items in some categories, at any step of their paths, and names that are none."""
        nothing = np.empty(0, np.int64)
        found = {name: self._members.get(name.strip().lower(), nothing) for name in names}
        strange = [name for name, numbers in found.items() if not numbers.size]
        return np.unique(np.concatenate([nothing, *found.values()])).astype(np.int64), strange

    @cached_property
    def _members(self) -> dict[str, Ints]:
        """Items of each category name in lower case, at any step of their paths."""
        paths = pl.Series("name", self.catalogue.items["category"]).cast(pl.List(pl.String))
        steps = pl.DataFrame({"item": np.arange(len(paths)), "name": paths}).explode("name").drop_nulls()
        grouped = steps.with_columns(pl.col("name").str.to_lowercase()).group_by("name").agg("item")
        return {
            name: items.to_numpy().astype(np.int64)
            for name, items in zip(grouped["name"].to_list(), grouped["item"], strict=True)
        }

    @cached_property
    def _leaves(self) -> Ints:
        known: dict[str, int] = {}
        paths = (" > ".join(path).lower() if path else None for path in self.catalogue.paths)
        return np.array([-1 if one is None else known.setdefault(one, len(known)) for one in paths], np.int64)

    def like(self, item: int) -> Bools | None:
        """(items,) what is in the category of an item, the last step of its path; None where it has none."""
        code = self._leaves[item]
        return None if code < 0 else np.asarray(self._leaves == code)

    def priced(self, least: float | None, most: float | None, currency: str | None) -> Bools:
        """(items,) what costs that much, in one currency: that of most items where none is named."""
        prices = self.catalogue.priced
        if currency is None:
            code = prices.usual
        else:
            code = prices.currencies.index(currency) if currency in prices.currencies else -2
        found = (prices.code == code) & np.isfinite(prices.amount)
        if least is not None:
            found &= prices.amount >= least
        if most is not None:
            found &= prices.amount <= most
        return np.asarray(found)
