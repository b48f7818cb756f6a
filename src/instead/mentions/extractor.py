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
from instead.mentions.attributes import attribute_phrases
from instead.mentions.company import second_look
from instead.mentions.findings import judge_phrases
from instead.mentions.loops.matching import phrase_keys
from instead.mentions.loops.words import NUMERIC, SYMBOL
from instead.mentions.opinions import Reading, read
from instead.mentions.shopwords import ShopWords, Uses, add_uses, count_uses
from instead.mentions.stars import StarLessons, star_level
from instead.mentions.tags import NEGATIVE, NEUTRAL, POSITIVE
from instead.mentions.vocabulary import Vocabulary, build_vocabulary
from instead.mentions.weights import load_weights
from instead.progress import Progress, quiet
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
_FOREIGN_SHARE = 0.2
_FOREIGN_WORDS = 6


@dataclass(frozen=True, slots=True)
class Found:
    """Mentions of one shard as columns; `stages` counts what each stage left."""

    review: npt.NDArray[np.int64]
    attribute: npt.NDArray[np.int32]
    opinion: list[str]
    odds: npt.NDArray[np.float32]  # of praise, by the text alone
    key: npt.NDArray[np.uint64]  # of the (attribute, opinion) pair
    sure: npt.NDArray[np.float32]  # chance that anything is judged at all
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
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
        readings: list[Reading] = []  # some 9 KB a review: the sample bounds it
        with progress("reading", total=len(chosen), unit="reviews") as advance:
            for shard in shards:
                readings.append(read([texts[i] for i in shard], weights, settings.spacy_model))
                uses.append(count_uses(readings[-1]))
                if len(uses) >= 16:
                    uses = [add_uses(uses, least=1)]
                advance(len(shard))
        if not uses or not sum(len(part.stems) for part in uses):
            raise EmptyResult("extraction stops at the words: the reviews hold no text")
        words = second_look(readings, ShopWords.judge(add_uses(uses), weights), weights).told(
            category=frozenset() if settings.keep_category else category, keep=keep, all_kept=settings.keep_category
        )
        made = cls(words, Vocabulary.of([], []), StarLessons.none(), settings)
        forms: Counter[tuple[int, str]] = Counter()
        with progress("finding attributes", total=len(chosen), unit="reviews") as advance:
            for shard, reading in zip(shards, readings, strict=True):
                made._count_forms(reading, forms)
                advance(len(shard))
        if not forms:
            raise EmptyResult(
                "extraction stops at the attributes: no noun of these reviews looks like a property of an item; "
                "is the text English?"
            )
        vocabulary = build_vocabulary(
            forms, min_mentions=settings.min_mentions, min_compound=settings.min_compound, brands=brands, keep=keep
        )
        if not vocabulary.attributes:
            raise EmptyResult(
                f"extraction stops at the vocabulary: none of {len(forms)} candidates occurs "
                f"{settings.min_mentions} times; lower min_mentions or give more reviews"
            )
        made = replace(made, vocabulary=vocabulary)
        if settings.ratings and ratings is not None:
            stars = star_level(np.array([np.nan if r is None else r for r in ratings], np.float64))
            odds, level, key = [], [], []
            with progress("learning from the stars", total=len(chosen), unit="reviews") as advance:
                for shard, reading in zip(shards, readings, strict=True):
                    found = made.find_in(reading)
                    odds.append(found.odds)
                    key.append(found.key)
                    level.append(stars[shard][found.review])
                    advance(len(shard))
            lessons = StarLessons.learn(np.concatenate(odds), np.concatenate(level), np.concatenate(key))
            made = replace(made, lessons=lessons)
        return made

    def with_vocabulary(self, vocabulary: Vocabulary) -> Extractor:
        """The same extractor with a corrected vocabulary; what the stars taught is kept under attribute names."""
        return replace(self, vocabulary=vocabulary)

    def _count_forms(self, reading: Reading, out: Counter[tuple[int, str]]) -> None:
        """Count (key, surface form) of every attribute phrase and of its endings."""
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

    def find(self, texts: Sequence[str]) -> Found:
        """Mentions of a shard, polarity by the text alone."""
        return self.find_in(read(texts, load_weights(self.settings.weights), self.settings.spacy_model))

    def find_in(self, reading: Reading) -> Found:
        """Mentions of reviews that were read already."""
        settings = self.settings
        weights = load_weights(settings.weights)
        reading = self.words.informed(reading)
        page, words = reading.page, reading.page.words
        reviews = page.offsets.size - 1
        stages: Counter[str] = Counter(reviews=reviews, sentences=page.starts.size - 1, words=words.form.size)
        foreign = _foreign(reading, reviews)
        stages["reviews not in English"] = int(foreign.sum())
        stages["reviews without words"] = int((_words_per_review(reading, reviews) == 0).sum())
        phrases, worth = attribute_phrases(reading, self.words, weights, settings.least_worth)
        stages["attribute phrases"] = len(phrases)
        number = self.vocabulary.match(phrases, words.stem, words.form)
        review = np.searchsorted(page.offsets, words.start[phrases[:, 0]], side="right") - 1
        keep = (number >= 0) & ~foreign[review]
        phrases, worth, number, review = phrases[keep], worth[keep], number[keep], review[keep]
        stages["phrases in the vocabulary"] = len(phrases)
        found = judge_phrases(reading, phrases, worth, weights, settings.least_pair)
        stages["pairs of attribute and opinion"] = len(found.pairs)
        judged = found.opinionated(settings.neutral)
        first_pair = np.full(len(phrases), -1, np.int64)
        first_pair[found.pairs[::-1, 0]] = np.arange(len(found.pairs))[::-1]
        pick = np.flatnonzero(judged)
        stages["mentions"] = pick.size
        stages["mentions without an opinion word"] = int((first_pair[pick] < 0).sum())
        pair = first_pair[pick]
        spoken = np.append(found.pairs, np.zeros((1, 3), np.int64), axis=0)[pair]  # the last row for those without one
        opinion_stem = np.where(pair >= 0, words.form[spoken[:, 1]], np.uint64(0))
        chance = found.chance[pick]
        sentence = np.searchsorted(page.starts, phrases[pick, 0], side="right") - 1
        base = page.offsets[review[pick]]
        text = page.text
        opinions = [
            text[words.start[o] : words.end[p - 1]].lower() if at >= 0 else ""
            for at, (_, o, p) in zip(pair.tolist(), spoken.tolist(), strict=True)
        ]
        return Found(
            review=review[pick],
            attribute=number[pick],
            opinion=opinions,
            odds=np.log((chance[:, POSITIVE] + 1e-4) / (chance[:, NEGATIVE] + 1e-4)),
            key=self.vocabulary.pair_keys(number[pick], opinion_stem),
            sure=np.where(pair >= 0, 1.0, 1.0 - chance[:, NEUTRAL]).astype(np.float32),
            start=words.start[page.starts[sentence]] - base,
            end=words.end[page.starts[sentence + 1] - 1] - base,
            stages=stages,
        )

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
        if ratings is None or not self.settings.ratings:
            level = np.full(len(texts), -1, np.int8)
        else:
            level = star_level(np.array([np.nan if r is None else r for r in ratings], np.float64))
        odds = self.lessons.correct(found.odds, level[found.review], found.key)
        chance = 1.0 / (1.0 + np.exp(-np.abs(odds)))
        names = pl.Series(self.vocabulary.names, dtype=pl.String)
        table = pl.DataFrame(
            {
                "review": (found.review + offset).astype(np.uint32),
                "attribute": names.gather(found.attribute) if len(found.attribute) else pl.Series([], dtype=pl.String),
                "opinion": pl.Series(found.opinion, dtype=pl.String),
                "sentiment": np.where(odds >= 0, 1, -1).astype(np.int8),
                "start": found.start.astype(np.uint32),
                "end": found.end.astype(np.uint32),
                "confidence": (chance * found.sure).astype(np.float32),
            },
            schema=MENTION_COLUMNS,
        )
        return table, found.stages


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


def _words_per_review(reading: Reading, reviews: int) -> npt.NDArray[np.int64]:
    page = reading.page
    review = np.searchsorted(page.offsets, page.words.start, side="right") - 1
    return np.bincount(review, minlength=reviews)[:reviews]


def _foreign(reading: Reading, reviews: int) -> npt.NDArray[np.bool_]:
    """Reviews in which hardly any word is common English."""
    page = reading.page
    review = np.searchsorted(page.offsets, page.words.start, side="right") - 1
    word = (page.words.flags & (NUMERIC | SYMBOL)) == 0
    total = np.bincount(review[word], minlength=reviews)[:reviews]
    common = np.bincount(review[word & (reading.common > 0)], minlength=reviews)[:reviews]
    return (total >= _FOREIGN_WORDS) & (common < _FOREIGN_SHARE * total)
