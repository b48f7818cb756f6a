"""Uses of words counted by looking at what stands before and after each noun."""

from __future__ import annotations

from collections import Counter
from itertools import dropwhile, pairwise, takewhile

from tests.mentions.loops.tokens import MODIFIERS, NOUNS, VERBS, Sentence, Token


def judges(token: Token) -> bool:
    return token.opinion != "O"


def in_phrase(token: Token) -> bool:
    """May stand between a determiner and its noun."""
    return token.tag in (*MODIFIERS, "RB")


def leader(before: Sentence) -> str | None:
    """How the word before the noun's phrase determines it."""
    word = next(dropwhile(in_phrase, reversed(before)), None)
    if word is None:
        return None
    by_word = {"this": "THIS", "these": "THIS", "a": "A", "an": "A", "the": "THE"}
    by_tag = {"PRP$": "OWNED", "IN": "AFTER_PREPOSITION", "CD": "COUNTED"}
    return by_word.get(word.word) or by_tag.get(word.tag)


def uses_of_noun(before: Sentence, noun: Token, after: Sentence) -> set[str]:
    subject = [token.tag for token in after[:1]] in (["VBZ"], ["VBD"], ["VBP"], ["MD"])
    said_of_it = takewhile(lambda token: token.tag not in NOUNS, after[1:5])
    led = leader(before)
    owner = next(dropwhile(in_phrase, reversed(before)), None)
    uses = {
        "NOUN": True,
        "CAPITAL_INSIDE": noun.capital and bool(before),
        "OPINION": judges(noun),
        "BEFORE_NOUN": any(token.tag in NOUNS for token in after[:1]),
        "AFTER_NOUN": any(token.tag in NOUNS for token in before[-1:]),
        "PRAISED": any(judges(token) for token in takewhile(in_phrase, reversed(before))),
        "SUBJECT": subject,
        "JUDGED": subject and any(judges(token) for token in said_of_it),
        "NEAR_OPINION": any(judges(token) for token in [*before[-4:], *after[:4]]),
        "OBJECT": any(judges(token) and token.tag in VERBS for token in before[-2:]),
        "MINE": led == "OWNED" and owner is not None and owner.word == "my",
    }
    return {name for name, applies in uses.items() if applies} | ({led} if led else set())


def uses_plainly(sentences: list[Sentence]) -> Counter[tuple[str, str]]:
    """How often each (stem, use) occurs."""
    counts: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        for place, token in enumerate(sentence):
            counts[token.stem, "ALL"] += 1
            if token.tag in NOUNS:
                for use in uses_of_noun(sentence[:place], token, sentence[place + 1 :]):
                    counts[token.stem, use] += 1
    return counts


def neighbours_plainly(sentences: list[Sentence]) -> list[tuple[str, str] | None]:
    """The stems of each word and the next one of its sentence; nothing at the end."""
    out: list[tuple[str, str] | None] = []
    for sentence in sentences:
        stems = [token.stem for token in sentence]
        out += [*pairwise(stems), *([None] if stems else [])]
    return out
