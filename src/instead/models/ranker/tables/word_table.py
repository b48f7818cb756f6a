"""TF-IDF rows of items and their inverted index: attributes of reviews, words of titles, categories."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array

from instead.kernels.transposing import transposed
from instead.models.cell_changes import CellChange
from instead.models.row_changes import RowChanges
from instead.rng import stage_rng

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_PIECE = "#"  # marks a piece of a word; no word has it
_SKETCH = 64  # dimensions of the sketch
_USUAL = 0.05  # pieces that more of the titles have say little and cost much
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Words:
    """`rows` (items, words) of norm 1, or 0 where an item has none; `rarity` (words,) is the IDF."""

    rows: csr_matrix
    rarity: Doubles
    spelled: tuple[Array, Array] | None = None
    """The words themselves, where they are texts: where each begins, and all of them in UTF-8. A folder of an earlier
    version has none, and cannot find words of new items."""

    @classmethod
    def of(cls, counts: csr_matrix, names: Sequence[str] | None = None) -> Words:
        """From how often each word stands with each item."""
        known = np.bincount(counts.indices, minlength=counts.shape[1])
        rarity = np.log((counts.shape[0] + 1.0) / np.maximum(known, 1))
        return cls(unit_rows(counts, rarity).astype(np.float32), rarity, None if names is None else _spelled(names))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array], name: str) -> Words:
        start, word, value, rarity = (arrays[f"{name}.{part}"] for part in ("start", "word", "value", "rarity"))
        spelled = None
        if f"{name}.spelled" in arrays:
            spelled = arrays[f"{name}.spelled_start"], arrays[f"{name}.spelled"]
        rows = csr_matrix((value, word, start), shape=(start.size - 1, rarity.size), copy=False)
        return cls(rows, rarity, spelled)

    def arrays(self, name: str) -> dict[str, Array]:
        found: dict[str, Array] = {
            f"{name}.start": self.rows.indptr.astype(np.int64),
            f"{name}.word": self.rows.indices.astype(np.int32),
            f"{name}.value": self.rows.data.astype(np.float32),
            f"{name}.rarity": self.rarity,
        }
        if self.spelled is not None:
            found |= {f"{name}.spelled_start": self.spelled[0], f"{name}.spelled": self.spelled[1]}
        return found

    def with_rows(self, rows: Ints, counts: csr_matrix) -> Self:
        """The same with other words of some items, or of new ones (`rows`, ascending, new ones last): how often each
        word stands with each of them. The IDF stays that of the training."""
        new = unit_rows(counts, self.rarity)
        new.sort_indices()
        old = self.rows
        changes = RowChanges(np.asarray(old.indptr, np.int64), rows, np.diff(new.indptr).astype(np.int64))
        start = changes.starts
        table = csr_matrix(
            (changes.column(old.data, new.data), changes.column(old.indices, new.indices), start),
            shape=(start.size - 1, self.rarity.size), copy=False,
        )  # fmt: skip
        made = type(self)(table, self.rarity, self.spelled)
        if "numbers" in self.__dict__:
            made.__dict__["numbers"] = self.numbers
        return made

    def with_empty(self, count: int) -> Self:
        """The same with items that have no words."""
        height = int(self.rows.shape[0])
        return self.with_rows(np.arange(height, height + count), csr_matrix((count, self.rarity.size)))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each word; empty in a folder of an earlier version."""
        if self.spelled is None:
            return {}
        start, text = self.spelled[0].tolist(), self.spelled[1].tobytes()
        return {text[start[at] : start[at + 1]].decode("utf-8"): at for at in range(len(start) - 1)}

    def counts(self, sets: Sequence[set[str]]) -> csr_matrix:
        """(n, words) 1 for each known word of each set."""
        known = [sorted(self.numbers[word] for word in words if word in self.numbers) for words in sets]
        start = np.concatenate([[0], np.cumsum([len(row) for row in known])]).astype(np.int64)
        column = np.array([word for row in known for word in row], np.int32)
        return csr_matrix((np.ones(column.size), column, start), shape=(len(sets), self.rarity.size))

    def changed(self, change: CellChange) -> Self:
        """The same with words of two items taken away; what is left of a row has norm 1 again."""
        rows = change.matrix(self.rows)
        for item in (change.one, change.other):
            span = slice(rows.indptr[item], rows.indptr[item + 1])
            rows.data[span] /= max(float(np.linalg.norm(rows.data[span])), 1e-12)
        return type(self)(rows, self.rarity, self.spelled)

    @cached_property
    def sketch(self) -> NDArray[np.float32]:
        """(items, d) of length 1: random signs of the words (a random projection), in which products of two items are
        about those of their rows."""
        signs = stage_rng(0, "sketch").choice(np.array([-1.0, 1.0], np.float32), (self.rarity.size, _SKETCH))
        made = np.asarray(self.rows @ signs, np.float32)
        length = np.linalg.norm(made, axis=1, keepdims=True)
        unit: NDArray[np.float32] = np.divide(made, length, out=np.zeros_like(made), where=length > 0)
        return unit

    @cached_property
    def index(self) -> tuple[Array, Array, Array, Array, Array, Array]:
        """Rows and columns as the compiled loop takes them: start, word, weight; start, item, value."""
        start, word, value = (
            np.asarray(self.rows.indptr, np.int64),
            np.asarray(self.rows.indices, np.int32),
            np.asarray(self.rows.data, np.float32),
        )
        return start, word, value, *transposed(start, word, value, self.rarity.size)


def unit_rows(counts: csr_matrix, rarity: Doubles) -> csr_matrix:
    """Rows of counts times IDF, each of Euclidean norm 1, or 0 where a row is empty."""
    weighted = csr_matrix(counts @ diags_array(rarity), dtype=np.float64)
    length = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    scale = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    return csr_matrix(diags_array(scale) @ weighted)


def title_words(titles: Sequence[str | None]) -> Words | None:
    """(items, words) 1 for each word, pair of neighbouring words and piece of four letters that two titles share: model
    numbers and compounds are alike without being equal. None without titles."""
    return _words([words_of_title(title) for title in titles])


def category_words(paths: Sequence[Sequence[str]]) -> Words | None:
    """(items, categories) 1 for each step of an item's path, as the path down to it; None without categories."""
    return _words([words_of_path(path) for path in paths])


def words_of_path(path: Sequence[str] | None) -> set[str]:
    """Steps of a category path, each as the path down to it."""
    return {" > ".join((path or ())[: depth + 1]) for depth in range(len(path or ()))}


def words_of_title(title: str | None) -> set[str]:
    """Words, pairs of neighbouring words and pieces of four letters."""
    words = _WORD.findall((title or "").lower())
    pieces = {
        f"{_PIECE}{edged[at : at + 4]}" for word in words for edged in [f"<{word}>"] for at in range(len(edged) - 2)
    }
    return set(words) | {f"{one} {other}" for one, other in pairwise(words)} | pieces


def _words(sets: Sequence[set[str]]) -> Words | None:
    numbers: dict[str, int] = {}
    column = [numbers.setdefault(word, len(numbers)) for words in sets for word in sorted(words)]
    start = np.concatenate([[0], np.cumsum([len(words) for words in sets])]).astype(np.int64)
    table = csr_matrix((np.ones(len(column)), column, start), shape=(len(sets), len(numbers)))
    count = np.bincount(table.indices, minlength=len(numbers))
    pieces = np.fromiter((word.startswith(_PIECE) for word in numbers), np.bool_, len(numbers))
    shared = np.flatnonzero((count > 1) & ~(pieces & (count > max(_USUAL * len(sets), 2))))
    if not shared.size:
        return None
    names = list(numbers)
    return Words.of(csr_matrix(table[:, shared]), [names[at] for at in shared.tolist()])


def _spelled(names: Sequence[str]) -> tuple[Array, Array]:
    encoded = [name.encode("utf-8", "replace") for name in names]
    ends = np.cumsum([0, *map(len, encoded)]).astype(np.int64)
    return ends, np.frombuffer(b"".join(encoded), np.uint8)
