"""The challenge suite: whether single sentences are read right as a whole, phenomenon by phenomenon.

A sentence is right if every label that must be found is found with its sign and nothing else is found, except optional
labels with theirs. Labels and files are described in challenge/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

from instead.errors import EmptyResult
from instead.mentions.extractor import Extractor
from instead.mentions.gold import GoldSentence, Label
from instead.mentions.loops.words import stem_plain
from instead.settings import ExtractSettings

HALVES = ("development", "set_aside")


def half_of(sentence: str) -> str:
    """The half a sentence belongs to, by its letters alone, so that nobody chooses and none ever moves."""
    return HALVES[crc32(re.sub("[^a-z]", "", sentence.lower()).encode()) % 2]


@dataclass(frozen=True, slots=True)
class Spoken:
    """One mention found in a sentence: the attribute's name, where its words stand, and its sign."""

    attribute: str
    start: int
    end: int
    sign: int

    def __str__(self) -> str:
        return f"{self.attribute} {'+' if self.sign > 0 else '-'}"


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over sentences; `terms` must be found, `found` of them were, `signs` of those with the right sign."""

    sentences: int = 0
    right: int = 0
    terms: int = 0
    found: int = 0
    signs: int = 0
    false: int = 0  # mentions that fit no label, or an optional one with the other sign

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.sentences + other.sentences,
            self.right + other.right,
            self.terms + other.terms,
            self.found + other.found,
            self.signs + other.signs,
            self.false + other.false,
        )

    @property
    def share(self) -> float:
        """Sentences read right as a whole."""
        return self.right / self.sentences if self.sentences else 0.0


def fits(label: Label, one: Spoken, text: str) -> bool:
    """Whether a mention is about a label's term: the words overlap, or the last words have one stem."""
    if any(one.start < end and start < one.end for start, end in label.places(text)):
        return True
    return _head(one.attribute) in {_head(term) for term in label.terms}


def _head(phrase: str) -> str:
    return stem_plain(phrase.lower().split()[-1])


def judge(sentence: GoldSentence, found: Sequence[Spoken]) -> Tally:
    """Compare one sentence with what was found in it. A mention counts for one label, the one it serves best."""
    signs: dict[int, list[bool]] = {}
    false = 0
    for one in found:
        fitting = [n for n, label in enumerate(sentence.labels) if fits(label, one, sentence.text)]
        if not fitting:
            false += 1
            continue
        best = min(
            fitting,
            key=lambda n: (sentence.labels[n].sign != one.sign, n in signs, sentence.labels[n].optional),
        )
        label = sentence.labels[best]
        signs.setdefault(best, []).append(label.sign == one.sign)
        false += label.optional and label.sign != one.sign
    must = [n for n, label in enumerate(sentence.labels) if not label.optional]
    good = sum(n in signs and all(signs[n]) for n in must)
    return Tally(
        sentences=1,
        right=int(good == len(must) and not false),
        terms=len(must),
        found=sum(n in signs for n in must),
        signs=good,
        false=false,
    )


def read_alone(texts: Sequence[str], settings: ExtractSettings) -> list[list[Spoken]]:
    """Each sentence as `instead extract --text` reads it: by an extractor that knows no other sentence."""
    out = []
    for text in texts:
        try:
            out.append(_read(Extractor.for_one_text(text, settings), [text])[0])
        except EmptyResult:  # no noun looks like an attribute
            out.append([])
    return out


def read_together(texts: Sequence[str], settings: ExtractSettings) -> list[list[Spoken]]:
    """All sentences as the reviews of one shop, whose rarest words count too."""
    chosen = settings.model_copy(update={"min_mentions": 1, "min_compound": 1})
    return _read(Extractor.fit(texts, settings=chosen), texts)


def _read(extractor: Extractor, texts: Sequence[str]) -> list[list[Spoken]]:
    found = extractor.find(texts)
    rows = extractor.table(found, len(texts)).select("review", "attribute", "sentiment").iter_rows()
    out: list[list[Spoken]] = [[] for _ in texts]
    for (review, attribute, sign), (start, end) in zip(rows, found.place.tolist(), strict=True):
        out[review].append(Spoken(attribute, start, end, sign))
    return out


MODES: dict[str, Callable[[Sequence[str], ExtractSettings], list[list[Spoken]]]] = {
    "alone": read_alone,
    "together": read_together,
}


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence with what one mode found in it."""

    sentence: GoldSentence
    found: list[Spoken]
    tally: Tally


def read_sentences(gold: Sequence[GoldSentence], settings: ExtractSettings, mode: str) -> list[Read]:
    found = MODES[mode]([sentence.text for sentence in gold], settings)
    return [Read(sentence, said, judge(sentence, said)) for sentence, said in zip(gold, found, strict=True)]


def by_phenomenon(reads: Sequence[Read]) -> dict[str, Tally]:
    """A row per phenomenon in the order of the file, and `total` last."""
    out: dict[str, Tally] = {}
    for one in reads:
        out[one.sentence.phenomenon] = out.get(one.sentence.phenomenon, Tally()) + one.tally
    return {**out, "total": sum(out.values(), Tally())}
