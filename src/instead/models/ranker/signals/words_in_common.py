"""Words in common: attributes of reviews, words of titles, steps of categories (TF-IDF cosine), by inverted indices.

cosine(q, x) of the TF-IDF rows of both. Cost: the entries of the index for q's words. Links play no part.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any, ClassVar, Self

from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import shared_words
from instead.models.ranker.signals.signal import Column, Floats, Here, Signal
from instead.models.ranker.signals.unlinked import Unlinkable
from instead.models.ranker.tables.all_tables import Tables

_Index = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def _columns(name: str, says: str) -> tuple[Column, ...]:
    return (
        Column(name, "closeness", says, replaces=True, curved=True),
        Column(f"{name}, unlinked", "closeness", f"{says}, and links say nothing", replaces=True),
    )


class _Words(Signal):
    @cached_property
    def _index(self) -> _Index:
        """Words of items (start, word, weight) and items of words (start, item, value)."""
        found: _Index = getattr(self.tables, self.tables_needed[0]).index
        return found

    @cached_property
    def _unlinked(self) -> Unlinkable:
        return Unlinkable(self.tables.substitutes, self.tables.items, self.here)

    def narrowed(self, here: Here) -> Self:
        made, (start, word, weight, first, item, value) = copy.copy(self), self._index
        begins, place, entry = here.columns(first, item)
        made.here, made.__dict__["_index"] = here, (start, word, weight, begins, place, value[entry])
        made.__dict__.pop("_unlinked", None)
        return made

    def unmoved(self, tables: Tables) -> bool:
        return tables.substitutes is self.tables.substitutes

    @property
    def entries(self) -> int:
        return int(self._index[4].size)

    def fill(self, asked: Asked, out: Floats) -> None:
        shared_words(*self._index, asked.query, out[0])
        out[0, self.row_of(asked.query)] = 0.0
        self._unlinked.of(asked.query, out[1])
        out[1] *= out[0]


class Attributes(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("attributes",)
    columns: ClassVar[tuple[Column, ...]] = _columns("attributes", "reviews speak of the same attributes")


class Titles(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("titles",)
    columns: ClassVar[tuple[Column, ...]] = _columns("titles", "the titles have words in common")


class Categories(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("categories",)
    columns: ClassVar[tuple[Column, ...]] = _columns("categories", "they stand in the same categories")
