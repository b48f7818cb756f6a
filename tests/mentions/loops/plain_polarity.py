"""What grammar says of an attribute, from the words on either side of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from itertools import takewhile

import numpy as np

from tests.mentions.loops.plain_clauses import compares
from tests.mentions.loops.tokens import ADJECTIVES, NOUNS, VERBS, Sentence, Token

WINDOW = 40
PLAIN, TOLD, SILENT, AROUND_IT = "plain", "told", "silent", "around"
NOBODY = ("asked", "iffy", "heard", "wanted")
"""Voices in which nobody says anything as a fact, the first one counts."""
Leanings = dict[tuple[str, ...], float]
"""Valence of a word for the last stem of an attribute, or its last two: (word, stem), (word, stem, stem)."""


def describes(token: Token) -> bool:
    return token.tag in (*ADJECTIVES, "RB", "VBN")


def no_such(value: float, token: Token) -> float:
    """Something bad that is absent is good; something good, or just something, is missed."""
    if value < 0:
        return -0.7 * value
    return 0.0 if value == 0 and "vague" in token.roles else min(-1.2, -0.9 * value)


def too_much(value: float, token: Token) -> float:
    """ "too long" is bad, "too funny" is good, "too" before a thing says nothing."""
    if value >= 2.5:
        return value
    return min(-1.6, -abs(value)) if value != 0 or describes(token) else 0.0


def softened(value: float, token: Token) -> float:
    if value > 0.9:
        return 0.6 * value
    return min(-1.0, value) if describes(token) else value


TURNED: dict[str, Callable[[float, Token], float]] = {
    "": lambda value, _: value,
    "not": lambda value, _: value * (-0.9 if value > 0 else -0.7),
    "less": lambda value, _: value * (-0.9 if value > 0 else -0.7),
    "no": no_such,
    "unbeaten": lambda value, _: 1.3 * value or 2.0,
    "too": too_much,
    "not too": lambda value, token: -0.8 * value if value > 0.9 else (1.2 if describes(token) else 0.0),
    "enough": lambda value, _: max(1.2, value),
    "not enough": lambda _, __: -1.6,
    "a bit": softened,
}


def added(values: list[float]) -> float:
    return reduce(lambda total, value: total + value, values, 0.0)


def side(total: float) -> int:
    return 1 + (total > 0.3) - (total < -0.3)


def class_of(voice: frozenset[str]) -> str:
    if voice & set(NOBODY):
        return "nobody"
    if "wished" in voice:
        return "wished"
    return "others" if voice & {"others", "than"} else ("excepted" if "excepted" in voice else "plain")


def as_said(value: float, token: Token, own: str) -> float:
    """What a word says of an attribute whose own class of voice is `own`."""
    theirs = class_of(token.voice)
    of_others = (-value or -1.0) if theirs == "others" and compares(token) else 0.0
    return {
        "plain": value if theirs in ("plain", "excepted") else 0.0,
        "wished": -abs(value) if theirs == "wished" else 0.0,
        "nobody": value,
        "others": of_others,
        "excepted": -value if theirs == "plain" else value,
    }[own]


@dataclass(frozen=True)
class Example:
    """An attribute [first, end) of a sentence, and the tables."""

    sentence: Sentence
    first: int
    end: int
    leanings: Leanings = field(default_factory=dict)
    harms: set[str] = field(default_factory=set)

    @property
    def places(self) -> list[int]:
        """Words beside the attribute that count."""
        wide = range(max(0, self.first - WINDOW), min(len(self.sentence), self.end + WINDOW))
        return [place for place in wide if not self.first <= place < self.end]

    @property
    def head(self) -> str:
        return self.sentence[self.end - 1].stem

    @property
    def own(self) -> str:
        return class_of(self.sentence[self.first].voice)

    def same_clause(self, place: int) -> bool:
        return self.sentence[place].clause == self.sentence[self.first].clause

    def value(self, place: int) -> float:
        """Valence of a word, by what it describes and by what is done to it."""
        token = self.sentence[place]
        if "inner" in token.roles:
            return 0.0
        if "easily" in token.roles and place > 0 and self.sentence[place - 1].valence < 0:
            return -0.8
        value = token.valence
        if "shifting" in token.roles:
            stems = [one.stem for one in self.sentence[self.first : self.end]]
            value = self.leanings.get((token.word, stems[-1]), value)
            value = self.leanings.get((token.word, *stems[-2:]), value)
        return TURNED[token.turn](value, token)

    def felt(self, place: int) -> float:
        return as_said(self.value(place), self.sentence[place], self.own)

    @property
    def inside(self) -> list[float]:
        """What an expression says that runs through the attribute, unless the word before it judges."""
        if self.first - 1 in self.places and self.felt(self.first - 1) != 0:
            return []
        found = [
            token for token in self.sentence[self.first : self.end]
            if token.roles & {"inner", "expression"} and token.valence != 0
        ]  # fmt: skip
        return [TURNED[token.turn](token.valence, Token("", "JJ", roles=token.roles)) for token in found[:1]]

    def summed(self, *, clause: bool) -> float:
        """Sum over the words of the clause, or of all, from the left."""
        counted = [place for place in self.places if not clause or self.same_clause(place)]
        left = [self.felt(place) for place in counted if place < self.first]
        return added([*left, *self.inside, *(self.felt(place) for place in counted if place >= self.end)])

    def compared(self) -> float:
        """Of the comparatives in the clause; one that judges nothing is taken for praise."""
        places = [place for place in self.places if self.same_clause(place) and compares(self.sentence[place])]
        return added([self.value(place) or 1.0 for place in places])

    def missing(self) -> str:
        """Is the attribute said to be absent: no, "missed" or "spared"?"""
        before = self.sentence[: self.first][::-1]
        modifiers = list(
            takewhile(
                lambda token: (
                    "lack" not in token.roles
                    and "inner" not in token.roles
                    and token.tag in ("DT", "CD", "PRP$", "RB", "VBN", *NOUNS, *ADJECTIVES)
                ),
                before,
            )
        )
        if not before[len(modifiers) :] or "lack" not in before[len(modifiers)].roles:
            return ""
        spared = self.head in self.harms or any(token.valence < -0.9 for token in modifiers)
        return "spared" if spared else "missed"

    def is_other(self) -> bool:
        for token in self.sentence[: self.first][::-1]:
            if token.roles & {"other", "elsewhere"}:
                return True
            if "comparative" in token.roles or token.tag not in ("DT", "PRP$", "CD", "JJ", *NOUNS):
                return False
        return False

    def leaning(self, place: int) -> float:
        """Valence of a word for this attribute, whatever is done to it."""
        token = self.sentence[place]
        if "shifting" not in token.roles:
            return token.valence
        stems = [one.stem for one in self.sentence[self.first : self.end]]
        value = self.leanings.get((token.word, stems[-1]), token.valence)
        return self.leanings.get((token.word, *stems[-2:]), value)

    def own_phrase(self) -> list[int]:
        """Places before the attribute that belong to its phrase, nearest first, over an "and" between nouns."""
        found, determined = [], False
        for place in takewhile(self.same_clause, range(self.first - 1, -1, -1)):
            token = self.sentence[place]
            adverb = token.tag == "RB" and "negator" not in token.roles
            part = adverb or token.tag in ("CD", "VBN", *NOUNS, *ADJECTIVES)
            joins = token.tag == "CC" and place > 0 and self.sentence[place - 1].tag in NOUNS
            if token.tag in ("DT", "PRP$"):
                determined = True
            elif determined or not (part or joins):
                break
            found.append(place)
        return found

    def meant_before(self, place: int) -> bool:
        """Is there a noun before, in this clause or, where the place opens it, anywhere before?"""
        clause = list(takewhile(self.same_clause, range(place - 1, -1, -1)))
        opens = all(self.sentence[k].tag in ("RB", "PUNCT", "CC") for k in clause)
        for k in range(place - 1, -1, -1) if opens else clause:
            token = self.sentence[k]
            unfit = token.roles & {"vague", "inner", "expression", "negator"}
            if token.tag in NOUNS and not unfit and abs(token.valence) <= np.float32(0.9):
                return True
        return False

    def stands_around(self) -> bool:
        """Does it own what follows, or stand unjudged behind a preposition or a verb with a noun before that?"""
        after = self.sentence[self.end].tag if self.end < len(self.sentence) else ""
        if after in ("POS", "W"):
            return after == "POS"
        phrase = self.own_phrase()
        for place in phrase:
            token = self.sentence[place]
            if token.tag != "CC" and abs(self.leaning(place)) > 0.9 and "inner" not in token.roles:
                return False
        link = self.first - len(phrase) - 1
        if link <= 0 or not self.same_clause(link):
            return False
        token, earlier = self.sentence[link], self.sentence[link - 1]
        if "inner" in token.roles or not self.links(token, earlier, after):
            return False
        return self.meant_before(link)

    def links(self, token: Token, earlier: Token, after: str) -> bool:
        """Does the word before a phrase part it from what is meant?"""
        acts = self.spoken_of()[0] != "wished"
        if "expression" in token.roles:
            return acts and token.valence != 0 and token.tag != "IN" and "lack" not in token.roles
        if "around" in token.roles:
            feels = abs(earlier.valence) > 1.65 and earlier.tag in ("VBN", *NOUNS)
            subject = "compared" in token.roles and after in ("VBD", "VBG", "VBN", "VBP", "VBZ", "MD")
            return not feels and not subject
        if token.tag == "IN":
            asks = abs(earlier.valence) > 0.9 or "expression" in earlier.roles
            return not asks and not token.roles & {"subordinate", "condition", "contrast"}
        gives = token.roles & {"be", "vague", "lack"} or abs(token.valence) > 2.5
        return acts and token.tag in VERBS and not gives

    def spoken_of(self) -> tuple[str, int]:
        """How the attribute itself is spoken of, and to which side that leans: blame 0, neither 1, praise 2."""
        voice = self.sentence[self.first].voice
        for one in NOBODY:
            if one in voice:
                return one, 1
        near = [self.sentence[place] for place in self.places if self.same_clause(place)]
        surely = any("surely" in token.roles or compares(token) for token in near)
        rest = [place for place in self.places if class_of(self.sentence[place].voice) != "excepted"]
        absent = self.missing()
        verdicts = {
            "wished": 0 if surely else 1,
            "others": side(-self.compared()),
            "than": side(-self.compared()),
            "excepted": 2 if added([self.value(place) for place in rest]) < -0.3 else 0,
        }
        for one, lean in verdicts.items():
            if one in voice:
                return one, lean
        return ("missing", 2 if absent == "spared" else 0) if absent else ("plain", 1)

    def own_first(self) -> float:
        """The sum of the clause, unless the words right before the attribute judge it: then a quarter of the rest."""
        modifiers = {"NN", "NNS", "NNP", "JJ", "JJR", "JJS", "VBG", "VBN", "RB"}
        before = list(
            takewhile(
                lambda place: self.sentence[place].tag in modifiers and self.same_clause(place),
                range(self.first - 1, -1, -1),
            )
        )
        own = added([self.felt(place) for place in reversed(before) if place in self.places])
        whole = self.summed(clause=True)
        return whole if abs(own) < 1.0 else own + 0.25 * (whole - own)

    def verdict(self) -> tuple[str, float]:
        """What grammar says of the attribute, and the sum of what is felt about it."""
        spoken, lean = self.spoken_of()
        unsaid = spoken in (*NOBODY, "than") or (spoken == "others" and (lean == 1 or self.is_other()))
        if unsaid:
            return SILENT, 2.0 * (lean - 1)
        if self.stands_around():
            return AROUND_IT, self.summed(clause=True)
        if spoken == "plain":
            return PLAIN, self.own_first()
        if lean == 1:
            return TOLD, self.summed(clause=True)
        return TOLD, 2.0 * (lean - 1)
