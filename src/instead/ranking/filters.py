"""Filters: a mask over the catalogue of the items that may be recommended, and notes on filters that do not apply."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.models.coded import Coded
from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import ItemChanges
from instead.settings import Filters
from instead.wording import ENGLISH, Wording

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Allowance:
    """Applies filters to a catalogue."""

    def __init__(self, catalogue: Catalogue, wording: Wording = ENGLISH) -> None:
        self._catalogue, self._wording = catalogue, wording
        self._last: tuple[Filters, Bools, tuple[str, ...]] | None = None

    @cached_property
    def _unknown(self) -> Ints:
        """Cold-start items without a mention, for which no reason could be given."""
        basis = self._catalogue.basis or ()
        return np.array([number for number, one in enumerate(basis) if one == "average"], np.int64)

    def in_words(self, wording: Wording) -> Allowance:
        """The same, with notes in other words."""
        made = copy.copy(self)
        made._wording, made._last = wording, None
        return made

    def updated(self, catalogue: Catalogue, changes: ItemChanges) -> Allowance:
        """The same over a catalogue with changes."""
        made = copy.copy(self)
        made._catalogue, made._last = catalogue, None
        kept = made.__dict__
        if catalogue.basis is not self._catalogue.basis:
            kept.pop("_unknown", None)
        for name, column, shown in (("_brand", "brand", _plain), ("_leaf", "category", _joined)):
            if changes.touches(column) and name in kept:
                rows = changes.rows(column)
                told = [shown(changes.values[column][row]) for row in rows.tolist()]
                kept[name] = getattr(self, name).changed(rows, told)
        if changes.touches("category") and "_scopes" in kept:
            kept["_scopes"] = self._moved(changes.values["category"])
        return made

    @cached_property
    def _brand(self) -> Coded[str]:
        """Brands in lower case."""
        return Coded.of([_plain(name) for name in self._catalogue.brands])

    @cached_property
    def _leaf(self) -> Coded[str]:
        """Whole category paths."""
        return Coded.of([_joined(path) for path in self._catalogue.paths])

    @cached_property
    def _scopes(self) -> dict[str, list[int]]:
        """Items of each category name, at any level of their paths."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self._catalogue.paths):
            for name in {step.lower() for step in path or ()}:
                found.setdefault(name, []).append(number)
        return found

    def _moved(self, paths: Mapping[int, Sequence[str] | None]) -> dict[str, list[int]]:
        """Items of each category name, with other paths of some."""
        before, after = dict[str, set[int]](), dict[str, set[int]]()
        for row, path in paths.items():
            old = self._catalogue.paths[row] if row < len(self._catalogue) else ()
            for names, where in ((old, before), (path, after)):
                for name in {step.lower() for step in names or ()}:
                    where.setdefault(name, set()).add(row)
        found = dict(self._scopes)
        for name in before | after:
            left = set(found.get(name, ())) - before.get(name, set())
            if together := sorted(left | after.get(name, set())):
                found[name] = together
            else:
                found.pop(name, None)
        return found

    def mask(self, filters: Filters, query: int, had: Ints) -> tuple[Bools, list[str]]:
        """(items,) True for items that may be recommended to a user with history `had`, and notes for the user."""
        shared, told = self._of_all(filters)
        allowed, notes = shared.copy(), list(told)
        allowed[query] = False
        if not filters.bought:
            allowed[had] = False
        group = self._catalogue.groups[query]
        if group >= 0 and not filters.variants:
            allowed[self._catalogue.groups == group] = False
        self._like_the_query(filters, query, allowed, notes)
        if not allowed.any():
            notes.append(self._wording.nothing_left)
        return allowed, notes

    def _of_all(self, filters: Filters) -> tuple[Bools, tuple[str, ...]]:
        """The part of the mask that does not depend on user and query, cached for repeated filters."""
        last = self._last  # one read and one write: a race between threads only recomputes the mask
        if last is None or last[0] is not filters:
            last = self._last = (filters, *self._made(filters))
        return last[1], last[2]

    def _made(self, filters: Filters) -> tuple[Bools, tuple[str, ...]]:
        catalogue, notes = self._catalogue, list[str]()
        if filters.in_stock is None:
            allowed = np.ones(len(catalogue), np.bool_) if filters.sold_out else ~catalogue.sold_out
        else:
            allowed = np.zeros(len(catalogue), np.bool_)
            known, strange = catalogue.numbers(filters.in_stock)
            allowed[known] = True
            if strange:
                notes.append(
                    self._wording.filled(self._wording.unknown_stock, strange=strange, count=len(filters.in_stock))
                )
        allowed[self._unknown] = False
        allowed &= ~catalogue.hidden
        if filters.exclude:
            known, strange = catalogue.numbers(filters.exclude)
            allowed[known] = False
            if strange:
                notes.append(
                    self._wording.filled(self._wording.unknown_excluded, strange=strange, count=len(filters.exclude))
                )
        if filters.category is not None:
            inside = self._scopes.get(filters.category.strip().lower())
            if inside is None:
                notes.append(self._wording.unknown_category.format(category=filters.category))
            scope = np.zeros(len(allowed), np.bool_)
            scope[inside or []] = True
            allowed &= scope
        self._by_brand(filters, allowed, notes)
        return allowed, tuple(notes)

    def _like_the_query(self, filters: Filters, query: int, allowed: Bools, notes: list[str]) -> None:
        if filters.same_category:
            codes = self._leaf.codes
            if codes[query] < 0:
                notes.append(self._wording.no_category)
            else:
                allowed &= codes == codes[query]
        self._by_price(filters, query, allowed, notes)

    def _by_price(self, filters: Filters, query: int, allowed: Bools, notes: list[str]) -> None:
        """Prices in the query's currency only; what is priced otherwise, or not at all, is left out. The query's
        stands for that of the shop where it has no price."""
        priced, known = self._catalogue.priced, not np.isnan(self._catalogue.prices[query])
        if filters.max_price is not None or filters.min_price is not None:
            code = int(priced.code[query]) if known else priced.usual
            most = np.inf if filters.max_price is None else filters.max_price
            least = 0.0 if filters.min_price is None else filters.min_price
            within = (priced.amount >= least) & (priced.amount <= most)  # False where a price is unknown
            other = within & allowed & (priced.code != code)
            if other.any():
                name = priced.currencies[code] if code >= 0 else self._wording.no_currency
                notes.append(self._wording.filled(self._wording.other_currency, count=int(other.sum()), currency=name))
            allowed &= within & (priced.code == code)
        if filters.not_dearer:
            if not known:
                notes.append(self._wording.no_price)
            else:
                allowed &= priced.beside(query, np.arange(len(priced))) <= priced.amount[query]

    def _by_brand(self, filters: Filters, allowed: Bools, notes: list[str]) -> None:
        for names, wanted in ((filters.brands, True), (filters.exclude_brands, False)):
            if not names:
                continue
            known, codes = self._brand.known, self._brand.codes
            strange = sorted(name for name in names if name.strip().lower() not in known)
            if strange:
                said = self._wording.unknown_brands if wanted else self._wording.unknown_brands_excluded
                notes.append(said.format(brands=", ".join(map(repr, strange))))
            chosen = [known[low] for name in names if (low := name.strip().lower()) in known]
            allowed &= np.isin(codes, chosen) == wanted


def _plain(brand: str | None) -> str | None:
    return None if brand is None else brand.strip().lower()


def _joined(path: Sequence[str] | None) -> str | None:
    return " > ".join(path).lower() if path else None
