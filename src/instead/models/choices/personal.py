"""One person's weights as a Gaussian, moved at once by every choice: no refit.

A person takes alternative y of a set with features F (a, p) with probability (McFadden 1974)

    P(y | F, w) = exp(F_y w) / sum over alternatives x of exp(F_x w),      w ~ N(m, C)                          (C1)

After the choice the weights are again taken as a Gaussian, around the mode of prior times likelihood. The mode lies in
the span of the alternatives, m' = m + C F^T r, so it is found in their few dimensions: with K = F C F^T, the
probabilities P at the mode and W = diag(P) - P P^T,

    r = e_y - P                                  (what was taken, less what was expected)
    C' = C - C F^T W (I + K W)^-1 F C            (Woodbury's identity for (C^-1 + F^T W F)^-1)                  (C2)

Cost: a few solves of a x a and one product of p x p x a. Choices of a person are taken in one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_STEPS, _ENOUGH = 50, 1e-8


@dataclass(frozen=True, eq=False)
class Belief:
    """What is believed of one person's weights."""

    mean: Doubles  # (p,)
    covariance: Doubles  # (p, p)

    def after(self, features: Doubles, taken: int) -> Belief:
        """The belief after one more choice: `features` (a, p) of the alternatives, the number of the one taken."""
        spread = features @ self.covariance  # (a, p): F C
        kernel = spread @ features.T  # (a, a): K
        expected = features @ self.mean
        surprise, chance = _mode(expected, kernel, taken)
        curved = np.diag(chance) - np.outer(chance, chance)
        solved = curved @ np.linalg.inv(np.eye(len(chance)) + kernel @ curved)
        return Belief(self.mean + surprise @ spread, self.covariance - spread.T @ solved @ spread)

    def chances(self, features: Doubles) -> Doubles:
        """(a,) probability of each alternative, at the mean weights."""
        return softmax(features @ self.mean)


def softmax(worth: Doubles) -> Doubles:
    """exp(worth), as shares of its sum over the last axis."""
    raised = np.exp(worth - worth.max(axis=-1, keepdims=True))
    shares: Doubles = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _mode(expected: Doubles, kernel: Doubles, taken: int) -> tuple[Doubles, Doubles]:
    """r and P of (C2): Newton's method on f = F w, the worth of each alternative, with halved steps where needed.

    The mode solves f = F m + K (e_y - P(f)); each step solves its linearisation (I + K W) d = F m + K r - f.
    """
    wish = np.zeros(len(expected))
    wish[taken] = 1.0
    worth = expected.copy()
    chance = softmax(worth)
    gap = expected + kernel @ (wish - chance) - worth
    for _ in range(_STEPS):
        curved = np.diag(chance) - np.outer(chance, chance)
        step = np.linalg.solve(np.eye(len(worth)) + kernel @ curved, gap)
        share = 1.0
        while True:
            tried = worth + share * step
            chance = softmax(tried)
            left = expected + kernel @ (wish - chance) - tried
            if np.abs(left).max() <= np.abs(gap).max() or share < 1e-3:
                break
            share /= 2.0
        worth, gap = tried, left
        if np.abs(gap).max() < _ENOUGH:
            break
    return wish - chance, chance
