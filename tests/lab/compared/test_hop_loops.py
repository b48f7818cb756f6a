"""Random steps along a graph: those of the plain twin, never back."""

from __future__ import annotations

import numpy as np

from instead.lab.compared.hop_loops import NOWHERE, draw_neighbours, draw_neighbours_plainly
from instead.substitutes.graph import Graph, unordered


def test_drawing_neighbours() -> None:
    rng = np.random.default_rng(4)
    pairs = unordered(rng.integers(12, size=25), rng.integers(12, size=25), 14)  # items 12 and 13 stand alone
    graph = Graph.from_pairs(pairs, 14)
    source, avoided = rng.integers(14, size=400), rng.integers(14, size=400)
    found = draw_neighbours(source, avoided, graph.start, graph.neighbours, np.uint64(9))
    np.testing.assert_array_equal(found, draw_neighbours_plainly(source, avoided, graph.start, graph.neighbours, 9))
    assert (found[source >= 12] == NOWHERE).all()
    for item, other, drawn in zip(source.tolist(), avoided.tolist(), found.tolist(), strict=True):
        assert drawn != other
        assert drawn == NOWHERE or drawn in graph.of(item)
