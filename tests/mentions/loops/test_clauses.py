"""Clauses, negation scope and wishes: the compiled loop and a plain one, random sentences and sentences by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.attributes import clauses
from instead.mentions.loops.clauses import mark_clauses
from instead.mentions.opinions import read
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_clauses import clauses_plainly
from tests.mentions.loops.tokens import Columns, hashes, random_sentences
from tests.shops import seeds


@given(seeds)
@settings(max_examples=120, deadline=None)
def test_clauses_are_those_of_the_twin(seed: int) -> None:
    columns = Columns(random_sentences(np.random.default_rng(seed)))
    found = [np.full(len(columns.tokens), 9, np.uint8) for _ in range(3)]
    mark_clauses(columns.tags, columns.roles, columns.form, columns.starts, *hashes(",", "only"), *found)
    expected = [row for sentence in columns.sentences for row in clauses_plainly(sentence)]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


def words_where(text: str, column: str) -> list[str]:
    reading = read([text], load_weights())
    marked, words = getattr(clauses(reading), column), reading.page.words
    return [text[words.start[i] : words.end[i]] for i in np.flatnonzero(marked)]


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("I do not like the very high price here", ["like", "the", "very", "high", "price"]),
        ("It is not bad , but the screen is good", ["bad"]),
        ("It is not without charm", ["without"]),  # the second negation ends the first
        ("not only good", []),
        ("", []),
        ("not", []),
    ],
)
def test_scope_of_a_negation(text: str, negated: list[str]) -> None:
    assert words_where(text, "negated") == negated


def test_a_clause_begins_where_somebody_else_acts() -> None:
    assert words_where("The sound is fine and it works", "number") == ["and", "it", "works"]
    assert words_where("The sound is fine and loud", "number") == []
    assert words_where("Good sound, and the neck is fine", "number") == [",", "and", "the", "neck", "is", "fine"]


def test_a_wish_reaches_six_words() -> None:
    assert words_where("I wish the old red cable was much longer", "wished") == [
        "the", "old", "red", "cable", "was", "much",
    ]  # fmt: skip
