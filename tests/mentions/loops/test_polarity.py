"""Polarity: feature rows and scores of the compiled loops and of a plain one on lists of words."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from instead.mentions.loops.polarity import (
    MOST_ROWS,
    POLARITY_BITS,
    POLARITY_SUMMARY,
    polarity_examples,
    score_polarity,
    word_share,
)
from instead.mentions.tags import POLARITIES
from tests.mentions.loops.plain_pairs import spans_of
from tests.mentions.loops.plain_polarity import polarity_plainly
from tests.mentions.loops.tokens import Array, Columns, Sentence, Token, random_phrases, random_sentences, run
from tests.shops import seeds

Spans = list[list[tuple[int, int]]]


def columns_of(columns: Columns) -> tuple[Array, ...]:
    number = columns.number
    return (
        columns.starts, columns.tags, columns.roles, columns.form, columns.stem, number("valence", np.float32),
        number("clause", np.uint8), number("negated", np.uint8), number("wished", np.uint8), columns.labels("opinion"),
    )  # fmt: skip


def random_pairs(rng: np.random.Generator, sentences: list[Sentence], phrases: Spans) -> list[tuple[int, int, int]]:
    """(phrase number, opinion first, opinion end), places counted over all sentences, in no order of phrases."""
    pairs, base, number = [], 0, 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        for first, end in spans_of([token.wide for token in sentence]):
            for own, phrase in enumerate(spans):
                if rng.random() < 0.4 and not set(range(*phrase)) & set(range(first, end)):
                    pairs.append((number + own, base + first, base + end))
        base, number = base + len(sentence), number + len(spans)
    return pairs


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_rows_and_scores_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = random_sentences(rng)
    phrases = random_phrases(rng, sentences)
    pairs = random_pairs(rng, sentences, phrases)
    columns = Columns(sentences)
    spoken = np.array(pairs, np.int64).reshape(-1, 3)
    rows, bounds = run(polarity_examples, columns.rows(phrases), spoken, *columns_of(columns))
    weights = rng.normal(size=(1 << POLARITY_BITS, POLARITIES)).astype(np.float32)
    scores = np.full((len(bounds) - 1, POLARITIES), np.nan, np.float32)
    run(score_polarity, columns.rows(phrases), spoken, *columns_of(columns), weights, scores)
    number, base = 0, 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        for span in spans:
            paired = {place - base for own, first, end in pairs if own == number for place in range(first, end)}
            words, summary = polarity_plainly(sentence, span, paired)
            mine = rows[bounds[number] : bounds[number + 1]].tolist()
            assert sorted(mine[:-POLARITY_SUMMARY]) == sorted(words)
            assert mine[-POLARITY_SUMMARY:] == summary
            even = 8.0 / np.sqrt(len(words))
            expected = even * weights[words].astype(np.float64).sum(axis=0) + weights[summary].sum(axis=0)
            np.testing.assert_allclose(scores[number], expected, rtol=1e-4, atol=1e-4)
            number += 1
        base += len(sentence)
    assert number == len(bounds) - 1


def test_a_long_sentence_fits() -> None:
    """Every word has all the rows it can have."""
    word = Token("good", "JJ", opinion="B", valence=1.0)
    columns = Columns([[word] * 100])
    every = np.array([(0, 0, 50), (0, 51, 100)], np.int64)
    rows, bounds = run(polarity_examples, np.array([(50, 51, 50)], np.int64), every, *columns_of(columns))
    assert bounds.tolist() == [0, rows.size]
    assert rows.size <= MOST_ROWS
    words, summary = polarity_plainly(columns.sentences[0], (50, 51), set(range(100)) - {50})
    assert sorted(rows.tolist()) == sorted([*words, *summary])


def test_word_rows_of_long_sentences_weigh_less() -> None:
    assert word_share(POLARITY_SUMMARY + 64) == 1.0
    assert word_share(POLARITY_SUMMARY) == 8.0  # no word at all: nothing is divided by zero
