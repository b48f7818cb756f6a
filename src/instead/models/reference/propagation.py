"""Label propagation by walks of two or three steps on the graph of substitutes (2-hop, 3-hop), without learning."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix, diags_array

from instead.models.context import Context
from instead.models.interface import Arrays
from instead.models.reference.common_neighbours import graph_memory, stored_graph
from instead.models.registry import Entry
from instead.models.sparse_scores import SparseScores
from instead.settings import GraphFitSettings
from instead.substitutes.graph import Graph, adjacency


class Propagation(SparseScores):
    """score(q, .) = row q of S + S^2 + ... + S^hops, S = D^-1/2 A D^-1/2; without S itself if not `direct`.

    Longer walks reach items without a common neighbour, which sparse graphs need. A direct neighbour is a known
    substitute and ranks high, as it should in a shop; among the candidates of the paper's protocol it is a wrong
    answer by construction, hence `direct=False` (docs/evaluation.md).
    """

    def __init__(self, graph: Graph, hops: int, *, direct: bool = True) -> None:
        super().__init__(graph.items)
        self.name = f"{hops}-hop" if direct else f"{hops}-hop-indirect"
        self._graph, self._hops, self._direct = graph, hops, direct
        scale = diags_array(1.0 / np.sqrt(np.maximum(graph.degree, 1)))
        self._step = csr_matrix(scale @ adjacency(graph) @ scale)

    def rows(self, context: Context) -> csr_matrix:
        walk = self._step[context.query]
        total = walk if self._direct else csr_matrix(walk.shape)
        for _ in range(self._hops - 1):
            walk = walk @ self._step
            total = total + walk
        return csr_matrix(total)

    def arrays(self) -> Arrays:
        return {"start": self._graph.start, "neighbours": self._graph.neighbours}


def _entry(name: str, hops: int, *, direct: bool = True) -> Entry:
    return Entry(
        name,
        GraphFitSettings,
        lambda settings, arrays, parts: Propagation(stored_graph(arrays), hops, direct=direct),
        graph_memory,
        lambda material, settings: Propagation(material.substitutes(settings.supervision), hops, direct=direct),
        needs=("links",),
        reference=True,
        about=f"walks of up to {hops} steps over links" + ("" if direct else ", known substitutes apart"),
    )


TWO_HOP = _entry("2-hop", 2)
THREE_HOP = _entry("3-hop", 3)
THREE_HOP_INDIRECT = _entry("3-hop-indirect", 3, direct=False)
