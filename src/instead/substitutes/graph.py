"""The substitute graph: undirected, without self-links, as compressed rows of sorted neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from instead.kernels.neighbours import find_entries

Pairs = NDArray[np.int64]
"""(n, 2) item numbers, each pair once with the smaller number first, sorted."""


@dataclass(frozen=True)
class Graph:
    """Neighbours of item i are `neighbours[start[i]:start[i + 1]]`, sorted."""

    start: NDArray[np.int64]
    neighbours: NDArray[np.int64]

    @classmethod
    def from_pairs(cls, pairs: Pairs, items: int) -> Self:
        both = np.concatenate([pairs, pairs[:, ::-1]])
        order = np.lexsort((both[:, 1], both[:, 0]))
        start = np.zeros(items + 1, dtype=np.int64)
        np.cumsum(np.bincount(both[:, 0], minlength=items), out=start[1:])
        return cls(start, np.ascontiguousarray(both[order, 1]))

    @property
    def items(self) -> int:
        return self.start.size - 1

    @property
    def degree(self) -> NDArray[np.int64]:
        return np.diff(self.start)

    @property
    def edges(self) -> int:
        """Undirected edges."""
        return self.neighbours.size // 2

    def of(self, item: int) -> NDArray[np.int64]:
        """Sorted neighbours of one item."""
        return self.neighbours[self.start[item] : self.start[item + 1]]

    def pairs(self) -> Pairs:
        """Every edge once."""
        source = np.repeat(np.arange(self.items), self.degree)
        once = source < self.neighbours
        return np.column_stack([source[once], self.neighbours[once]])

    def marked(self, pairs: Pairs) -> NDArray[np.bool_]:
        """For each entry of `neighbours`, whether its edge is among the pairs, in either direction."""
        mask = np.zeros(self.neighbours.size, dtype=np.bool_)
        for source, target in ((pairs[:, 0], pairs[:, 1]), (pairs[:, 1], pairs[:, 0])):
            places = find_entries(self.start, self.neighbours, source, target)
            mask[places[places >= 0]] = True
        return mask

    def without(self, pairs: Pairs) -> Graph:
        """The same graph with these edges taken out: what training may see."""
        return Graph.from_pairs(difference(self.pairs(), pairs, self.items), self.items)


def unordered(source: NDArray[np.int64], target: NDArray[np.int64], items: int) -> Pairs:
    """Different pairs, smaller number first, self-links left out."""
    low, high = np.minimum(source, target), np.maximum(source, target)
    keys = np.unique(low[low != high] * items + high[low != high])
    return np.column_stack([keys // items, keys % items])


def difference(pairs: Pairs, taken: Pairs, items: int) -> Pairs:
    """Pairs that are not among `taken`."""
    keys = pairs[:, 0] * items + pairs[:, 1]
    return pairs[~np.isin(keys, taken[:, 0] * items + taken[:, 1])]
