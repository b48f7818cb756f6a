"""Confidence sequences: looked at every day for a whole run, they err no more often than they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from instead.live.sequential import Arm, assignment_doubt, boundary, difference, tuning

DAYS, A_DAY, RUNS, LEAST = 60, 200, 2000, 200
"""Of simulated experiments: units of both variants together on each day."""


def arm(outcomes: NDArray[np.float64]) -> Arm:
    return Arm(outcomes.size, float(outcomes.sum()), float((outcomes**2).sum()))


def looks(rng: np.random.Generator, share: float, other: float) -> list[tuple[Arm, Arm]]:
    """What is known at the end of each day of one experiment, by day."""
    found, sums = [], np.zeros((2, 2))
    for _ in range(DAYS):
        units = rng.binomial(A_DAY, 0.5)
        sizes = np.array([A_DAY - units, units])
        sums += np.array([sizes, rng.binomial(sizes, [share, other])])
        found.append((_arm(sums[:, 0]), _arm(sums[:, 1])))
    return found


def _arm(sums: NDArray[np.float64]) -> Arm:
    return Arm(int(sums[0]), float(sums[1]), float(sums[1]))


def ever_wrong(share: float, truth: float, alpha: float = 0.05, runs: int = RUNS) -> float:
    """The share of runs in which the interval misses the true difference on some day."""
    rng, wrong = np.random.default_rng(7), 0
    for _ in range(runs):
        for one, other in looks(rng, share, share + truth):
            if min(one.units, other.units) < LEAST:
                continue
            found = difference(one, other, alpha, 10_000)
            if not found.low <= truth <= found.high:
                wrong += 1
                break
    return wrong / runs


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5])
def test_peeking_every_day_at_no_difference_errs_at_most_at_the_stated_rate(share: float) -> None:
    error = 3 * math.sqrt(0.05 * 0.95 / RUNS)  # of the simulation itself
    assert ever_wrong(share, 0.0) <= 0.05 + error


def test_so_does_peeking_at_a_true_difference() -> None:
    assert ever_wrong(0.1, 0.03, runs=500) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 500)


def test_an_ordinary_interval_does_not_hold_when_peeked_at() -> None:
    """Why all this is needed: what 1.96 standard errors do over the same days."""
    rng, wrong = np.random.default_rng(7), 0
    for _ in range(300):
        for one, other in looks(rng, 0.1, 0.1):
            deviation = math.sqrt(one.variance / one.units + other.variance / other.units)
            if abs(other.mean - one.mean) > 1.96 * deviation:
                wrong += 1
                break
    assert wrong / 300 > 0.2


def test_a_true_difference_is_found() -> None:
    rng = np.random.default_rng(3)
    found = [
        any(difference(one, other, 0.05, 10_000).low > 0 for one, other in looks(rng, 0.1, 0.13)) for _ in range(200)
    ]
    assert np.mean(found) > 0.9


def test_the_boundary_is_the_mixture_written_out() -> None:
    """The normal mixture: exp(rho^2 S^2 / (2 (n rho^2 + 1))) / sqrt(n rho^2 + 1) is 1 / alpha at the boundary."""
    units, alpha, planned = 700, 0.05, 5_000
    rho = tuning(alpha, planned)
    total = units * boundary(units, alpha, planned)
    mixture = math.exp(rho**2 * total**2 / (2 * (units * rho**2 + 1))) / math.sqrt(units * rho**2 + 1)
    assert mixture == pytest.approx(1 / alpha)


def test_it_is_about_tightest_where_it_is_planned() -> None:
    widths = {planned: boundary(10_000, 0.05, planned) for planned in (100, 1_000, 8_000, 10_000, 12_500, 1_000_000)}
    assert min(widths, key=lambda planned: widths[planned]) in (8_000, 10_000, 12_500)


def test_a_variance_is_never_taken_as_none() -> None:
    assert Arm(50, 0.0, 0.0).variance > 0
    assert arm(np.array([0.0, 1.0, 1.0, 0.0])).variance == pytest.approx(0.25)
    nothing = difference(Arm(0, 0.0, 0.0), Arm(5, 1.0, 1.0), 0.05, 1_000)
    assert (nothing.low, nothing.high) == (-math.inf, math.inf)


def test_a_fair_assignment_is_hardly_ever_doubted_at_any_look() -> None:
    rng, doubted = np.random.default_rng(1), 0
    for _ in range(1000):
        counts = rng.multinomial(100, [0.25, 0.5, 0.25], 50).cumsum(axis=0)
        doubted += any(assignment_doubt(day.tolist(), [0.25, 0.5, 0.25]) > 20 for day in counts)
    assert doubted / 1000 <= 0.05


def test_a_wrong_assignment_is_found() -> None:
    assert assignment_doubt([5_400, 4_600], [0.5, 0.5]) > 1_000
    assert assignment_doubt([5_030, 4_970], [0.5, 0.5]) < 1
    assert assignment_doubt([0, 0], [0.5, 0.5]) == pytest.approx(1.0)
    assert assignment_doubt([540, 460], [0.1, 0.1]) == assignment_doubt([540, 460], [0.5, 0.5])
