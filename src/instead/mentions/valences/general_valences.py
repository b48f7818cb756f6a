"""Valence of English words in reviews of anything, from -3 to 3: the lists written by hand in all their forms."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from instead.mentions.valences import blaming_words, praising_words, rarer_blaming_words, rarer_praising_words
from instead.mentions.valences.inflection import adjective_forms, compared_forms, noun_forms, verb_forms

_MILD, _WEAK, _PLAIN, _CORE, _STRONG = 0.9, 1.3, 1.7, 2.2, 2.8


def _alone(word: str) -> list[str]:
    return [word]


_LISTS: dict[str, tuple[Callable[[str], list[str]], float]] = {
    "MILD": (_alone, _MILD),
    "OTHERS": (_alone, _WEAK),
    "NOUNS": (noun_forms, _WEAK),
    "OTHER_VERB_FORMS": (_alone, _WEAK),
    "VERBS": (verb_forms, _WEAK),
    "STRONG_VERBS": (verb_forms, _STRONG),
    "COMPARED_ADJECTIVES": (compared_forms, _PLAIN),
    "LATER_ADJECTIVES": (adjective_forms, _PLAIN),
    "ADJECTIVES": (adjective_forms, _PLAIN),
    "CORE_ADJECTIVES": (adjective_forms, _CORE),
    "DEGREES": (_alone, _CORE),
    "STRONG_ADJECTIVES": (adjective_forms, _STRONG),
}
"""Lists of a module: how their words are inflected, and how much they say. Later ones win."""


def _values(module: ModuleType, sign: int) -> dict[str, float]:
    return {
        form: sign * value
        for name, (forms, value) in _LISTS.items()
        for word in getattr(module, name, "").split()
        for form in forms(word)
    }


def general_valences() -> dict[str, float]:
    """Every form of every listed word. What stands in both lists ("steal", "flaky") says nothing."""
    praise, blame = _values(praising_words, 1), _values(blaming_words, -1)
    common = {**praise, **blame} | dict.fromkeys(praise.keys() & blame.keys(), 0.0)
    rarer = {**_values(rarer_praising_words, 1), **_values(rarer_blaming_words, -1)}
    return {**rarer, **common}
