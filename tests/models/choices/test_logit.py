"""Personal weights: planted ones are found, held-out tasks are never seen, one more choice is as good as a refit."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from instead.errors import InputError
from instead.models.choices.logit import Tasks, fit_population, log_chances, modes, one_for_all
from instead.models.choices.personal import Belief, softmax

Doubles = NDArray[np.float64]
MEAN = np.array([1.0, -1.0, 0.5])
SPREAD = np.array([[1.5, 1.2, 0.0], [1.2, 1.5, 0.0], [0.0, 0.0, 0.3]])


def made(people: int, each: int, seed: int = 0) -> tuple[Tasks, Doubles]:
    """Choices by planted weights, and the weights."""
    rng = np.random.default_rng(seed)
    own = rng.multivariate_normal(MEAN, SPREAD, people)
    features = rng.standard_normal((people, each, 4, 3))
    worth = np.einsum("ntap,np->nta", features, own) + rng.gumbel(size=(people, each, 4))
    return Tasks(features, worth.argmax(axis=2), np.ones((people, each, 4), np.bool_)), own


def test_planted_weights_are_found() -> None:
    """Laplace's method understates how much people differ, less so the more they choose."""
    every, own = made(250, 60)
    learned = np.tile(np.arange(60) < 40, (250, 1))
    tasks, later = every.only(learned), every.only(~learned)
    found = fit_population(tasks)
    assert found.mean == pytest.approx(own.mean(axis=0), abs=0.2)
    assert found.covariance == pytest.approx(np.cov(own.T), abs=0.4)
    assert found.covariance[0, 1] > 0.7  # what comes together is learned, too
    assert np.abs(found.own - own).mean() < 0.75 * np.abs(one_for_all(tasks) - own).mean()
    own_tasks, all_tasks = (log_chances(later, one)[later.asked].mean() for one in (found.own, one_for_all(tasks)))
    assert own_tasks > all_tasks + 0.1


def test_the_mode_is_the_one_that_a_plain_optimiser_finds() -> None:
    tasks, _ = made(5, 6, seed=3)
    precision = np.linalg.inv(SPREAD)
    own, covariance = modes(tasks, MEAN, precision)
    for person in range(5):

        def loss(weights: Doubles, person: int = person) -> float:
            """Written as (C1), task by task."""
            total = 0.5 * (weights - MEAN) @ precision @ (weights - MEAN)
            for shown, taken in zip(tasks.features[person], tasks.taken[person], strict=True):
                total -= np.log(softmax(shown @ weights)[taken])
            return float(total)

        best = minimize(loss, MEAN, method="BFGS", options={"gtol": 1e-8})
        assert own[person] == pytest.approx(best.x, abs=1e-4)
        assert covariance[person] == pytest.approx(_curvature_inverse(loss, best.x), abs=1e-3)


def _curvature_inverse(loss: object, at: Doubles, step: float = 1e-4) -> Doubles:
    """By finite differences."""
    value = loss if callable(loss) else None
    assert value is not None
    unit = np.eye(at.size) * step
    second = [
        [value(at + a + b) - value(at + a - b) - value(at - a + b) + value(at - a - b) for a in unit] for b in unit
    ]
    return np.asarray(np.linalg.inv(np.array(second) / (4 * step**2)), np.float64)


def test_one_choice_is_taken_in_as_a_refit_would() -> None:
    """A single choice: mean and covariance of the update are those of the fit."""
    tasks, _ = made(20, 1, seed=1)
    own, covariance = modes(tasks, MEAN, np.linalg.inv(SPREAD))
    for person in range(20):
        belief = Belief(MEAN, SPREAD).after(tasks.features[person, 0], int(tasks.taken[person, 0]))
        assert belief.mean == pytest.approx(own[person], abs=1e-5)
        assert belief.covariance == pytest.approx(covariance[person], abs=1e-5)


def test_many_choices_one_by_one_are_near_a_refit() -> None:
    tasks, _ = made(100, 12, seed=2)
    own, _ = modes(tasks, MEAN, np.linalg.inv(SPREAD))
    found = []
    for person in range(100):
        belief = Belief(MEAN, SPREAD)
        for shown, taken in zip(tasks.features[person], tasks.taken[person].tolist(), strict=True):
            before, belief = belief, belief.after(shown, taken)
            assert belief.chances(shown)[taken] > before.chances(shown)[taken]  # it moves at once, the right way
            assert np.linalg.eigvalsh(belief.covariance).min() > 0
        found.append(belief.mean)
    assert np.corrcoef(np.ravel(found), own.ravel())[0, 1] > 0.99
    assert np.abs(np.array(found) - own).mean() < 0.12


def test_a_surprise_far_out_is_survived() -> None:
    shown = np.array([[60.0, 0.0, 0.0], [-60.0, 0.0, 0.0]])
    belief = Belief(MEAN, 100.0 * np.eye(3)).after(shown, 1)
    assert np.isfinite(belief.mean).all()
    assert belief.chances(shown)[1] > 0.5


def test_tasks_that_are_held_out_never_reach_the_fit() -> None:
    tasks, _ = made(60, 6)
    kept = np.random.default_rng(5).random((60, 6)) < 0.7
    kept[:, 0] = True
    rng = np.random.default_rng(6)
    other = Tasks(
        np.where(kept[..., None, None], tasks.features, rng.standard_normal(tasks.features.shape) * 9.0),
        np.where(kept, tasks.taken, rng.integers(0, 4, tasks.taken.shape)),
        tasks.there,
    )
    one, two = (fit_population(some.only(kept), 10) for some in (tasks, other))
    assert np.array_equal(one.own, two.own)
    assert np.array_equal(one.covariance, two.covariance)
    assert not np.array_equal(one.own, fit_population(other, 10).own)


def test_what_is_not_on_offer_cannot_be_taken() -> None:
    tasks, _ = made(3, 2)
    there = tasks.there.copy()
    there[1, 1, tasks.taken[1, 1]] = False
    with pytest.raises(InputError, match="not on offer"):
        Tasks(tasks.features, tasks.taken, there)
    there = tasks.there.copy()
    unasked = (tasks.taken + 1) % 4
    np.put_along_axis(there, unasked[..., None], False, 2)
    fewer = Tasks(tasks.features, tasks.taken, there)
    assert (softmax(fewer.worth(MEAN))[~there] == 0).all()
