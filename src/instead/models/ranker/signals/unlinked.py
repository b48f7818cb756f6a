"""Unlinked: the query or the item has no substitutes yet, apart from each other: links cannot say anything.

Where that is so, words decide more than elsewhere: `attributes` and `titles` have a weight of their own for it.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Here, Signal
from instead.models.ranker.tables.link_table import Links


class Unlinked(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column("unlinked", "closeness", "one of the two has no links yet", replaces=True, rising=False),
    )

    @cached_property
    def _unlinked(self) -> Unlinkable:
        return Unlinkable(self.tables.substitutes, self.tables.items, self.here)

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        made.here = here
        made.__dict__.pop("_unlinked", None)
        return made

    def fill(self, asked: Asked, out: Floats) -> None:
        self._unlinked.of(asked.query, out[0])


class Unlinkable:
    """Whether a query or an item has no substitutes apart from the other, for the catalogue or what is here."""

    def __init__(self, links: Links | None, items: int, here: Here | None) -> None:
        self._links, self._here = links, here
        alone = np.ones(items, np.bool_) if links is None else links.alone
        self._alone = np.asarray(alone if here is None else alone[here.items], np.float32)  # (c,) 1 without links

    def of(self, query: int, out: Floats) -> None:
        """Write (c,) 1 or 0."""
        links = self._links
        mine = None if links is None else links.item[links.start[query] : links.start[query + 1]]
        if links is None or mine is None or not mine.size:
            out[:] = 1.0
            return
        out[:] = self._alone
        single = mine if mine.size == 1 else mine[links.degree[mine] == 1]
        if self._here is not None:
            single = self._here.place[single]
            single = single[single < out.size]
        out[single] = 1.0
