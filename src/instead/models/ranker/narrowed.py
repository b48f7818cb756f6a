"""Items that queries of one kind are offered, and tables whose last steps lead to them alone.

Most entries that a history or a query is followed along lead to other kinds of things. Queries of one kind are offered
much the same items: once more entries have been followed than it takes to go through the tables, tables without those
are made. Sums are added up in the same order, and are the same to the bit.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.features import Features
from instead.models.ranker.signals.signal import Here
from instead.models.ranker.tables.all_tables import Tables

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

ASIDE = 8
"""Rows for items that do not matter: several, because adding to one waits for the addition before."""
_MORE = 1.25  # a set of items that is larger by more is not used for a smaller one
_MOST = 1 << 24  # items of all sets that are kept
_PAYS = 0.25  # entries followed for each entry of the tables: a step takes four times as long as reading on
_ROOM = 2.0  # entries of narrower tables for each entry of the whole ones: kinds have items in common


@dataclass(frozen=True)
class Ways:
    """What a history is followed along, as compressed rows."""

    visits: tuple[Ints, Short, Floats]  # start, item, value of co-visits
    near: tuple[Ints, Short, Floats]  # start, item, share of substitutes
    last: tuple[Ints, Short]  # start, item of their substitutes
    along: tuple[Ints, Short]  # start, item of complements
    placed: bool = False
    """Whether `visits` and `last` have places of items instead of items."""

    @classmethod
    def of(cls, tables: Tables) -> Ways:
        start, nothing, none = np.zeros(tables.items + 1, np.int64), np.empty(0, np.int32), np.empty(0, np.float32)
        co, near, along = tables.covisits, tables.substitutes, tables.complements
        return cls(
            (start, nothing, none) if co is None else (co.start, co.item, co.value),
            (start, nothing, none) if near is None else (near.start, near.item, near.share),
            (start, nothing) if near is None else (near.start, near.item),
            (start, nothing) if along is None else (along.start, along.item),
        )

    def narrowed(self, here: Here) -> Ways:
        """The same, but leading to what is here alone."""
        start, item, value = self.visits
        begins, place, entry = here.columns(start, item)
        return replace(self, visits=(begins, place, value[entry]), last=here.columns(*self.last)[:2], placed=True)

    @property
    def entries(self) -> int:
        """Of what can be narrower."""
        return int(self.visits[1].size + self.last[1].size)


@dataclass(eq=False)
class Offered:
    """Some items, ascending, and what leads to them."""

    items: Ints  # (c,)
    here: Bools  # (items,)
    ways: Ways
    features: Features
    narrow: bool = False
    followed: int = 0
    """Entries that were followed so far, whether they led here or not."""

    @cached_property
    def place(self) -> Short:
        """(items,) where each item is among these; the others behind all items."""
        found = self.here.size + np.arange(self.here.size) % ASIDE
        found[self.items] = np.arange(self.items.size)
        return found.astype(np.int32)

    @cached_property
    def entries(self) -> int:
        """Of tables of its own, and their rows."""
        return self.ways.entries + self.features.entries + 4 * self.here.size if self.narrow else 0


class Narrowed:
    """Sets of items that were asked for, those of the last requests first, for one ranker."""

    def __init__(self, tables: Tables, features: Features) -> None:
        self._ways, self._features = Ways.of(tables), features
        self._entries = self._ways.entries + features.entries
        self._kept: tuple[Offered, ...] = ()
        self._lock = threading.Lock()

    def to(self, query: int, allowed: Bools) -> Offered:
        """A set that holds all items that are allowed for a query, and not many more."""
        many = int(np.count_nonzero(allowed))
        for one in self._kept:
            fits = one.here[query] and many <= one.items.size <= _MORE * (many + 1)
            if fits and not (allowed & ~one.here).any():
                return self._narrow(one) if self._pays(one) else one
        here = allowed.copy()
        here[query] = True  # other queries of its kind are offered it
        found = Offered(np.flatnonzero(here), here, self._ways, self._features)
        with self._lock:
            self._kept = (found, *self._kept)[: max(_MOST // here.size, 1)]
        return found

    def _pays(self, one: Offered) -> bool:
        """Whether more entries were followed than it takes to leave out what leads elsewhere."""
        few = 2 * one.items.size <= one.here.size
        return few and not one.narrow and one.followed >= _PAYS * self._entries

    def _narrow(self, one: Offered) -> Offered:
        """The same set with tables of its own. The tables of all sets have room of their own."""
        here = Here(one.items, one.here, one.place)
        made = replace(one, ways=self._ways.narrowed(here), features=self._features.narrowed(here), narrow=True)
        made.__dict__["place"] = one.place
        with self._lock:
            kept, room = [made], _ROOM * self._entries - made.entries
            for other in self._kept:
                room -= other.entries
                if other is not one and (room >= 0 or not other.narrow):
                    kept.append(other)
            self._kept = tuple(kept)
        return made
