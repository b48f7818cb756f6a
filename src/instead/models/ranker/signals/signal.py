"""The interface of signals and the description of their columns."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from instead.kernels.kept_columns import kept_entries
from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.tables.all_tables import Tables

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Column:
    """One number per (asker, query, item), and how the ranker may use it."""

    name: str
    part: str
    """The named part of the read-out that it adds to."""
    says: str
    """What it says, in one sentence."""
    replaces: bool = False
    """Whether it tells if the item can replace the query (e) ..."""
    takes: bool = False
    """... and whether this person would take it (v)."""
    log: bool = False
    """Whether it is a sum that enters as log(1 + s / eps)."""
    rising: bool = True
    """Whether more of it can only raise the score; otherwise its weight is free."""
    curved: bool = False
    """Whether its weight may change along the way (a monotone piecewise linear curve)."""
    personal: bool = False
    """Whether it rests on what the asker had; it is left out for strangers."""
    told: bool | None = None
    """True: only where the time is told; False: only where it is not; None: always."""
    item_only: bool = False
    """Whether it is the same for every asker and query at one time: then the ranker adds it up once."""
    compared: bool = False
    """Whether it is a difference from the query: 0 is neither better nor worse, and adds nothing."""
    exposure: bool = False
    """Whether it corrects for how often an item can have been met: part of that is how queries are simulated."""


@dataclass(frozen=True)
class Some:
    """Some items of the catalogue, and what one thread holds for lists of them."""

    items: Ints  # (n,)
    scratch: Floats
    """(rows, items) that may be written to."""
    kept: dict[str, tuple[Signal, int, Floats]]
    """Of signals that look at the query alone, by their first column: signal, query and columns (rows, items)."""

    def whole(self, signal: Signal, asked: Asked) -> Floats:
        """(columns, items) of a signal. Lists of one query come one after the other: what looks at nothing else is
        filled in once for them."""
        if signal.looks_at:
            signal.fill(asked, self.scratch[: len(signal.columns)])
            return self.scratch
        name = signal.columns[0].name
        held = self.kept.pop(name, None)
        if held is None or held[0] is not signal or held[1] != asked.query:
            rows = np.empty((len(signal.columns), self.scratch.shape[1]), np.float32) if held is None else held[2]
            signal.fill(asked, rows)
            held = signal, asked.query, rows
        self.kept[name] = held
        return held[2]


@dataclass(eq=False)
class Here:
    """Some items, ascending, that are asked for again and again, and tables whose columns are their places alone."""

    items: Ints  # (c,)
    keep: Bools  # (items,)
    place: Short
    """(items,) where each item is among these; the others behind them."""

    def columns(self, start: Ints, item: Short) -> tuple[Ints, Short, Ints]:
        """Of a table in compressed rows the entries of these items: start, places, and where the entries were."""
        begins, entry = kept_entries(start, item, self.keep)
        return begins, self.place[item[entry]], entry


class Signal:
    """Fills the rows of its columns. A subclass has `columns`, `tables_needed` or a `ready` of its own, and `fill`."""

    columns: ClassVar[tuple[Column, ...]]
    tables_needed: ClassVar[tuple[str, ...]] = ()
    """Names of the tables without which it says nothing."""
    looks_at: ClassVar[frozenset[Aspect]] = frozenset()
    here: Here | None = None
    """The items that its rows are of; None: the catalogue."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        """Whether the shop has the data."""
        return all(getattr(tables, name) is not None for name in cls.tables_needed)

    def over(self, tables: Tables) -> Self:
        """The same signal over tables of which some are others; what it computed from those that are the same stays."""
        if all(getattr(tables, name) is getattr(self.tables, name) for name in self.tables_needed) and self.unmoved(
            tables
        ):
            made = copy.copy(self)
            made.tables = tables
            return made
        return type(self)(tables)

    def unmoved(self, tables: Tables) -> bool:
        """Whether what it computed of the standing of items is still true."""
        return True

    def narrowed(self, here: Here) -> Self:
        """The same for one list of items. Where that is less work `fill` writes rows of this list."""
        return self

    def row_of(self, item: int) -> int:
        """Where an item is in the rows that `fill` writes."""
        return item if self.here is None else int(self.here.place[item])

    @property
    def entries(self) -> int:
        """Of its tables that can be narrower."""
        return 0

    def fill(self, asked: Asked, out: Floats) -> None:
        """Write (columns, items), or (columns, c) of what is here."""
        raise NotImplementedError

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        """Write (columns, n) for some items; where it is narrowed these are all that are here."""
        if self.here is not None:
            self.fill(asked, out)
            return
        for row, whole in zip(out, some.whole(self, asked), strict=False):  # the scratch may have more rows
            np.take(whole, some.items, out=row, mode="wrap")  # other modes copy the row once more
