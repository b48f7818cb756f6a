"""Phrases that name attributes, with the opinions that speak of them and their polarity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from instead.mentions.leanings import harms, leanings
from instead.mentions.loops.clauses import mark_clauses
from instead.mentions.loops.hashing import word_hash, word_hashes
from instead.mentions.loops.noun_phrases import find_phrases
from instead.mentions.loops.pairing import PAIR_FEATURES, score_pairs
from instead.mentions.loops.polarity import weigh_clauses
from instead.mentions.loops.words import CAPITAL, NUMERIC, SHOUTED, stem_plain
from instead.mentions.opinions import Reading, trust_steps, wide_opinions
from instead.mentions.sentences import Page, hyphens
from instead.mentions.shopwords import KEPT, ShopWords, WordColumns, known_prior
from instead.mentions.tags import (
    DT,
    EXPRESSION,
    INNER,
    LACK,
    MD,
    NEGATOR,
    NNP,
    OUTSIDE,
    PRPS,
    PUNCT,
    SHIFTING,
    VBD,
    VBZ,
    is_noun,
    is_verb,
)  # fmt: skip
from instead.mentions.weights import Weights
from instead.mentions.wordlists import CLOSERS, MEASURES, VERB_ATTRIBUTES

Array = npt.NDArray[Any]

LEAST_ALONE = -5.0
"""Worth from which a noun may be an attribute where one text is all there is: the judging network decides then."""
_COMFORT = 0.1
"""Worth from which a noun that judges ("comfort") is an attribute all the same."""
_LAG, _SMELL = -1.2, -0.5
"""The same where one text is all there is, and for a noun inside an expression ("a strong smell", "half the price")."""
_WORTHY = -0.5
"""Worth from which a noun without a valence is an attribute, opinion labeller or not."""
_NAMED = 0.7  # share of a noun's occurrences inside sentences with a capital from which it is a name
_TOLD = 0.5  # log-odds of labels from which a word is an attribute however it is written
_EVER_NOUN = 0.08  # share of a word's occurrences as a noun below which it is none, whatever its tag
_SURELY, _DOUBTED = 0.0, 0.8  # worth of a sure attribute, and chance of being an opinion from which it is none


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clause number of each word, what is done to its meaning, and in what voice it is said (`tags`)."""

    number: npt.NDArray[np.uint8]
    turn: npt.NDArray[np.uint8]
    voice: npt.NDArray[np.uint8]


class Marks(NamedTuple):
    """Hashes of words that the grammar asks for by name."""

    comma: np.uint64
    question: np.uint64
    of: np.uint64


@lru_cache(maxsize=1)
def _marks() -> Marks:
    return Marks(*(np.uint64(word_hash(word)) for word in (",", "?", "of")))


@lru_cache(maxsize=1)
def _measures() -> npt.NDArray[np.uint64]:
    return word_hashes(sorted(MEASURES))


@lru_cache(maxsize=1)
def _closers() -> npt.NDArray[np.uint64]:
    return np.sort(word_hashes([stem_plain(word) for word in sorted(CLOSERS)]))


@lru_cache(maxsize=1)
def _verbs() -> npt.NDArray[np.uint64]:
    return np.sort(word_hashes(sorted(VERB_ATTRIBUTES)))


@lru_cache(maxsize=1)
def _or() -> npt.NDArray[np.uint64]:
    return word_hashes(["or", "nor"])


def clauses(reading: Reading) -> Clauses:
    page = reading.page
    n = page.tags.size
    made = Clauses(np.zeros(n, np.uint8), np.zeros(n, np.uint8), np.zeros(n, np.uint8))
    mark_clauses(
        page.tags, reading.roles, page.words.form, page.starts, _marks().comma, _marks().question, _or(),
        made.number, made.turn, made.voice,
    )  # fmt: skip
    return made


def noun_phrases(reading: Reading, shop: WordColumns, weights: Weights, least: float) -> npt.NDArray[np.int64]:
    """Every candidate (first, end, head), worthy or not."""
    page, words = reading.page, reading.page.words
    found: npt.NDArray[np.int64] = find_phrases(
        page.tags, shop.worth, shop.general, shop.category, reading.opinion, reading.doubt, shop.follows,
        shop.judges, shop.joins, reading.common, shop.noun_share, reading.valence, words.form, words.stem, words.flags,
        hyphens(words), page.starts, least, weights.modifier, _marks().of, _measures(), _closers(),
    )  # fmt: skip
    return found


def verb_phrases(reading: Reading) -> npt.NDArray[np.int64]:
    """Verbs that stand for an attribute ("easy to use", "fits well"), where an opinion is beside them."""
    page, words = reading.page, reading.page.words
    verb = is_verb(page.tags) & (reading.opinion == OUTSIDE)
    places = np.flatnonzero(verb)
    places = places[np.isin(words.form[places], _verbs())]
    if not places.size:
        return np.empty((0, 3), np.int64)
    padded = np.concatenate([np.zeros(3, np.int8), reading.opinion, np.zeros(3, np.int8)])
    sentence = np.searchsorted(page.starts, places, side="right") - 1
    first, last = page.starts[sentence], page.starts[sentence + 1]
    after = ((padded[places + 4] > 0) & (places + 1 < last)) | ((padded[places + 5] > 0) & (places + 2 < last))
    before = ((padded[places + 2] > 0) & (places - 1 >= first)) | ((padded[places + 1] > 0) & (places - 2 >= first))
    places = places[after | before]
    return np.stack([places, places + 1, places], axis=1)


def attribute_phrases(
    reading: Reading, words: ShopWords, weights: Weights, least: float, *, verbs: bool = True,
    shop: WordColumns | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:  # fmt: skip
    """(n, 3) phrases worth being attributes, in reading order, and their worth; `shop` where it is known already."""
    shop = words.columns(reading, weights) if shop is None else shop
    found = noun_phrases(reading, shop, weights, least)
    head = found[:, 2]
    page, kept = reading.page, shop.worth[head] >= KEPT
    # A number or a model's name is no property, nor is a word that only the tagger takes for a noun, nor a general
    # noun by itself, nor a name, unless labels of other domains have the word among their attributes ("Bluetooth").
    flags, proper = page.words.flags[head], page.tags[head] == NNP
    proper_name = ((flags & (CAPITAL | SHOUTED)) == CAPITAL) & (shop.named[head] > _NAMED)
    proper_name &= ~hyphens(page.words)[np.maximum(head - 1, 0)]  # the "Fi" of "Wi-Fi"
    proper_name &= known_prior(page.words.stem[head], weights)[:, 1] <= _TOLD
    fit = ((flags & NUMERIC) == 0) & ((shop.noun_share[head] >= _EVER_NOUN) | proper)
    fit &= ~(proper_name | (shop.general[head] & (found[:, 1] - found[:, 0] == 1))) | kept
    # The labeller takes some attributes for opinions ("quality"): what is surely worth being one stays one.
    meant = (reading.opinion[head] == OUTSIDE) | ((shop.worth[head] > _SURELY) & (reading.doubt[head] < _DOUBTED))
    # A word that judges nothing by itself and is worth being an attribute is one, whatever the labeller takes it for.
    judging = np.abs(reading.valence[head]) > 0.9
    meant &= ~(judging & (shop.worth[head] < _COMFORT))  # a gripe, a pity, the rock of "rock solid"
    noun = is_noun(page.tags[head])
    before, behind = _tags_beside(page, found)
    determined = np.isin(before, (DT, PRPS))
    meant |= (reading.valence[head] == 0) & ((shop.worth[head] > _WORTHY) | determined) & noun
    # "the hum is gone", "no lag": what judges elsewhere is judged here.
    subject = determined & ((behind == MD) | ((behind >= VBD) & (behind <= VBZ)))
    harm = np.isin(page.words.stem[head], harms())
    turned = (reading.roles[np.maximum(found[:, 0] - 1, 0)] & (LACK | SHIFTING | NEGATOR)) > 0
    inside = (reading.roles[head] & (INNER | EXPRESSION)) > 0
    meant |= noun & (subject | (harm & turned)) & ~inside
    if least <= LEAST_ALONE:
        meant |= noun & (shop.worth[head] > np.where(inside, _SMELL, _LAG))
    found = found[(shop.worth[head] > least) & fit & ~shop.category[head] & meant]
    if verbs:
        extra = verb_phrases(reading)
        if extra.size:
            edges = np.zeros(reading.page.tags.size + 1, np.int64)
            np.add.at(edges, found[:, 0], 1)
            np.add.at(edges, found[:, 1], -1)
            extra = extra[np.cumsum(edges)[extra[:, 0]] == 0]
            # "the shutter works": the verb of a named attribute says nothing of its own.
            extra = extra[~np.isin(extra[:, 0], found[:, 1])]
            found = np.concatenate([found, extra])
            found = found[np.argsort(found[:, 0], kind="stable")]
    return found, shop.worth[found[:, 2]]


def _tags_beside(page: Page, phrases: Array) -> tuple[Array, Array]:
    """Tags of the words before and behind each of phrases (n, 3); a sentence begins and ends with a mark."""
    sentence = np.searchsorted(page.starts, phrases[:, 0], side="right") - 1
    tags = np.append(page.tags, PUNCT)
    before = np.where(phrases[:, 0] > page.starts[sentence], tags[phrases[:, 0] - 1], PUNCT)
    behind = np.where(phrases[:, 1] < page.starts[sentence + 1], tags[phrases[:, 1]], PUNCT)
    return before, behind


def opinion_pairs(
    reading: Reading, marks: Clauses, phrases: Array, worth: Array, weights: Weights, least: float = 0.0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """(phrase, opinion first, opinion end) and the score of each pair."""
    page = reading.page
    pairs, scores = score_pairs(
        phrases, worth, page.starts, page.tags, reading.roles, page.words.form, reading.valence, marks.number,
        reading.opinion, wide_opinions(reading), trust_steps(reading), weights.pair, np.float32(least),
        np.empty((1, PAIR_FEATURES), np.uint16), False,
    )  # fmt: skip
    return pairs, scores


def grammar_says(
    reading: Reading, marks: Clauses, phrases: Array
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """(phrases,) the verdict of grammar on each, and the sum of what its clause says of it."""
    page = reading.page
    verdicts, felt = np.zeros(len(phrases), np.uint8), np.zeros(len(phrases), np.float32)
    weigh_clauses(
        phrases, page.starts, page.tags, reading.roles, page.words.form, page.words.stem, reading.valence,
        marks.number, marks.turn, marks.voice, *leanings(), harms(), verdicts, felt,
    )  # fmt: skip
    return verdicts, felt
