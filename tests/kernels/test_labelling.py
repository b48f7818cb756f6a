"""Compiled labelling loops against their twins."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.mentions.loops.chains import best_path, best_path_plain, node_scores
from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import table
from instead.mentions.loops.linear import softmax_epoch
from instead.mentions.loops.matching import match_phrases, match_phrases_plain, phrase_keys
from instead.mentions.loops.tagging import tag_words, tag_words_plain
from instead.mentions.loops.templates import fill_rows, fill_rows_plain
from instead.mentions.loops.words import BREAK
from instead.mentions.tags import TAGS
from instead.rng import stage_rng

SEEDS = st.integers(0, 10_000)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_best_path(seed: int) -> None:
    rng = stage_rng(seed, "paths")
    starts = np.concatenate([[0], np.cumsum(rng.integers(1, 5, 4))]).astype(np.int64)
    scores = rng.normal(size=(starts[-1], 3)).astype(np.float32)
    steps = rng.normal(size=(4, 3)).astype(np.float32)
    out = np.zeros(starts[-1], np.int8)
    best_path(scores, steps, starts, out)
    assert out.tolist() == best_path_plain(scores, steps, starts)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_feature_rows_and_their_sums(seed: int) -> None:
    rng = stage_rng(seed, "rows")
    starts = np.array([0, 3, 4, 9], np.int64)
    channels = rng.integers(0, 1 << 62, (3, 9)).astype(np.uint64)
    templates = np.array([[0, 0, -1, -1, -1, -1], [1, -1, 2, 1, -1, -1], [0, -2, 1, 0, 2, 2]], np.int8)
    rows = np.empty((9, 3), np.uint32)
    fill_rows(channels, templates, starts, 12, rows)
    assert rows.tolist() == fill_rows_plain(channels, templates, starts, 12)
    weights = rng.normal(size=(1 << 12, 3)).astype(np.float32)
    scores = np.empty((9, 3), np.float32)
    node_scores(rows, weights, scores)
    np.testing.assert_allclose(scores, weights[rows].sum(axis=1), rtol=1e-5, atol=1e-6)


@given(SEEDS)
@settings(max_examples=20, deadline=None)
def test_tagger(seed: int) -> None:
    rng = stage_rng(seed, "tags")
    n = 12
    form = rng.integers(1, 40, n).astype(np.uint64)
    tail = rng.integers(1, 1 << 60, n).astype(np.uint64)
    flags = (rng.integers(0, 16, n) | BREAK * (rng.random(n) < 0.3)).astype(np.uint8)
    flags[-1] |= BREAK
    weights = rng.integers(-500, 500, (1 << 10, len(TAGS))).astype(np.int16)
    known = np.array([1, 2, 3], np.uint64)
    found = tag_words(form, tail, flags, weights, *table(known), np.array([4, 5, 6], np.uint8))
    assert found.tolist() == tag_words_plain(form, tail, flags, weights, {1: 4, 2: 5, 3: 6})


@settings(deadline=None)
@given(st.sets(st.integers(1, (1 << 64) - 1), max_size=60), st.lists(st.integers(1, (1 << 64) - 1), max_size=20))
def test_look_up(keys: set[int], others: list[int]) -> None:
    ordered = sorted(keys)
    wanted = np.array(ordered + others, np.uint64)
    out = np.empty(wanted.size, np.int32)
    look_up(wanted, *table(np.array(ordered, np.uint64)), out)
    rows = {key: row for row, key in enumerate(ordered)}
    assert out.tolist() == [rows.get(int(key), -1) for key in wanted.tolist()]


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_longest_known_ending_wins(seed: int) -> None:
    rng = stage_rng(seed, "match")
    stem = rng.integers(1, 6, 20).astype(np.uint64)
    first = np.sort(rng.integers(0, 17, 8))
    phrases = np.stack([first, first + rng.integers(1, 4, 8), first], axis=1)
    every = np.array([(a, a + size, a) for a in range(17) for size in (1, 2, 3)])
    keys = np.empty(len(every), np.uint64)
    phrase_keys(every, stem, keys)
    kept = np.unique(rng.choice(keys, 12))
    verbs, verb_keys = np.array([1, 3], np.uint64), kept[:2]
    out = np.empty(len(phrases), np.int32)
    match_phrases(phrases, stem, stem, verbs, verb_keys, *table(kept), out)
    rows = {int(key): row for row, key in enumerate(kept)}
    by_verb = dict(zip(verbs.tolist(), verb_keys.tolist(), strict=True))
    assert out.tolist() == match_phrases_plain(phrases, stem, stem, by_verb, rows)


def test_softmax_learns_what_separates() -> None:
    rows = np.array([1, 9, 2, 9, 1, 9, 2, 9], np.uint32)
    bounds = np.arange(0, 9, 2)
    label = np.array([0, 1, 0, 1])
    weights, squares = np.zeros((16, 2), np.float32), np.zeros((16, 2), np.float32)
    for epoch in range(20):
        softmax_epoch(
            np.arange(4), rows, bounds, label, np.ones(4), weights, squares, 0.1, 0.0, 0.0, 0, np.uint64(epoch + 1)
        )
    assert weights[1, 0] > weights[1, 1]
    assert weights[2, 1] > weights[2, 0]
