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

from dataclasses import dataclass
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


@dataclass(frozen=True)
class ShownDesign:
    """Choices among what was shown, as designs of e and of v of one kind of asker, and their weight beside lists."""

    cases: ShownCases
    replaces: Floats
    takes: Floats
    weight: float
    effects: int

    def log_odds(self, theta: Doubles) -> Floats:
        """e (n, places) of an intercept and weights."""
        found: Floats = self.replaces @ theta[1:].astype(np.float32) + np.float32(theta[0])
        return found

    def loss(self, e: Floats, theta: Doubles, effects: Doubles, gradient: Doubles) -> tuple[float, Floats]:
        """Weighted (R6) and its derivative by e; those by the weights of v and the effects are added to `gradient`."""
        score = self.takes @ theta.astype(np.float32) - np.logaddexp(np.float32(0), -e)
        value, slope, by_effect = shown_loss(score, self.cases, effects)
        slope = slope * np.float32(self.weight)
        gradient[: theta.size] += slope.ravel() @ self.takes.reshape(slope.size, theta.size)
        gradient[theta.size :] += self.weight * by_effect
        return self.weight * value, slope * np.exp(-np.logaddexp(np.float32(0), e))

    def whole_loss(self, theta: Doubles, size: int, end: int, gradient: Doubles) -> float:
        """The same of all parameters: e up to `size`, v up to `end`, then the effects of places."""
        value, slope = self.loss(self.log_odds(theta[:size]), theta[size:end], theta[end:], gradient[size:])
        gradient[0] += slope.sum(dtype=np.float64)
        gradient[1:size] += slope.ravel() @ self.replaces.reshape(slope.size, size - 1)
        return value


def _shares(score: Doubles) -> tuple[Doubles, Doubles]:
    """(n, places) softmax, and (n,) its log normaliser."""
    highest = score.max(axis=1, keepdims=True)
    share = np.exp(score - highest)
    total = share.sum(axis=1, keepdims=True)
    return share / total, (np.log(total) + highest)[:, 0]
