"""Inflected forms of English words by rule; irregular ones stand in the lists themselves."""

from __future__ import annotations

_VOWELS = "aeiou"


def plural(word: str) -> str:
    """Of a noun, and the third person of a verb: "glitches", "worries", "leaks"."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if _ends_in_y(word):
        return word[:-1] + "ies"
    return word + "s"


def noun_forms(word: str) -> list[str]:
    return [word, plural(word)]


def verb_forms(word: str) -> list[str]:
    """Base, third person, past and participle: "snap", "snaps", "snapped", "snapping"."""
    stem = _doubled(word)
    if word.endswith("e"):
        past, going = word + "d", word[:-1] + "ing"
        if word.endswith("ie"):
            going = word[:-2] + "ying"
        elif word.endswith(("ee", "oe", "ye")):
            going = word + "ing"
    elif _ends_in_y(word):
        past, going = word[:-1] + "ied", word + "ing"
    else:
        past, going = stem + "ed", stem + "ing"
    return [word, plural(word), past, going]


def adverb(word: str) -> str:
    """Of an adjective: "easily", "terribly", "fantastically"."""
    if _ends_in_y(word):
        return word[:-1] + "ily"
    if word.endswith("ic"):
        return word + "ally"
    if word.endswith("ll"):
        return word + "y"
    if word.endswith("le") and len(word) > 3 and word[-3] not in _VOWELS:
        return word[:-1] + "y"
    return word + "ly"


def adjective_forms(word: str) -> list[str]:
    """An adjective and its adverb; compounds ("well-made") have none."""
    return [word] if "-" in word or word.endswith("ly") else [word, adverb(word)]


def compared_forms(word: str) -> list[str]:
    """Comparative and superlative: "softer", "softest"; irregular ones are given as "good:better:best"."""
    if ":" in word:
        return word.split(":")[1:]
    if word.endswith("e"):
        return [word + "r", word + "st"]
    stem = word[:-1] + "i" if _ends_in_y(word) else _doubled(word)
    return [stem + "er", stem + "est"]


def _ends_in_y(word: str) -> bool:
    return len(word) > 2 and word.endswith("y") and word[-2] not in _VOWELS


def _doubled(word: str) -> str:
    """With the last consonant doubled where a short word wants it: "snapp-", "sadd-"; "leak-", "clean-"."""
    short = len(word) > 2 and word[-1] not in _VOWELS + "wxy" and word[-2] in _VOWELS and word[-3] not in _VOWELS
    return word + word[-1] if short and sum(letter in _VOWELS for letter in word) == 1 else word
