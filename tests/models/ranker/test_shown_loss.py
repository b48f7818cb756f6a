"""Choices among what was shown: gradients, and planted weights found again in spite of where offers stood."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from instead.models.ranker.fitting import learn_weights
from instead.models.ranker.shown_cases import ShownCases
from instead.models.ranker.shown_loss import offsets, place_count, shown_loss
from instead.settings import RankerSettings
from tests.models.ranker.test_fitting import INTERCEPT, E, V, numeric, planted

Doubles = NDArray[np.float64]


def some_cases(seed: int = 0) -> ShownCases:
    rng = np.random.default_rng(seed)
    there = np.array([[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0]], bool)
    right = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0]], bool)  # taken, rejected, taken
    return ShownCases(rng.normal(size=(3, 4, 2)).astype(np.float32), there, right)


def test_the_gradient_of_what_was_shown() -> None:
    cases, rng = some_cases(), np.random.default_rng(1)
    score, effects = rng.normal(size=(3, 4)), rng.normal(size=2)  # the last two places share an effect

    def plain(cells: Doubles) -> float:
        """(R5, R6), list by list."""
        total = 0.0
        for row in range(3):
            power = [
                np.exp(cells[4 * row + place] + (0.0, cells[12], cells[13], cells[13])[place])
                if cases.there[row, place]
                else 0.0
                for place in range(4)
            ]
            total -= np.log(sum(p for place, p in enumerate(power) if cases.right[row, place]) / sum(power))
        return total / 3

    cells = np.concatenate([score.ravel(), effects])
    value, slope, by_effect = shown_loss(score, cases, effects)
    assert value == pytest.approx(plain(cells), rel=1e-6)
    found = np.concatenate([slope.ravel(), by_effect])
    np.testing.assert_allclose(found, numeric(plain, cells, 1e-5), rtol=1e-4, atol=1e-6)


def test_effects_of_places() -> None:
    np.testing.assert_allclose(offsets(np.array([-1.0, -2.0]), 5), [0.0, -1.0, -2.0, -2.0, -2.0])
    assert (place_count(None, True), place_count(some_cases(), False), place_count(some_cases(), True)) == (0, 0, 3)


def biased_lists(count: int, weights: Doubles, columns: int, seed: int, places: int = 6) -> ShownCases:
    """Lists that are put in order by the last column, and people who see what stands first more often."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(count, places, columns)).astype(np.float32)
    order = np.argsort(-(values[..., 3] + 0.5 * rng.normal(size=values.shape[:2])), axis=1)
    values = np.take_along_axis(values, order[..., None], axis=1)
    e = INTERCEPT + values[..., :2] @ E
    score = values[..., 2:] @ weights - np.logaddexp(0.0, -e) + seen(places)
    right = np.zeros(score.shape, bool)
    right[np.arange(count), (score + rng.gumbel(size=score.shape)).argmax(axis=1)] = True
    return ShownCases(values, np.ones(score.shape, bool), right)


def seen(places: int) -> Doubles:
    """log of how likely each place is seen."""
    found: Doubles = -np.log(np.arange(1, places + 1))
    return found


def test_planted_weights_are_found_in_spite_of_places_and_not_without_the_correction() -> None:
    cases = biased_lists(6000, np.append(V, 0.0), 5, 3)
    design = cases.values[..., 2:4].astype(np.float64)
    e = -np.logaddexp(0.0, -(INTERCEPT + cases.values[..., :2] @ E))

    def fitted(effects: int) -> Doubles:
        def loss(theta: Doubles) -> tuple[float, Doubles]:
            value, slope, by_effect = shown_loss(design @ theta[:2] + e, cases, theta[2:])
            return value, np.concatenate([slope.ravel() @ design.reshape(-1, 2), by_effect])

        return np.asarray(minimize(loss, np.zeros(2 + effects), jac=True, method="L-BFGS-B").x)

    corrected, plain = fitted(5), fitted(0)
    np.testing.assert_allclose(corrected[:2], V, atol=0.08)
    np.testing.assert_allclose(offsets(corrected[2:], 6), seen(6), atol=0.2)
    assert plain[1] > V[1] + 0.3, "what was shown first looks liked, where nobody asks how it came to be seen"


def test_the_whole_fit_learns_from_what_was_shown() -> None:
    """Held-out choices are few; many among what was shown say the same, once places are accounted for."""
    shown = biased_lists(4000, np.append(V, 0.0), 5, 4)

    def fitted(shown: ShownCases | None, *, corrected: bool = True) -> tuple[Doubles, Doubles]:
        settings = RankerSettings.of_preset("default", bends=0, place_effects=corrected, l2=1e-5)
        made = learn_weights([planted(100, 0, 0.0)], settings, shown, kinds=("known",))
        slopes = {curve.name: float(curve.slopes[0]) for curve in made.takes["known"]}
        return np.array([slopes["taste"], slopes["standing"]]), made.places

    without, with_places, plain = fitted(None), fitted(shown), fitted(shown, corrected=False)
    assert without[0][1] < -0.2
    assert without[1].size == 0
    np.testing.assert_allclose(with_places[0], V, atol=0.1)
    np.testing.assert_allclose(with_places[1], seen(6), atol=0.3)
    assert plain[0][1] > V[1] + 0.2
    assert not plain[1].any()


def test_weight_zero_is_no_feedback() -> None:
    settings = RankerSettings.of_preset("default", bends=0, feedback=0.0)
    one = learn_weights([planted(150, 0, 0.0)], settings, biased_lists(100, np.append(V, 0.0), 5, 4), kinds=("known",))
    other = learn_weights([planted(150, 0, 0.0)], settings, kinds=("known",))
    for mine, its in zip(one.takes["known"], other.takes["known"], strict=True):
        np.testing.assert_allclose(mine.slopes, its.slopes, atol=1e-3)
