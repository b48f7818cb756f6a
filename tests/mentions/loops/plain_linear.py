"""Softmax regression on hashed features with AdaGrad, one example after another, on dictionaries."""

from __future__ import annotations

from collections import defaultdict
from math import exp, log, sqrt

from tests.mentions.loops.plain_hash import pair_hash

Cell = tuple[int, int]


class PlainSoftmax:
    """Weights and summed squares of (feature, class)."""

    def __init__(self, classes: int) -> None:
        self.classes = range(classes)
        self.weights: dict[Cell, float] = defaultdict(float)
        self.squares: dict[Cell, float] = defaultdict(float)

    def learn(self, features: list[int], label: int, weight: float, *, rate: float, decay: float) -> float:
        """One step; the weighted negative log-likelihood before it."""
        odds = [exp(sum(self.weights[feature, c] for feature in features)) for c in self.classes]
        chances = [one / sum(odds) for one in odds]
        for c in self.classes:
            slope = weight * ((c == label) - chances[c])
            if abs(slope) >= 1e-4:
                for feature in features:
                    step = slope - decay * self.weights[feature, c]
                    self.squares[feature, c] += step * step
                    self.weights[feature, c] += rate * step / sqrt(self.squares[feature, c] + 1e-3)
        return -weight * log(chances[label] + 1e-12)


def shown_features(places: range, features: list[int], *, hide: float, shown: int, salt: int) -> list[int]:
    """Features that are not hidden; chance depends on the place in the whole list, and the last ones stay."""
    kept = []
    for left, (place, feature) in zip(range(len(places), 0, -1), zip(places, features, strict=True), strict=True):
        chance = (pair_hash(place, salt) >> 32) / 2**32
        if left <= shown or chance >= int(hide * 2**32) / 2**32:
            kept.append(feature)
    return kept
