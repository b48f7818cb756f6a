"""Category popularity baseline: popularity within the category of the query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class CategoryPopularity:
    """Ranks items by the depth of the category shared with the query, ties by popularity.

    Shows how much of a figure comes from categories alone. Where paths are unknown or disjoint, it is popularity.
    """

    name = "category-popularity"
    looks_at: frozenset[Aspect] = frozenset()

    def __init__(self, within: Floats, nodes: NDArray[np.int32]) -> None:
        """`within` (items,) in [0, 1), `nodes` (items, levels) of the category tree, -1 after the end of a path."""
        self.items = len(within)
        self._within, self._nodes = within, nodes

    @classmethod
    def of(cls, popularity: NDArray[Any], paths: Sequence[Sequence[str]]) -> CategoryPopularity:
        """`paths` from the root down, one for each item, empty where unknown."""
        order = np.unique(popularity, return_inverse=True)[1]
        # Less than one level of the tree. Ranks instead of counts: few enough to be distinct in a float32.
        within = (order / (order.max(initial=0) + 1)).astype(np.float32)
        numbers: dict[tuple[str, ...], int] = {}
        nodes = np.full((len(paths), max(map(len, paths), default=0)), -1, np.int32)  # a node is a whole path prefix
        for item, path in enumerate(paths):
            for level in range(len(path)):
                nodes[item, level] = numbers.setdefault(tuple(path[: level + 1]), len(numbers))
        return cls(within, nodes)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) depth of the shared category, and popularity as a fraction."""
        scores: Floats = self._within[candidates]
        for nodes in self._nodes.T:
            own = nodes[context.query][:, None]
            scores += (nodes[candidates] == own) & (own >= 0)
        return scores

    def score_all(self, context: Context) -> Floats:
        """(n, items) the same for the whole catalogue."""
        return self.score(context, np.broadcast_to(np.arange(self.items), (len(context), self.items)))

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """The shared category and the popularity."""
        popularity: Floats = self._within[candidates]
        return {"shared category": self.score(context, candidates) - popularity, "popularity": popularity}

    def arrays(self) -> Arrays:
        return {"within": self._within, "nodes": self._nodes}


def _load(settings: FitSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> CategoryPopularity:
    return CategoryPopularity(arrays["within"], arrays["nodes"])


def _fit(material: Material, settings: FitSettings) -> CategoryPopularity:
    return CategoryPopularity.of(material.popularity, material.categories or [[]] * material.items)


ENTRY = Entry(
    "category-popularity", FitSettings, _load,
    lambda material, settings: fit_memory(material, settings, 400 * material.items), _fit,
    needs=("categories",), reference=True, about="popularity within the query's category",
)  # fmt: skip
