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
from scipy.sparse import csr_matrix, diags_array, vstack

from instead.models.cell_changes import CellChange
from instead.rng import stage_rng

Array = NDArray[Any]
Doubles = NDArray[np.float64]

_PIECE = "#"  # marks a piece of a word; no word has it
_SKETCH = 64  # dimensions of the sketch
_USUAL = 0.05  # pieces that more of the titles have say little and cost much
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Words:
    """`rows` (items, words) of norm 1, or 0 where an item has none; `rarity` (words,) is the IDF."""

    rows: csr_matrix
    rarity: Doubles

    @classmethod
    def of(cls, counts: csr_matrix) -> Words:
        """From how often each word stands with each item."""
        known = np.bincount(counts.indices, minlength=counts.shape[1])
        rarity = np.log((counts.shape[0] + 1.0) / np.maximum(known, 1))
        return cls(unit_rows(counts, rarity).astype(np.float32), rarity)

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array], name: str) -> Words:
        start, word, value, rarity = (arrays[f"{name}.{part}"] for part in ("start", "word", "value", "rarity"))
        return cls(csr_matrix((value, word, start), shape=(start.size - 1, rarity.size), copy=False), rarity)

    def arrays(self, name: str) -> dict[str, Array]:
        return {
            f"{name}.start": self.rows.indptr.astype(np.int64),
            f"{name}.word": self.rows.indices.astype(np.int32),
            f"{name}.value": self.rows.data.astype(np.float32),
            f"{name}.rarity": self.rarity,
        }

    def with_counts(self, counts: csr_matrix) -> Self:
        """The same with more items; the IDF stays that of the training."""
        rows = vstack([self.rows, unit_rows(counts, self.rarity).astype(np.float32)], format="csr")
        return type(self)(csr_matrix(rows), self.rarity)

    def with_empty(self, count: int) -> Self:
        """The same with items that have no words."""
        return self.with_counts(csr_matrix((count, self.rarity.size)))

    def changed(self, change: CellChange) -> Self:
        """The same with words of two items taken away; what is left of a row has norm 1 again."""
        rows = change.matrix(self.rows)
        for item in (change.one, change.other):
            span = slice(rows.indptr[item], rows.indptr[item + 1])
            rows.data[span] /= max(float(np.linalg.norm(rows.data[span])), 1e-12)
        return type(self)(rows, self.rarity)

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
        across = csr_matrix(self.rows.T)
        return (
            np.asarray(self.rows.indptr, np.int64),
            np.asarray(self.rows.indices, np.int32),
            np.asarray(self.rows.data, np.float32),
            np.asarray(across.indptr, np.int64),
            np.asarray(across.indices, np.int32),
            np.asarray(across.data, np.float32),
        )


def unit_rows(counts: csr_matrix, rarity: Doubles) -> csr_matrix:
    """Rows of counts times IDF, each of Euclidean norm 1, or 0 where a row is empty."""
    weighted = csr_matrix(counts @ diags_array(rarity), dtype=np.float64)
    length = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    scale = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
    return csr_matrix(diags_array(scale) @ weighted)


def title_counts(titles: Sequence[str | None]) -> csr_matrix | None:
    """(items, words) 1 for each word, pair of neighbouring words and piece of four letters that two titles share: model
    numbers and compounds are alike without being equal. None without titles."""
    return _counts([_title_words(title) for title in titles])


def category_counts(paths: Sequence[Sequence[str]]) -> csr_matrix | None:
    """(items, categories) 1 for each step of an item's path, as the path down to it; None without categories."""
    return _counts([{" > ".join(path[: depth + 1]) for depth in range(len(path))} for path in paths])


def _title_words(title: str | None) -> set[str]:
    words = _WORD.findall((title or "").lower())
    pieces = {
        f"{_PIECE}{edged[at : at + 4]}" for word in words for edged in [f"<{word}>"] for at in range(len(edged) - 2)
    }
    return set(words) | {f"{one} {other}" for one, other in pairwise(words)} | pieces


def _counts(sets: Sequence[set[str]]) -> csr_matrix | None:
    numbers: dict[str, int] = {}
    column = [numbers.setdefault(word, len(numbers)) for words in sets for word in sorted(words)]
    start = np.concatenate([[0], np.cumsum([len(words) for words in sets])]).astype(np.int64)
    table = csr_matrix((np.ones(len(column)), column, start), shape=(len(sets), len(numbers)))
    count = np.bincount(table.indices, minlength=len(numbers))
    pieces = np.fromiter((word.startswith(_PIECE) for word in numbers), np.bool_, len(numbers))
    shared = np.flatnonzero((count > 1) & ~(pieces & (count > max(_USUAL * len(sets), 2))))
    return csr_matrix(table[:, shared]) if shared.size else None
