"""Linear chains: Viterbi decoding and one epoch of training against all paths written out."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops.chains import best_path, chain_epoch, node_scores
from tests.mentions.loops.plain_chains import Tables, best_path_plainly, node_scores_plainly, sentence_step
from tests.mentions.loops.tokens import Array, run
from tests.shops import seeds


def random_starts(rng: np.random.Generator) -> Array:
    """Up to five sentences of up to five words, some empty."""
    return np.concatenate([[0], np.cumsum(rng.integers(0, 6, rng.integers(0, 6)))]).astype(np.int64)


@pytest.mark.parametrize("tied", [False, True])
@given(seeds)
@settings(max_examples=50, deadline=None)
def test_the_best_path_is_the_best_of_all(tied: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = random_starts(rng)
    scores, steps = rng.normal(size=(starts[-1], 3)).astype(np.float32), rng.normal(size=(4, 3)).astype(np.float32)
    if tied:  # whole numbers: many paths are equally good
        scores, steps = np.rint(scores), np.rint(steps)
    out = np.full(starts[-1], -1, np.int8)
    best_path(scores, steps, starts, out)
    expected = [label for a, b in pairwise(starts) for label in best_path_plainly(scores[a:b].tolist(), steps.tolist())]
    assert out.tolist() == expected


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_node_scores_are_sums_of_weight_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 20, (rng.integers(0, 7), 4)).astype(np.uint32)
    weights = rng.normal(size=(20, 3)).astype(np.float32)
    out = np.full((len(rows), 3), np.nan, np.float32)
    node_scores(rows, weights, out)
    expected = [node_scores_plainly(one, weights) for one in rows.tolist()]
    np.testing.assert_allclose(out, np.array(expected).reshape(-1, 3), rtol=1e-5, atol=1e-6)


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_an_epoch_of_training(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = random_starts(rng)
    rows = rng.integers(0, 12, (starts[-1], 3)).astype(np.uint32)  # few rows: a feature meets itself in a sentence
    gold = rng.integers(0, 3, starts[-1]).astype(np.int8)
    weight = rng.choice([0.0, 0.3, 1.0], starts.size - 1)
    order = rng.permutation(starts.size - 1)
    weights, transitions = rng.normal(size=(12, 3)).astype(np.float32), rng.normal(size=(4, 3))
    ours = Tables(weights, np.zeros_like(weights), transitions, np.zeros_like(transitions))
    plain = Tables(*(np.array(table, np.float64) for table in ours))
    loss = run(chain_epoch, order, rows, gold, weight, starts, *ours, 0.1, 1e-3)
    expected = 0.0
    for s in order.tolist():
        words = slice(starts[s], starts[s + 1])
        if weight[s] and starts[s] < starts[s + 1]:
            expected += sentence_step(rows[words].tolist(), gold[words].tolist(), float(weight[s]), plain, 0.1, 1e-3)
    for mine, its in zip(ours, plain, strict=True):
        np.testing.assert_allclose(mine, its, rtol=2e-4, atol=2e-5)
    assert loss == pytest.approx(expected, rel=1e-4, abs=1e-5)


def test_training_finds_what_separates_the_labels() -> None:
    """Feature 1 is a first word of a span, feature 2 a further one, feature 0 neither."""
    gold = np.array([0, 1, 2, 0, 0, 1], np.int8)
    rows, starts = gold[:, None].astype(np.uint32), np.array([0, 4, 6], np.int64)
    weights, squares = np.zeros((3, 3), np.float32), np.zeros((3, 3), np.float32)
    steps, step_squares = np.zeros((4, 3)), np.zeros((4, 3))
    losses = [
        chain_epoch(np.arange(2), rows, gold, np.ones(2), starts, weights, squares, steps, step_squares, 0.1, 0.0)
        for _ in range(30)
    ]
    assert losses[-1] < 0.2 * losses[0]
    scores, out = np.empty((6, 3), np.float32), np.empty(6, np.int8)
    node_scores(rows, weights, scores)
    best_path(scores, steps.astype(np.float32), starts, out)
    assert out.tolist() == gold.tolist()
