"""The category tree as arrays: Wu-Palmer similarity of two items, and sampling of items below a node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class CategoryTree:
    """Items sorted by path, so that the items below a node are contiguous."""

    nodes: Ints  # (items, levels) number of the node at each level of the item's path, -1 below its leaf
    depth: Ints  # (items,) length of the path, 0 if unknown
    order: Ints  # (items,) items sorted by path
    low: Ints  # (items, levels) where the items under the item's node of a level begin in `order`
    high: Ints  # (items, levels) and where they end

    @classmethod
    def of(cls, paths: list[list[str]]) -> CategoryTree:
        depth = np.array([len(path) for path in paths], np.int64)
        levels = max(int(depth.max(initial=0)), 1)
        nodes = np.full((len(paths), levels), -1, np.int64)
        numbers: dict[tuple[str, ...], int] = {}
        for item, path in enumerate(paths):
            for level in range(len(path)):
                nodes[item, level] = numbers.setdefault(tuple(path[: level + 1]), len(numbers))
        order = np.lexsort(nodes.T[::-1])
        low, high = np.zeros_like(nodes), np.zeros_like(nodes)
        for level in range(levels):
            sorted_nodes = nodes[order, level]
            begins = np.flatnonzero(np.diff(sorted_nodes, prepend=-2))
            ends = np.append(begins[1:], len(order))
            run = np.repeat(np.arange(len(begins)), ends - begins)
            low[order, level], high[order, level] = begins[run], ends[run]
        return cls(nodes, depth, order, low, high)

    def similarity(self, one: Ints, other: Ints) -> Floats:
        """(n,) 2 depth(LCA) / (depth + depth'), Wu and Palmer's; 0 where a path is unknown."""
        a, b = self.nodes[one], self.nodes[other]
        shared = np.logical_and.accumulate((a == b) & (a >= 0), axis=1).sum(axis=1)
        total = self.depth[one] + self.depth[other]
        found: Floats = (2.0 * shared / np.maximum(total, 1)).astype(np.float32)
        return found

    def relatives(self, items: Ints, rng: np.random.Generator) -> Ints:
        """(n,) for each item a random one from below a node of its path, of a uniform level; itself without a path."""
        level = np.minimum((rng.random(len(items)) * self.depth[items]).astype(np.int64), self.depth[items] - 1)
        some = np.maximum(level, 0)
        low, high = self.low[items, some], self.high[items, some]
        place = low + (rng.random(len(items)) * (high - low)).astype(np.int64)
        return np.where(self.depth[items] > 0, self.order[np.minimum(place, len(self.order) - 1)], items)

    def siblings_mean(self, vectors: Floats, known: NDArray[np.bool_]) -> Floats:
        """(items, d) mean vector of the known items with the same path; 0 where there are none."""
        deepest = np.maximum(self.depth - 1, 0)
        leaf = np.where(self.depth > 0, self.nodes[np.arange(len(self.depth)), deepest], -1)
        size = int(self.nodes.max(initial=-1)) + 2  # one place more, for items without a path
        sums, count = np.zeros((size, vectors.shape[1]), np.float32), np.zeros(size, np.float32)
        rows = np.flatnonzero(known)
        np.add.at(sums, leaf[rows], vectors[rows])
        np.add.at(count, leaf[rows], 1)
        sums[-1] = 0  # unknown paths have nothing in common
        sums /= np.maximum(count, 1)[:, None]
        return sums[leaf]
