"""Random baseline: a score is a hash of seed, query and item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.kernels.streams import GOLDEN, mixed
from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Arrays
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.rng import stage_seed
from instead.settings import FitSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class RandomScores:
    """Random scores that depend on seed, query and item only, not on user or other candidates."""

    name = "random"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, items: int, seed: int = 0) -> None:
        self.items = items
        self._seed = np.uint64(stage_seed(seed, "random model"))

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) numbers in [0, 1)."""
        state = _mixed(context.query.astype(np.uint64) * GOLDEN ^ self._seed)
        drawn = _mixed(state[:, None] ^ (candidates.astype(np.uint64) + np.uint64(1)) * GOLDEN)
        return (drawn >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)

    def score_all(self, context: Context) -> Floats:
        """(n, items) numbers in [0, 1)."""
        return self.score(context, np.broadcast_to(np.arange(self.items), (len(context), self.items)))

    def arrays(self) -> Arrays:
        return {"items": np.array([self.items], np.int64)}


def _mixed(state: Words) -> Words:
    """The output function of splitmix64 on arrays; products overflow on purpose."""
    plain: Any = mixed.py_func
    found: Words = plain(state)
    return found


def _load(settings: FitSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> RandomScores:
    return RandomScores(int(arrays["items"][0]), settings.seed)


def _fit(material: Material, settings: FitSettings) -> RandomScores:
    return RandomScores(material.items, settings.seed)


ENTRY = Entry(
    "random",
    FitSettings,
    _load,
    lambda material, settings: fit_memory(material, settings, 0),
    _fit,
    reference=True,
    about="chance",
)
