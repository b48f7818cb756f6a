"""Softmax regression with AdaGrad: an epoch of the compiled loop and of a plain one on dictionaries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.mentions.loops.linear import softmax_epoch
from tests.mentions.loops.plain_linear import PlainSoftmax, shown_features
from tests.shops import seeds


@given(seeds, st.sampled_from([0.0, 0.4, 1.0]), st.integers(0, 3), st.integers(2, 4))
@settings(max_examples=50, deadline=None)
def test_epochs_are_those_of_the_twin(seed: int, hide: float, shown: int, classes: int) -> None:
    rng = np.random.default_rng(seed)
    examples = int(rng.integers(1, 8))
    bounds = np.concatenate([[0], np.cumsum(rng.integers(0, 7, examples))])
    rows = rng.integers(0, 9, bounds[-1]).astype(np.uint32)
    label, weight = rng.integers(0, classes, examples), rng.choice([0.0, 0.5, 2.0], examples)
    weights, squares = np.zeros((2, 9, classes), np.float32)
    plain = PlainSoftmax(classes)
    for epoch in range(1, 4):
        order = rng.permutation(examples)
        loss = softmax_epoch(
            order, rows, bounds, label, weight, weights, squares, 0.1, 1e-2, hide, shown, np.uint64(epoch)
        )
        expected = 0.0
        for i in order.tolist():
            places = range(int(bounds[i]), int(bounds[i + 1]))
            features = rows[places.start : places.stop].tolist()
            seen = shown_features(places, features, hide=hide, shown=shown, salt=epoch)
            expected += plain.learn(seen, int(label[i]), float(weight[i]), rate=0.1, decay=1e-2)
        assert loss == pytest.approx(expected, rel=1e-4, abs=1e-6)
    for feature, c in np.ndindex(9, classes):
        assert weights[feature, c] == pytest.approx(plain.weights[feature, c], rel=1e-3, abs=1e-5)
        assert squares[feature, c] == pytest.approx(plain.squares[feature, c], rel=1e-3, abs=1e-5)


def test_softmax_learns_what_separates() -> None:
    rows = np.array([1, 9, 2, 9, 1, 9, 2, 9], np.uint32)
    bounds, label = np.arange(0, 9, 2), np.array([0, 1, 0, 1])
    weights, squares = np.zeros((16, 2), np.float32), np.zeros((16, 2), np.float32)
    for epoch in range(20):
        softmax_epoch(
            np.arange(4), rows, bounds, label, np.ones(4), weights, squares, 0.1, 0.0, 0.0, 0, np.uint64(epoch + 1)
        )
    assert weights[1, 0] > weights[1, 1]
    assert weights[2, 1] > weights[2, 0]
