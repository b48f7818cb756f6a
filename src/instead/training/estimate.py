"""What a training run will take, before it begins."""

from __future__ import annotations

import time
from collections import Counter

import numpy as np

from instead.settings import A2CFSettings
from instead.training.a2cf import ATTRIBUTES, HELD, RANKING, A2CFTrainer
from instead.training.material import Material

_FLOAT = 4
_LOOKS = 3  # steps that are timed


def a2cf_memory(material: Material, settings: A2CFSettings) -> dict[str, int]:
    """Bytes by part. The filled user matrix is among them only where it is small: of a large shop it is never held."""
    d, m = settings.dimension, material
    rows = m.users + m.items + m.attributes
    table = rows * d * _FLOAT
    moments = 2 + (2 if settings.optimiser == "adam" else 1)
    filled = m.items * m.attributes * _FLOAT
    uses_filled = settings.uses_item_attributes or settings.uses_user_attributes
    cares = m.users * m.attributes * _FLOAT
    cells = m.care.nnz + m.quality.nnz
    return {
        "embeddings": 2 * table,  # as they move, and as they were when the missing cells were filled
        "optimisers": moments * table + 2 * rows * 4,
        "filled qualities": filled if uses_filled else 0,
        "filled cares": cares if settings.uses_user_attributes and cares <= HELD else 0,
        "observed cells": 5 * 8 * cells,
        "triples and negatives": len(m.user) * (settings.negatives + 4) * 8,
        "validation": 1024 * 1001 * 12,
        "runtime": 300 << 20,
    }


def a2cf_seconds(trainer: A2CFTrainer) -> float:
    """Seconds of all rounds, from a few timed steps that change nothing. Early stopping may need far fewer."""
    m, s = trainer.material, trainer.settings
    rng = np.random.default_rng(0)
    cells = rng.integers(len(trainer.cells.value), size=s.batch)
    triples = rng.integers(len(m.user), size=s.batch)
    items = np.concatenate([m.chosen[triples, None], rng.integers(m.items, size=(s.batch, s.negatives))], axis=1)
    took = {ATTRIBUTES: np.inf, RANKING: np.inf}
    for _ in range(_LOOKS + 1):  # the first compiles
        begun = time.perf_counter()
        trainer.attribute_gradients(cells, rng)
        middle = time.perf_counter()
        trainer.ranking_gradients(m.user[triples], m.query[triples], items)
        took[ATTRIBUTES] = min(took[ATTRIBUTES], middle - begun)
        took[RANKING] = min(took[RANKING], time.perf_counter() - middle)
    epochs = Counter(stage for number in range(s.rounds) for stage in trainer.epochs(number))
    # the optimiser's step comes on top: about a third of the gradient's time
    return float(sum(epochs[stage] * trainer.steps(stage) * took[stage] * 1.35 for stage in took))
