"""Filled rows, scores and gains: what the literal model gives."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from instead.engine import threads
from instead.models.a2cf.model import A2CF
from instead.models.context import Context
from instead.settings import A2CFSettings
from tests.small_model import SWITCHES, assert_close, literal, literal_scores, random_model, smoothnesses

D = 4
USER = np.array([0, 3, 6, 3, 1])
QUERY = np.array([2, 0, 10, 5, 2])
CONTEXT = Context.of_users(USER, QUERY)


def check_scores(model: A2CF) -> None:
    """Some candidates with repetitions, and the whole catalogue."""
    plain = literal(model)
    candidates = np.random.default_rng(0).integers(model.items, size=(len(USER), 7))
    assert_close(model.score(CONTEXT, candidates), literal_scores(plain, USER, QUERY, candidates))
    everything = np.tile(np.arange(model.items), (len(USER), 1))
    assert_close(model.score_all(CONTEXT), literal_scores(plain, USER, QUERY, everything))


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("dimension", "attributes"), [(1, 2), (4, 13), (7, 21)])
def test_filled_rows_are_those_of_the_literal_network(depth: int, dimension: int, attributes: int) -> None:
    model = random_model(depth, A2CFSettings(dimension=dimension, depth=depth), attributes=attributes)
    _, x_filled, y_filled = literal(model)
    some = np.array([5, 0, 0, 2])
    assert_close(model.care.rows(some), x_filled[some])
    assert_close(model.quality.all(), y_filled)
    kept = model.quality.observed.tocoo()
    np.testing.assert_array_equal(model.filled_quality[kept.row, kept.col], kept.data)


@pytest.mark.parametrize("depth", [1, 3])
def test_a_model_mapped_from_disk_may_not_be_written(depth: int) -> None:
    model = random_model(depth, A2CFSettings(dimension=D, depth=depth))
    before = model.score_all(CONTEXT)
    for array in (*model.ranking.arrays().values(), *model.frozen.arrays().values()):
        array.setflags(write=False)
    fresh = A2CF(model.settings, model.ranking, model.frozen, model.care.observed, model.quality.observed)
    np.testing.assert_array_equal(fresh.score_all(CONTEXT), before)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("beta", "epsilon"), list(product(smoothnesses(D), repeat=2)))
def test_scores_for_every_depth_and_smoothness(depth: int, beta: float, epsilon: float) -> None:
    check_scores(random_model(depth, A2CFSettings(dimension=D, depth=depth, beta=beta, epsilon=epsilon)))


@pytest.mark.parametrize("beta", smoothnesses(64))
def test_scores_at_the_paper_dimension(beta: float) -> None:
    settings = A2CFSettings(beta=beta, epsilon=beta)
    assert settings.dimension == 64
    check_scores(random_model(1, settings, attributes=50, spread=0.1))


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("gamma", [0.0, 0.3, 1.0])
def test_scores_for_every_switch(switches: dict[str, bool], gamma: float) -> None:
    check_scores(random_model(3, A2CFSettings.checked({"dimension": D, "gamma": gamma, **switches})))


@pytest.mark.parametrize("attributes", [1, 3, 4, 5, 8, 17])
@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_scores_for_awkward_sizes(attributes: int, dimension: int) -> None:
    check_scores(random_model(5, A2CFSettings(dimension=dimension), attributes=attributes))


def test_more_cases_than_are_held_at_a_time() -> None:
    model = random_model(2, A2CFSettings(dimension=D))
    rng = np.random.default_rng(1)
    user, query, candidates = rng.integers(7, size=150), rng.integers(11, size=150), rng.integers(11, size=(150, 3))
    assert_close(
        model.score(Context.of_users(user, query), candidates), literal_scores(literal(model), user, query, candidates)
    )
    assert model.score(Context.of_users(user[:0], query[:0]), candidates[:0]).shape == (0, 3)


def test_gains_are_equation_20() -> None:
    model = random_model(4, A2CFSettings(dimension=D))
    plain, x_filled, y_filled = literal(model)
    chosen = np.array([1, 2, 3, 4, 5])
    assert_close(model.gains(CONTEXT, chosen), plain.gains(x_filled[USER], y_filled[QUERY], y_filled[chosen]))


@pytest.mark.parametrize("settings", [{}, {"depth": 3}, {"item_attributes": False}], ids=str)
def test_any_number_of_processors_gives_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    made = []
    for processors in (1, 2, 3, 7):
        monkeypatch.setattr(threads, "processors", lambda number=processors: number)
        model = random_model(6, A2CFSettings.checked({"dimension": 5, **settings}), users=70, items=5000, attributes=9)
        candidates = np.random.default_rng(0).integers(5000, size=(70, 20))
        context = Context.of_users(np.arange(70), np.arange(70) * 3)
        made.append((model.score(context, candidates), model.score_all(context[:2]), model.quality.all()))
    for other in made[1:]:
        for one, same in zip(made[0], other, strict=True):
            np.testing.assert_array_equal(one, same)


def test_a_model_follows_its_arrays() -> None:
    """A model of a trainer shares its arrays: what moves there moves its scores."""
    model = random_model(8, A2CFSettings(dimension=D))
    check_scores(model)
    for array in model.ranking.arrays().values():
        array[...] = 1.5 * array
    check_scores(model)
