"""Features of an (attribute, opinion) pair from the words before, between and after the two."""

from __future__ import annotations

from dataclasses import dataclass

from instead.mentions.tags import TAGS
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import VERBS, Sentence, Token

Span = tuple[int, int]
PAIR_TABLE = 2**15


def gap_level(gap: int) -> int:
    """0 to 4 words exactly, then up to 6, up to 9, up to 14, more."""
    return gap if gap <= 4 else 5 + sum(gap > limit for limit in (6, 9, 14))


def spans_of(labels: list[str]) -> list[Span]:
    """A labelled word and the I's behind it."""
    spans: list[Span] = []
    for place, label in enumerate(labels):
        if label == "I" and spans and spans[-1][1] == place:
            spans[-1] = (spans[-1][0], place + 1)
        elif label != "O":
            spans.append((place, place + 1))
    return spans


def attribute_labels(sentence: Sentence, phrases: list[Span]) -> list[str]:
    """BIO labels of the phrases' words; where phrases overlap, the later one is written over the earlier."""
    labels = ["O"] * len(sentence)
    for first, end in phrases:
        labels[first:end] = ["B", *"I" * (end - first - 1)]
    return labels


@dataclass(frozen=True)
class Seen:
    """A sentence with its attribute labels, and the two spans looked at."""

    sentence: Sentence
    labels: list[str]
    attribute: Span
    opinion: Span
    worth: float

    @property
    def right(self) -> bool:
        """Is the opinion on the right of the attribute?"""
        return self.opinion[0] >= self.attribute[1]

    @property
    def between(self) -> range:
        ends = (self.attribute[1], self.opinion[0]) if self.right else (self.opinion[1], self.attribute[0])
        return range(*ends)

    def tag(self, place: int) -> int:
        """Number of a tag, 40 beyond the sentence."""
        return TAGS.index(self.sentence[place].tag) if 0 <= place < len(self.sentence) else 40

    def word(self, place: int) -> int:
        return fnv(self.sentence[place].word) if place >= 0 else 0

    def rival(self, span: Span, own: Span, labels: list[str]) -> bool:
        """Does another span begin as near to `span` as `own` is?"""
        reach = len(self.between) + 1
        near = range(max(0, span[0] - reach), min(len(self.sentence), span[1] + reach))
        return any(labels[place] == "B" and place not in range(*own) for place in near)

    def rows(self) -> list[int]:
        """Rows of the table of weights, one per template."""
        gap = len(self.between)
        words: list[Token] = [self.sentence[place] for place in self.between]
        tags = [token.tag for token in words]
        opinion = [token.opinion for token in self.sentence]
        said = [self.sentence[place] for place in range(*self.opinion)]
        (a, e), (o, p), last = self.attribute, self.opinion, said[-1]
        side, d, kind = self.right, gap_level(gap), self.tag(p - 1)
        attributes = min(2, sum(self.labels[place] == "B" for place in self.between))
        opinions = min(2, sum(token.opinion == "B" for token in words))
        be, contrast = (any(role in token.roles for token in words) for role in ("be", "contrast"))
        ands = tags.count("CC")
        verbs = sum(tag in (*VERBS, "MD") for tag in tags)
        same = self.sentence[a].clause == self.sentence[o].clause
        path = fold(0, *(TAGS.index(tag) for tag in tags))
        rivals = (
            self.rival(self.opinion, self.attribute, self.labels),
            self.rival(self.attribute, self.opinion, opinion),
        )
        listed = ("PUNCT", "CC", "RB", "DT")
        strange = sum(
            self.labels[place] == "O" and token.opinion == "O" and "be" not in token.roles and token.tag not in listed
            for place, token in zip(self.between, words, strict=True)
        )
        level = int(min(max(self.worth // 1, -4), 4)) + 4
        trust = max(token.trust for token in said)
        lean = 1 if abs(last.valence) > 1 else 2 if last.valence else 0
        sure = said[0].opinion != "O"
        odd = fold(min(strange, 3), side, min(ands, 1))
        templates: list[tuple[object, ...]] = [
            (1, side),
            (2, side, d),
            (3, side, kind),
            (4, side, kind, d),
            (5, side, attributes),
            (6, side, opinions),
            (7, same, side),
            (8, be, side, kind),
            (9, side, min(tags.count("PUNCT"), 2), min(ands, 2)),
            (10, contrast),
            (11, side, self.tag(a - 1), self.tag(e)),
            (12, side, self.tag(o - 1), self.tag(p)),
            (13, "IN" in tags, side),
            (14, path, side, kind) if gap <= 4 else (15, side),
            (16, *rivals, side),
            (17, "W" in tags, side),
            (18, side, min(verbs, 3), same),
            (19, attributes, opinions, (same, side)),
            (20, last.valence != 0, d),
            (21, *rivals, (d, kind)),
            (22, level),
            (23, level, d, side),
            (24, level, *rivals),
            (25, trust, sure),
            (26, trust, d, side),
            (27, trust, level, sure),
            (28, trust, *rivals),
            (29, lean, kind, sure),
            (30, lean, trust, kind),
            (31, lean, side, d, (be, sure)),
            (32, odd, attributes, opinions),
            (33, odd, be, kind),
            (34, odd, *rivals),
            (35, odd, same, min(verbs, 2)),
            (36, self.word(p - 1)),
            (37, self.word(p - 1), side),
            (38, self.word(o - 1), side),
            (39, self.word(self.between[-1]) if gap else 0, side),
        ]
        return [fold(*template) % PAIR_TABLE for template in templates]


def pairs_plainly(sentence: Sentence, phrases: list[Span], worth: list[float]) -> list[tuple[int, Span, list[int]]]:
    """(number of the phrase, opinion, rows) of all candidate pairs of a sentence that do not overlap."""
    labels = attribute_labels(sentence, phrases)
    return [
        (number, opinion, Seen(sentence, labels, phrase, opinion, worth[number]).rows())
        for opinion in spans_of([token.wide for token in sentence])
        for number, phrase in enumerate(phrases)
        if not set(range(*phrase)) & set(range(*opinion))
    ]
