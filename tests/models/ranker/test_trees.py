"""Trees as plain arrays: the compiled loops beside a plain twin that walks from node to node, and beside LightGBM."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.models.ranker.signals.gain import Gain
from instead.models.ranker.trees import MOST_LEAVES, Trees, arrays_of_trees, tree_columns, trees_of_arrays
from instead.models.ranker.trees_fitting import _below, exported
from tests.small_shop import few

Floats = NDArray[np.float32]
NAMES = ["a", "b", "c"]
ROWS = np.array([2, 0, 3], np.int32)  # where they are among four columns
LEVELS = np.array([-1.0, 0.0, 0.25, 1.0, 4.0], np.float32)  # few values: many are equal to a threshold


def by_hand() -> Trees:
    """Two trees: `a <= 1: -1, else (b <= 0: 2, else 5)` and `b <= 4: 0, else 0.5`, with means of 4, 2 and 2 rows."""
    return Trees(
        ["a", "b"],
        root=np.array([0, 5], np.int32),
        feature=np.array([0, -1, 1, -1, -1, 1, -1, -1], np.int32),
        threshold=np.array([1.0, 0, 0.0, 0, 0, 4.0, 0, 0], np.float32),
        left=np.array([1, 0, 3, 0, 0, 6, 0, 0], np.int32),
        right=np.array([2, 0, 4, 0, 0, 7, 0, 0], np.int32),
        value=np.array([1.25, -1.0, 3.5, 2.0, 5.0, 0.25, 0.0, 0.5]),
    )


def grown(seed: int, trees: int, leaves: int) -> Trees:
    """Random trees: a leaf splits in two until there are enough."""
    rng = np.random.default_rng(seed)
    root: list[int] = []
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []

    def add(below: int) -> int:
        here = len(feature)
        for numbers in (feature, left, right):
            numbers.append(-1)
        threshold.append(0.0)
        value.append(float(rng.normal()))
        if below > 1:
            on_left = int(rng.integers(1, below))
            feature[here] = int(rng.integers(len(NAMES)))
            threshold[here] = float(rng.choice(LEVELS))
            left[here], right[here] = add(on_left), add(below - on_left)
        return here

    for _ in range(trees):
        root.append(add(int(rng.integers(2, leaves + 1))))
    whole = [np.array(numbers, np.int32) for numbers in (root, feature, left, right)]
    return Trees(
        NAMES, whole[0], whole[1], np.array(threshold, np.float32), whole[2], whole[3], np.array(value, np.float64)
    )


def walked(trees: Trees, values: Floats, rows: NDArray[Any], item: int) -> tuple[float, dict[str, float]]:
    """The plain twin: points of one item, and the changes of the mean by column."""
    total, changes = 0.0, dict.fromkeys(trees.names, 0.0)
    for first in trees.root.tolist():
        node = first
        while trees.feature[node] >= 0:
            split = trees.feature[node]
            goes_left = values[rows[split], item] <= trees.threshold[node]
            child = trees.left[node] if goes_left else trees.right[node]
            changes[trees.names[split]] += trees.value[child] - trees.value[node]
            node = int(child)
        total += trees.value[node]
    return total, changes


def test_two_trees_by_hand() -> None:
    values = np.array([[0.0, 1.0, 1.5, 2.0], [9.0, 9.0, 0.0, 4.5]], np.float32)  # a, b of four items
    rows, total = np.arange(2, dtype=np.int32), np.full(4, 10.0, np.float32)
    trees = by_hand()
    trees.add(values, rows, total)
    np.testing.assert_allclose(total, [9.5, 9.5, 12.0, 15.5])
    shares = trees.shares(values, rows)
    assert trees.start == 1.5
    np.testing.assert_allclose(shares["a"], [-2.25, -2.25, 2.25, 2.25])
    np.testing.assert_allclose(shares["b"], [0.25, 0.25, -1.75, 1.75])


@few
@given(seed=st.integers(0, 10_000), leaves=st.integers(2, MOST_LEAVES), count=st.sampled_from([1, 7, 511, 512, 700]))
def test_loops_are_the_plain_walk(seed: int, leaves: int, count: int) -> None:
    trees, rng = grown(seed, 4, leaves), np.random.default_rng(seed)
    values = rng.choice(LEVELS, (4, count))
    total = np.zeros(count, np.float32)
    trees.add(values, ROWS, total)
    shares = trees.shares(values, ROWS)
    assert set(shares) == trees.used
    for item in {0, count // 2, count - 1}:
        points, changes = walked(trees, values, ROWS, item)
        assert total[item] == pytest.approx(points, abs=1e-5)
        for name, share in shares.items():
            assert share[item] == pytest.approx(changes[name], abs=1e-12)
    together = trees.start + sum(shares.values())
    np.testing.assert_allclose(total, together, atol=1e-5)


def test_a_list_of_no_items_and_no_trees() -> None:
    by_hand().add(np.empty((2, 0), np.float32), np.arange(2, dtype=np.int32), np.empty(0, np.float32))
    none = Trees(
        NAMES, *(np.empty(0, np.int32),) * 2, np.empty(0, np.float32), *(np.empty(0, np.int32),) * 2, np.empty(0)
    )
    total = np.ones(3, np.float32)
    none.add(np.ones((4, 3), np.float32), ROWS, total)
    assert (total == 1.0).all()
    assert (len(none), none.used, none.start, none.shares(np.ones((4, 3), np.float32), ROWS)) == (0, set(), 0.0, {})


def test_the_gain_in_attributes_stays_a_sum() -> None:
    assert tree_columns(["popular", Gain.columns[0].name, "age"]) == ["age", "popular"]


def test_arrays_come_back_whatever_the_order_of_curves() -> None:
    stored = arrays_of_trees({"known": by_hand()})
    found = trees_of_arrays(stored, {"known": ["b", Gain.columns[0].name, "a"], "stranger": ["a"]})
    assert set(found) == {"known"}
    assert found["known"].names == ["a", "b"]
    for name, array in arrays_of_trees(found).items():
        np.testing.assert_array_equal(array, stored[name])


@few
@given(
    threshold=st.floats(-1e6, 1e6),
    value=st.floats(-1e6, 1e6, width=32),
    close=st.booleans(),
)
def test_rounded_thresholds_part_32_bit_values_as_before(threshold: float, value: float, close: bool) -> None:
    value = float(np.float32(threshold)) if close else value
    assert (np.float32(value) <= _below(np.array([threshold]))[0]) == (value <= threshold)


@pytest.mark.parametrize("leaves", [2, 15, MOST_LEAVES])
def test_our_loop_is_lightgbms_prediction(leaves: int) -> None:
    lightgbm = pytest.importorskip("lightgbm", reason="LightGBM is not installed: pip install 'instead[trees]'")
    rng = np.random.default_rng(leaves)
    rows = np.where(rng.random((3000, 3)) < 0.4, 0.0, rng.gamma(0.5, size=(3000, 3))).astype(np.float32)
    rows[::3] = rng.choice(LEVELS, (1000, 3))
    wanted = rows[:, 0] * rows[:, 1] - np.sin(3.0 * rows[:, 2])
    options = {"num_leaves": leaves, "use_missing": False, "boost_from_average": False, "verbosity": -1, "seed": 1,
               "num_threads": 1, "learning_rate": 0.3}  # fmt: skip
    booster = lightgbm.train(options, lightgbm.Dataset(rows, wanted), 30)
    trees = exported(booster, NAMES)
    total, values = np.zeros(3000, np.float32), np.zeros((4, 3000), np.float32)
    values[ROWS] = rows.T
    trees.add(values, ROWS, total)
    np.testing.assert_allclose(total, booster.predict(rows, raw_score=True), atol=2e-5)
    assert len(trees) == 30
    # The mean of the training rows, as LightGBM counted them, is the mean of what it predicts for them.
    assert trees.start == pytest.approx(float(booster.predict(rows, raw_score=True).mean()), abs=1e-6)
