"""Features of the polarity model from the words on either side of an attribute."""

from __future__ import annotations

import math
from functools import reduce
from itertools import chain

from instead.mentions.tags import TAGS
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import Sentence, Token

POLARITY_TABLE = 2**18
WINDOW = 40


def kind(token: Token) -> int:
    """A word as itself where it turns meaning, else its class of valence, else its tag."""
    if token.roles & {"negator", "contrast", "wish", "compared", "excess"}:
        return fnv(token.word)
    if token.valence == 0:
        return 20 + TAGS.index(token.tag)
    if abs(token.valence) <= 0.25:
        return 12
    strong = abs(token.valence) > 1.9
    return (14 if strong else 13) if token.valence > 0 else (10 if strong else 11)


def feeling(token: Token) -> float:
    """Valence, turned round and weakened by a negation, halved by a wish."""
    value = token.valence * (-0.8 if token.negated else 1.0)
    return value * 0.5 if token.wished else value


def added(values: list[float]) -> float:
    return reduce(lambda total, value: total + value, values, 0.0)


def level(total: float) -> int:
    """One of eleven steps of 0.8."""
    return min(max(math.floor(total / 0.8 + 0.5), -5), 5) + 5


def word_templates(side: Sentence, *, right: bool, head: str, clause: int, paired: set[int]) -> list[int]:
    """Rows of the words on one side; `paired` are the places of the attribute's opinions there."""
    rows = []
    for place, token in enumerate(side):
        following = side[place + 1 : place + 3]
        gap = place if right else len(side) - 1 - place
        zone = (gap >= 2) + (gap >= 5)
        word, flip, same = fnv(token.word), token.negated, token.clause == clause
        if token.tag != "PUNCT":
            rows += [fold(1, word, flip), fold(2, word, flip, same), fold(3, word, right, (zone, flip))]
            rows += [fold(4, word, fnv(following[0].word), same)] if following else []
            rows += [fold(5, word, flip, same)] if token.opinion != "O" else []
        if following:
            two = (18, kind(token), (kind(following[0]), same))
            rows.append(fold(*two))
            rows += [fold(*two, kind(following[1]))] if len(following) > 1 else []
        if place in paired:
            rows += [fold(6, word, flip), fold(7, word, flip, fnv(head))]
    return rows


def polarity_plainly(sentence: Sentence, span: tuple[int, int], paired: set[int]) -> tuple[list[int], list[int]]:
    """Rows of the words around an attribute, and the rows that sum them up; `paired` are places of its opinions."""
    first, end = span
    begin = max(0, first - WINDOW)
    left, right = sentence[begin:first], sentence[end : end + WINDOW]
    clause, head = sentence[first].clause, sentence[end - 1].stem
    words = word_templates(left, right=False, head=head, clause=clause, paired={k - begin for k in paired})
    words += word_templates(right, right=True, head=head, clause=clause, paired={k - end for k in paired})
    around = list(
        chain(zip(range(begin, first), left, strict=True), zip(range(end, end + WINDOW), right, strict=False))
    )
    judged = [token for place, token in around if place in paired]
    near = [token for _, token in around if token.clause == clause]
    of_pair, of_clause, of_all = (
        level(added([feeling(t) for t in part])) for part in (judged, near, [t for _, t in around])
    )
    valued = [(place - end if place >= end else first - 1 - place, token) for place, token in around if token.valence]
    gap, closest = min(valued, key=lambda pair: pair[0], default=(99, Token("", "NN")))
    hedges = {"excess", "wish", "compared", "contrast"}
    odd = any(token.negated for token in judged) + 2 * any(token.roles & hedges for token in near)
    summary = [
        (8, of_pair), (9, of_clause), (10, of_all), (11, level(feeling(closest)), min(gap, 6)),
        (12, of_pair, of_clause), (13, odd, of_clause), (14, min(len(judged), 3)), (16, bool(judged), of_all), (17, 0),
    ]  # fmt: skip
    words.append(fold(15, fnv(head)))
    return [row % POLARITY_TABLE for row in words], [fold(*template) % POLARITY_TABLE for template in summary]
