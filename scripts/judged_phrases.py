"""Phrases of labelled sentences as the judging network learns from them (scripts/train_network.py).

A label is -1 blamed, 0 not judged, 1 praised; a `may` of -1 or 1 allows that besides 0: an optional label of the
written text. What the network sees of words and phrases is made by the loops that it reads with later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from comparisons import coqe
from instead.mentions import shopwords
from instead.mentions.attributes import LEAST_ALONE, Clauses, attribute_phrases, clauses, grammar_says, opinion_pairs
from instead.mentions.challenge import Spoken, fits
from instead.mentions.company import second_look
from instead.mentions.findings import SURE
from instead.mentions.gold import GoldSentence, read_challenge
from instead.mentions.known_words import known_words
from instead.mentions.loops.judging import (
    FEATURES,
    LEVELS,
    WORD_BITS,
    lay_out,
    mark_phrases,
    phrase_features,
    relations,
)
from instead.mentions.opinions import Reading, read, trust_steps, understand
from instead.mentions.seen import letters, sentence_hashes
from instead.mentions.sentences import Page, read_page
from instead.mentions.tags import AFTER_THAN, OF_OTHERS
from instead.mentions.weights import Weights
from instead.settings import ExtractSettings
from labelled import Domain, mass_texts, starred_reviews

Array = npt.NDArray[Any]
WRITTEN = Path(__file__).parent.parent / "training_text"
UNNAMED = 0.3
"""Weight of a phrase that a labelled corpus says nothing of: its labellers leave out much that is judged."""
SHORTEST, LONGEST, FEWEST_LETTERS = 5, 30, 9
"""Words of a raw sentence that is worth judging, and its letters."""
LONGEST_STARRED = 1000
"""Letters of a starred review that are read."""
LEAST_THERE = 0.99
"""Share of the sentences a teacher judged that must still be found in the raw reviews."""
UNSURE = 2
"""Label of a phrase that nothing is to be learned from."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Sentences with phrases. Columns of words run over all sentences (`size` words each), columns of phrases over all
    phrases (`count` in each sentence); `relation` over the words of each phrase's sentence, phrase after phrase."""

    corpus: str
    size: npt.NDArray[np.int64]  # (S,)
    count: npt.NDArray[np.int64]  # (S,)
    words: dict[str, Array]  # (N,) each
    relation: npt.NDArray[np.uint8]
    features: npt.NDArray[np.float32]  # (P, FEATURES)
    label: npt.NDArray[np.int8]  # (P,)
    may: npt.NDArray[np.int8]  # (P,)
    weight: npt.NDArray[np.float32]  # (P,)
    chance: npt.NDArray[np.float32] | None = None  # (P, POLARITIES) by a teacher, instead of labels
    sign_only: bool = False
    """Whether the labels say nothing of who is judged, only how if so: the stars of a review."""


@lru_cache(maxsize=1)
def written() -> dict[str, list[GoldSentence]]:
    """The sentences of training_text/, file by file."""
    return {path.stem: read_challenge(path) for path in sorted(WRITTEN.glob("*.tsv"))}


def judged(
    corpus: str, reading: Reading, phrases: Array, worth: Array, label: Array, weights: Weights, *,
    may: Array | None = None, weight: Array | None = None, chance: Array | None = None, sign_only: bool = False,
) -> Judged:  # fmt: skip
    """Phrases of a reading, as the network of these weights will meet them."""
    page, marks = reading.page, clauses(reading)
    pairs, fit = opinion_pairs(reading, marks, phrases, worth, weights, ExtractSettings().least_pair)
    verdict, felt = grammar_says(reading, marks, phrases)
    chosen, _, place = lay_out(phrases, page.starts)
    features = np.empty((len(phrases), FEATURES), np.float32)
    phrase_features(phrases, worth, pairs, fit, verdict, felt, place, chosen, page.starts, page.tags, features)
    relation, _ = relations(phrases, pairs, place, chosen, page.starts, marks.number)
    size = np.diff(page.starts)[chosen]
    kept = np.repeat(page.starts[chosen] - np.cumsum(size) + size, size) + np.arange(size.sum())
    nothing = np.zeros(len(phrases), np.int8)
    return Judged(
        corpus, size, np.bincount(place, minlength=chosen.size), _words(reading, marks, phrases, kept), relation,
        features, label.astype(np.int8), nothing if may is None else may.astype(np.int8),
        np.ones(len(phrases), np.float32) if weight is None else weight.astype(np.float32), chance,
        sign_only,
    )  # fmt: skip


def _words(reading: Reading, marks: Clauses, phrases: Array, kept: Array) -> dict[str, Array]:
    page = reading.page
    marked = np.zeros(page.tags.size, np.uint8)
    mark_phrases(phrases, marked)
    columns = {
        "form": (page.words.form * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - WORD_BITS),
        "known": known_words().rows(page.words.stem),
        "tag": page.tags,
        "turn": marks.turn,
        "level": np.searchsorted(LEVELS, reading.valence),
        "said": 9 * reading.opinion.astype(np.int64) + trust_steps(reading),
        "marked": marked,
        "voice": marks.voice,
        "roles": reading.roles,
    }
    return {name: column[kept].astype(np.int64) for name, column in columns.items()}


def shop_of(reading: Reading, weights: Weights) -> shopwords.ShopWords:
    uses = shopwords.add_uses([shopwords.count_uses(reading)])
    return second_look([reading], shopwords.ShopWords.judge(uses, weights), weights)


def from_domain(domain: Domain, alone: Reading, weights: Weights) -> Judged:
    """Labelled terms of a domain, and phrases found beside them, with the domain's text as the shop."""
    page, words = domain.page, shop_of(alone, weights)
    reading = words.informed(alone)
    terms: dict[tuple[int, int], int] = {}
    taken = np.zeros(page.tags.size + 1, bool)
    for row, sentence in enumerate(domain.gold):
        for span, sign in sentence.terms:
            first, stop = page.words_in(row, *span)
            if stop > first and not taken[first:stop].any():
                terms[first, stop] = UNSURE if sign is None else sign
                taken[first:stop] = True
    found, _ = attribute_phrases(reading, words, weights, ExtractSettings().least_worth)
    rows = [(a, e, e - 1, sign, 1.0) for (a, e), sign in terms.items()]
    rows += [(a, e, h, 0, UNNAMED) for a, e, h in found.tolist() if not taken[a:e].any()]
    made = np.array(sorted(rows))
    phrases = made[:, :3].astype(np.int64)
    worth = words.columns(reading, weights).worth[phrases[:, 2]]
    return judged(domain.name, reading, phrases, worth, made[:, 3], weights, weight=made[:, 4])


def read_alone(texts: Sequence[str], weights: Weights) -> tuple[Reading, Array, Array]:
    """Each text by itself, as `instead extract --text` reads it: the reading of all, their phrases, what these are
    worth."""
    page = read_page(texts)
    whole = understand(page, weights)
    opinion, doubt = whole.opinion.copy(), whole.doubt.copy()
    first_words = np.searchsorted(page.words.start, page.offsets[:-1])
    phrases, worth = [], []
    for at, text in zip(first_words.tolist(), texts, strict=True):
        alone = read([text], weights)
        size = alone.page.tags.size
        words = shop_of(alone, weights)
        reading = words.informed(alone)
        opinion[at : at + size], doubt[at : at + size] = reading.opinion, reading.doubt
        found, value = attribute_phrases(reading, words, weights, LEAST_ALONE)
        phrases.append(found + at)
        worth.append(value)
    return replace(whole, opinion=opinion, doubt=doubt), np.concatenate(phrases), np.concatenate(worth)


def from_written(gold: Sequence[GoldSentence], weights: Weights) -> Judged:
    """What written sentences say of the phrases that are found in them."""
    reading, phrases, worth = read_alone([sentence.text for sentence in gold], weights)
    page = reading.page
    start, stop = page.words.start[phrases[:, 0]], page.words.end[phrases[:, 1] - 1]
    row = np.searchsorted(page.offsets, start, side="right") - 1
    start, stop = start - page.offsets[row], stop - page.offsets[row]
    said = []
    for n, a, e in zip(row.tolist(), start.tolist(), stop.tolist(), strict=True):
        said.append(signs_of(gold[n], Spoken(gold[n].text[a:e].lower(), a, e, 1)))
    label, may = np.array(said).T
    return judged("written", reading, phrases, worth, label, weights, may=may)


def signs_of(sentence: GoldSentence, one: Spoken) -> tuple[int, int]:
    """What a phrase of a written sentence must be and what it may be besides not judged."""
    fitting = [label for label in sentence.labels if fits(label, one, sentence.text)]
    must = {label.sign for label in fitting if not label.optional}
    might = {label.sign for label in fitting if label.optional}
    if len(must) > 1 or (not must and len(might) > 1):
        return UNSURE, 0
    if must:
        return must.pop(), 0
    return 0, might.pop() if might else 0


@dataclass(frozen=True, slots=True)
class Taught:
    """What the teacher (scripts/teacher.py) says of the nouns of sentences: blamed, not judged, praised."""

    count: npt.NDArray[np.int64]  # (S,) nouns of each sentence
    place: npt.NDArray[np.int64]  # (P,) where the last noun of a run begins in its sentence, in characters
    chance: npt.NDArray[np.float32]  # (P, POLARITIES)

    def save(self, path: Path, **sentences: Array) -> None:
        """With the sentences as they are to be found again."""
        columns: dict[str, Any] = {
            "count": self.count.astype(np.uint8),
            "place": self.place.astype(np.uint16),
            "chance": np.round(250 * self.chance).astype(np.uint8),
        }
        np.savez_compressed(path, **columns, **sentences)  # type: ignore[arg-type]

    @classmethod
    def of(cls, stored: Mapping[str, Array]) -> Taught:
        chance = stored["chance"] / stored["chance"].sum(axis=1, keepdims=True, dtype=np.int64)
        return cls(
            stored["count"].astype(np.int64), stored["place"].astype(np.int64), chance.astype(np.float32)
        )  # fmt: skip

    def phrases(self, page: Page, phrases: Array) -> tuple[Array, Array]:
        """Which of these phrases (m, 3) the teacher has judged, and its chances of those. A noun is told by its first
        letter; phrases whose head the teacher did not take for one teach nothing."""
        nouns = page.offsets[np.repeat(np.arange(self.count.size), self.count)] + self.place
        head = page.words.start[phrases[:, 2]]
        row = np.minimum(np.searchsorted(nouns, head), nouns.size - 1)
        there = nouns[row] == head
        return there, self.chance[row[there]]


def raw_sentences(texts: Sequence[str], at_once: int = 4000) -> dict[int, str]:
    """Sentences of raw reviews by their hash, neither very short nor very long, each once."""
    out: dict[int, str] = {}
    for at in range(0, len(texts), at_once):
        page = read_page([text.replace("\n", " ") for text in texts[at : at + at_once]])
        size = np.diff(page.starts)
        kept = np.flatnonzero((size >= SHORTEST) & (size <= LONGEST))
        first, last = page.words.start[page.starts[kept]], page.words.end[page.starts[kept + 1] - 1]
        found = [page.text[a:b] for a, b in zip(first.tolist(), last.tolist(), strict=True)]
        found = [sentence for sentence in found if len(letters(sentence)) >= FEWEST_LETTERS]
        for key, sentence in zip(sentence_hashes(found).tolist(), found, strict=True):
            out.setdefault(key, sentence)
    return out


@lru_cache(maxsize=1)
def taught_sentences(data: Path) -> tuple[Taught, list[str]]:
    """What the teacher said of raw sentences, and these."""
    with np.load(WRITTEN / "taught.npz", allow_pickle=False) as stored:
        told, keys = Taught.of(stored), stored["sentence"]
    raw = raw_sentences(mass_texts(data))
    there = np.array([key in raw for key in keys.tolist()])
    if there.mean() < LEAST_THERE:
        lost = int((~there).sum())
        raise SystemExit(f"{lost:,} sentences the teacher judged are not in {data}: run scripts/teacher.py again")
    kept = np.repeat(there, told.count)  # a few sentences end elsewhere since the teacher read them
    told = Taught(told.count[there], told.place[kept], told.chance[kept])
    return told, [raw[key] for key in keys[there].tolist()]


def from_taught(data: Path, weights: Weights) -> Judged:
    """Phrases of raw sentences that the teacher has judged, all sentences as one shop."""
    told, texts = taught_sentences(data)
    alone = understand(read_page(texts), weights)
    words = shop_of(alone, weights)
    reading = words.informed(alone)
    phrases, worth = attribute_phrases(reading, words, weights, LEAST_ALONE)
    there, chance = told.phrases(reading.page, phrases)
    return judged(
        "taught", reading, phrases[there], worth[there], np.zeros(len(chance)), weights, chance=chance
    )  # fmt: skip


def from_varied(weights: Weights) -> Judged:
    """Written sentences with words exchanged (scripts/varied_sentences.py), as the teacher has judged them."""
    with np.load(WRITTEN / "varied.npz", allow_pickle=False) as stored:
        told, texts = Taught.of(stored), stored["text"].tobytes().decode().split("\n")
    reading, phrases, worth = read_alone(texts, weights)
    there, chance = told.phrases(reading.page, phrases)
    return judged(
        "written", reading, phrases[there], worth[there], np.zeros(len(chance)), weights, chance=chance
    )  # fmt: skip


def from_comparisons(data: Path, weights: Weights) -> Judged:
    """Compared aspects of cameras (COQE, train part): better or worse, turned where another product is spoken of.

    What stands behind "than" is left out: grammar alone says whose aspect that is.
    """
    asked = coqe(data / "comparative/camera_coqe_train.txt.gz")
    reading = read([text for text, _, _ in asked], weights)
    voice = clauses(reading).voice
    signs: dict[tuple[int, int], int] = {}
    for row, (_, span, sign) in enumerate(asked):
        first, end = reading.page.words_in(row, *span)
        if end > first and not voice[first] & AFTER_THAN:
            signs[first, end] = -sign if voice[first] & OF_OTHERS else sign
    phrases = np.array([(first, end, end - 1) for first, end in sorted(signs)], np.int64)
    label = np.array([signs[key] for key in sorted(signs)])
    worth = np.full(len(phrases), SURE, np.float32)
    return judged("written", reading, phrases, worth, label, weights, sign_only=True)


def from_stars(data: Path, weights: Weights) -> Judged:
    """Phrases of reviews with one, two or five stars: how they are judged, if they are, the stars say."""
    texts, stars = starred_reviews(data)
    low = [text for text, star in zip(texts, stars, strict=True) if star <= 2]
    high = [text for text, star in zip(texts, stars, strict=True) if star == 5][: len(low)]
    alone = read([text[:LONGEST_STARRED] for text in low + high], weights)
    words = shop_of(alone, weights)
    reading = words.informed(alone)
    page = reading.page
    phrases, worth = attribute_phrases(reading, words, weights, ExtractSettings().least_worth)
    sentence = np.searchsorted(page.starts, phrases[:, 0], side="right") - 1
    short = np.diff(page.starts)[sentence] <= LONGEST
    phrases, worth, sentence = phrases[short], worth[short], sentence[short]
    sign = np.where(page.review_of_sentence[sentence] < len(low), -1, 1)
    return judged("stars", reading, phrases, worth, sign, weights, sign_only=True)
