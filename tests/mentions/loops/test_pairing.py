"""Pairs of attribute and opinion: rows and scores of the compiled loop and of a plain one on lists of words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops.pairing import PAIR_BITS, PAIR_FEATURES, score_pairs
from tests.mentions.loops.plain_pairs import pairs_plainly
from tests.mentions.loops.tokens import Array, Columns, Sentence, Token, random_phrases, random_sentences
from tests.shops import seeds

Spans = list[list[tuple[int, int]]]


def scored(
    sentences: list[Sentence], phrases: Spans, worth: Array, weights: Array, least: float, *, keep: bool
) -> tuple[Array, Array, Array]:
    """Pairs, their scores and (with `keep`) their rows."""
    columns = Columns(sentences)
    rows = np.zeros((len(worth) * 100 + 1, PAIR_FEATURES), np.uint16)
    pairs, scores = score_pairs(
        columns.rows(phrases), worth, columns.starts, columns.tags, columns.roles, columns.form,
        columns.number("valence", np.float32), columns.number("clause", np.uint8), columns.labels("opinion"),
        columns.labels("wide"), columns.number("trust", np.uint8), weights, np.float32(least), rows, keep,
    )  # fmt: skip
    return pairs, scores, rows[: len(pairs)]


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_pairs_rows_and_scores_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = random_sentences(rng)
    phrases = random_phrases(rng, sentences)
    worth = rng.choice([-7.3, -4.0, -1.5, 0.0, 0.5, 4.0, 6.0], sum(map(len, phrases))).astype(np.float32)
    weights = rng.integers(-9, 10, 1 << PAIR_BITS).astype(np.float32)  # whole numbers: sums are exact, some are equal
    expected, base, number = [], 0, 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        mine = worth[number : number + len(spans)].tolist()
        for phrase, (first, end), rows in pairs_plainly(sentence, spans, mine):
            expected.append(((number + phrase, first + base, end + base), rows, sum(weights[rows].tolist())))
        base, number = base + len(sentence), number + len(spans)
    pairs, scores, found = scored(sentences, phrases, worth, weights, 0.0, keep=True)
    assert [tuple(pair) for pair in pairs.tolist()] == [pair for pair, _, _ in expected]
    assert found.tolist() == [row for _, row, _ in expected]
    assert scores.tolist() == [score for _, _, score in expected]
    above = float(np.median(scores)) if len(scores) else 0.0  # a score that is met: only those above it stay
    pairs, scores, _ = scored(sentences, phrases, worth, weights, above, keep=False)
    kept = [(pair, score) for pair, _, score in expected if score > above]
    assert [(tuple(pair), score) for pair, score in zip(pairs.tolist(), scores.tolist(), strict=True)] == kept


def test_more_pairs_than_there_is_room_for_at_first() -> None:
    sentence = [Token("price", "NN"), *(Token("good", "JJ", wide="B") for _ in range(60))]
    pairs, _, _ = scored(
        [sentence], [[(0, 1)]], np.zeros(1, np.float32), np.ones(1 << PAIR_BITS, np.float32), 0, keep=True
    )
    assert pairs.tolist() == [[0, place, place + 1] for place in range(1, 61)]


@pytest.mark.parametrize("sentences", [[], [[]], [[Token("price", "NN")]]])
def test_nothing_to_pair(sentences: list[Sentence]) -> None:
    phrases: Spans = [[(0, 1)] if sentence else [] for sentence in sentences]
    worth = np.zeros(sum(map(len, phrases)), np.float32)
    pairs, scores, _ = scored(sentences, phrases, worth, np.ones(1 << PAIR_BITS, np.float32), 0, keep=True)
    assert (pairs.shape, scores.shape) == ((0, 3), (0,))
