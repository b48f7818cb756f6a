"""Intervals that hold at every look: confidence sequences for a difference of means, and for shares of an assignment.

Whoever looks at an ordinary 95 % interval every day until it excludes zero finds a difference where there is none far
more often than one time in twenty. A confidence sequence covers the truth at all times at once with the stated
probability: it may be looked at whenever, and an experiment stopped when it says something.

Difference of means. Units come one after the other, each with an outcome and a variant drawn with known shares. With
n units, of which n_A and n_B are in the two variants, the difference of their means is asymptotically the mean of n
independent terms of variance

    sigma^2 = n (s_A^2 / n_A + s_B^2 / n_B)

and the normal-mixture sequence (Robbins 1970; Howard, Ramdas, McAuliffe, Sekhon 2021), in its asymptotic form for means
with an estimated variance (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024, theorem 2.2), is

    difference +- sigma sqrt( 2 (n rho^2 + 1) / (n^2 rho^2)  log( sqrt(n rho^2 + 1) / alpha ) )                     (S1)

rho decides at which n it is tightest; any fixed rho is valid. It is asymptotic: variances of rare outcomes have to be
known first, so that it is asked only from some units and some outcomes of either kind on (`Looked.early`).

Assignment. Counts n_v of units with planned shares p_v: the Dirichlet-multinomial Bayes factor against exactly these
shares is a martingale if they hold, so that it exceeds 1/alpha ever with a probability of at most alpha (Lindon, Malek
2022).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

STRENGTH = 1_000.0
"""Units that the prior of a wrong assignment counts as: small deviations from the planned shares are looked for."""


@dataclass(frozen=True, slots=True)
class Arm:
    """Outcomes of the units of one variant: how many, their sum and the sum of their squares."""

    units: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        return self.total / self.units if self.units else math.nan

    @property
    def variance(self) -> float:
        """With one outcome of each kind more, so that a variant without a success is not taken as known."""
        if not self.units:
            return math.nan
        units, total, squares = self.units + 2, self.total + 1.0, self.squares + 1.0
        return max(squares / units - (total / units) ** 2, 0.0)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much larger the mean of one variant is than that of the other, and between what it lies."""

    value: float
    low: float
    high: float


def difference(one: Arm, other: Arm, alpha: float, planned: int) -> Difference:
    """(S1) for `other` minus `one`; tightest where both together have `planned` units."""
    if not one.units or not other.units:
        return Difference(math.nan, -math.inf, math.inf)
    value, units = other.mean - one.mean, one.units + other.units
    sigma = math.sqrt(units * (one.variance / one.units + other.variance / other.units))
    half = sigma * boundary(units, alpha, planned)
    return Difference(value, value - half, value + half)


def boundary(units: int, alpha: float, planned: int) -> float:
    """Half the width of (S1) at sigma = 1."""
    rho = tuning(alpha, planned)
    grown = units * rho * rho + 1.0
    return math.sqrt(2.0 * grown / (units * units * rho * rho) * math.log(math.sqrt(grown) / alpha))


def tuning(alpha: float, planned: int) -> float:
    """rho for which (S1) is about tightest at so many units."""
    log = -2.0 * math.log(alpha)
    return math.sqrt((log + math.log(log + 1.0)) / planned)


def assignment_doubt(counts: Sequence[int], shares: Sequence[float]) -> float:
    """How strongly counts speak against planned shares: under these, it exceeds x ever with a probability of 1/x at
    most. Shares are scaled to add up to 1."""
    whole, units = math.fsum(shares), sum(counts)
    plain = [share / whole for share in shares]
    prior = [STRENGTH * share for share in plain]
    log = math.lgamma(STRENGTH) - math.lgamma(STRENGTH + units)
    log += math.fsum(math.lgamma(a + n) - math.lgamma(a) for a, n in zip(prior, counts, strict=True))
    log -= math.fsum(n * math.log(share) for n, share in zip(counts, plain, strict=True) if n)
    return math.exp(min(log, 700.0))
