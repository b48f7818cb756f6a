"""Counting ranks in one pass: the same as its twin and as `Ranks.of`, on any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.engine.limits import THREADS
from instead.evaluation import rank_loops
from instead.evaluation.rank_loops import HIGHER, UNKNOWN, UNKNOWN_HIGHER, count_ranks, count_ranks_plainly, counted
from instead.metrics import Ranks
from instead.substitutes.graph import Graph, unordered

ITEMS = 12


def drawn(seed: int, count: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray, Graph]:
    rng = np.random.default_rng(seed)
    graph = Graph.from_pairs(unordered(rng.integers(ITEMS, size=20), rng.integers(ITEMS, size=20), ITEMS), ITEMS)
    scores = rng.integers(4, size=(count, 8)).astype(np.float32)  # many are equal
    return scores, rng.integers(ITEMS, size=(count, 7)), rng.integers(ITEMS, size=count), graph


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=60, deadline=None)
def test_one_pass_counts_what_the_twin_counts(seed: int, broken: bool) -> None:
    scores, others, query, graph = drawn(seed)
    if broken:
        scores[seed % 5, seed % 8] = np.nan
    start, neighbours = np.asarray(graph.start), np.asarray(graph.neighbours)
    ours, plain = np.empty((6, 5), np.int64), np.empty((6, 5), np.int64)
    strange, as_plain = np.zeros(5, np.bool_), np.zeros(5, np.bool_)
    count_ranks(scores, others, query, start, neighbours, ours, strange)
    count_ranks_plainly(scores, others, query, start, neighbours, plain, as_plain)
    assert np.array_equal(ours, plain)
    assert np.array_equal(strange, as_plain)
    assert strange.any() == broken


def test_they_are_the_ranks_among_all_and_among_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_loops, "_ROWS", 2)
    scores, others, query, graph = drawn(1, 40)
    found = counted(scores, others, query, graph)
    assert not found.not_a_number
    strangers = np.array([[item not in graph.of(q) for item in row] for q, row in zip(query, others, strict=True)])
    for first, among in ((HIGHER, None), (UNKNOWN_HIGHER, strangers)):
        ranks = Ranks.of(scores[:, -1], scores[:, :-1], among)
        assert np.array_equal(found.found[first], ranks.higher)
        assert np.array_equal(found.found[first + 1], ranks.equal)
    assert np.array_equal(found.found[UNKNOWN], strangers.sum(axis=1))
    monkeypatch.setenv(THREADS, "1")
    assert np.array_equal(counted(scores, others, query, graph).found, found.found)
