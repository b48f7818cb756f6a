"""Words known before any shop is read, and what similar nouns are worth."""

from __future__ import annotations

import numpy as np
import pytest

from instead.mentions import known_words as room
from instead.mentions.known_words import KIN, known_words, worth_of_kin
from instead.mentions.loops.hashing import word_hash
from instead.mentions.loops.words import stem_plain
from instead.mentions.opinions import read
from instead.mentions.score import mine
from instead.mentions.shopwords import known_prior
from instead.mentions.weights import SETS, load_weights


def stems(*words: str) -> np.ndarray:
    return np.array([word_hash(stem_plain(word)) for word in words], np.uint64)


def test_unknown_words_are_the_last_row() -> None:
    known = known_words()
    found = known.rows(stems("zippers", "qqzxv", "battery"))
    assert found[1] == known.stems.size == known.size - 1
    assert (found[[0, 2]] < known.stems.size).all()
    assert not known.vectors[-1].any()
    assert known.noun_share[-1] == 0.5
    assert ((known.noun_share >= 0) & (known.noun_share <= 1)).all()


def test_vectors_bring_kin_together() -> None:
    vectors = known_words().vectors[known_words().rows(stems("husband", "wife", "zipper"))]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert unit[0] @ unit[1] > unit[0] @ unit[2] + 0.3


def test_every_set_of_weights_fits_the_table() -> None:
    for name in SETS:
        weights = load_weights(name)
        assert weights.prior.shape == (known_words().size, 2)
        assert weights.joins.shape == (known_words().size,)
        assert not weights.prior[-1].any()


def test_worth_of_kin_leaves_each_noun_out_of_its_own_answer() -> None:
    """The closed form against a regression that really leaves the noun out."""
    rng = np.random.default_rng(3)
    rows = rng.choice(known_words().stems.size, 40, replace=False)
    times, worth = rng.integers(1, 30, 40).astype(float), rng.normal(-1, 2, 40)
    found = worth_of_kin(rows, times, worth)
    x, y = known_words().vectors[rows].astype(float), np.clip(worth, room._LOW, room._HIGH)
    weight = np.sqrt(np.minimum(times, room._MOST_SEEN))
    mean = weight @ y / weight.sum()
    for left in range(40):
        kept = np.arange(40) != left
        bend = (x[kept] * weight[kept, None]).T @ x[kept] + room._RIDGE * np.eye(KIN)
        beta = np.linalg.solve(bend, (x[kept] * weight[kept, None]).T @ (y[kept] - mean))
        assert found[left] == pytest.approx(x[left] @ beta + mean, rel=1e-6)


def test_few_nouns_have_no_kin_to_ask() -> None:
    last = known_words().stems.size
    assert (
        worth_of_kin(np.array([0, 1, last]), np.array([1.0, 0.0, 3.0]), np.array([1.0, 5.0, 3.0])).tolist() == [2.0] * 3
    )
    assert worth_of_kin(np.array([0]), np.zeros(1), np.ones(1)).tolist() == [0.0]


def test_one_sentence_is_judged_by_what_is_known_at_large() -> None:
    """No statistics at all: properties stand above people and days."""
    weights = load_weights()
    text = "My husband says that on Monday the zipper, the stitching, the battery and the price were fine."
    words = mine([text], weights)
    worth = words.columns(read([text], weights), weights).worth
    page = read([text], weights).page
    of = {page.text[a:b].lower(): w for a, b, w in zip(page.words.start, page.words.end, worth, strict=True)}
    assert min(of[w] for w in ("zipper", "stitching", "battery", "price")) > max(of["husband"], of["monday"])
    assert known_prior(stems("price"), weights)[0, 1] > known_prior(stems("husband"), weights)[0, 1]
