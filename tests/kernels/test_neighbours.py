"""Look-ups in compressed sorted rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from instead.kernels.neighbours import find_entries, find_entries_plainly
from tests.shops import make_shop, seeds


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_finding_entries(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = make_shop(seed).graph
    source, target = rng.integers(graph.items, size=50), rng.integers(graph.items, size=50)
    fast = find_entries(graph.start, graph.neighbours, source, target)
    np.testing.assert_array_equal(fast, find_entries_plainly(graph.start, graph.neighbours, source, target))
