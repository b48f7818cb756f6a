"""The topic tree: an item uses only the topics of the categories on its path from the root."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.lab.compared.topic_loops import topics_of, widths

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class TopicTree:
    """Topics are numbered node by node: those of the root first. Paths that own the same topics are one path."""

    path: Ints  # (items,) row in `bases`
    bases: NDArray[np.int32]  # (paths, levels) first topic of each node on a path, -1 after its end
    root: int  # topics of the root
    each: int  # topics of every other node
    topics: int  # of all nodes together

    @classmethod
    def flat(cls, items: int, topics: int) -> TopicTree:
        """One node for all items."""
        return cls(np.zeros(items, np.int64), np.zeros((1, 1), np.int32), topics, 0, topics)

    @classmethod
    def of(cls, categories: list[list[str]], root: int, each: int, least: int) -> TopicTree | None:
        """Nodes with at least `least` items own topics. None if no category divides the items.

        A category that holds every item is the root itself.
        """
        prefixes = [[tuple(path[: depth + 1]) for depth in range(len(path))] for path in categories]
        counts = Counter(node for nodes in prefixes for node in nodes)
        owners = sorted(node for node, count in counts.items() if least <= count < len(categories))
        if not owners:
            return None
        first = {node: root + each * number for number, node in enumerate(owners)}
        rows = [(0, *(first[node] for node in nodes if node in first)) for nodes in prefixes]
        different = sorted(set(rows))
        number = {row: place for place, row in enumerate(different)}
        bases = np.full((len(different), max(map(len, different))), -1, np.int32)
        for place, row in enumerate(different):
            bases[place, : len(row)] = row
        path = np.array([number[row] for row in rows], np.int64)
        return cls(path, bases, root, each, root + each * len(owners))

    @property
    def width(self) -> int:
        """Places of a row: the topics of the longest path."""
        return int(self.root + self.each * (self.bases.shape[1] - 1))

    @property
    def nodes(self) -> int:
        """Nodes that own topics."""
        return 1 + ((self.topics - self.root) // self.each if self.each else 0)

    def widths(self) -> Ints:
        """(paths,) topics of each path."""
        return widths(self.bases, self.root, self.each)

    def places(self) -> Ints:
        """(paths, width) topic of each place of a row, -1 after the end of a path."""
        return topics_of(self.bases, self.root, self.each)
