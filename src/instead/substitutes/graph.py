"""The substitute graph: undirected, without self-links, in compressed sparse rows (CSR) of sorted neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

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
        low, high = pairs[:, 0], pairs[:, 1]
        keys = np.sort(np.concatenate([low * items + high, high * items + low]))
        start = np.zeros(items + 1, dtype=np.int64)
        np.cumsum(np.bincount(keys // items, minlength=items), out=start[1:])
        return cls(start, keys % items)

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
        """The same graph without these edges: the training graph, if they are the reserved pairs."""
        return Graph.from_pairs(difference(self.pairs(), pairs, self.items), self.items)


def unordered(source: NDArray[np.int64], target: NDArray[np.int64], items: int) -> Pairs:
    """Distinct unordered pairs, smaller number first, without self-links."""
    low, high = np.minimum(source, target), np.maximum(source, target)
    keys = np.sort((low * items + high)[low != high])  # several times faster here than np.unique
    keys = keys[np.diff(keys, prepend=-1) > 0]
    return np.column_stack([keys // items, keys % items])


def difference(pairs: Pairs, taken: Pairs, items: int) -> Pairs:
    """Set difference: pairs that are not among `taken`."""
    keys = pairs[:, 0] * items + pairs[:, 1]
    return pairs[~np.isin(keys, taken[:, 0] * items + taken[:, 1])]


def adjacency(graph: Graph) -> csr_matrix:
    """Adjacency matrix (items, items), 1 where there is an edge."""
    shape = (graph.items, graph.items)
    return csr_matrix((np.ones(graph.neighbours.size), graph.neighbours, graph.start), shape=shape)


def triples_graph(query: NDArray[np.int64], chosen: NDArray[np.int64], items: int) -> Graph:
    """The graph made of the (query, chosen) pairs of training triples."""
    return Graph.from_pairs(unordered(query, chosen, items), items)
