"""References that know nothing but a graph of substitutes: how close is a candidate to the query?

They are as good as the graph they are given. The two regimes of supervision are two graphs: all substitute pairs that
are not reserved, or only the pairs (query, chosen) of the training triples, which is all that A2CF itself learns from.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array

from instead.models.rows import RowModel
from instead.substitutes.graph import Graph, unordered

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def adjacency(graph: Graph) -> csr_matrix:
    """(items, items), 1 where there is an edge."""
    shape = (graph.items, graph.items)
    return csr_matrix((np.ones(graph.neighbours.size), graph.neighbours, graph.start), shape=shape)


def triples_graph(query: Ints, chosen: Ints, items: int) -> Graph:
    """The graph made of the (query, chosen) pairs of training triples."""
    return Graph.from_pairs(unordered(query, chosen, items), items)


class CommonNeighbours(RowModel):
    """score(q, j) = sum over common neighbours z of weight(degree of z)."""

    def __init__(self, name: str, graph: Graph, weight: Floats) -> None:
        """`weight` (items,): what a common neighbour counts."""
        super().__init__(graph.items)
        self.name = name
        self._edges = adjacency(graph)
        self._weighted = csr_matrix(diags_array(weight) @ self._edges)

    def rows(self, user: Ints, query: Ints) -> csr_matrix:
        return self._edges[query] @ self._weighted


def adamic_adar(graph: Graph) -> CommonNeighbours:
    """A common neighbour counts 1 / log(degree). One of degree 1 is common to nobody but the query itself."""
    return CommonNeighbours("adamic-adar", graph, 1.0 / np.log(np.maximum(graph.degree, 2)))


def resource_allocation(graph: Graph) -> CommonNeighbours:
    """A common neighbour counts 1 / degree."""
    return CommonNeighbours("resource allocation", graph, 1.0 / np.maximum(graph.degree, 1))


class Propagation(RowModel):
    """score(q, .) = row q of S + S^2 + ... + S^hops, S = D^-1/2 A D^-1/2; without S itself if not `direct`.

    Items that a longer walk reaches get a score where common neighbours are silent: what sparse graphs need. A direct
    neighbour is a known substitute and stands high, as it would in a shop; among the candidates of the paper's
    protocol it is a wrong answer by construction, which `direct=False` shows (docs/evaluation.md).
    """

    def __init__(self, graph: Graph, hops: int, *, direct: bool = True) -> None:
        super().__init__(graph.items)
        self.name = f"{hops}-hop" if direct else f"{hops}-hop, indirect"
        self._hops, self._direct = hops, direct
        scale = diags_array(1.0 / np.sqrt(np.maximum(graph.degree, 1)))
        self._step = csr_matrix(scale @ adjacency(graph) @ scale)

    def rows(self, user: Ints, query: Ints) -> csr_matrix:
        walk = self._step[query]
        total = walk if self._direct else csr_matrix(walk.shape)
        for _ in range(self._hops - 1):
            walk = walk @ self._step
            total = total + walk
        return csr_matrix(total)
