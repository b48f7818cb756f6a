"""Rows of a table by the words they have: whole words and beginnings by bisection, misspelled ones by edit distance.

The edit distance is that of optimal string alignment: letters put in, left out, exchanged, or two neighbours swapped,

    d[i, j] = min(d[i-1, j] + 1, d[i, j-1] + 1, d[i-1, j-1] + [a_i != b_j], d[i-2, j-2] + 1 if a_i b_j are swapped)

for all words of the vocabulary at once that can be near at all: of about the same length and the same letters.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Costs = NDArray[np.uint8]

LONGEST = 24  # letters of a word that may be misspelled
FAR = 99
_LAST = "\U0010ffff"


class Index(Protocol):
    """Finds rows by a word of theirs."""

    rows: int

    def has(self, word: str) -> NDArray[np.bool_]:
        """(rows,) which rows have a word that begins so."""
        ...

    def edits(self, word: str) -> Costs:
        """(rows,) edits that make a word of a row out of this one, beginnings being free; FAR where too many."""
        ...


@dataclass(frozen=True)
class LayeredIndex:
    """An index of which some rows (`changed`) have other words, and which has more rows."""

    base: WordIndex
    changed: Ints
    words: WordIndex
    rows: int

    def has(self, word: str) -> NDArray[np.bool_]:
        """(rows,) which rows have a word that begins so."""
        found = np.zeros(self.rows, np.bool_)
        found[: self.base.rows] = self.base.has(word)
        found[self.changed] = self.words.has(word)
        return found

    def edits(self, word: str) -> Costs:
        """(rows,) edits that make a word of a row out of this one, beginnings being free; FAR where too many."""
        found = np.full(self.rows, FAR, np.uint8)
        found[: self.base.rows] = self.base.edits(word)
        found[self.changed] = self.words.edits(word)
        return found


class WordIndex:
    """The words of some texts, in small letters: what stands between blanks, and its parts ("drip-free" has "free")."""

    def __init__(self, texts: pl.Series, ids: pl.Series | None = None) -> None:
        """`texts` by row; of `ids` the words are the whole."""
        self.rows = len(texts)
        low = texts.fill_null("").str.to_lowercase().str.replace_all(r"\s", " ")
        given = pl.DataFrame({"row": np.arange(len(texts)), "word": low.str.split(" ")}).explode("word")
        given = given.drop_nulls().filter(pl.col("word") != "")
        # parts are taken of every different word once: a title's words are mostly those of other titles
        parts = given.select(pl.col("word").unique())
        parts = parts.with_columns(part=pl.col("word").str.extract_all(r"[\p{L}\p{N}]+")).explode("part").drop_nulls()
        parts = parts.filter(pl.col("part") != pl.col("word"))
        more = given.join(parts, on="word").select("row", word="part")
        whole = [] if ids is None else [pl.DataFrame({"row": np.arange(len(ids)), "word": ids.str.to_lowercase()})]
        found = pl.concat([given, more, *whole])
        vocabulary = found["word"].unique().sort()
        self.vocabulary: list[str] = vocabulary.to_list()
        named = pl.DataFrame({"word": vocabulary, "code": np.arange(len(vocabulary))})
        coded = found.join(named, on="word").select("code", "row").sort("code")
        self._row = coded["row"].to_numpy().astype(np.int64)
        self._start = np.searchsorted(coded["code"].to_numpy(), np.arange(len(vocabulary) + 1))

    def over(self, changed: Ints, words: WordIndex, rows: int) -> LayeredIndex:
        """The same index with other words of some rows, in an index of their own, and so many rows in all."""
        return LayeredIndex(self, changed, words, rows)

    def has(self, word: str) -> NDArray[np.bool_]:
        """(rows,) which rows have a word that begins so."""
        first = bisect_left(self.vocabulary, word)
        last = bisect_left(self.vocabulary, word + _LAST, first)
        found = np.zeros(self.rows, np.bool_)
        found[self._row[self._start[first] : self._start[last]]] = True
        return found

    def edits(self, word: str) -> Costs:
        """(rows,) edits that make a word of a row out of this one, beginnings being free; FAR where too many."""
        found = np.full(self.rows, FAR, np.uint8)
        for code, edits in sorted(self.near(word).items(), key=lambda pair: -pair[1]):
            found[self._row[self._start[code] : self._start[code + 1]]] = edits
        found[self.has(word)] = 0
        return found

    def near(self, word: str) -> dict[int, int]:
        """Words of the vocabulary (their places) that are a typing error away, and how many edits it takes."""
        allowed = edits_allowed(word)
        if not allowed or not self.vocabulary:
            return {}
        letters, masks, lengths = self._letters
        mask = np.bitwise_or.reduce(_bits(np.array([word]).view(np.uint32)))
        # an edit changes the length by one and the set of letters by two at most
        like = np.bitwise_count(masks ^ mask) <= 2 * allowed
        like &= np.abs(lengths - len(word)) <= allowed
        places = np.flatnonzero(like)
        found = distances(word, letters[places], lengths[places])
        return {int(at): int(edits) for at, edits in zip(places, found, strict=True) if edits <= allowed}

    @cached_property
    def _letters(self) -> tuple[NDArray[np.uint32], NDArray[np.uint64], NDArray[np.int64]]:
        """Letters (words, LONGEST) of the vocabulary, 0 beyond the end; a bit mask of them; lengths. Words that are not
        to be guessed, too long or with digits, have a length that nothing is near to."""
        letters = np.array([word[:LONGEST] for word in self.vocabulary], f"U{LONGEST}").view(np.uint32)
        letters = letters.reshape(len(self.vocabulary), LONGEST)
        masks = np.bitwise_or.reduce(np.where(letters > 0, _bits(letters), np.uint64(0)), axis=1)
        lengths = np.array([len(word) if edits_allowed(word) else 9 * LONGEST for word in self.vocabulary])
        return letters, masks, lengths


def edits_allowed(word: str) -> int:
    """How many edits a word may be away: short ones and those with digits (model numbers) none, long ones two."""
    if len(word) < 4 or len(word) > LONGEST or not word.isalpha():
        return 0
    return 1 if len(word) < 6 else 2


def _bits(letters: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """One of 64 bits for each letter; letters that share one only let more words pass."""
    return np.left_shift(np.uint64(1), (letters & np.uint32(63)).astype(np.uint64))


def distances(word: str, letters: NDArray[np.uint32], lengths: Ints) -> Costs:
    """(n,) edit distance of a word to each of n others, given as letters (n, LONGEST) and lengths."""
    given = [ord(letter) for letter in word]
    longest = int(lengths.max(initial=0))
    table = np.empty((len(given) + 1, longest + 1, len(lengths)), np.uint8)  # d of the equation, for all words at once
    table[0] = np.arange(longest + 1, dtype=np.uint8)[:, None]
    table[:, 0] = np.arange(len(given) + 1, dtype=np.uint8)[:, None]
    columns = np.ascontiguousarray(letters.T)  # (LONGEST, n)
    for i, letter in enumerate(given, start=1):
        for j in range(1, longest + 1):
            same = columns[j - 1] == letter
            best = np.minimum(table[i - 1, j], table[i, j - 1]) + np.uint8(1)
            best = np.minimum(best, table[i - 1, j - 1] + ~same)
            if i > 1 and j > 1:
                swapped = (columns[j - 1] == given[i - 2]) & (columns[j - 2] == letter)
                best = np.where(swapped, np.minimum(best, table[i - 2, j - 2] + np.uint8(1)), best)
            table[i, j] = best
    return np.asarray(table[len(given), lengths, np.arange(len(lengths))])
