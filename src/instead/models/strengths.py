"""Learns how strong the priors of posterior qualities are (`posteriors.py`): type II maximum likelihood on a grid.

The strengths of a shop maximise the marginal likelihood of the counts of all cells,

    sum over cells of  log B(s m + praised, s (1 - m) + blamed) - log B(s m, s (1 - m)),                            (P4)

one after the other, from the top of the chain down, twice. A weak log-normal prior of the item's own strength keeps it
finite in shops whose few reviews cannot tell items apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.special import betaln

from instead.models.posteriors import NOTHING, Doubles, Posteriors, Strengths

GRID = (1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 35.0, 60.0, 120.0, 300.0, NOTHING)
OF_ITEM = tuple(float(one) for one in np.geomspace(1.0, 300.0, 40).round(1))
"""Finer, because it decides how much an item's own reviews say: steps of a sixth, not of two thirds."""
_SWEEPS = 2
_USUAL, _SPREAD = np.log(8.0), 1.0  # of log s of the item, before any review is seen


def learned_strengths(posteriors: Posteriors) -> Strengths:
    """The strengths of a shop, from the counts of its attributes; those of an empty shop stay as they are."""
    some, cells = posteriors.single, posteriors.cells
    praised, blamed = cells.good[some], cells.bad[some]
    found = posteriors.strengths
    if not praised.size:
        return found

    def likelihood(mean: Doubles, strength: float) -> float:
        a, b = strength * mean, strength * (1.0 - mean)
        usual = -0.5 * ((np.log(strength) - _USUAL) / _SPREAD) ** 2
        return float((betaln(a + praised, b + blamed) - betaln(a, b)).sum() + usual)

    def with_level(strengths: Strengths, value: float, level: int) -> Strengths:
        levels = list(strengths.levels)
        levels[level] = value
        return replace(strengths, levels=tuple(levels))

    steps: list[Callable[[Strengths, float], Strengths]] = [lambda all_, value: replace(all_, attribute=value)]
    steps += [partial(with_level, level=level) for level in range(len(found.levels))]
    steps.append(lambda all_, value: replace(all_, other=value))
    for _ in range(_SWEEPS):
        for step in steps:
            values = [likelihood(posteriors.means(step(found, value))[some], found.item) for value in GRID]
            found = step(found, GRID[int(np.argmax(values))])
        mean = posteriors.means(found)[some]
        found = replace(found, item=OF_ITEM[int(np.argmax([likelihood(mean, value) for value in OF_ITEM]))])
    return found
