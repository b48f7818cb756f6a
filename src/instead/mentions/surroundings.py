"""Which attributes are used in place of each other, told by the shop's own text.

Two names of one thing stand in the same surroundings: "clear sound", "the audio is clear". That alone would join what
is judged by the same words in other departments ("easy cleaning", "easy assembly"), so the reviews they stand in must
be about the same things too. And it would join what people name side by side ("bass and treble"), so two that share
sentences are two things: nobody says one thing twice.

Surroundings are weighed by positive pointwise mutual information and compared by the cosine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix, diags

from instead.mentions.loops.contexts import MOST_CONTEXTS, phrase_contexts
from instead.mentions.loops.counting import look_up
from instead.mentions.opinions import Reading
from instead.mentions.shopwords import ShopWords
from instead.mentions.tags import is_noun

Array = npt.NDArray[Any]

LEAST_OCCURRENCES = 6
"""Occurrences from which surroundings say anything."""
_LEAST_NAMES = 12  # attributes to compare: among fewer nothing stands out
_MOST = 1_500  # attributes compared, the most frequent: more would be rare ones
_LEAST_SIMILAR = 0.12  # cosine of the surroundings below which the reviews are not compared
_MOST_SHARED = 0.7  # share of the attributes from which a context ("the ...") says nothing
_SMOOTHING = 0.75  # power of the contexts' frequencies: rare contexts say less than their counts
_AVOID = 0.4  # power with which standing in other reviews counts: one reviewer sticks to one name
_ABOUT = 0.4  # power with which being about the same things counts


@dataclass(frozen=True, slots=True)
class Seen:
    """Attribute phrases of one page: their numbers, sentences and reviews, their contexts, and nouns per review."""

    number: npt.NDArray[np.int32]  # (n,)
    sentence: npt.NDArray[np.int64]
    review: npt.NDArray[np.int64]
    contexts: npt.NDArray[np.uint64]  # (n, MOST_CONTEXTS)
    nouns: npt.NDArray[np.int64]  # (k, 2) review and row of the noun's stem
    reviews: int
    sentences: int


def see(reading: Reading, words: ShopWords, phrases: Array, number: Array) -> Seen:
    """The known phrases of a page (numbers, -1 for none) with what stands around them."""
    page = reading.page
    phrases, number = phrases[number >= 0], number[number >= 0]
    contexts = np.empty((len(phrases), MOST_CONTEXTS), np.uint64)
    phrase_contexts(phrases, page.words.form, page.tags, reading.opinion, page.starts, contexts)
    row = np.empty(page.tags.size, np.int32)
    look_up(page.words.stem, *words.slots, row)
    noun = np.flatnonzero(is_noun(page.tags) & (row >= 0))
    review = np.searchsorted(page.offsets, page.words.start, side="right") - 1
    return Seen(
        number,
        np.searchsorted(page.starts, phrases[:, 0], side="right") - 1,
        review[phrases[:, 0]],
        contexts,
        np.stack([review[noun], row[noun]], axis=1),
        page.offsets.size - 1,
        page.starts.size - 1,
    )


@dataclass(frozen=True, slots=True)
class Likeness:
    """Pairs of attributes with similar surroundings. `alike` is 0 to 1; `together` the share of the rarer one's
    sentences in which both stand, the first of them forgiven."""

    occurrences: npt.NDArray[np.int64]  # (attributes,)
    first: npt.NDArray[np.int64]
    second: npt.NDArray[np.int64]
    alike: npt.NDArray[np.float64]
    together: npt.NDArray[np.float64]

    @classmethod
    def none(cls, attributes: int) -> Likeness:
        nothing = np.empty(0, np.int64)
        return cls(np.zeros(attributes, np.int64), nothing, nothing, np.empty(0), np.empty(0))


def likeness(parts: Iterable[Seen], attributes: int) -> Likeness:
    """Compare all attributes that occur often enough."""
    parts = list(parts)
    if not parts or not attributes:
        return Likeness.none(attributes)
    number = np.concatenate([part.number for part in parts])
    occurrences = np.bincount(number, minlength=attributes)
    kept = np.flatnonzero(occurrences >= LEAST_OCCURRENCES)
    kept = np.sort(kept[np.argsort(-occurrences[kept], kind="stable")[:_MOST]])
    if kept.size < _LEAST_NAMES:
        return replace(Likeness.none(attributes), occurrences=occurrences)
    place = np.full(attributes, -1)
    place[kept] = np.arange(kept.size)
    row = place[number]
    contexts = np.concatenate([part.contexts for part in parts])
    surroundings = _weighed(_contexts(row, contexts, kept.size), most=_MOST_SHARED)
    similar = (surroundings @ surroundings.T).toarray()
    first, second = np.nonzero(np.triu(similar, 1) >= _LEAST_SIMILAR)
    if not first.size:
        return replace(Likeness.none(attributes), occurrences=occurrences)
    about = _weighed(_topics(parts, row, kept.size), most=1.0)
    same = np.asarray(about[first].multiply(about[second]).sum(axis=1)).ravel()
    shared = _shared_sentences(parts, row, kept.size, first, second)
    rarer = np.minimum(occurrences[kept[first]], occurrences[kept[second]])
    met = _met(parts, row, kept.size)[first, second]
    alike = similar[first, second] * np.maximum(same, 1e-6) ** _ABOUT * met**-_AVOID
    return Likeness(occurrences, kept[first], kept[second], alike, np.maximum(shared - 1.0, 0.0) / rarer)


def _cells(row: Array, column: Array, shape: tuple[int, int]) -> csr_matrix:
    cells = csr_matrix((np.ones(row.size), (row, column)), shape=shape)
    cells.sum_duplicates()
    return cells


def _contexts(row: Array, contexts: Array, count: int) -> csr_matrix:
    """(attributes, contexts) how often each context is one of an attribute."""
    attribute, context = np.repeat(row, MOST_CONTEXTS), contexts.ravel()
    known = (attribute >= 0) & (context != 0)
    kinds, column = np.unique(context[known], return_inverse=True)
    return _cells(attribute[known], column, (count, kinds.size))


def _topics(parts: list[Seen], row: Array, count: int) -> csr_matrix:
    """(attributes, stems) in how many reviews that speak of an attribute each noun stands."""
    base = np.cumsum([0, *(part.reviews for part in parts)])
    review = np.concatenate([part.review + at for part, at in zip(parts, base, strict=False)])
    nouns = np.concatenate([part.nouns + np.array([at, 0]) for part, at in zip(parts, base, strict=False)])
    known = row >= 0
    spoken = _cells(row[known], review[known], (count, int(base[-1])))
    spoken.data[:] = 1.0
    stems = int(nouns[:, 1].max()) + 1 if len(nouns) else 1
    held = _cells(nouns[:, 0], nouns[:, 1], (int(base[-1]), stems))
    held.data[:] = 1.0
    return (spoken @ held).tocsr()


def _met(parts: list[Seen], row: Array, count: int) -> Array:
    """(attributes, attributes) in how many reviews two stand together, as a share of what is to be expected of two
    different things in the same reviews: as often as the one stands with what stands with the other."""
    base = np.cumsum([0, *(part.reviews for part in parts)])
    review = np.concatenate([part.review + at for part, at in zip(parts, base, strict=False)])
    known = row >= 0
    spoken = _cells(row[known], review[known], (count, int(base[-1])))
    spoken.data[:] = 1.0
    both = (spoken @ spoken.T).toarray().astype(np.float32)
    times = np.diag(both).copy()
    np.fill_diagonal(both, 0.0)
    chance = np.outer(times, times) / np.float32(base[-1])
    company = both / np.maximum(both.sum(axis=1, keepdims=True), 1.0)
    expected = (company @ (both / np.maximum(chance, 1e-9))) * chance
    expected = (expected + expected.T) / 2.0
    met: Array = (both + 1.0) / (expected + 1.0)
    return met


def _shared_sentences(parts: list[Seen], row: Array, count: int, first: Array, second: Array) -> Array:
    """How many sentences hold both of each pair."""
    base = np.cumsum([0, *(part.sentences for part in parts)])
    sentence = np.concatenate([part.sentence + at for part, at in zip(parts, base, strict=False)])
    known = row >= 0
    held = _cells(row[known], sentence[known], (count, int(base[-1])))
    held.data[:] = 1.0
    both = (held @ held.T).tocsr()
    return np.asarray(both[first, second]).ravel()


def _weighed(cells: csr_matrix, most: float) -> csr_matrix:
    """Rows of positive pointwise mutual information, of length one; single occurrences count half, columns that
    more than the share `most` of the rows have not at all."""
    rows = np.asarray(cells.sum(axis=1)).ravel()
    columns = np.asarray(cells.sum(axis=0)).ravel() ** _SMOOTHING
    columns /= max(columns.sum(), 1e-12)
    found = cells.tocoo()
    lift = np.log(found.data / np.maximum(rows[found.row] * columns[found.col], 1e-12))
    shared = np.bincount(found.col, minlength=cells.shape[1])
    telling = (shared > 1) & (shared <= most * cells.shape[0])
    value = np.maximum(lift, 0.0) * found.data / (found.data + 1.0) * telling[found.col]
    weighed = csr_matrix((value, (found.row, found.col)), shape=cells.shape)
    size = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1)).ravel())
    return (diags(1.0 / np.maximum(size, 1e-12)) @ weighed).tocsr()
