"""Weights of a population: what people share, how much they differ, and which differences come together.

    w_u ~ N(mu, S)        u takes alternative y of task t with probability (C1)                                  (C3)

mu and S, correlations included, are learned by EM. E-step: mode and curvature of every person's posterior (Laplace),
for all people at once. M-step, with modes b_u and covariances C_u of n people:

    mu = mean of b_u        S = (sum over u of C_u + (b_u - mu)(b_u - mu)^T + I) / (n + 1)                        (C4)

The I is one imaginary person of unit spread: it keeps S regular where few people say little of a weight. Laplace's
method understates S where people choose a few times only: weights are shrunk a little more than they need be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.errors import InputError
from instead.models.choices.personal import Belief, softmax

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_FAR = -1e9  # worth of an alternative that is not there
_STEPS, _ENOUGH, _HALVINGS = 40, 1e-6, 12
_WEAK = 0.01  # precision of the prior of one weight for all


@dataclass(frozen=True, eq=False)
class Tasks:
    """Choices of n people, t tasks each, among a alternatives with p features; not all need to be there."""

    features: Doubles  # (n, t, a, p)
    taken: Ints  # (n, t)
    there: Bools  # (n, t, a): the alternatives on offer; all False for a task that somebody did not have

    def __post_init__(self) -> None:
        chosen = np.take_along_axis(self.there, self.taken[..., None], 2)[..., 0]
        if not chosen[self.asked].all():
            raise InputError("somebody took an alternative that was not on offer")

    @property
    def asked(self) -> Bools:
        """(n, t) whether there was a task."""
        return np.asarray(self.there.any(axis=2), np.bool_)

    def only(self, kept: Bools) -> Tasks:
        """The same without all tasks but these (n, t): what they show is taken out, not only their answers."""
        shown = np.where(kept[..., None, None], self.features, 0.0)
        return Tasks(shown, np.where(kept, self.taken, 0), self.there & kept[..., None])

    def worth(self, weights: Doubles) -> Doubles:
        """(n, t, a) F w with the weights (n, p) of each person, or (p,) of everybody."""
        own = np.broadcast_to(weights, (len(self.taken), weights.shape[-1]))
        worth = np.matmul(self.features, own[:, None, :, None])[..., 0]
        return np.where(self.there, worth, _FAR)


@dataclass(frozen=True, eq=False)
class Population:
    """What is expected of somebody before any choice of theirs, and what is believed of the people of the fit."""

    mean: Doubles  # mu (p,)
    covariance: Doubles  # S (p, p)
    own: Doubles  # (n, p) modes of the people of the fit

    @property
    def stranger(self) -> Belief:
        return Belief(self.mean, self.covariance)


def one_for_all(tasks: Tasks) -> Doubles:
    """(p,) the same weights for everybody: a conditional logit of all choices."""
    people, each, alternatives, features = tasks.features.shape
    together = Tasks(
        tasks.features.reshape(1, people * each, alternatives, features),
        tasks.taken.reshape(1, -1),
        tasks.there.reshape(1, -1, alternatives),
    )
    return np.asarray(modes(together, np.zeros(features), _WEAK * np.eye(features))[0][0], np.float64)


def fit_population(tasks: Tasks, rounds: int = 60) -> Population:
    """mu and S of (C3) by EM, from one weight for all and unit spread."""
    people, features = len(tasks.taken), tasks.features.shape[-1]
    mean, spread = one_for_all(tasks), np.eye(features)
    own: Doubles | None = None
    for _ in range(rounds):
        own, covariance = modes(tasks, mean, _inverse(spread), own)
        mean = own.mean(axis=0)
        apart = own - mean
        spread = (covariance.sum(axis=0) + apart.T @ apart + np.eye(features)) / (people + 1)
    own, _ = modes(tasks, mean, _inverse(spread), own)
    return Population(mean, spread, own)


def modes(tasks: Tasks, mean: Doubles, precision: Doubles, start: Doubles | None = None) -> tuple[Doubles, Doubles]:
    """(n, p) mode of every person's posterior under N(mean, precision^-1), and (n, p, p) the inverse of its curvature.

    Newton's method on all people at once; a step that would not help somebody is halved for them alone.
    """
    people, each = tasks.taken.shape
    own = np.tile(mean, (people, 1)) if start is None else start.copy()
    picked = tasks.features[np.arange(people)[:, None], np.arange(each), tasks.taken]  # (n, t, p)
    wanted = (picked * tasks.asked[..., None]).sum(axis=1)  # (n, p)
    value = _value(tasks, own, mean, precision)
    slope, curve = _slope_and_curve(tasks, own, mean, precision, wanted)
    for _ in range(_STEPS):
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        share = np.ones(people)
        for _ in range(_HALVINGS):
            tried = own + share[:, None] * step
            reached = _value(tasks, tried, mean, precision)
            worse = reached < value - 1e-9
            if not worse.any():
                break
            share[worse] /= 2.0
        own, value = tried, reached
        slope, curve = _slope_and_curve(tasks, own, mean, precision, wanted)
        if np.abs(step).max() < _ENOUGH:
            break
    return own, _inverse(curve)


def _inverse(matrices: Doubles) -> Doubles:
    return np.asarray(np.linalg.inv(matrices), np.float64)


def _value(tasks: Tasks, own: Doubles, mean: Doubles, precision: Doubles) -> Doubles:
    """(n,) log posterior, up to a constant."""
    apart = own - mean
    far = ((apart @ precision) * apart).sum(axis=1)
    return np.asarray(log_chances(tasks, own).sum(axis=1) - 0.5 * far, np.float64)


def log_chances(tasks: Tasks, weights: Doubles) -> Doubles:
    """(n, t) log P of what was taken, with weights (n, p) or (p,); 0 where there was no task."""
    worth = tasks.worth(weights)
    top = worth.max(axis=2, keepdims=True)
    total = np.log(np.exp(worth - top).sum(axis=2)) + top[..., 0]
    found = np.take_along_axis(worth, tasks.taken[..., None], 2)[..., 0] - total
    return np.where(tasks.asked, found, 0.0)


def _slope_and_curve(
    tasks: Tasks, own: Doubles, mean: Doubles, precision: Doubles, wanted: Doubles
) -> tuple[Doubles, Doubles]:
    """(n, p) gradient of the log posterior, and (n, p, p) its negative second derivative."""
    people, each, alternatives, features = tasks.features.shape
    chance = softmax(tasks.worth(own)) * tasks.asked[..., None]
    usual = np.matmul(chance[:, :, None, :], tasks.features)[:, :, 0]  # (n, t, p)
    slope = wanted - usual.sum(axis=1) - (own - mean) @ precision
    flat = tasks.features.reshape(people, each * alternatives, features)
    weighed = flat * chance.reshape(people, -1, 1)
    curve = weighed.transpose(0, 2, 1) @ flat - usual.transpose(0, 2, 1) @ usual + precision
    return slope, curve
