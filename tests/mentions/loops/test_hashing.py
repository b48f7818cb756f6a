"""Hashes of words and the tables keyed by them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import table, word_hash, word_hashes
from tests.mentions.loops.plain_hash import fnv

KEYS = st.integers(1, 2**64 - 1)
CROWDED = st.integers(1, 40).map(lambda number: number << 40)
"""Keys that all want the first slots of the table: the low bits say nothing."""


@pytest.mark.parametrize(
    ("word", "value"), [("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8)]
)
def test_hashes_are_fnv_1a(word: str, value: int) -> None:
    """The values its authors publish."""
    assert word_hash(word) == fnv(word) == value


@given(st.text(max_size=30))
def test_words_of_any_script(word: str) -> None:
    assert word_hash(word) == fnv(word)
    assert word_hashes([word, "a"]).tolist() == [fnv(word), fnv("a")]


@settings(deadline=None)
@given(st.sets(st.one_of(KEYS, CROWDED), max_size=60), st.lists(st.one_of(KEYS, CROWDED), max_size=20))
def test_look_up(keys: set[int], others: list[int]) -> None:
    ordered = sorted(keys)
    wanted = np.array(ordered + others, np.uint64)
    out = np.empty(wanted.size, np.int32)
    look_up(wanted, *table(np.array(ordered, np.uint64)), out)
    rows = {key: row for row, key in enumerate(ordered)}
    assert out.tolist() == [rows.get(int(key), -1) for key in wanted.tolist()]
