"""Words in common: attributes of reviews, words of titles, steps of categories (TF-IDF cosine), by inverted indices.

cosine(q, x) of the TF-IDF rows of both. Cost: the entries of the index for q's words. Links play no part.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from instead.kernels.kept_columns import kept_entries
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import shared_words
from instead.models.ranker.signals.signal import Bools, Column, Floats, Signal
from instead.models.ranker.signals.unlinked import unlinked

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

    def narrowed(self, keep: Bools) -> Self:
        made, (start, word, weight, first, item, value) = copy.copy(self), self._index
        begins, entry = kept_entries(first, item, keep)
        made.__dict__["_index"] = start, word, weight, begins, item[entry], value[entry]
        return made

    @property
    def entries(self) -> int:
        return int(self._index[4].size)

    def fill(self, asked: Asked, out: Floats) -> None:
        shared_words(*self._index, asked.query, out[0])
        few = np.flatnonzero(unlinked(self.tables, asked.query))
        out[1] = 0.0
        out[1, few] = out[0, few]


class Attributes(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("attributes",)
    columns: ClassVar[tuple[Column, ...]] = _columns("attributes", "reviews speak of the same attributes")


class Titles(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("titles",)
    columns: ClassVar[tuple[Column, ...]] = _columns("titles", "the titles have words in common")


class Categories(_Words):
    tables_needed: ClassVar[tuple[str, ...]] = ("categories",)
    columns: ClassVar[tuple[Column, ...]] = _columns("categories", "they stand in the same categories")
