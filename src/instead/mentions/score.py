"""How good the extractor is, against sentences labelled by hand. Pure functions on sets of spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from instead.mentions.company import second_look
from instead.mentions.findings import Findings, find, judge_phrases
from instead.mentions.gold import GoldSentence, Span, read_gold
from instead.mentions.loops.words import stem_plain
from instead.mentions.opinions import Reading, read
from instead.mentions.shopwords import ShopWords, add_uses, count_uses
from instead.mentions.weights import Weights, load_weights
from instead.settings import ExtractSettings


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of a comparison of two sets."""

    right: int
    found: int
    gold: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 0.0

    def __str__(self) -> str:
        return f"P {self.precision:.3f}  R {self.recall:.3f}  F1 {self.f1:.3f}"


def compare(gold: Iterable[Any], found: Iterable[Any]) -> Score:
    truth, guess = set(gold), set(found)
    return Score(len(truth & guess), len(guess), len(truth))


def mine(texts: Sequence[str], weights: Weights) -> ShopWords:
    """Vocabulary statistics of raw text."""
    reading = read(texts, weights)
    return second_look([reading], ShopWords.judge(add_uses([count_uses(reading)]), weights), weights)


def _place(reading: Reading, first: int, end: int) -> tuple[int, int, int]:
    """(sentence row, start, end) in characters of words [first, end)."""
    page = reading.page
    start = int(page.words.start[first])
    row = int(np.searchsorted(page.offsets, start, side="right")) - 1
    base = int(page.offsets[row])
    return row, start - base, int(page.words.end[end - 1]) - base


def score_spans(
    gold: Sequence[GoldSentence], words: ShopWords, weights: Weights, *, least: float, neutral: float, pair: float
) -> dict[str, Score]:
    """Aspect terms, terms with polarity, and triplets where the gold has them."""
    reading = read([sentence.text.replace("\n", " ") for sentence in gold], weights)
    reading = words.informed(reading)
    found = find(reading, words, weights, least, pair)
    places = [_place(reading, a, e) for a, e, _ in found.phrases.tolist()]
    judged = found.opinionated(neutral)
    out = {
        "aspects": compare(((row, *span) for row, sentence in enumerate(gold) for span, _ in sentence.terms), places),
        "end to end": compare(
            ((row, *span, sign) for row, s in enumerate(gold) for span, sign in s.terms if sign in (1, -1)),
            ((*place, int(sign)) for place, sign, ok in zip(places, found.sign, judged, strict=True) if ok),
        ),
    }
    if any(sentence.triplets for sentence in gold):
        out["triplets"] = compare(
            ((row, *a, *o, sign) for row, s in enumerate(gold) for a, o, sign in s.triplets),
            ((*places[m], *_place(reading, o, p)[1:], int(found.sign[m])) for m, o, p in found.pairs.tolist()),
        )
    return out


def judge_gold(gold: Sequence[GoldSentence], weights: Weights) -> tuple[list[int], Findings]:
    """Gold signs of the terms that are praised or blamed, and what the polarity model says of them."""
    reading = read([sentence.text.replace("\n", " ") for sentence in gold], weights)
    signs: dict[tuple[int, int], int] = {}
    for row, sentence in enumerate(gold):
        for span, sign in sentence.terms:
            first, end = reading.page.words_in(row, *span)
            if sign in (1, -1) and end > first:
                signs[first, end] = sign
    phrases = np.array([(a, e, e - 1) for a, e in sorted(signs)], np.int64)
    return [signs[key] for key in sorted(signs)], judge_phrases(reading, phrases, None, weights)


def score_polarity(gold: Sequence[GoldSentence], weights: Weights) -> Score:
    """Accuracy of praise or blame, the term being given."""
    signs, found = judge_gold(gold, weights)
    right = int((found.sign == np.array(signs)).sum())
    return Score(right, len(signs), len(signs))


def _head(phrase: str) -> str:
    return stem_plain(phrase.rsplit(maxsplit=1)[-1])


def score_heads(
    gold: Sequence[GoldSentence], words: ShopWords, weights: Weights, *, least: float, neutral: float, pair: float
) -> Score:
    """Hu & Liu: a found attribute is right when its last word is that of a gold feature of the sentence."""
    reading = read([sentence.text.replace("\n", " ") for sentence in gold], weights)
    reading = words.informed(reading)
    found = find(reading, words, weights, least, pair)
    judged = found.opinionated(neutral)
    page = reading.page
    guesses = set()
    for (first, end, _), ok in zip(found.phrases.tolist(), judged.tolist(), strict=True):
        if ok:
            row, _, _ = _place(reading, first, end)
            text = page.text[page.words.start[first] : page.words.end[end - 1]].lower()
            guesses.add((row, _head(text)))
    truth = {(row, _head(feature)) for row, s in enumerate(gold) for feature, _ in s.features}
    return compare(truth, guesses)


def locate_features(sentence: GoldSentence) -> GoldSentence:
    """Hu & Liu's features at the place where their words stand, where they do."""
    terms: list[tuple[Span, int | None]] = []
    for feature, sign in sentence.features:
        words = [re.escape(stem_plain(word)) + r"\w{0,3}" for word in feature.split()]
        phrase = r"\W+".join(words)
        match = re.search(rf"(?<!\w){phrase}(?!\w)", sentence.text) or re.search(
            rf"(?<!\w){words[-1]}(?!\w)", sentence.text
        )
        if match:
            terms.append((match.span(), sign))
    return replace(sentence, terms=terms)


def score_features(gold: Sequence[GoldSentence], raw: Sequence[str], settings: ExtractSettings) -> Score:
    """Hu & Liu's features with the vocabulary of raw text. The product itself is kept, because they count it."""
    weights = load_weights(settings.weights)
    words = mine(raw, weights).told(category=frozenset(), keep=frozenset(), all_kept=True)
    least, neutral, pair = settings.least_worth, settings.neutral, settings.least_pair
    return score_heads(gold, words, weights, least=least, neutral=neutral, pair=pair)


def score_files(path: Path, mined: Sequence[Path], settings: ExtractSettings) -> dict[str, Score]:
    """All measures a gold file allows. The vocabulary is mined from the raw text of `mined`, or of the file itself."""
    gold = read_gold(path)
    weights = load_weights(settings.weights)
    raw = [s.text.replace("\n", " ") for other in (mined or [path]) for s in read_gold(other)]
    if any(sentence.features for sentence in gold):
        placed = [locate_features(sentence) for sentence in gold]
        return {
            "features, head match": score_features(placed, raw, settings),
            "polarity of given terms": score_polarity(placed, weights),
        }
    words, (least, neutral, pair) = mine(raw, weights), (settings.least_worth, settings.neutral, settings.least_pair)
    out = score_spans(gold, words, weights, least=least, neutral=neutral, pair=pair)
    return {**out, "polarity of given terms": score_polarity(gold, weights)}
