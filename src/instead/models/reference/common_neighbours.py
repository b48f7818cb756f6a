"""Link prediction by common neighbours: Adamic-Adar and resource allocation on the graph of substitutes.

The two regimes of supervision are two graphs: all substitute pairs that are not held out, or only the pairs
(query, chosen) of the training triples, which is all that A2CF itself learns from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array

from instead.material import Material
from instead.models.context import Context
from instead.models.interface import Arrays
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.models.sparse_scores import SparseScores
from instead.settings import GraphFitSettings
from instead.substitutes.graph import Graph, adjacency

Floats = NDArray[np.float64]


class CommonNeighbours(SparseScores):
    """score(q, j) = sum over common neighbours z of weight(degree of z)."""

    def __init__(self, name: str, graph: Graph, weight: Floats) -> None:
        """`weight` (items,): weight of each item as a common neighbour."""
        super().__init__(graph.items)
        self.name = name
        self._graph = graph
        self._edges = adjacency(graph)
        self._weighted = csr_matrix(diags_array(weight) @ self._edges)

    def rows(self, context: Context) -> csr_matrix:
        return self._edges[context.query] @ self._weighted

    def arrays(self) -> Arrays:
        return {"start": self._graph.start, "neighbours": self._graph.neighbours}


def adamic_adar(graph: Graph) -> CommonNeighbours:
    """Adamic-Adar: a common neighbour has weight 1 / log(degree); one of degree 1 joins no two items."""
    return CommonNeighbours("adamic-adar", graph, 1.0 / np.log(np.maximum(graph.degree, 2)))


def resource_allocation(graph: Graph) -> CommonNeighbours:
    """Resource allocation: a common neighbour has weight 1 / degree."""
    return CommonNeighbours("resource-allocation", graph, 1.0 / np.maximum(graph.degree, 1))


def graph_memory(material: Material, settings: GraphFitSettings) -> dict[str, int]:
    return fit_memory(material, settings, 60 * material.graph.neighbours.size)


def stored_graph(arrays: Mapping[str, NDArray[Any]]) -> Graph:
    """The graph from stored arrays."""
    return Graph(np.asarray(arrays["start"]), np.asarray(arrays["neighbours"]))


ADAMIC_ADAR = Entry(
    "adamic-adar", GraphFitSettings, lambda settings, arrays, parts: adamic_adar(stored_graph(arrays)), graph_memory,
    lambda material, settings: adamic_adar(material.substitutes(settings.supervision)), needs=("links",),
    reference=True, about="common substitutes, rare ones count more",
)  # fmt: skip
RESOURCE_ALLOCATION = Entry(
    "resource-allocation", GraphFitSettings,
    lambda settings, arrays, parts: resource_allocation(stored_graph(arrays)), graph_memory,
    lambda material, settings: resource_allocation(material.substitutes(settings.supervision)), needs=("links",),
    reference=True, about="common substitutes, each shared among its own",
)  # fmt: skip
