"""How the words of one shop are used, and which of its nouns are worth being attributes.

Nothing here is labelled: the counts come from the shop's own text, the handful of weights that turn them into a
score were learned on other domains (scripts/train_mentions.py). Scores do not depend on the size of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.loops import counting as use
from instead.mentions.loops.hashing import table, word_hash
from instead.mentions.loops.words import stem_plain
from instead.mentions.opinions import Reading
from instead.mentions.tags import BEGIN, INTENSIFIER, OUTSIDE, PUNCT, is_adjective, is_noun, is_participle
from instead.mentions.wordlists import stop_nouns

Array = npt.NDArray[Any]

_RATES = (
    use.PRAISED, use.THIS, use.THE, use.A, use.BEFORE_NOUN, use.AFTER_NOUN, use.SUBJECT, use.JUDGED,
    use.AFTER_PREPOSITION, use.CAPITAL_INSIDE, use.OWNED, use.COUNTED, use.OPINION, use.NEAR_OPINION, use.OBJECT,
)  # fmt: skip
FEATURES = 9 + len(_RATES) + 1
_PRIOR = 4.0  # imaginary occurrences with average use, so that rare words are judged by what they are, not by luck
_CATEGORY_THIS, _CATEGORY_THE, _CATEGORY_LEAST = 0.08, 0.5, 8  # "this ...", "the ...", occurrences to judge by
_CATEGORY_OWN, _CATEGORY_LOOSE, _CATEGORY_SURE = 0.2, 0.36, 100  # this or my, the two and a, occurrences


_OWN_SAID, _MOST_SAID = 3.0, 30.0  # weight of the sentence at hand, and at most of all others, in `informed`
_SURE_SAID = 0.5  # chance from which a word the labeller left out is an opinion after all


@dataclass(frozen=True, slots=True)
class Uses:
    """Counts per stem (sorted by hash) and per pair of neighbouring stems."""

    stems: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.float64]  # (stems, USES)
    pairs: npt.NDArray[np.uint64]
    pair_counts: npt.NDArray[np.int64]


@lru_cache(maxsize=1)
def _determiners() -> tuple[np.uint64, ...]:
    return tuple(np.uint64(word_hash(word)) for word in ("this", "these", "the", "a", "an", "my"))


@lru_cache(maxsize=1)
def general_stems() -> npt.NDArray[np.uint64]:
    return np.unique(np.array([word_hash(stem_plain(word)) for word in stop_nouns()], np.uint64))


@lru_cache(maxsize=1)
def _background() -> tuple[Array, Array, int]:
    with files("instead.mentions").joinpath("data/tagger.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        order = np.argsort(stored["english_stem"])
        return stored["english_stem"][order], stored["english_stem_count"][order], int(stored["english_total"])


def count_uses(reading: Reading) -> Uses:
    """Uses of the words of one page."""
    page = reading.page
    stems, row = np.unique(page.words.stem, return_inverse=True)
    counts = np.zeros((stems.size, use.USES))
    use.count_uses(
        row, page.words.form, page.words.flags, page.tags, reading.opinion, page.starts, counts, *_determiners()
    )
    adjective, alone = _adjectives(reading)
    for column, value in ((use.SAID, reading.doubt), (use.ADJECTIVE, adjective), (use.ALONE, alone)):
        counts[:, column] = np.bincount(row, weights=value, minlength=stems.size)
    keys = np.empty(page.words.stem.size, np.uint64)
    use.pair_keys(page.words.stem, page.starts, keys)
    pairs, pair_counts = np.unique(keys, return_counts=True)
    return Uses(stems, counts, pairs, pair_counts)


def _adjectives(reading: Reading) -> tuple[Array, Array]:
    """Which words are adjectives, and which of them judge rather than sort: "is fresh", "very fresh", not "fried"."""
    page = reading.page
    adjective = is_adjective(page.tags) | is_participle(page.tags)
    after = np.append(page.tags[1:], PUNCT)  # a sentence ends as if with a mark
    after[page.starts[1:] - 1] = PUNCT
    graded = np.append(False, (reading.roles[:-1] & INTENSIFIER) > 0)[: adjective.size]
    return adjective, adjective & (~(is_noun(after) | is_adjective(after)) | graded)


def add_uses(parts: Iterable[Uses], least: int = 2) -> Uses:
    """Uses of several pages together. Pairs met less than `least` times are dropped: they say nothing."""
    parts = list(parts)
    stems, row = np.unique(np.concatenate([part.stems for part in parts]), return_inverse=True)
    counts = np.zeros((stems.size, use.USES))
    np.add.at(counts, row, np.concatenate([part.counts for part in parts]))
    pairs, place = np.unique(np.concatenate([part.pairs for part in parts]), return_inverse=True)
    pair_counts = np.zeros(pairs.size, np.int64)
    np.add.at(pair_counts, place, np.concatenate([part.pair_counts for part in parts]))
    kept = (pair_counts >= least) & (pairs != 0)
    return Uses(stems, counts, pairs[kept], pair_counts[kept])


def _in_sorted(keys: Array, wanted: Array) -> tuple[Array, Array]:
    """Place of each wanted key and whether it is there."""
    if keys.size == 0:
        return np.zeros(wanted.size, np.int64), np.zeros(wanted.size, bool)
    place = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    return place, keys[place] == wanted


def word_features(stems: Array, counts: Array, total: Array) -> npt.NDArray[np.float64]:
    """(stems, FEATURES): frequency against the background, share as a noun, and rates of use against the average.

    `total` (USES) are the sums over the whole shop, so that a single word can be looked at alone.
    """
    keys, known, size = _background()
    place, there = _in_sorted(keys, stems)
    background = np.where(there, known[place], 0)
    n = counts[:, use.NOUN]
    here = np.log((n + 0.5) / max(total[use.ALL], 1.0) * 1e4)
    usual = np.log((background + 0.5) / size * 1e4)
    contrast = np.clip(here - usual, -3, 5)
    columns = [
        np.ones(stems.size),
        np.clip(here, -1, 4),
        np.clip(usual, -1, 3),
        np.minimum(contrast, 1.0),
        np.maximum(contrast - 1.0, 0),
        np.maximum(contrast - 2.5, 0),
        (n + 0.5) / (counts[:, use.ALL] + 1.0),
        (background == 0) * 1.0,
        n / (n + 3.0),
    ]
    average = total / max(total[use.NOUN], 1.0)
    for column in _RATES:
        rate = (counts[:, column] + _PRIOR * average[column]) / (n + _PRIOR)
        columns.append(np.log((rate + 0.02) / (average[column] + 0.02)))
    columns.append(np.isin(stems, general_stems()) * 1.0)
    return np.stack(columns, axis=1)


def category_words(counts: Array) -> npt.NDArray[np.bool_]:
    """Names of the thing itself: what people call "this ...", "my ..." or "a ..." rather than "the ..."."""
    n = counts[:, use.NOUN]
    this = (counts[:, use.THIS] + 0.5) / (n + 10.0)
    own = (counts[:, use.THIS] + counts[:, use.MINE]) / np.maximum(n, 1.0)
    loose = own + counts[:, use.A] / np.maximum(n, 1.0)
    said: npt.NDArray[np.bool_] = (
        (n >= _CATEGORY_LEAST) & (this > _CATEGORY_THIS) & (counts[:, use.THE] < _CATEGORY_THE * n)
    )
    possessed = (n >= _CATEGORY_SURE) & (own > _CATEGORY_OWN) & (loose > _CATEGORY_LOOSE)
    return said | possessed


@dataclass(frozen=True, slots=True)
class WordColumns:
    """What the shop says about each word of a page."""

    worth: npt.NDArray[np.float32]
    general: npt.NDArray[np.bool_]
    category: npt.NDArray[np.bool_]
    noun_share: npt.NDArray[np.float32]
    judges: npt.NDArray[np.float32]  # log of how much more often than others it stands alone as an adjective
    follows: npt.NDArray[np.float32]  # share of its occurrences in which the next word is the one here


@dataclass(frozen=True, slots=True)
class ShopWords:
    """Scores of the shop's stems, ready to be looked up."""

    uses: Uses
    total: npt.NDArray[np.float64]
    worth: npt.NDArray[np.float32]
    category: npt.NDArray[np.bool_]
    weights: npt.NDArray[Any]
    slots: tuple[Array, Array]
    pair_slots: tuple[Array, Array]

    @classmethod
    def judge(cls, uses: Uses, weights: Array) -> ShopWords:
        total = uses.counts.sum(axis=0)
        worth = (word_features(uses.stems, uses.counts, total) @ weights).astype(np.float32)
        return cls(uses, total, worth, category_words(uses.counts), weights, table(uses.stems), table(uses.pairs))

    def told(self, *, category: frozenset[str], keep: frozenset[str], all_kept: bool = False) -> ShopWords:
        """The same with words known from elsewhere: names of the category, and words that are attributes anyway."""
        named = np.array([word_hash(stem_plain(word)) for word in sorted(category)], np.uint64)
        wanted = np.array([word_hash(stem_plain(w)) for phrase in sorted(keep) for w in phrase.split()], np.uint64)
        sure = np.isin(self.uses.stems, wanted)
        marked = np.zeros_like(self.category) if all_kept else self.category | np.isin(self.uses.stems, named)
        worth = np.where(sure, np.float32(9), self.worth).astype(np.float32)
        return replace(self, worth=worth, category=marked & ~sure)

    def threshold(self, share: float) -> float:
        """The worth above which `share` of the shop's noun phrases lie, category words counted as worthless.

        Shops differ in how much of their talk is about attributes far less than scores differ between shops.
        """
        heads = np.maximum(self.uses.counts[:, use.NOUN] - self.uses.counts[:, use.BEFORE_NOUN], 0.0)
        worth = np.where(self.category, -np.inf, self.worth)
        order = np.argsort(-worth, kind="stable")
        above = np.cumsum(heads[order])
        at = int(np.searchsorted(above, share * above[-1])) if above.size else 0
        return float(worth[order[min(at, order.size - 1)]]) if order.size else 0.0

    def informed(self, reading: Reading) -> Reading:
        """The reading with each word's chance of being an opinion drawn towards what it is elsewhere in the shop.

        A sentence alone may leave the labeller in doubt about a word it never met; the shop's other sentences do not.
        """
        row = np.empty(reading.page.words.stem.size, np.int32)
        use.look_up(reading.page.words.stem, *self.slots, row)
        counts = self.uses.counts
        if not len(counts):
            return reading
        every = np.where(row >= 0, np.minimum(counts[row, use.ALL], _MOST_SAID), 0.0)
        usual = np.where(row >= 0, counts[row, use.SAID] / np.maximum(counts[row, use.ALL], 1.0), 0.0)
        doubt = ((every * usual + _OWN_SAID * reading.doubt) / (every + _OWN_SAID)).astype(np.float32)
        more = (reading.opinion == OUTSIDE) & (doubt > _SURE_SAID)
        return replace(reading, doubt=doubt, opinion=np.where(more, np.int8(BEGIN), reading.opinion))

    def columns(self, reading: Reading) -> WordColumns:
        words = reading.page.words
        row = np.empty(words.stem.size, np.int32)
        use.look_up(words.stem, *self.slots, row)
        known = row >= 0
        worth = self.worth[row] if self.worth.size else np.zeros(row.size, np.float32)
        if not known.all():
            strange, back = np.unique(words.stem[~known], return_inverse=True)
            nothing = np.zeros((strange.size, use.USES))
            scores = word_features(strange, nothing, self.total) @ self.weights
            worth[~known] = scores[back]
        counts = self.uses.counts
        every = np.where(known, counts[row, use.ALL], 0.0)
        noun_share = np.where(known, (counts[row, use.NOUN] + 0.5) / (every + 1.0), 0.5)
        usual = self.total[use.ALONE] / max(self.total[use.ADJECTIVE], 1.0) + 1e-3
        alone = np.where(known, counts[row, use.ALONE], 0.0) + _PRIOR * usual
        judges = np.log(alone / (np.where(known, counts[row, use.ADJECTIVE], 0.0) + _PRIOR) / usual)
        keys = np.empty(words.stem.size, np.uint64)
        use.pair_keys(words.stem, reading.page.starts, keys)
        place = np.empty(keys.size, np.int32)
        use.look_up(keys, *self.pair_slots, place)
        together = np.where(place >= 0, np.append(self.uses.pair_counts, 0)[place], 0)
        return WordColumns(
            worth.astype(np.float32),
            _in_sorted(general_stems(), words.stem)[1],
            np.where(known, self.category[row], False),
            noun_share.astype(np.float32),
            judges.astype(np.float32),
            (together / (every + 2.0)).astype(np.float32),
        )
