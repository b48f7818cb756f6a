"""Sentires' output, which names no users: a lexicon is applied to the reviews, a profile's sentences are looked up.

A profile is written one product after another: `e` lines name the product (third field), `f` lines a feature, `o` lines
an opinion and how often it occurs, `s` lines the sentences with their counts in brackets. Positive and negative
profiles are separate files, told apart by `pos` or `neg` in the name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import polars as pl

from instead.errors import InputError
from instead.files.lines import text_lines
from instead.files.rejects import RejectLog
from instead.files.understood import Understood
from instead.mentions.mention_formats import LEXICON_LINE
from instead.mentions.table import MentionColumns
from instead.reviews.read_reviews import finish
from instead.settings import ReadSettings

WINDOW = 5
"""Words between a feature and its opinion, as in Sentires' own search."""
_NEGATORS = frozenset(("not", "no", "hardly", "never", "seldom", "merely", "n't"))
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"[\w'-]+")
_COUNT = re.compile(r"\s*\((\d+)\)\s*$")


@dataclass
class Lexicon:
    """(feature, opinion) -> +1 or -1."""

    polarity: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def longest(self) -> int:
        """Words in the longest feature."""
        return max((feature.count(" ") + 1 for feature in self.polarity), default=0)


def read_lexicon(source: Understood, log: RejectLog, settings: ReadSettings) -> Lexicon:
    """Lines `[1] feature|opinion count count`."""
    lexicon = Lexicon()
    for number, line in text_lines(source.shape.file, log):
        found = LEXICON_LINE.match(line.strip())
        if found is None:
            log.reject(source.name, number, "expected [1] feature|opinion count count", line)
            continue
        lexicon.polarity[found[2].strip().lower()][found[3].strip().lower()] = int(found[1])
    finish(source, log, settings)
    return lexicon


def apply_lexicon(lexicon: Lexicon, reviews: Iterable[tuple[str, str, str]]) -> pl.DataFrame:
    """Mentions of (user, item, text) reviews: a feature with one of its opinions near it, negation turned round."""
    made = MentionColumns()
    longest = lexicon.longest
    for user, item, text in reviews:
        for sentence in _SENTENCE.finditer(text):
            words = [word.lower() for word in _WORD.findall(sentence[0])]
            for place, size, feature in _features(words, lexicon, longest):
                opinions = lexicon.polarity[feature]
                for at in range(max(0, place - WINDOW), min(len(words), place + size + WINDOW)):
                    if words[at] not in opinions or place <= at < place + size:
                        continue
                    before = words[max(0, at - 3) : at]
                    negated = any(word in _NEGATORS or word.endswith("n't") for word in before)
                    sentiment = -opinions[words[at]] if negated else opinions[words[at]]
                    made.add(user, item, feature, words[at], sentiment, sentence.start(), sentence.end())
                    break
    return made.table()


def _features(words: list[str], lexicon: Lexicon, longest: int) -> list[tuple[int, int, str]]:
    """Features in a sentence, the longest at each place."""
    found = []
    place = 0
    while place < len(words):
        for size in range(min(longest, len(words) - place), 0, -1):
            candidate = " ".join(words[place : place + size])
            if candidate in lexicon.polarity:
                found.append((place, size, candidate))
                place += size - 1
                break
        place += 1
    return found


@dataclass(frozen=True)
class ProfileSentence:
    """What a profile says about one item."""

    attribute: str
    opinion: str
    sentiment: int
    sentence: str
    count: int


Profile = dict[str, list[ProfileSentence]]


def read_profile(source: Understood, log: RejectLog, settings: ReadSettings) -> Profile:
    """Item -> sentences."""
    name = source.shape.file.path.name.lower()
    if ("pos" in name) == ("neg" in name):
        raise InputError("a Sentires profile needs pos or neg in its file name: the lines do not say", path=source.name)
    sentiment = 1 if "pos" in name else -1
    profile: Profile = defaultdict(list)
    item = attribute = opinion = ""
    for number, line in text_lines(source.shape.file, log):
        cells = line.split("\t")
        kind = cells[0]
        if kind == "e" and len(cells) > 2:
            item, attribute, opinion = cells[2].strip(), "", ""
        elif kind == "f" and len(cells) > 1 and item:
            attribute, opinion = cells[1].strip().lower(), ""
        elif kind == "o" and len(cells) > 1 and attribute:
            opinion = cells[1].strip()
        elif kind == "s" and len(cells) > 1 and opinion:
            body = "\t".join(cells[1:])
            count = _COUNT.search(body)
            sentence = _COUNT.sub("", body).strip()
            profile[item].append(
                ProfileSentence(attribute, opinion, sentiment, sentence, int(count[1]) if count else 1)
            )
        else:
            log.reject(
                source.name,
                number,
                "a line out of order: e, then f, then o, then s",
                line,
                kind="out of order",
            )
    finish(source, log, settings)
    return dict(profile)


def apply_profile(profile: Profile, reviews: Iterable[tuple[str, str, str]]) -> tuple[pl.DataFrame, int]:
    """Mentions of the reviews in which the sentences stand, and how many sentences stand in none."""
    made = MentionColumns()
    left = {item: [entry.count for entry in entries] for item, entries in profile.items()}
    for user, item, text in reviews:
        for number, entry in enumerate(profile.get(item, ())):
            at = text.find(entry.sentence) if left[item][number] > 0 else -1
            if at < 0:
                continue
            left[item][number] -= 1
            made.add(user, item, entry.attribute, entry.opinion, entry.sentiment, at, at + len(entry.sentence))
    return made.table(), sum(sum(counts) for counts in left.values())
