"""The tokeniser and its twin agree on anything; offsets never lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from instead.mentions.loops.hashing import word_hash
from instead.mentions.loops.words import (
    BREAK,
    NUMERIC,
    SYMBOL,
    Words,
    abbreviation_hashes,
    letter_tables,
    split_words,
    stem_plain,
)
from tests.mentions.loops.plain_tagging import tail
from tests.mentions.loops.plain_words import split_words_plain

PIECES = st.sampled_from(
    [
        "don't", "I'm", "it’s", "Great", "bad", ".", "...", "!!", "?", " ", "\n", "<br />", "&quot;", "3.5", "10,000",
        "12:30", "U.S.", "e.g", "n't", "'", "’s", "-", "O'Brien", "O’Briens", "é", "日本", "😀", "<", ">", "&", ";",
        "s", "colours", "Colour", "batteries", "BOXES", "glasses", "İ", "ß", "ǅ", "x\u0301", "\u200b", "。",
    ]
)  # fmt: skip
LONG = st.sampled_from(
    ["x" * 5000, "<a " + "b" * 396 + ">", "<a " + "b" * 397 + ">", "good " * 120, "9" * 300, "'" * 50]
)
LETTERS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join), st.lists(LONG | PIECES, max_size=3).map("".join)
)


def fast(text: str) -> Words:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds, lower = letter_tables()
    return Words(*split_words(points, 0, points.size, kinds, lower, abbreviation_hashes()))


@settings(deadline=None)  # the first call compiles
@given(TEXTS)
@example("I don't think it's bad... at all!!! Great.The <br />sound isn’t &quot;10,000 e.g. O'Brien’s")
@example("n't 's x's 'tis can't")
def test_twins_agree(text: str) -> None:
    words = fast(text)
    plain = split_words_plain(text)
    assert list(zip(words.start.tolist(), words.end.tolist(), strict=True)) == [(a, b) for a, b, _, _ in plain]
    assert words.form.tolist() == [word_hash(form) for _, _, form, _ in plain]
    assert words.flags.tolist() == [flags for _, _, _, flags in plain]
    assert words.tail.tolist() == [tail(form) for _, _, form, _ in plain]
    assert words.stem.tolist() == [
        word_hash(form if flags & (SYMBOL | NUMERIC) else stem_plain(form)) for _, _, form, flags in plain
    ]


@settings(deadline=None)  # the first call compiles
@given(TEXTS)
def test_words_are_ordered_and_inside_the_text(text: str) -> None:
    words = fast(text)
    assert (words.start < words.end).all()
    assert (words.start[1:] >= words.end[:-1]).all()
    if words.start.size:
        assert words.end[-1] <= len(text)
        assert words.flags[-1] & BREAK


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("batteries", "battery"),
        ("colours", "color"),
        ("boxes", "box"),
        ("strings", "string"),
        ("glass", "glass"),
        ("glasses", "glass"),
        ("watches", "watch"),
        ("fizzes", "fizz"),
        ("ties", "tie"),
        ("o’briens", "o'brien"),
    ],
)
def test_inflections_share_a_stem(one: str, other: str) -> None:
    words = fast(f"{one} {other}")
    assert words.stem[0] == words.stem[1]
    assert stem_plain(one) == stem_plain(other)


@settings(deadline=None)
@given(
    LETTERS, st.sampled_from(["", "s", "es", "ies", "xes", "sses", "ches", "shes", "us", "is", "our", "ours", "oury"])
)
@example("fl", "our")  # too short for the American spelling
@example("col", "ours")
def test_stem_twins_agree(beginning: str, ending: str) -> None:
    word = beginning + ending
    assert int(fast(word).stem[0]) == word_hash(stem_plain(word))


def test_both_apostrophes_are_one() -> None:
    """A review typed on a phone reads like one typed on a keyboard."""
    curly, plain = fast("It’s O’Brien’s, don’t you think"), fast("It's O'Brien's, don't you think")
    for column in Words._fields:
        assert getattr(curly, column).tolist() == getattr(plain, column).tolist()


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Great sound. Bad neck.", 2),
        ("It works great.The neck is bad", 2),
        ("Works with e.g. the vs. button in the U.S. today", 1),
        ("It costs 3.50 dollars", 1),
        ("hmm... maybe not", 1),
        ("hmm... Maybe not", 2),
        ("one\ntwo", 2),
    ],
)
def test_sentences(text: str, sentences: int) -> None:
    assert int((fast(text).flags & BREAK > 0).sum()) == sentences
