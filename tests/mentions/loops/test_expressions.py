"""Multiword expressions: the compiled search and a plain one, and what is listed against what texts can hold."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.expressions.expression_table import expression_table, expressions
from instead.mentions.loops.hashing import table
from instead.mentions.loops.multiword import mark_expressions
from instead.mentions.loops.words import BREAK
from instead.mentions.opinions import lexicon_columns
from instead.mentions.sentences import read_page, split_texts
from instead.mentions.tags import CONTRAST, EXCESS, EXPRESSION, INNER, NEGATOR, OTHER
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import run
from tests.shops import seeds

Words = tuple[str, ...]
VOCABULARY = ("far", "from", "too", "good", "to", "be", "true")
LISTED: dict[Words, tuple[float, int]] = {
    ("far", "from"): (0.0, NEGATOR), ("far",): (0.0, OTHER), ("too", "good", "to", "be", "true"): (-2.0, 0),
    ("too",): (0.0, EXCESS), ("good", "to", "be"): (1.5, CONTRAST), ("true",): (2.0, 0), ("from", "too"): (0.0, 0),
}  # fmt: skip


def mark_plainly(words: list[str], known: dict[Words, tuple[float, int]]) -> list[tuple[float, int]]:
    """Valence and roles of each word of a sentence, all of which begin with valence 0.5 and the role of "is"."""
    out: list[tuple[float, int]] = [(0.5, 2)] * len(words)
    at = 0
    while at < len(words):
        fits = [size for size in range(1, len(words) - at + 1) if tuple(words[at : at + size]) in known]
        size = max(fits, default=1)
        if fits:
            value, role = known[tuple(words[at : at + size])]
            if size > 1:
                out[at : at + size] = [*[(value, INNER)] * (size - 1), (value, role | EXPRESSION)]
            else:
                out[at] = (value, 2 | role | EXPRESSION) if value else (0.5, 2 | role)
        at += size
    return out


def tables_of(known: dict[Words, tuple[float, int]]) -> tuple[np.ndarray, ...]:
    firsts = sorted({words[0] for words in known})
    longest = [max(len(words) for words in known if words[0] == first) for first in firsts]
    return (
        *table(np.array([fnv(first) for first in firsts], np.uint64)), np.array(longest, np.int64),
        *table(np.array([fold(0x5EED, *map(fnv, words)) for words in known], np.uint64)),
        np.array([value for value, _ in known.values()], np.float32),
        np.array([role for _, role in known.values()], np.uint32),
    )  # fmt: skip


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_the_longest_from_the_left(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = [rng.choice(VOCABULARY, int(rng.integers(0, 12))).tolist() for _ in range(4)]
    known = {words: said for words, said in LISTED.items() if rng.random() < 0.8}
    size = sum(map(len, sentences))
    valence, roles = np.full(size, 0.5, np.float32), np.full(size, 2, np.uint32)
    form = np.array([fnv(word) for words in sentences for word in words], np.uint64)
    starts = np.cumsum([0, *map(len, sentences)])
    run(mark_expressions, form, starts, *tables_of(known), valence, roles)
    expected = [row for words in sentences for row in mark_plainly(words, known)]
    assert list(zip(valence.tolist(), roles.tolist(), strict=True)) == expected


def as_written(words: Words) -> tuple[Words, str]:
    """An expression with the word its first one hangs on, if it hangs on one, and the text that people write."""
    if words[0].startswith(("'", "n't")):
        words = ("do" if words[0] == "n't" else "i", *words)
    return words, re.sub(r" (n't|'(?:s|ve|d|ll|re|m))(?= |$)", r"\1", " ".join(words))


def test_a_text_can_hold_each_of_them() -> None:
    """Split as any review is, its text gives the words of the expression, in one sentence."""
    spoken = [as_written(words) for words in expressions()]
    split = split_texts([text for _, text in spoken])
    words = split.words
    text_of = np.searchsorted(split.offsets, words.start, side="right") - 1
    ends = (words.flags & BREAK) > 0
    found: list[list[str]] = [[] for _ in spoken]
    cut = [False] * len(spoken)
    for at, number in enumerate(text_of.tolist()):
        found[number].append(split.text[words.start[at] : words.end[at]].lower())
        cut[number] |= bool(ends[at]) and at + 1 < text_of.size and text_of[at + 1] == number
    never = [given for (given, _), made, torn in zip(spoken, found, cut, strict=True) if tuple(made) != given or torn]
    assert never == []


def test_the_table_holds_each_of_them() -> None:
    known, listed = expression_table(), expressions()
    assert len(known.value) == len(listed) > 5000
    keys = set(known.slot_key.tolist())
    assert all(fold(0x5EED, *map(fnv, words)) in keys for words in listed)
    assert known.longest.max() == max(map(len, listed))


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("Setup was a breeze.", 2.0, ["a", "breeze"]),
        ("It was too good to be true.", -2.0, ["too", "good", "to", "be", "true"]),
        ("I can't recommend it enough.", 3.0, ["ca", "n't", "recommend", "it", "enough"]),
        ("The strap is meh :/", -2.0, ["meh", ":", "/"]),
        ("Service was A+", 3.0, ["A", "+"]),
        ("They sent it back 👎", -2.0, ["sent", "it", "back", "👎"]),
    ],
)
def test_what_expressions_say(text: str, value: float, words: list[str]) -> None:
    page = read_page([text])
    valence, roles, _ = lexicon_columns(page)
    marked = np.flatnonzero((roles & (INNER | EXPRESSION)) > 0)
    assert [text[page.words.start[at] : page.words.end[at]] for at in marked] == words
    assert set(valence[marked].tolist()) == {value}
