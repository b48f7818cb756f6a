"""Models judged by choices among what was shown: the place is accounted for, and luck is not called better."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.evaluation.among_shown import (
    Scored,
    compared,
    figures_of,
    learned,
    lists_of,
    unlearned,
    usable,
)
from instead.live.choices import SCHEMA


def made(count: int, *, seed: int = 0, slope: float = 1.5) -> tuple[pl.DataFrame, list[np.ndarray], list[np.ndarray]]:
    """Lists of five in the order of a poor signal; people choose by a good one and by the place."""
    rng = np.random.default_rng(seed)
    good, poor = rng.normal(size=(2, count, 5))
    order = np.argsort(-poor, axis=1)
    good, poor = np.take_along_axis(good, order, axis=1), np.take_along_axis(poor, order, axis=1)
    score = slope * good - np.log(np.arange(1, 6)) + rng.gumbel(size=good.shape)
    rows = [
        {
            "id": f"r{n}", "time": float(n), "known": float(n), "user": f"u{n % 40}", "session": None, "query": "q",
            "items": list("abcde"), "chosen": int(score[n].argmax()), "label": "click", "rejected": [], "viewed": [],
            "model": "m",
        }
        for n in range(count)
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=SCHEMA), list(good), list(poor)


def scored(lists: list[np.ndarray], reciprocal: float = 1.0) -> Scored:
    return Scored(lists, np.full(len(lists), reciprocal))


def test_slope_and_effects_of_places_are_found() -> None:
    choices, good, _ = made(3000)
    found = learned(lists_of(choices, good))
    assert found.slopes[0] == pytest.approx(1.5, abs=0.12)
    np.testing.assert_allclose(found.effects, -np.log(np.arange(2, 6)), atol=0.2)


def test_the_model_that_put_them_in_order_gains_nothing_by_it() -> None:
    choices, good, poor = made(1500)
    plain = figures_of(unlearned(1).scores(lists_of(choices, poor)), lists_of(choices, poor))[:, 1].mean()
    assert plain > 0.5, "by its own order it looks good"
    found = compared(choices, scored(good), scored(poor), least=20)
    assert (found.verdict, found.choices) == ("better", 1500)
    assert compared(choices, scored(poor), scored(good), least=20).verdict == "worse"
    assert compared(choices, scored(good), scored(good), least=20).verdict == "equal"


def test_few_choices_tell_nothing() -> None:
    choices, good, poor = made(30)
    found = compared(choices, scored(good), scored(poor), least=50)
    assert (found.verdict, found.difference) == ("too few", None)
    assert "too few" in found.sentence


def test_a_model_that_finds_nothing_any_more_is_worse() -> None:
    choices, good, _ = made(200)
    found = compared(choices, scored(good, 0.1), scored(good, 0.5), least=20)
    assert found.verdict == "worse"
    assert "hardly finds" in found.sentence


def test_items_that_one_of_them_does_not_know_are_left_out() -> None:
    choices, good, poor = made(400)
    holes = [np.where(np.arange(5) == 4, np.nan, one) for one in poor]
    found = compared(choices, scored(good), scored(holes), least=20)
    assert found.choices == int((choices["chosen"] != 4).sum())


def test_a_rejection_is_learned_from() -> None:
    row = {
        "id": "r", "time": 0.0, "known": 0.0, "user": None, "session": None, "query": "q", "items": ["a", "b"],
        "chosen": None, "label": "rejected", "rejected": [0], "viewed": [], "model": "m",
    }  # fmt: skip
    lists = lists_of(pl.DataFrame([row] * 200, schema=SCHEMA), [np.array([1.0, 0.0])] * 200)
    assert usable(lists).all()
    found = learned(lists)
    assert found.slopes[0] < 0.5
    assert found.effects[0] > 0.5
