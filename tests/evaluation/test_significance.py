"""Intervals, paired tests and Holm's correction, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from instead.errors import InputError
from instead.evaluation.compare import compare
from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.significance import enough_draws, holm, intervals, paired, paired_all, resampled
from instead.store.dataset import Dataset


def test_holm_by_hand() -> None:
    """Sorted 0.01 0.02 0.04 times 3 2 1 is 0.03 0.04 0.04; a later one is never smaller than an earlier one."""
    assert holm(np.array([0.04, 0.01, 0.02])).tolist() == pytest.approx([0.04, 0.03, 0.04])
    assert holm(np.array([0.5, 0.6])).tolist() == pytest.approx([1.0, 1.0])
    assert holm(np.array([])).tolist() == []


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Users differ, and each has several triples: 95 % intervals should hold the true mean in about 95 of 100 cases."""
    rng = np.random.default_rng(0)
    held, narrow = 0, 0
    for trial in range(100):
        taste = rng.beta(1.0, 1.0, size=80)
        user = np.repeat(np.arange(80), 6)
        values = (rng.random(480) < taste[user]).astype(np.float64)[:, None]
        _, low, high = intervals(values, user, draws=200, seed=trial)
        held += int(low[0] <= 0.5 <= high[0])
        _, low, high = intervals(values, np.arange(480), draws=200, seed=trial)  # as if triples were independent
        narrow += int(low[0] <= 0.5 <= high[0])
    assert held >= 88
    assert narrow < held


def test_weights_are_means_with_weights() -> None:
    values, weight = np.array([[1.0], [0.0], [0.0]]), np.array([2.0, 1.0, 1.0])
    value, low, high = intervals(values, np.arange(3), draws=300, weight=weight)
    assert value[0] == pytest.approx(0.5)
    assert low[0] == 0.0
    assert high[0] >= 0.8


def test_draws_are_shared_between_models() -> None:
    rng = np.random.default_rng(1)
    a, b, user = rng.random((60, 1)), rng.random((60, 1)), rng.integers(20, size=60)
    one, two, both = (resampled(x, user, draws=50, seed=3) for x in (a, b, a - b))
    np.testing.assert_allclose(one - two, both)


def test_a_real_difference_is_found_and_noise_is_not() -> None:
    rng = np.random.default_rng(2)
    user = np.repeat(np.arange(200), 3)
    base = rng.random(600)
    better = paired(base + 0.1 + 0.2 * rng.standard_normal(600), base, user)
    assert better.low > 0.05
    assert better.p == pytest.approx(2 / 2001)
    same = paired(base + 0.2 * rng.standard_normal(600), base, user)
    assert same.low < 0 < same.high
    assert same.p > 0.05
    assert paired(base, base, user).p == 1.0


def test_models_are_compared_on_the_same_triples(shop: Dataset) -> None:
    models = reference_models(shop)
    found = [evaluate(models[name], shop, protocols=["filtered"]) for name in ("random", "adamic-adar", "3-hop")]
    table = compare(found, protocol="filtered", measure="HR@5", draws=400)
    assert table["model"][2] == "random"
    assert table["difference"][0] is None
    assert table["difference"][2] < -0.3
    assert table["p_holm"][2] < 0.05
    assert (table["p_holm"].drop_nulls() >= table["p"].drop_nulls()).all()
    against = compare(found, protocol="filtered", measure="HR@5", against="random", draws=100)
    assert (against["difference"].drop_nulls() > 0).all()


def test_unlike_things_are_not_compared(shop: Dataset) -> None:
    models = reference_models(shop)
    one = evaluate(models["random"], shop)
    for other, match in (
        (evaluate(models["3-hop"], shop, sample=10), "different samples"),
        (evaluate(models["random"], shop), "same model name"),
    ):
        with pytest.raises(InputError, match=match):
            compare([one, other], protocol="paper", measure="HR@5")
    with pytest.raises(InputError, match="no evaluation of 'popularity'"):
        compare([one], protocol="paper", measure="HR@5", against="popularity")
    with pytest.raises(InputError, match="nothing"):
        compare([], protocol="paper", measure="HR@5")


def test_a_clear_difference_survives_the_correction_for_many_comparisons() -> None:
    rng = np.random.default_rng(3)
    user, base = np.repeat(np.arange(100), 2), rng.random(200)
    many = base[:, None] + 0.5 + 0.1 * rng.standard_normal((200, 40))
    few, enough = (
        holm(np.array([one.p for one in paired_all(many, base, user, draws=draws)]))
        for draws in (2000, enough_draws(40))
    )
    assert few.min() > 0.01  # nothing could be shown
    assert enough.max() < 0.01


def test_many_columns_are_compared_as_one_at_a_time() -> None:
    rng = np.random.default_rng(4)
    user, base = np.repeat(np.arange(30), 2), rng.random(60)
    many = base[:, None] + 0.1 * rng.standard_normal((60, 3))
    for together, column in zip(paired_all(many, base, user, draws=200), many.T, strict=True):
        assert vars(together) == pytest.approx(vars(paired(column, base, user, draws=200)))
