"""How the words of one shop are used, and which of its nouns are worth being attributes.

Nothing of the shop is labelled: the counts come from its own text, and the handful of weights that turn them into a
score were learned on other domains (scripts/train_mentions.py). Where the text is thin, what is known of a word at
large (`known_words`) and what its kin are worth here speak for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.known_words import known_words, worth_of_kin
from instead.mentions.loops import counting as use
from instead.mentions.loops.hashing import table, word_hash
from instead.mentions.loops.words import stem_plain
from instead.mentions.opinions import Reading
from instead.mentions.tags import BEGIN, INTENSIFIER, OUTSIDE, PUNCT, is_adjective, is_noun, is_participle
from instead.mentions.weights import Weights
from instead.mentions.wordlists import PROPERTIES, stop_nouns

Array = npt.NDArray[Any]

_RATES = (
    use.PRAISED, use.THIS, use.THE, use.A, use.BEFORE_NOUN, use.AFTER_NOUN, use.SUBJECT, use.JUDGED,
    use.AFTER_PREPOSITION, use.CAPITAL_INSIDE, use.OWNED, use.COUNTED, use.OPINION, use.NEAR_OPINION, use.OBJECT,
)  # fmt: skip
_PRIOR = 4.0  # imaginary occurrences with average use, so that rare words are judged by what they are, not by luck
_CATEGORY_THIS, _CATEGORY_THE, _CATEGORY_LEAST = 0.08, 0.5, 8  # "this ...", "the ...", occurrences to judge by
_CATEGORY_OWN, _CATEGORY_LOOSE, _CATEGORY_SURE = 0.2, 0.36, 100  # this or my, the two and a, occurrences


_OWN_SAID, _MOST_SAID = 3.0, 30.0  # weight of the sentence at hand, and at most of all others, in `informed`
_SURE_SAID = 0.5  # chance from which a word the labeller left out is an opinion after all
_THIN = 3.0  # occurrences at which a noun's own use counts as much as what is known of it
_ALONE_WORDS = 1500.0  # words of text at which the shop counts as much as what is known at large
_TALK, _CHATTER = 1.03, 1.1  # share of noun phrases about attributes if there were no chatter, and how it falls with it
_LEAST_TALK, _MOST_TALK, _HIGHEST = 0.35, 0.9, -0.5
_TALK_SEEN = 200.0  # noun phrases at which a shop's own level is believed by half
_EVERYWHERE, _PASSED = 1.5, -1.9  # log-odds of labels from which a word is an attribute in any shop, and what it gets
BELOW = 0.5  # how far below that level the default threshold lies
_SHIFT = 2.0 - BELOW  # so that this threshold is -2
_SHARE_TRUST = 4.0  # occurrences that a known word's share as a noun at large counts for
KEPT = 9.0  # worth of a word that is an attribute in any case


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
def _property_stems() -> npt.NDArray[np.uint64]:
    return np.array([word_hash(stem_plain(word)) for word in sorted(PROPERTIES)], np.uint64)


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


def _background_of(stems: Array) -> tuple[Array, Array]:
    """Occurrences of each stem in general English, and the log of their rate."""
    keys, known, size = _background()
    place, there = _in_sorted(keys, stems)
    count = np.where(there, known[place], 0)
    return count, np.log((count + 0.5) / size * 1e4)


def word_features(stems: Array, counts: Array, total: Array, prior: Array) -> npt.NDArray[np.float64]:
    """(stems, F): frequency against the background, share as a noun, rates of use against the average, and `prior`.

    `total` (USES) are the sums over the whole shop; `prior` (stems, 2) is what is known of each word at large.
    """
    background, usual = _background_of(stems)
    n = counts[:, use.NOUN]
    here = np.log((n + 0.5) / max(total[use.ALL], 1.0) * 1e4)
    contrast = np.clip(here - usual, -3, 5)
    thin = _THIN / (n + _THIN)
    kin, told = prior.T
    columns = [
        np.ones(stems.size),
        np.clip(here, -1, 4),
        np.clip(usual, -1, 3),
        np.minimum(contrast, 1.0),
        np.maximum(contrast - 1.0, 0),
        np.maximum(contrast - 2.5, 0),
        (n + 0.5) / (counts[:, use.ALL] + 1.0),
        (background == 0) * 1.0,
        1.0 - thin,
        kin,
        kin * thin,
        np.maximum(kin, 0.0),
        told,
        told * thin,
        np.maximum(told, 0.0),
    ]
    average = total / max(total[use.NOUN], 1.0)
    for column in _RATES:
        rate = (counts[:, column] + _PRIOR * average[column]) / (n + _PRIOR)
        columns.append(np.log((rate + 0.02) / (average[column] + 0.02)))
    columns.append(np.isin(stems, general_stems()) * 1.0)
    return np.stack(columns, axis=1)


def kin_features(first: Array, kin: Array, times: Array) -> npt.NDArray[np.float64]:
    """(stems, F + 2): the features of the first look, and what similar nouns of the shop are worth by it."""
    return np.column_stack([first, kin, kin * _THIN / (times + _THIN)])


def alone_features(stems: Array, prior: Array) -> npt.NDArray[np.float64]:
    """(stems, A): what can be said of words without any text around them."""
    rows = known_words().rows(stems)
    background, usual = _background_of(stems)
    kin, told = prior.T
    columns = [
        np.ones(stems.size),
        kin,
        np.maximum(kin, 0.0),
        told,
        np.maximum(told, 0.0),
        (rows == known_words().stems.size) * 1.0,
        np.clip(usual, -1, 3),
        (background == 0) * 1.0,
        known_words().noun_share[rows].astype(np.float64),
        np.isin(stems, general_stems()) * 1.0,
    ]
    return np.stack(columns, axis=1)


def known_prior(stems: Array, weights: Weights) -> npt.NDArray[np.float64]:
    """(stems, 2): what labels of other domains say of each stem as an attribute, of its kin and of itself."""
    return np.clip(weights.prior[known_words().rows(stems)].astype(np.float64), -6.0, 6.0)


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
    joins: npt.NDArray[np.float32]  # what is known at large of its joining the noun on its right
    named: npt.NDArray[np.float32]  # share of its occurrences as a noun with a capital inside a sentence
    follows: npt.NDArray[np.float32]  # share of its occurrences in which the next word is the one here


@dataclass(frozen=True, slots=True)
class ShopWords:
    """Scores of the shop's stems, ready to be looked up."""

    uses: Uses
    total: npt.NDArray[np.float64]
    worth: npt.NDArray[np.float32]  # on the shop's own scale: see `levelled`
    category: npt.NDArray[np.bool_]
    level: float  # what was taken from the raw worth
    slots: tuple[Array, Array]
    pair_slots: tuple[Array, Array]

    @classmethod
    def judge(cls, uses: Uses, weights: Weights) -> ShopWords:
        """A first look at each noun, then one that knows what its kin are worth; thin text counts less than both."""
        total = uses.counts.sum(axis=0)
        prior = known_prior(uses.stems, weights)
        times = uses.counts[:, use.NOUN]
        first = word_features(uses.stems, uses.counts, total, prior)
        kin = worth_of_kin(known_words().rows(uses.stems), times, first @ weights.first)
        shop = kin_features(first, kin, times) @ weights.worth
        alone = alone_features(uses.stems, prior) @ weights.alone
        share = total[use.ALL] / (total[use.ALL] + _ALONE_WORDS)
        worth = (share * shop + (1 - share) * alone).astype(np.float32)
        made = cls(uses, total, worth, category_words(uses.counts), 0.0, table(uses.stems), table(uses.pairs))
        return made.levelled(weights)

    def levelled(self, weights: Weights) -> ShopWords:
        """The same with worth counted from the shop's own level, above which its attributes lie.

        Scores of different shops differ more than the share of talk that is about attributes. That share is told by
        the chatter: the more of a shop's noun phrases are general nouns or the thing sold, the less of the others are
        attributes. Little text has no level of its own yet and takes the usual one. Words that labellers call
        attributes almost wherever they stand ("price", "quality", "service") pass in every shop.
        """
        heads = np.maximum(self.uses.counts[:, use.NOUN] - self.uses.counts[:, use.BEFORE_NOUN], 0.0)
        every = heads.sum()
        heads[self.category | np.isin(self.uses.stems, general_stems())] = 0.0
        raw = self.worth + np.float32(self.level)
        level = float(weights.usual_level[0])
        if heads.sum() > 0:
            talk = min(max(_TALK - _CHATTER * (1.0 - heads.sum() / every), _LEAST_TALK), _MOST_TALK)
            order = np.argsort(-raw, kind="stable")
            above = np.cumsum(heads[order])
            own = float(raw[order[min(int(np.searchsorted(above, talk * above[-1])), order.size - 1)]]) + BELOW
            own = min(own, _HIGHEST)  # what looks like an attribute by itself is one, however many there are
            level = float((every * own + _TALK_SEEN * level) / (every + _TALK_SEEN))
        level += _SHIFT
        worth = (raw - np.float32(level)).astype(np.float32)
        everywhere = known_prior(self.uses.stems, weights)[:, 1] > _EVERYWHERE
        everywhere |= np.isin(self.uses.stems, _property_stems())
        worth[everywhere] = np.maximum(worth[everywhere], np.float32(_PASSED))
        return replace(self, worth=worth, level=level)

    def told(self, *, category: frozenset[str], keep: frozenset[str], all_kept: bool = False) -> ShopWords:
        """The same with words known from elsewhere: names of the category, and words that are attributes anyway."""
        named = np.array([word_hash(stem_plain(word)) for word in sorted(category)], np.uint64)
        wanted = np.array([word_hash(stem_plain(w)) for phrase in sorted(keep) for w in phrase.split()], np.uint64)
        sure = np.isin(self.uses.stems, wanted)
        marked = np.zeros_like(self.category) if all_kept else self.category | np.isin(self.uses.stems, named)
        worth = np.where(sure, np.float32(KEPT), self.worth).astype(np.float32)
        return replace(self, worth=worth, category=marked & ~sure)

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

    def columns(self, reading: Reading, weights: Weights) -> WordColumns:
        words = reading.page.words
        row = np.empty(words.stem.size, np.int32)
        use.look_up(words.stem, *self.slots, row)
        known = row >= 0
        counts = self.uses.counts
        # Per stem of the shop first, then per word: a page has far more words than the shop has stems on it.
        at_large = known_words().rows(self.uses.stems)
        trust = np.where(at_large < known_words().stems.size, _SHARE_TRUST, 1.0)
        share = (counts[:, use.NOUN] + trust * known_words().noun_share[at_large]) / (counts[:, use.ALL] + trust)
        usual = self.total[use.ALONE] / max(self.total[use.ADJECTIVE], 1.0) + 1e-3
        judges = np.log((counts[:, use.ALONE] + _PRIOR * usual) / (counts[:, use.ADJECTIVE] + _PRIOR) / usual)
        named = counts[:, use.CAPITAL_INSIDE] / np.maximum(counts[:, use.NOUN], 1.0)
        by_stem = np.stack([self.worth, share, judges, weights.joins[at_large], named, counts[:, use.ALL]], axis=1)
        found = np.append(by_stem, np.zeros((1, by_stem.shape[1])), axis=0)[row]
        if not known.all():
            strange, back = np.unique(words.stem[~known], return_inverse=True)
            at_large = known_words().rows(strange)
            scores = alone_features(strange, known_prior(strange, weights)) @ weights.alone - self.level
            nothing = np.zeros(strange.size)
            found[~known] = np.stack(
                [scores, known_words().noun_share[at_large], nothing, weights.joins[at_large], nothing, nothing], axis=1
            )[back]
        keys = np.empty(words.stem.size, np.uint64)
        use.pair_keys(words.stem, reading.page.starts, keys)
        place = np.empty(keys.size, np.int32)
        use.look_up(keys, *self.pair_slots, place)
        together = np.where(place >= 0, np.append(self.uses.pair_counts, 0)[place], 0)
        worth, nounlike, judging, joins, capital, every = np.ascontiguousarray(found.T, np.float32)
        return WordColumns(
            worth,
            _in_sorted(general_stems(), words.stem)[1],
            np.where(known, self.category[row], False) if self.category.size else np.zeros(row.size, bool),
            nounlike,
            judging,
            joins,
            capital,
            (together / (every + 2.0)).astype(np.float32),
        )
