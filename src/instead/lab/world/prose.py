"""Generates review texts: phrases and chatter, with misspellings and other noise of real writing.

Random numbers are drawn before as large integers; a pick uses the remainder and keeps the quotient. The offset of
every mention's sentence is recorded while the text is built, so the ground truth needs no search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from instead.lab.world import chatter
from instead.lab.world.world_catalogue import Category
from instead.lab.world.world_phrases import (
    AGREE,
    BLAME_CLAUSES,
    BLAME_SENTENCES,
    DIFFER,
    FIXED,
    PRAISE_CLAUSES,
    PRAISE_SENTENCES,
    TAILS,
    Phrase,
    Wording,
)

T = TypeVar("T")

_CLAUSES = {1: PRAISE_CLAUSES, -1: BLAME_CLAUSES}
_SENTENCES = {1: PRAISE_SENTENCES, -1: BLAME_SENTENCES}
_ENDS = (".",) * 16 + ("!", "!", "!!", "...")
_SPACES = (" ",) * 60 + ("", "  ", "<br />", "<br /><br />", "\n")
_MISSPELT = re.compile(r"\b(" + "|".join(chatter.MISSPELT) + r")\b")


class Said(NamedTuple):
    """A mention as written: its number within the review, the opinion word, offsets of the sentence."""

    number: int
    opinion: str
    start: int
    end: int


class Dice:
    """Picks from one big drawn integer."""

    __slots__ = ("left",)

    def __init__(self, drawn: int) -> None:
        self.left = drawn

    def below(self, count: int) -> int:
        self.left, picked = divmod(self.left, count)
        return picked

    def pick(self, options: Sequence[T]) -> T:
        self.left, picked = divmod(self.left, len(options))
        return options[picked]


class Setting(NamedTuple):
    """Properties of the product that the sentences of a review use."""

    category: Category
    brand: str


def _phrase(options: Sequence[Phrase], wording: Wording, dice: Dice) -> tuple[Phrase, str]:
    """A phrase and its opinion word. A pool may be empty (not everything can be too much): then the first."""
    phrase = dice.pick(options)
    if phrase.pool == FIXED:
        return phrase, phrase.opinion
    words = wording.pools[phrase.pool]
    if not words:
        phrase = options[0]
        words = wording.pools[phrase.pool]
    return phrase, dice.pick(words)


def _fill(phrase: Phrase, opinion: str, wording: Wording, product: Category, dice: Dice) -> str:
    name, plural = dice.pick(wording.variants)
    return phrase.text.format(
        a=name,
        o=opinion,
        s="" if plural else "s",
        **{"is": "are" if plural else "is"},
        was="were" if plural else "was",
        isnt="aren't" if plural else "isn't",
        old="my old ones" if product.plural else "my old one",
        it="them" if product.plural else "it",
        person=dice.pick(chatter.PERSONS),
    )


def _aside(text: str, setting: Setting, dice: Dice) -> str:
    """An off-topic sentence with its slots filled."""
    if "{" not in text:
        return text
    category = setting.category
    return text.format(
        this="these" if category.plural else "this",
        noun=category.noun,
        it="them" if category.plural else "it",
        one="ones" if category.plural else "one",
        brand=setting.brand,
        person=dice.pick(chatter.PERSONS),
        when=dice.pick(chatter.WHENS),
        use=dice.pick(category.uses),
    )


def _by_stars(stars: int, low: Sequence[str], middle: Sequence[str], high: Sequence[str]) -> Sequence[str]:
    return high if stars >= 4 else middle if stars == 3 else low


def summary(setting: Setting, stars: int, drawn: int) -> str:
    """The headline of a review."""
    dice = Dice(drawn)
    options = _by_stars(stars, chatter.LOW_SUMMARIES, chatter.MIDDLE_SUMMARIES, chatter.HIGH_SUMMARIES)
    text = _aside(dice.pick(options), setting, dice)
    return text.upper() if dice.below(30) == 0 else text


def short_text(stars: int, drawn: int) -> str:
    """A review of a word or two."""
    return Dice(drawn).pick(
        _by_stars(stars, chatter.LOW_SHORT, chatter.MIDDLE_SHORT, chatter.HIGH_SHORT),
    )


def _mention_sentences(
    setting: Setting, mentions: Sequence[tuple[Wording, int]], draws: Sequence[int]
) -> list[tuple[str, list[tuple[int, str]]]]:
    """Sentences, each with the mentions it holds: (number, opinion)."""
    made: list[tuple[str, list[tuple[int, str]]]] = []
    product = setting.category
    n = 0
    while n < len(mentions):
        wording, sentiment = mentions[n]
        dice = Dice(draws[n])
        joined = n + 1 < len(mentions) and dice.below(10) < 4
        if not joined and dice.below(10) < 3:
            phrase, opinion = _phrase(_SENTENCES[sentiment], wording, dice)
            text = _fill(phrase, opinion, wording, product, dice)
            said = [(n, opinion)]
        else:
            phrase, opinion = _phrase(_CLAUSES[sentiment], wording, dice)
            text = _fill(phrase, opinion, wording, product, dice)
            said = [(n, opinion)]
            if joined:
                wording, other = mentions[n + 1]
                second = Dice(draws[n + 1])
                phrase, opinion = _phrase(_CLAUSES[other], wording, second)
                clause = _fill(phrase, opinion, wording, product, second)
                said.append((n + 1, opinion))
                text = dice.pick(AGREE if other == sentiment else DIFFER).format(x=text, y=clause)
            elif dice.below(3) == 0:
                text += dice.pick(TAILS)
        text = text[0].upper() + text[1:] + dice.pick(_ENDS)
        if dice.below(90) == 0:
            text = text.upper()
        made.append((text, said))
        n += len(said)
    return made


def _misspelt(text: str, said: list[tuple[int, str]]) -> str:
    """The text with common words written wrongly, unless that would hide an opinion."""
    wrong = _MISSPELT.sub(lambda found: chatter.MISSPELT[found[1]], text)
    lower = wrong.lower()
    return text if any(opinion not in lower for _, opinion in said) else wrong


def review_text(
    setting: Setting, stars: int, mentions: Sequence[tuple[Wording, int]], draws: Sequence[int], drawn: int
) -> tuple[str, list[Said]]:
    """A review and where its mentions stand; `draws` has an integer per mention, `drawn` is for the rest."""
    dice = Dice(drawn)
    body = _mention_sentences(setting, mentions, draws)
    hurried, fond = dice.below(25) == 0, dice.below(16) == 0
    sentences: list[tuple[str, list[tuple[int, str]]]] = []
    if dice.below(10) < 6:
        sentences.append((_aside(dice.pick(chatter.OPENERS), setting, dice), []))
    asides = dice.pick((0, 1, 1, 1, 2, 2, 3, 4))
    if not body and not sentences:
        asides += 1
    opened = len(sentences)
    sentences += body
    for text in dict.fromkeys(dice.pick(chatter.MIDDLES) for _ in range(asides)):  # no repetition
        place = opened + dice.below(len(sentences) - opened + 1)
        sentences.insert(place, (_aside(text, setting, dice), []))
    if dice.below(10) < 5:
        options = _by_stars(stars, chatter.LOW_CLOSERS, chatter.MIDDLE_CLOSERS, chatter.HIGH_CLOSERS)
        sentences.append((_aside(dice.pick(options), setting, dice), []))

    parts: list[str] = []
    found: list[Said] = []
    place = 0
    accident = dice.below(3) == 0  # most people write tidily
    for sentence, said in sentences:
        text = _misspelt(sentence, said) if hurried else sentence
        if parts:
            gap = dice.pick(_SPACES) if accident else " "
            parts.append(gap)
            place += len(gap)
        parts.append(text)
        found += [Said(number, opinion, place, place + len(text)) for number, opinion in said]
        place += len(text)
    if fond:
        parts.append(" " + dice.pick(chatter.EMOTICONS))
    return "".join(parts), found
