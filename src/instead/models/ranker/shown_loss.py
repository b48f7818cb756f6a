"""The likelihood of choices among what was shown, corrected for the place in the list.

A list shows items x_1 ... x_K. Somebody takes the one at place k with the probability

    P(k) = exp(s(u, q, x_k) + b_k) / sum over the list of exp(s(u, q, x_l) + b_l),  b_1 = 0                         (R5)

where b_k is what a place does by itself: whoever reads from the top sees the first offers more often. The loss of a
list is -log of the sum of P(k) over A, where A is the place that was taken, or, where nothing was taken and something
was rejected, all places but those:

    L = -log sum over A of P(k),  dL / ds_k = P(k) - [k in A] P(k) / sum over A of P(l)                             (R6)

b is learned with the weights. It can be told from them because the same signals stand at different places in
different lists; a ridge keeps it near 0 where they do not. Scores that are served have no b.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.shown_cases import ShownCases

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

MOST_PLACES = 20
"""Places with an effect of their own; all below share the last."""


def place_count(cases: ShownCases | None, wanted: bool) -> int:
    """How many effects of places are free: all but the first."""
    return 0 if cases is None or not wanted else max(min(cases.places, MOST_PLACES) - 1, 0)


def offsets(effects: Doubles, places: int) -> Doubles:
    """(places,) b of every place."""
    number = np.minimum(np.arange(places), effects.size)
    found: Doubles = np.concatenate([[0.0], effects])[number]
    return found


def shown_loss(score: NDArray[Any], cases: ShownCases, effects: Doubles) -> tuple[float, Floats, Doubles]:
    """(R6): mean loss of scores (n, places), its derivatives by the scores and by the effects of places."""
    total = np.where(cases.there, score.astype(np.float64) + offsets(effects, cases.places), -np.inf)
    every, whole = _shares(total)
    among, part = _shares(np.where(cases.right, total, -np.inf))
    slope = (every - among) / len(total)
    by_place = slope.sum(axis=0)
    by_effect = np.zeros(effects.size)
    if effects.size:
        np.add.at(by_effect, np.minimum(np.arange(1, cases.places), effects.size) - 1, by_place[1:])
    return float(np.mean(whole - part)), slope.astype(np.float32), by_effect


def _shares(score: Doubles) -> tuple[Doubles, Doubles]:
    """(n, places) softmax, and (n,) its log normaliser."""
    highest = score.max(axis=1, keepdims=True)
    share = np.exp(score - highest)
    total = share.sum(axis=1, keepdims=True)
    return share / total, (np.log(total) + highest)[:, 0]
