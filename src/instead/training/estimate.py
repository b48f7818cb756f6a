"""Estimates the duration of a training from a few timed steps whose gradients are discarded."""

from __future__ import annotations

import time
from collections import Counter

from instead.models.learning import FIT, Trainer

_LOOKS = 3  # steps that are timed
_OPTIMISER = 1.35  # a step is its gradient and, on top, about a third of that for the optimiser


def expected_seconds(trainer: Trainer, rounds: int) -> float | None:
    """Seconds for all rounds, an upper bound where early stopping applies. None for a model fitted in closed form."""
    epochs = Counter(stage for number in range(rounds) for stage in trainer.epochs(number))
    if set(epochs) == {FIT}:
        return None
    total = 0.0
    for stage, count in epochs.items():
        trainer.probe(stage)  # compiles
        took = []
        for _ in range(_LOOKS):
            begun = time.perf_counter()
            trainer.probe(stage)
            took.append(time.perf_counter() - begun)
        total += count * trainer.steps(stage) * min(took) * _OPTIMISER
    return total
