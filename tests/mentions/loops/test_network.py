"""The judging network: scores of the compiled loops and matrix products, and of a plain one word by word."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions import network
from instead.mentions.attributes import clauses
from instead.mentions.known_words import KIN, known_words
from instead.mentions.loops.judging import DISTANCES, FEATURES, MARKS, SIDES, WORD_BITS, lay_out, relations
from instead.mentions.network import Phrases, network_scores
from instead.mentions.opinions import read, trust_steps
from instead.mentions.weights import Weights, load_weights
from tests.mentions.loops.plain_network import Asked, Seen, scores_plainly
from tests.shops import seeds

WORDS = """
the a lid handle battery life is was not never too good awful great cheap and but , my old phone had better i wish
it were longer no complaints about except for why ? . ! does works zipper easily would seller claims if breaks
"""
WIDTH, HEADS, HIDDEN = 6, 2, 5


def random_network(rng: np.random.Generator) -> Weights:
    shapes = {
        "form": (1 << WORD_BITS, WIDTH), "known": (KIN, WIDTH), "marks": (MARKS, WIDTH), "near": (WIDTH, 3 * WIDTH),
        "near_bias": (WIDTH,), "far": (WIDTH, 3 * WIDTH), "far_bias": (WIDTH,), "whole": (WIDTH, WIDTH),
        "relation": (DISTANCES * SIDES, WIDTH), "look": (HEADS, WIDTH), "look_bias": (HEADS,),
        "ask": (HEADS * WIDTH, WIDTH), "ask_bias": (WIDTH,), "again": (DISTANCES * SIDES, WIDTH),
        "look_again": (HEADS, WIDTH), "look_again_bias": (HEADS,), "hidden": (2 * HEADS * WIDTH + FEATURES, HIDDEN),
        "hidden_bias": (HIDDEN,), "out": (HIDDEN, 3), "out_bias": (3,), "first": (FEATURES, 3),
    }  # fmt: skip
    made = {f"net_{name}": rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    return replace(load_weights(), **made)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_scores_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = random_network(rng)
    texts = [" ".join(rng.choice(WORDS.split(), rng.integers(1, 30))) for _ in range(rng.integers(1, 5))]
    reading = read(texts, weights)
    page, marks = reading.page, clauses(reading)
    phrases = [
        (k, k + 1 + (k + 1 < end and bool(rng.integers(2))), k)
        for start, end in pairwise(page.starts.tolist())
        for k in range(start, end, 3)
        if rng.random() < 0.4
    ]
    rows = np.array(phrases, np.int64).reshape(-1, 3)
    sentence = np.searchsorted(page.starts, rows[:, 0], side="right") - 1
    bounds = [page.starts[s : s + 2].tolist() for s in sentence]
    pairs = [(m, k, k + 1) for m, both in enumerate(bounds) for k in range(*both) if rng.random() < 0.1]
    rng.shuffle(pairs)
    fit = rng.normal(0, 3, len(pairs)).astype(np.float32)
    given_all = Phrases(
        rows, rng.normal(-1, 3, len(rows)).astype(np.float32), np.array(pairs, np.int64).reshape(-1, 3), fit,
        rng.integers(0, 4, len(rows)).astype(np.uint8), rng.normal(0, 2, len(rows)).astype(np.float32),
    )  # fmt: skip
    found = network_scores(reading, marks, given_all, weights)
    inside = {k: 1 + (k > a) for a, e, _ in phrases for k in range(a, e)}
    vectors, trust = known_words().vectors[known_words().rows(page.words.stem)], trust_steps(reading)
    for m, (first, end, head) in enumerate(phrases):
        a, e = bounds[m]
        words = [
            Seen(
                int(page.words.form[k]), vectors[k], int(page.tags[k]), int(marks.turn[k]), float(reading.valence[k]),
                int(reading.opinion[k]), int(trust[k]), inside.get(k, 0), int(marks.voice[k]), int(reading.roles[k]),
                int(marks.number[k]),
            )
            for k in range(a, e)
        ]  # fmt: skip
        own = [n for n, pair in enumerate(pairs) if pair[0] == m]
        asked = Asked(
            int(first - a), int(end - a), int(head - a), {int(pairs[n][1] - a) for n in own}, len(own),
            max((float(fit[n]) for n in own), default=-2.0), float(given_all.worth[m]), int(given_all.verdict[m]),
            float(given_all.felt[m]), int((sentence == sentence[m]).sum()),
        )  # fmt: skip
        np.testing.assert_allclose(found[m], scores_plainly(words, asked, weights), rtol=1e-3, atol=1e-3)


def test_large_and_small_parts_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = random_network(np.random.default_rng(3))
    reading = read(["The lid is great. The strap is awful. The zipper broke.", "A good handle."], weights)
    rows = np.array([(1, 2, 1), (6, 7, 6), (11, 12, 11), (16, 17, 16)], np.int64)
    nothing = np.zeros(4, np.float32)
    asked = Phrases(rows, nothing, np.empty((0, 3), np.int64), nothing[:0], nothing.astype(np.uint8), nothing)
    whole = network_scores(reading, clauses(reading), asked, weights)
    monkeypatch.setattr(network, "_AT_ONCE", 3)
    np.testing.assert_allclose(network_scores(reading, clauses(reading), asked, weights), whole, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("width", [6, 32])
def test_a_row_is_the_same_product_wherever_it_stands(width: int) -> None:
    rng = np.random.default_rng(width)
    x, kernel = rng.normal(size=(11, width)).astype(np.float32), rng.normal(size=(width, 9)).astype(np.float32)
    whole = network.product(x, kernel)
    np.testing.assert_allclose(whole, x.astype(np.float64) @ kernel, rtol=1e-4, atol=1e-5)
    for first in range(11):
        for last in range(first + 1, 12):
            assert (network.product(x[first:last], kernel) == whole[first:last]).all()


def test_sentences_without_phrases_are_left_out() -> None:
    chosen, rows, place = lay_out(np.array([(3, 4, 3), (8, 9, 8), (9, 10, 9)]), np.array([0, 3, 7, 11]))
    assert chosen.tolist() == [1, 2]
    assert rows.tolist() == [1, 6, 11]
    assert place.tolist() == [0, 1, 1]


def test_relations_as_they_are_learned_from() -> None:
    clause = np.array([0, 0, 1, 1], np.uint8)
    found, bounds = relations(
        np.array([(1, 2, 1)]), np.array([(0, 3, 4)]), np.array([0]), np.array([0]), np.array([0, 4]), clause
    )
    assert bounds.tolist() == [0, 4]
    assert found.tolist() == [4 * 7 + 2, 4 * 8 + 2, 4 * 9, 4 * 10 + 1]
