"""Bootstrap intervals, paired bootstrap tests and Holm correction.

Users are resampled, not triples (cluster bootstrap): the choices of one user are not independent (decision B8).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.rng import stage_rng

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def resampled(
    values: Floats, cluster: NDArray[np.integer], *, draws: int, seed: int, weight: Floats | None = None
) -> Floats:
    """(draws, m) bootstrap means of the columns of `values` (n, m): clusters are resampled with replacement.

    A mean is over all rows of the drawn clusters, weighted by `weight` (n,) if given. Equal clusters and seeds give the
    same resamples, so that the differences of two results are paired.
    """
    _, number = np.unique(cluster, return_inverse=True)
    clusters = int(number.max()) + 1
    sums = np.zeros((clusters, values.shape[1] + 1))
    weight = np.ones(len(values)) if weight is None else weight
    np.add.at(sums, number, np.column_stack([values * weight[:, None], weight]))
    rng = stage_rng(seed, "bootstrap")
    means = np.empty((draws, values.shape[1]))
    for draw in range(draws):
        times = np.bincount(rng.integers(clusters, size=clusters), minlength=clusters)
        total = times @ sums
        means[draw] = total[:-1] / total[-1] if total[-1] else 0.0
    return means


def intervals(
    values: Floats,
    cluster: NDArray[np.integer],
    *,
    draws: int = 1000,
    seed: int = 0,
    level: float = 0.95,
    weight: Floats | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Means (m,) of the columns of `values` (n, m), and low and high ends of their bootstrap percentile intervals."""
    means = resampled(values, cluster, draws=draws, seed=seed, weight=weight)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.average(values, axis=0, weights=weight), low, high


@dataclass(frozen=True)
class Difference:
    """One measure of model A minus that of model B on the same triples."""

    value: float
    low: float
    high: float
    p: float
    """Two-sided p-value; the smallest possible with `draws` resamples is 2 / (draws + 1)."""


def paired(
    a: Floats, b: Floats, cluster: NDArray[np.integer], *, draws: int = 2000, seed: int = 0, level: float = 0.95
) -> Difference:
    """Paired bootstrap over users of the difference of two measures (n,) (decision D6)."""
    return paired_all(a[:, None], b, cluster, draws=draws, seed=seed, level=level)[0]


def paired_all(
    a: Floats, b: Floats, cluster: NDArray[np.integer], *, draws: int = 2000, seed: int = 0, level: float = 0.95
) -> list[Difference]:
    """The same for every column of `a` (n, m) against `b` (n,), over the same draws."""
    difference = a - b[:, None]
    means = resampled(difference, cluster, draws=draws, seed=seed)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2], axis=0)
    beyond = np.minimum((means <= 0).sum(axis=0), (means >= 0).sum(axis=0))
    p = np.minimum(1.0, 2.0 * (beyond + 1) / (draws + 1))
    return [
        Difference(*one)
        for one in zip(difference.mean(axis=0).tolist(), low.tolist(), high.tolist(), p.tolist(), strict=True)
    ]


def enough_draws(comparisons: int, level: float = 0.01) -> int:
    """Resamples needed to reach significance at this level after Holm's correction, times four.

    With fewer, the smallest possible p is too large after the correction, however clear the difference.
    """
    return max(2000, math.ceil(8 * comparisons / level))


def holm(p: Floats) -> Floats:
    """Holm's step-down correction: p-values that control the family-wise error over all comparisons."""
    p = np.asarray(p, np.float64)
    order = np.argsort(p, kind="stable")
    raised = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(raised, 1.0)
    return adjusted
