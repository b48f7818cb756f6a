"""Noun phrases found on lists of words: runs of nouns, their head, and what joins on either side."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import takewhile

from tests.mentions.loops.tokens import MODIFIERS, NOUNS, Sentence, Token


@dataclass(frozen=True)
class Rules:
    """What the loop is told beside the words."""

    least: float
    modifier: list[float]
    measures: set[str]
    closers: set[str]


def modifier_evidence(token: Token) -> list[float]:
    """What speaks for a word belonging to the phrase on its right, in the order of the modifier model's weights."""
    plain = token.tag == "JJ"
    return [
        1.0, plain, token.tag == "VBN", token.tag == "VBG", token.tag in NOUNS, token.doubt, token.valence != 0,
        math.log(1.0 + token.common), token.follows > 0.1, token.follows, token.capital, token.common == 0,
        token.noun_share, token.general, token.category, token.tag in ("JJR", "JJS", "RB"), token.judges,
        abs(token.valence) > 1, token.judges if plain else 0.0, token.doubt > 0.5, token.joins,
    ]  # fmt: skip


def joins(token: Token, rules: Rules) -> bool:
    """Does the word on the left belong to the phrase?"""
    if token.tag not in MODIFIERS:
        return False
    evidence = math.fsum(a * b for a, b in zip(modifier_evidence(token), rules.modifier, strict=True))
    return evidence > 0 or (token.follows >= 0.25 and token.opinion == "O")


def nounlike(before: Token | None, token: Token, rules: Rules) -> bool:
    if before and before.tag in NOUNS and token.tag in ("VBZ", "VBD"):
        return False
    verb_or_adjective = token.tag in ("JJ", "JJR", "JJS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
    mostly_noun = token.noun_share > 0.6 and token.worth > rules.least and token.opinion == "O"
    return token.tag in NOUNS or (verb_or_adjective and mostly_noun)


def noun_runs(sentence: Sentence, rules: Rules) -> list[list[int]]:
    """Places of words that stand together as nouns.

    What is hardly ever a noun is one by itself at most, and only if no noun follows that it could belong to; a plural
    that goes on as a verb does ends a run and belongs to none.
    """
    noun = [nounlike(before, token, rules) for before, token in zip([None, *sentence], sentence, strict=False)]
    firm = [n and (t.tag == "NNP" or t.noun_share >= 0.2) for n, t in zip(noun, sentence, strict=True)]
    after = [token.tag for token in sentence[1:]] + ["end"] * bool(sentence)
    verb = [
        token.tag == "NNS" and token.noun_share < 0.9 and follows in ("RB", "JJ", "JJR", "DT", "PRP", "RP")
        for token, follows in zip(sentence, after, strict=True)
    ]
    out: list[list[int]] = []
    place = 0
    while place < len(sentence):
        if not noun[place]:
            place += 1
            continue
        more = list(takewhile(lambda p: firm[p] and not verb[p], range(place + 1, len(sentence))))
        if more and not firm[place]:
            place += 1
            continue
        out.append([place, *more])
        place += 1 + len(more)
        place += place < len(sentence) and verb[place]
    return out


def phrases_plainly(sentence: Sentence, rules: Rules) -> list[tuple[int, int, int]]:
    """(first, end, head) of each phrase, counted from the first word of the sentence."""
    found: list[tuple[int, int, int]] = []
    for run in noun_runs(sentence, rules):
        *_, last = run
        head, end = last, last + 1
        worthy = [token.worth > rules.least and not token.category for token in sentence]
        unfit = sentence[last].worth < rules.least or sentence[last].category
        if len(run) > 1 and unfit and worthy[last - 1]:
            head = last - 1
            bound = sentence[head].follows > 0.04 or sentence[last].stem in rules.closers
            end = last + 1 if bound and not sentence[last].category else last
        begin = head
        while begin > 0:
            left = sentence[begin - 1]
            if left.glued and begin > 1:
                begin -= 2
                while found and found[-1][1] > begin:  # a phrase that ended inside the hyphenated word
                    begin = min(begin, found.pop()[0])
            elif joins(left, rules):
                begin -= 1
            else:
                break
        numbered_name = end == last + 1 and sentence[end - 1].tag == "NNP"
        if numbered_name and [token.tag for token in sentence[end : end + 1]] == ["CD"]:
            end += 1
        lead = [token.word for token in sentence[:begin]][-1:]
        measure = begin > 1 and sentence[begin - 2].stem in rules.measures
        if lead == ["of"] and measure and sentence[head].worth > rules.least:
            begin -= 2
            if found and found[-1][2] == begin:
                found.pop()
        found.append((begin, end, head))
    return found
