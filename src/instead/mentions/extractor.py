"""The extractor: learned once from the text (and stars) of a shop, then applied to any review.

extractor = Extractor.fit(texts, ratings)
table = extractor.mentions(texts, ratings)       # one row per mention
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from instead.errors import EmptyResult
from instead.mentions.attributes import LEAST_ALONE, attribute_phrases
from instead.mentions.company import second_look
from instead.mentions.english import read_english
from instead.mentions.families import with_families
from instead.mentions.findings import Findings, calibrated, confidence, judge_phrases, log_odds
from instead.mentions.implied import Implied, Said, count_cues, implied
from instead.mentions.languages import language_stages, mostly_foreign
from instead.mentions.loops.matching import phrase_keys
from instead.mentions.opinions import Reading
from instead.mentions.shopwords import ShopWords, Uses, WordColumns, add_uses, count_uses
from instead.mentions.stars import StarLessons, star_level
from instead.mentions.surroundings import likeness, see
from instead.mentions.vocabulary import Vocabulary, build_vocabulary
from instead.mentions.weights import load_weights
from instead.progress import Advance, Progress, quiet
from instead.rng import stage_rng
from instead.settings import ExtractSettings

Array = npt.NDArray[Any]

MENTION_COLUMNS: dict[str, Any] = {
    "review": pl.UInt32,
    "attribute": pl.String,
    "opinion": pl.String,
    "sentiment": pl.Int8,
    "start": pl.UInt32,
    "end": pl.UInt32,
    "confidence": pl.Float32,
}
_LONG = 200  # letters from which nobody writes the same text twice


@dataclass(frozen=True, slots=True)
class Found:
    """Mentions of one shard as columns; `stages` counts what each stage left."""

    review: npt.NDArray[np.int64]
    attribute: npt.NDArray[np.int32]
    opinion: list[str]
    odds: npt.NDArray[np.float32]  # of praise, by the text alone
    key: npt.NDArray[np.uint64]  # of the (attribute, opinion) pair
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64]  # (n, 2) where the words of the attribute begin and end in the review
    stages: Counter[str]


@dataclass(frozen=True, slots=True)
class Extractor:
    words: ShopWords
    vocabulary: Vocabulary
    lessons: StarLessons
    settings: ExtractSettings
    stages: Counter[str] = field(default_factory=Counter)

    @classmethod
    def fit(
        cls,
        texts: Sequence[str],
        ratings: Sequence[float | None] | Array | None = None,
        *,
        settings: ExtractSettings | None = None,
        brands: frozenset[str] = frozenset(),
        category: frozenset[str] = frozenset(),
        keep: frozenset[str] = frozenset(),
        progress: Progress = quiet,
    ) -> Extractor:
        """Learn vocabulary and polarity of a shop from (training) reviews: a bounded sample, each text read once.

        `brands` are pruned, `category` words too unless `keep_category`; words in `keep` are attributes in any case.
        """
        settings = settings or ExtractSettings()
        chosen = _different(texts, _sample(len(texts), settings))
        shards = [chosen[at : at + settings.shard] for at in range(0, len(chosen), settings.shard)]
        weights = load_weights(settings.weights)
        uses: list[Uses] = []
        spoken: Counter[str] = Counter()
        readings: list[Reading] = []  # some 9 KB a review: the sample bounds it
        with progress("reading", total=len(chosen), unit="reviews") as advance:
            for shard in shards:
                read = read_english([texts[i] for i in shard], weights, settings.spacy_model, learning=len(texts) > 1)
                readings.append(read.reading)
                spoken.update(read.languages)
                uses.append(count_uses(read.reading))
                if len(uses) >= 16:
                    uses = [add_uses(uses, least=1)]
                advance(len(shard))
        if not uses or not sum(len(part.stems) for part in uses):
            raise EmptyResult(f"extraction stops at the words: {mostly_foreign(spoken) or 'the reviews hold no text'}")
        words = second_look(readings, ShopWords.judge(add_uses(uses), weights), weights).told(
            category=frozenset() if settings.keep_category else category, keep=keep, all_kept=settings.keep_category
        )
        made = cls(words, Vocabulary.of([], []), StarLessons.none(), settings)
        forms: Counter[tuple[int, str]] = Counter()
        looked: list[tuple[Reading, Array]] = []  # what families are learned from
        cues: Counter[str] = Counter()
        with progress("finding attributes", total=len(chosen), unit="reviews") as advance:
            for shard, reading in zip(shards, readings, strict=True):
                looked.append(made._count_forms(reading, forms))
                if settings.families and settings.implied:
                    cues.update(count_cues(reading))
                advance(len(shard))
        if not forms and not cues:
            raise EmptyResult(
                "extraction stops at the attributes: no noun of these reviews looks like a property of an item"
            )
        vocabulary = build_vocabulary(
            forms, min_mentions=settings.min_mentions, min_compound=settings.min_compound, brands=brands, keep=keep
        )
        if settings.families:
            seen = [
                see(
                    reading, words, phrases, vocabulary.match(phrases, reading.page.words.stem, reading.page.words.form)
                )
                for reading, phrases in looked
            ]
            like = likeness(seen, len(vocabulary.attributes))
            vocabulary = with_families(vocabulary, like, cues, settings.min_mentions, keep)
        del looked
        if not vocabulary.attributes:
            raise EmptyResult(
                f"extraction stops at the vocabulary: none of {len(forms)} candidates occurs "
                f"{settings.min_mentions} times; lower min_mentions or give more reviews"
            )
        made = replace(made, vocabulary=vocabulary)
        if not settings.ratings or ratings is None:
            return made
        stars = star_level(np.array([np.nan if r is None else r for r in ratings], np.float64))
        with progress("learning from the stars", total=len(chosen), unit="reviews") as advance:
            return made._taught_by_stars(shards, readings, stars, advance)

    def _taught_by_stars(
        self, shards: list[Array], readings: list[Reading], stars: Array, advance: Advance
    ) -> Extractor:
        """The same extractor with what the stars of its reviews say of its attributes."""
        odds, level, key = [], [], []
        for shard, reading in zip(shards, readings, strict=True):
            found = self.find_in(reading)
            odds.append(found.odds)
            key.append(found.key)
            level.append(stars[shard][found.review])
            advance(len(shard))
        lessons = StarLessons.learn(np.concatenate(odds), np.concatenate(level), np.concatenate(key))
        return replace(self, lessons=lessons)

    @classmethod
    def for_one_text(cls, text: str, settings: ExtractSettings | None = None) -> Extractor:
        """Learned from the text it is to read and nothing else, so that every noun that is judged is an attribute."""
        settings = settings or ExtractSettings()
        changes = {"min_mentions": 1, "min_compound": 1, "least_worth": min(settings.least_worth, LEAST_ALONE)}
        return cls.fit([text], settings=settings.model_copy(update=changes))

    def with_vocabulary(self, vocabulary: Vocabulary) -> Extractor:
        """The same extractor with a corrected vocabulary; what the stars taught is kept under attribute names."""
        return replace(self, vocabulary=vocabulary)

    def _count_forms(self, reading: Reading, out: Counter[tuple[int, str]]) -> tuple[Reading, Array]:
        """Count (key, surface form) of every attribute phrase and of its endings; the reading and the phrases."""
        weights = load_weights(self.settings.weights)
        reading = self.words.informed(reading)
        phrases, _ = attribute_phrases(reading, self.words, weights, self.settings.least_worth, verbs=False)
        words, text = reading.page.words, reading.page.text
        tails = [phrases]
        longer = phrases
        while True:  # a compound also counts for its shorter endings
            longer = longer[longer[:, 1] - longer[:, 0] > 1] + np.array([1, 0, 0])
            if not len(longer):
                break
            tails.append(longer)
        for part in tails:
            keys = np.empty(len(part), np.uint64)
            phrase_keys(part, words.stem, keys)
            start, end = words.start[part[:, 0]].tolist(), words.end[part[:, 1] - 1].tolist()
            out.update(
                (key, " ".join(text[a:b].lower().split())) for key, a, b in zip(keys.tolist(), start, end, strict=True)
            )
        return reading, phrases

    def find(self, texts: Sequence[str]) -> Found:
        """Mentions of a shard, polarity by the text alone."""
        read = read_english(texts, load_weights(self.settings.weights), self.settings.spacy_model)
        found = self.find_in(read.reading)
        found.stages.update(language_stages(read.languages))
        return found

    def find_in(self, reading: Reading) -> Found:
        """Mentions of reviews that were read already."""
        settings = self.settings
        weights = load_weights(settings.weights)
        reading = self.words.informed(reading)
        page, words = reading.page, reading.page.words
        reviews = page.offsets.size - 1
        stages: Counter[str] = Counter(reviews=reviews, sentences=page.starts.size - 1, words=words.form.size)
        shop = self.words.columns(reading, weights)
        phrases, worth = attribute_phrases(reading, self.words, weights, settings.least_worth, shop=shop)
        stages["attribute phrases"] = len(phrases)
        number = self.vocabulary.match(phrases, words.stem, words.form)
        review = np.searchsorted(page.offsets, words.start[phrases[:, 0]], side="right") - 1
        keep = number >= 0
        phrases, worth, number, review = phrases[keep], worth[keep], number[keep], review[keep]
        stages["phrases in the vocabulary"] = len(phrases)
        found = judge_phrases(reading, phrases, worth, weights, settings.least_pair)
        stages["pairs of attribute and opinion"] = len(found.pairs)
        judged = found.opinionated(settings.neutral)
        first_pair = np.full(len(phrases), -1, np.int64)
        first_pair[found.pairs[::-1, 0]] = np.arange(len(found.pairs))[::-1]
        unnamed = self._implied(reading, shop, found, judged)
        if unnamed is not None:
            judged &= ~unnamed.replaces
        pick = np.flatnonzero(judged)
        pair = first_pair[pick]
        spoken = np.append(found.pairs, np.zeros((1, 3), np.int64), axis=0)[pair]  # the last row for those without one
        chance = found.chance[pick]
        said = Said(
            phrases[pick, 0],
            phrases[pick, 1],
            number[pick],
            np.where(pair[:, None] >= 0, spoken[:, 1:], 0),
            calibrated(log_odds(chance), weights.calibration),
        )
        if unnamed is not None:
            said = said.beside(unnamed.said(self.vocabulary.of_general[unnamed.family]))
            stages["mentions without a noun"] = len(said.attribute) - pick.size
        stages["mentions"] = len(said.attribute)
        silent = said.opinion[:, 1] == said.opinion[:, 0]
        stages["mentions without an opinion word"] = int(silent.sum())
        opinion_stem = np.where(silent, np.uint64(0), words.form[said.opinion[:, 0]])
        sentence = np.searchsorted(page.starts, said.first, side="right") - 1
        review = np.searchsorted(page.offsets, words.start[said.first], side="right") - 1
        base = page.offsets[review]
        text = page.text
        opinions = [text[words.start[o] : words.end[p - 1]].lower() if o < p else "" for o, p in said.opinion.tolist()]
        return Found(
            review=review,
            attribute=said.attribute,
            opinion=opinions,
            odds=said.odds,
            key=self.vocabulary.pair_keys(said.attribute, opinion_stem),
            start=words.start[page.starts[sentence]] - base,
            end=words.end[page.starts[sentence + 1] - 1] - base,
            place=np.stack([words.start[said.first] - base, words.end[said.end - 1] - base], axis=1),
            stages=stages,
        )

    def _implied(self, reading: Reading, shop: WordColumns, found: Findings, judged: Array) -> Implied | None:
        """Judgements of general families that no noun names; None where they are not asked for."""
        of_general = self.vocabulary.of_general
        if not self.settings.implied or not (of_general >= 0).any():
            return None
        return implied(reading, shop, found, judged, of_general)

    def mentions(
        self, texts: Sequence[str] | str, ratings: Sequence[float | None] | Array | None = None
    ) -> pl.DataFrame:
        """One row per mention: review (row of `texts`), attribute, opinion, sentiment, sentence span, confidence."""
        if isinstance(texts, str):
            texts = [texts]
        parts = [self.shard(texts[at : at + self.settings.shard],
                            None if ratings is None else ratings[at : at + self.settings.shard], at)[0]
                 for at in range(0, len(texts), self.settings.shard)]  # fmt: skip
        return pl.concat(parts) if parts else pl.DataFrame(schema=MENTION_COLUMNS)

    def shard(
        self, texts: Sequence[str], ratings: Sequence[float | None] | Array | None, offset: int
    ) -> tuple[pl.DataFrame, Counter[str]]:
        """Mentions of some reviews whose first is number `offset`, and the counts of each stage."""
        found = self.find(texts)
        return self.table(found, len(texts), ratings, offset), found.stages

    def table(
        self, found: Found, reviews: int, ratings: Sequence[float | None] | Array | None = None, offset: int = 0
    ) -> pl.DataFrame:
        """What was found in so many reviews as rows, in the order of `found`, with what the stars say."""
        if ratings is None or not self.settings.ratings:
            level = np.full(reviews, -1, np.int8)
        else:
            level = star_level(np.array([np.nan if r is None else r for r in ratings], np.float64))
        odds = self.lessons.correct(found.odds, level[found.review], found.key)
        names = pl.Series(self.vocabulary.names, dtype=pl.String)
        return pl.DataFrame(
            {
                "review": (found.review + offset).astype(np.uint32),
                "attribute": names.gather(found.attribute) if len(found.attribute) else pl.Series([], dtype=pl.String),
                "opinion": pl.Series(found.opinion, dtype=pl.String),
                "sentiment": np.where(odds >= 0, 1, -1).astype(np.int8),
                "start": found.start.astype(np.uint32),
                "end": found.end.astype(np.uint32),
                "confidence": confidence(odds),
            },
            schema=MENTION_COLUMNS,
        )


def _sample(count: int, settings: ExtractSettings) -> npt.NDArray[np.int64]:
    """Rows to learn from: all, or so many drawn at random, in their order."""
    if count <= settings.mined_reviews:
        return np.arange(count)
    return np.sort(stage_rng(settings.seed, "mined reviews").choice(count, settings.mined_reviews, replace=False))


def _different(texts: Sequence[str], chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """All but repeated long texts: some shops show one review under many items, and its words would pass for common.

    Short ones ("Great gift!") are written by many.
    """
    seen: set[str] = set()
    kept = []
    for row in chosen.tolist():
        text = texts[row]
        if len(text) < _LONG or text not in seen:
            kept.append(row)
            seen.add(text)
    return np.array(kept, np.int64)
