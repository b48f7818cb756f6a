"""Popularity baseline: items by number of training interactions, the same list for every user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Arrays
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.settings import FitSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Popularity:
    """score(q, j) = training interactions of j."""

    name = "popularity"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, popularity: NDArray[Any]) -> None:
        """`popularity` (items,): training interactions."""
        self.items = len(popularity)
        self._popularity = np.asarray(popularity, np.float32)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) training interactions."""
        return self._popularity[candidates]

    def score_all(self, context: Context) -> Floats:
        """(n, items) training interactions."""
        return np.tile(self._popularity, (len(context), 1))

    def arrays(self) -> Arrays:
        return {"popularity": self._popularity}


def _load(settings: FitSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> Popularity:
    return Popularity(arrays["popularity"])


def _fit(material: Material, settings: FitSettings) -> Popularity:
    return Popularity(material.popularity)


ENTRY = Entry(
    "popularity", FitSettings, _load,
    lambda material, settings: fit_memory(material, settings, 12 * material.items), _fit,
    reference=True, about="what most people had",
)  # fmt: skip
