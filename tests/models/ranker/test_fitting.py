"""The fit: gradients, bounds, and known weights of a planted choice problem, found again within their errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.models.ranker.cases import Cases, held_out, make_cases
from instead.models.ranker.fitting import (
    KINDS,
    Weights,
    _edge_loss,
    _list_loss,
    _pool_loss,
    _ridged,
    learn_weights,
)
from instead.models.ranker.signals.signal import Column
from instead.models.ranker.tables.all_tables import described
from tests.models.ranker.known_shop import SMALL, known_shop, material_of

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]


def numeric(loss: Callable[[Doubles], float], at: Doubles, step: float) -> Doubles:
    """Central differences."""
    found = np.empty_like(at)
    for place in range(at.size):
        one = np.zeros_like(at)
        one[place] = step
        found[place] = (loss(at + one) - loss(at - one)) / (2.0 * step)
    return found


# --- gradients -------------------------------------------------------------------------------------------------------


def test_the_gradient_of_lists() -> None:
    rng = np.random.default_rng(0)
    e, v, weight = (rng.normal(size=(3, 4)).astype(np.float32) for _ in range(3))
    _, by_e, by_v = _list_loss(e, v, weight)

    def plain(cells: Doubles) -> float:
        """(R2) in double precision."""
        both = cells.reshape(2, 3, 4)
        score = -np.logaddexp(0.0, -both[0]) + both[1] + weight
        return float(np.mean(np.logaddexp.reduce(score, axis=1) - score[:, 0]))

    cells = np.stack([e, v]).astype(np.float64).ravel()
    assert _list_loss(e, v, weight)[0] == pytest.approx(plain(cells), rel=1e-5)
    np.testing.assert_allclose(np.stack([by_e, by_v]).ravel(), numeric(plain, cells, 1e-5), rtol=1e-4, atol=1e-6)


def test_the_gradient_of_pools() -> None:
    rng = np.random.default_rng(1)
    pools, theta = rng.normal(size=(5, 4, 3)).astype(np.float32), rng.normal(size=3)

    def plain(theta: Doubles) -> float:
        """(R3)"""
        score = pools.astype(np.float64) @ theta
        return float(np.mean(np.logaddexp.reduce(score, axis=1) - score[:, 0]))

    value, slope = _pool_loss(pools, theta)
    assert value == pytest.approx(plain(theta), rel=1e-5)
    np.testing.assert_allclose(slope, numeric(plain, theta, 1e-5), rtol=1e-4, atol=1e-6)
    nothing, flat = _pool_loss(pools[:0], theta)
    assert (nothing, flat.tolist()) == (0.0, [0.0] * 3)


def test_the_gradient_of_edges() -> None:
    rng = np.random.default_rng(2)
    good, bad = (rng.normal(size=(n, 3)).astype(np.float32) for n in (6, 9))
    good_weight, bad_weight = rng.random(6) + 0.5, rng.random(9) * 20
    theta = rng.normal(size=4)

    def plain(theta: Doubles) -> float:
        """(R4): logistic loss per known substitute."""
        yes, no = (theta[0] + rows.astype(np.float64) @ theta[1:] for rows in (good, bad))
        lost = good_weight @ np.logaddexp(0.0, -yes) + bad_weight @ np.logaddexp(0.0, no)
        return float(lost / good_weight.sum())

    loss = _edge_loss(good, bad, good_weight, bad_weight)
    assert loss(theta)[0] == pytest.approx(plain(theta), rel=1e-5)
    np.testing.assert_allclose(loss(theta)[1], numeric(plain, theta, 1e-5), rtol=1e-4, atol=1e-5)


def test_the_gradient_of_the_ridge_spares_the_intercept() -> None:
    theta = np.array([5.0, 1.0, -2.0])
    value, gradient = _ridged(1.0, theta, np.zeros(3), 0.1)
    assert value == pytest.approx(1.5)
    np.testing.assert_allclose(gradient, [0.0, 0.2, -0.4])


# --- a planted problem -----------------------------------------------------------------------------------------------

CLOSE = Column("close", "closeness", "near", replaces=True)
WORDS = Column("words alike", "closeness", "alike", replaces=True, rising=False)
TASTE = Column("taste", "your taste", "liked", takes=True, personal=True)
STANDING = Column("standing", "popularity", "known", takes=True, rising=False)
WRONG = Column("wrong way", "your taste", "less is more", takes=True, personal=True)
COLUMNS = [CLOSE, WORDS, TASTE, STANDING, WRONG]
INTERCEPT, E, V = -3.0, np.array([1.6, -0.7]), np.array([0.9, -0.5])


def planted(cases: int, seed: int, wrong: float, items: int = 60) -> Cases:
    """People choose by (R1) with known weights, from all items and from pools; links are drawn with sigmoid(e).

    `wrong` is the weight of a column that is said to raise scores only.
    """
    rng, v = np.random.default_rng(seed), np.append(V, wrong)
    lists = rng.normal(size=(cases, items, 5)).astype(np.float32)
    e = INTERCEPT + lists[..., :2] @ E
    linked = rng.random(e.shape) < 1.0 / (1.0 + np.exp(-e))
    linked[np.arange(cases), e.argmax(axis=1)] |= ~linked.any(axis=1)  # every query has one
    chosen_first(lists, linked, -np.logaddexp(0.0, -e) + lists[..., 2:] @ v, rng)
    pools = rng.normal(size=(cases, 6, 5)).astype(np.float32)
    chosen_first(pools, np.zeros(pools.shape[:2], np.bool_), pools[..., 2:] @ v, rng)
    near = np.stack([rng.choice(np.flatnonzero(row), 8) for row in linked])
    edges = np.take_along_axis(lists, near[..., None], axis=1)
    everyone = np.zeros(lists.shape[:2], np.float32)  # each stands for itself alone
    return Cases(COLUMNS, lists, everyone, linked, pools, edges, linked.sum(axis=1).astype(np.float32))


def chosen_first(values: Floats, linked: NDArray[np.bool_], score: Doubles, rng: np.random.Generator) -> None:
    """Draw one item of each row by softmax (Gumbel) and swap it into the first place."""
    rows = np.arange(len(values))
    place = (score + rng.gumbel(size=score.shape)).argmax(axis=1)
    for table in (values, linked):
        first = table[rows, place].copy()
        table[rows, place] = table[:, 0]
        table[:, 0] = first


@cache
def found(cases: int = 1200, wrong: float = 0.0) -> Weights:
    settings = SMALL.model_copy(update={"bends": 0, "l2": 1e-7})
    return learn_weights([planted(cases, seed, wrong) for seed in range(2)], settings)


def test_planted_weights_are_found_within_their_errors() -> None:
    weights = found()
    assert weights.intercept == pytest.approx(INTERCEPT, abs=0.1)
    closeness = {curve.name: curve for curve in weights.replaces}
    choice = {curve.name: curve for curve in weights.takes["known"]}
    for curves, truth in ((closeness, dict(zip(("close", "words alike"), E, strict=True))),
                          (choice, {"taste": V[0], "standing": V[1]})):  # fmt: skip
        for name, value in truth.items():
            slope, error = float(curves[name].slopes[0]), float(curves[name].errors[0])
            assert 0.0 < error < 0.03
            assert abs(slope - value) < 3.5 * error, (name, slope, value, error)


def test_a_rising_column_has_no_negative_slope() -> None:
    """What could only raise the score is 0 where the data say the opposite; free columns may be negative."""
    for kind, curves in found(wrong=-0.6).takes.items():
        slopes = {curve.name: float(curve.slopes[0]) for curve in curves}
        assert slopes["standing"] < -0.2
        assert slopes.get("wrong way", 0.0) == 0.0
        assert ("taste" in slopes) == KINDS[kind][0]  # strangers have no history


def test_errors_shrink_with_the_data() -> None:
    for few, many in zip(found(300).takes["known"][:2], found().takes["known"][:2], strict=True):
        assert float(many.errors[0]) == pytest.approx(0.5 * float(few.errors[0]), rel=0.2)


# --- real signals ----------------------------------------------------------------------------------------------------


@cache
def cases_of(seed: int) -> tuple[Cases, ...]:
    known = known_shop(seed)
    made = (make_cases(material_of(known, each=3), known, held_out(known, n, SMALL, by_time=False), SMALL,
                       described(known), n) for n in range(2))  # fmt: skip
    return tuple(one for one in made if one is not None)


@pytest.mark.parametrize("bends", [0, 1, 3])
@pytest.mark.parametrize("seed", [0, 1])
def test_curves_of_rising_columns_rise(seed: int, bends: int) -> None:
    cases = cases_of(seed)
    weights = learn_weights(cases, SMALL.model_copy(update={"bends": bends}))
    rising = {column.name for column in cases[0].columns if column.rising}
    curves = [*weights.replaces, *(curve for curves in weights.takes.values() for curve in curves)]
    assert any(curve.slopes.any() for curve in curves)
    for curve in curves:
        assert curve.slopes.size == curve.scale.bends.size + 1 <= bends + 1
        assert np.isfinite(curve.slopes).all()
        assert np.isfinite(curve.errors).all()
        if curve.name in rising:
            assert (curve.slopes >= 0.0).all()


def test_exposure_can_be_left_out() -> None:
    cases = cases_of(0)
    exposed = {column.name for column in cases[0].columns if column.exposure}
    for wanted in (True, False):
        weights = learn_weights(cases, SMALL.model_copy(update={"exposure": wanted}))
        names = {curve.name for curve in weights.replaces} | {curve.name for curve in weights.takes["known"]}
        assert bool(names & exposed) == wanted


def test_columns_belong_to_the_askers_that_have_them() -> None:
    columns = {column.name: column for column in cases_of(0)[0].columns}
    for kind, curves in learn_weights(cases_of(0), SMALL).takes.items():
        history, told = KINDS[kind]
        for curve in curves:
            column = columns[curve.name]
            assert column.takes
            assert history or not column.personal
            assert column.told in (None, told)


# --- where the search begins -----------------------------------------------------------------------------------------


def slopes_of(weights: Weights, kind: str = "known") -> Doubles:
    return np.concatenate([curve.slopes for curve in (*weights.replaces, *weights.takes[kind])])


def test_only_the_wanted_kinds_are_learned_and_they_are_the_same() -> None:
    whole, one = learn_weights(cases_of(0), SMALL), learn_weights(cases_of(0), SMALL, kinds=("known",))
    assert list(one.takes) == ["known"]
    np.testing.assert_array_equal(slopes_of(one), slopes_of(whole))


def test_a_question_that_nothing_told_changes_is_learned_once() -> None:
    """No planted column depends on the time: told or not, the curves are the same ones."""
    takes = found().takes
    assert takes["known, told the time"] is takes["known"]
    assert takes["stranger, told the time"] is takes["stranger"]
    assert takes["stranger"] is not takes["known"]
    timed = learn_weights(cases_of(0), SMALL).takes
    assert {c.name for c in timed["known, told the time"]} != {c.name for c in timed["known"]}


def test_learning_goes_on_from_weights_that_are_known() -> None:
    cases = [planted(300, 0, 0.0)]
    settings = SMALL.model_copy(update={"bends": 0, "l2": 1e-7})
    whole = learn_weights(cases, settings)
    begun = learn_weights(cases, settings, start=whole, steps=1)
    fresh = learn_weights(cases, settings, steps=1)
    np.testing.assert_allclose(slopes_of(begun), slopes_of(whole), atol=0.01)
    assert np.abs(slopes_of(fresh) - slopes_of(whole)).max() > 0.1  # one step from nothing is not enough
