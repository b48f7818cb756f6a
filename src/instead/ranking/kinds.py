"""The gate on kinds: what is offered is the same kind of thing as the query. No backpack for an espresso machine.

By category, where the query has one: the first steps of its path, as many as most linked substitutes share (learned at
training time, `kind_depth`); items without a category are let through. Otherwise by title: items whose title has the
same head noun ("Compact espresso *machine*, black"), and items that the shop's links name as looked at or bought
instead. Where neither says anything of the query, there is no gate.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.models.coded import Coded
from instead.models.fact_table import BOUGHT, VIEWED, FactTable
from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import ItemChanges
from instead.wording import Wording

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

LEAST_BY_TITLE = 5
"""Items that share a head noun before it names a kind."""
_ENDS = re.compile(r"[,;:(\[|/]|\s[-–—]\s|\b(?:for|with|by|from|in|of|and|without|w)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of thing: its name and its members (items,)."""

    name: str
    members: Bools
    by_title: bool = False

    def text(self, wording: Wording) -> str:
        """What is offered, in words."""
        return (wording.kind_by_title if self.by_title else wording.kind).format(kind=self.name)


class Kinds:
    """The kinds of the items of one shop."""

    def __init__(self, catalogue: Catalogue, table: FactTable) -> None:
        self._catalogue, self._table = catalogue, table
        self.depth = table.kind_depth
        """Steps of a category path that make a kind; 0: categories say nothing."""

    def updated(self, catalogue: Catalogue, table: FactTable, changes: ItemChanges) -> Kinds:
        """The same over a catalogue with changes."""
        made = copy.copy(self)
        made._catalogue, made._table = catalogue, table
        kept = made.__dict__
        if changes.touches("category"):
            rows, paths = changes.rows("category"), changes.values["category"]
            kept["_coded"] = self._coded.changed(rows, [self._start_of(paths[row]) for row in rows.tolist()])
            kept["_unknown"] = np.concatenate([self._unknown, np.zeros(changes.more, np.bool_)])
            kept["_unknown"][rows] = [not paths[row] for row in rows.tolist()]
        if changes.touches("title") and "_heads" in kept:
            rows, titles, ids = changes.rows("title"), changes.values["title"], catalogue.ids
            kept["_heads"] = self._heads.changed(rows, [_head(titles[row], ids[row]) for row in rows.tolist()])
        return made

    def _start_of(self, path: Sequence[str] | None) -> tuple[str, ...]:
        return tuple(step.lower() for step in (path or ())[: self.depth])

    @cached_property
    def _coded(self) -> Coded[tuple[str, ...]]:
        """The steps of each item's category path that make its kind."""
        every = Coded.of([tuple(path or ()) for path in self._catalogue.paths])  # few paths, many items
        start = Coded.of([self._start_of(path) for path in every.known])
        return Coded(start.known, start.codes[every.codes])

    @property
    def _codes(self) -> Ints:
        return self._coded.codes

    @cached_property
    def _unknown(self) -> Bools:
        """(items,) True where no category is known: nothing says that it is of another kind."""
        return np.array([not path for path in self._catalogue.paths], np.bool_)

    @cached_property
    def _heads(self) -> Coded[str]:
        """The head noun of the title, for all items."""
        titles, ids = self._catalogue.items["title"].to_list(), self._catalogue.ids
        return Coded.of([_head(title, item) for title, item in zip(titles, ids, strict=True)])

    @property
    def numbers(self) -> Ints:
        """(items,) a number that items of one kind have in common."""
        return self._codes if (self._codes != self._codes[:1]).any() else self._heads.codes

    def of(self, query: int) -> Kind | None:
        """The kind of an item; None where nothing tells."""
        path = (self._catalogue.paths[query] or [])[: self.depth]
        if self._catalogue.paths[query] and not path:  # links say that substitutes do not share categories here
            return None
        if path:
            return Kind(path[-1], (self._codes == self._codes[query]) | self._unknown)
        known, heads = self._heads.known, self._heads.codes
        if heads[query] < 0:
            return None
        members = heads == heads[query]
        if members.sum() < LEAST_BY_TITLE:
            return None
        for name in (VIEWED, BOUGHT):
            members = members | self._table.linked(name, query)
        return Kind(next(head for head, code in known.items() if code == heads[query]), members, by_title=True)


def _head(title: str | None, item: str) -> str | None:
    return None if not title or title == item else head_noun(title)


def head_noun(title: str) -> str | None:
    """The head of a title: the last word before a comma, a bracket or a preposition, in the singular."""
    for part in _ENDS.split(title):
        words: Sequence[str] = _WORD.findall(part or "")
        if words:
            return _singular(words[-1].lower())
    return None


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
