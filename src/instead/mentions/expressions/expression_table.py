"""Patterns of expressions, written out and as hash tables.

A pattern is words separated by blanks; `a/b` is a choice, `word?` may be left out, `~name` is a group of `word_groups`,
whose choices may themselves be several words, `a-b` is "a - b" or "a b", and an emoji is any run of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from instead.mentions.expressions import (
    blaming_expressions,
    blaming_idioms,
    blaming_phrases,
    praising_expressions,
    praising_idioms,
    praising_phrases,
)
from instead.mentions.expressions.turning_expressions import NOTHING, PARTING, TURNS, VALENCES
from instead.mentions.expressions.word_groups import GROUPS
from instead.mentions.loops.hashing import fold_columns, table, word_hash
from instead.mentions.loops.matching import START
from instead.mentions.tags import CONTRAST

_EMOJI = 0x2190  # code point from which single characters are pictures


def _choices(word: str) -> list[tuple[str, ...]]:
    """Sequences of words that one place of a pattern stands for."""
    optional = word.endswith("?") and len(word) > 1
    word = word[:-1] if optional else word
    if word.startswith("~"):
        found = [tuple(choice.split()) for choice in GROUPS[word[1:]].split("|")]
    elif len(word) == 1 and ord(word) > _EMOJI:
        found = [(times * word,) for times in range(1, 6)]  # people say it with 👍 or 👍👍👍
    else:
        found = [form for choice in (word.split("/") if len(word) > 1 else word) for form in _hyphened(choice)]
    return [*found, ()] if optional else found


def _hyphened(word: str) -> list[tuple[str, ...]]:
    """The word itself; "top-notch" with a hyphen between its words, as texts are split, and without."""
    parts = word.split("-")
    if len(parts) == 1 or not all(parts):
        return [(word,)]
    return [tuple(" - ".join(parts).split()), tuple(parts)]


def _expanded(patterns: str) -> Iterator[tuple[str, ...]]:
    """Every sequence of words that patterns separated by `|` or lines stand for."""
    for pattern in patterns.replace("\n", "|").split("|"):
        places = [_choices(word) for word in pattern.split()]
        if places:
            for chosen in product(*places):
                yield tuple(word for part in chosen for word in part)


def expressions() -> dict[tuple[str, ...], tuple[float, int]]:
    """Words of each expression -> valence, roles. What is listed later wins, roles of one expression add up."""
    found: dict[tuple[str, ...], tuple[float, int]] = {}
    for value, patterns in (
        (1.7, praising_phrases.COMPOUNDS), (-1.7, blaming_phrases.COMPOUNDS),
        (2.0, praising_phrases.PLAIN), (-2.0, blaming_phrases.PLAIN),
        (2.5, praising_phrases.STRONG), (-2.5, blaming_phrases.STRONG),
    ):  # fmt: skip
        for words in _expanded(patterns):
            found[words] = (value, 0)
    for role, patterns in TURNS.values():
        for words in _expanded(patterns):
            found[words] = (VALENCES.get(role, 0.0), found.get(words, (0.0, 0))[1] | role)
    for value, patterns in (
        (2.0, praising_expressions.PLAIN), (-2.0, blaming_expressions.PLAIN),
        (2.0, praising_idioms.IDIOMS), (-2.0, blaming_idioms.IDIOMS), (3.0, praising_expressions.STRONG),
        (-3.0, blaming_expressions.STRONG), (0.0, NOTHING),
    ):  # fmt: skip
        for words in _expanded(patterns):
            found[words] = (value, 0)
    found |= dict.fromkeys(_expanded(PARTING), (-2.0, CONTRAST))
    return found


class ExpressionTable(NamedTuple):
    """What `loops.multiword.mark_expressions` looks up, in its order."""

    starter_key: npt.NDArray[np.uint64]
    starter_row: npt.NDArray[np.int32]
    longest: npt.NDArray[np.int64]  # (first words,) words of the longest expression that begins with each
    slot_key: npt.NDArray[np.uint64]
    slot_row: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]  # (expressions,)
    role: npt.NDArray[np.uint32]  # (expressions,)


@lru_cache(maxsize=1)
def expression_table() -> ExpressionTable:
    by_length: dict[int, list[tuple[str, ...]]] = {}
    longest: dict[str, int] = {}
    found = expressions()
    for words in found:
        by_length.setdefault(len(words), []).append(words)
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
    number = {word: word_hash(word) for words in found for word in words}
    keys, value, role = [], [], []
    for same in by_length.values():
        keys.append(fold_columns(np.array([[number[word] for word in words] for words in same], np.uint64), START))
        value += [found[words][0] for words in same]
        role += [found[words][1] for words in same]
    starters = table(np.array([number[word] for word in longest], np.uint64))
    return ExpressionTable(
        *starters, np.array(list(longest.values()), np.int64), *table(np.concatenate(keys)),
        np.array(value, np.float32), np.array(role, np.uint32),
    )  # fmt: skip
