"""Reviews to tagged words. Offsets always lead back to the review and the characters they came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from instead.mentions.known_words import known_words
from instead.mentions.lexicon import lexicon
from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import table, word_hash, word_hashes
from instead.mentions.loops.mending import mend_tags
from instead.mentions.loops.tagging import aligned, tag_words
from instead.mentions.loops.words import (
    BREAK,
    CAPITAL,
    Words,
    abbreviation_hashes,
    letter_tables,
    split_words,
)
from instead.mentions.tags import MD, WH, is_verb

Array = npt.NDArray[Any]

_SHORT = {
    "r": "are", "u": "you", "n": "and", "iz": "is", "tha": "the", "teh": "the", "da": "the", "dat": "that",
    "dis": "this",
    "wud": "would", "cud": "could", "shud": "should", "wen": "when", "wiv": "with", "bcoz": "because", "cos": "because",
}  # fmt: skip
"""Small words written as they sound."""
_NAMING = 4  # words of a question that only names a thing


@dataclass(frozen=True, slots=True)
class Page:
    """Many reviews as one run of words. Row i of every column is word i; offsets count code points."""

    text: str
    offsets: npt.NDArray[np.int64]  # (reviews + 1) where each review starts in `text`
    words: Words
    tags: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]  # (sentences + 1) first word of each sentence

    @property
    def review_of_sentence(self) -> npt.NDArray[np.int64]:
        """Row of the review each sentence belongs to."""
        first = self.words.start[self.starts[:-1]]
        return np.searchsorted(self.offsets, first, side="right") - 1

    def words_in(self, review: int, start: int, end: int) -> tuple[int, int]:
        """Words [first, end) that touch the characters start:end of a review; first == end when none does."""
        base = int(self.offsets[review])
        first = int(np.searchsorted(self.words.end, base + start, side="right"))
        stop = int(np.searchsorted(self.words.start, base + end, side="left"))
        return first, max(first, stop)


@lru_cache(maxsize=1)
def tagger() -> tuple[Array, Array, Array, Array]:
    """Weights and dictionary of the shipped tagger (trained by scripts/train_tagger.py)."""
    with files("instead.mentions").joinpath("data/tagger.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        slot_key, slot_row = table(stored["known_form"])
        return aligned(stored["weights"]), slot_key, slot_row, stored["known_tag"]


class Split(NamedTuple):
    """Many texts as one run of words, before they are tagged."""

    text: str
    offsets: npt.NDArray[np.int64]  # (texts + 1) where each starts in `text`
    words: Words


def split_texts(texts: Sequence[str]) -> Split:
    """Split texts into words. A text never shares a sentence with its neighbour."""
    text = "\n".join(texts)
    sizes = np.fromiter((len(one) + 1 for one in texts), np.int64, len(texts))
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds, lower = letter_tables()
    words = Words(*split_words(points, 0, points.size, kinds, lower, abbreviation_hashes()))
    write_out(words)
    return Split(text, offsets, words)


def write_out(words: Words) -> None:
    """Give small words that are written as they sound the columns of the word they stand for: "r" is "are"."""
    short, meant = _short_words()
    small = np.flatnonzero(((words.flags & CAPITAL) == 0) & np.isin(words.form, short))
    if small.size:
        row = np.argsort(short)[np.searchsorted(np.sort(short), words.form[small])]
        for column, right in zip((words.form, words.stem, words.tail), meant, strict=True):
            column[small] = right[row]


@lru_cache(maxsize=1)
def _short_words() -> tuple[Array, tuple[Array, Array, Array]]:
    """Hashes of the short forms, and form, stem and tail of what they stand for."""
    tails = [sum(ord(letter) << 16 * k for k, letter in enumerate(word[:-5:-1])) for word in _SHORT.values()]
    right = word_hashes(list(_SHORT.values()))
    return word_hashes(list(_SHORT)), (right, right, np.array(tails, np.uint64))


def hyphens(words: Words) -> npt.NDArray[np.bool_]:
    """Dashes with no space on either side."""
    dash = words.form == np.uint64(word_hash("-"))
    touch = np.append(words.end[:-1] == words.start[1:], False)
    glued: npt.NDArray[np.bool_] = dash & touch & np.append(False, touch[:-1])[: dash.size]
    return glued


def tag_split(split: Split) -> Page:
    """Tag split texts."""
    words = split.words
    weights, slot_key, slot_row, known = tagger()
    tags = tag_words(words.form, words.tail, words.flags, weights, slot_key, slot_row, known)
    starts = sentence_starts(words, tags, split.offsets)
    told = lexicon()
    row = np.empty(words.form.size, np.int32)
    look_up(words.form, told.slot_key, told.slot_row, row)
    large = known_words()
    mend_tags(
        tags, told.roles[row], told.valence[row], words.tail, large.noun_share[large.rows(words.stem)], starts
    )  # fmt: skip
    return Page(split.text, split.offsets, words, tags, starts)


def sentence_starts(words: Words, tags: Array, offsets: Array) -> npt.NDArray[np.int64]:
    """(sentences + 1) first word of each sentence. "The blade? A disaster." is one: a question of a few words without
    a verb only names what the next sentence judges, if the text goes on."""
    ends = np.flatnonzero(words.flags & BREAK)
    first = np.concatenate([np.zeros(1, np.int64), ends[:-1] + 1])
    verbs = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_verb(tags) | (tags == MD) | (tags == WH))])
    asks = np.isin(words.form[ends], _questions()) & (ends - first <= _NAMING) & (ends > first)
    asks &= verbs[ends] == verbs[first]
    text = np.searchsorted(offsets, words.start[ends], side="right")
    asks[:-1] &= text[:-1] == text[1:]
    asks[-1:] = False
    return np.concatenate([np.zeros(1, np.int64), ends[~asks] + 1])


@lru_cache(maxsize=1)
def _questions() -> npt.NDArray[np.uint64]:
    return word_hashes(["?", "??", "???"])


def read_page(texts: Sequence[str]) -> Page:
    """Split and tag reviews."""
    return tag_split(split_texts(texts))
