"""Compiled loops against the sums they stand for, path by path."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.ranker.loops import (
    history_sum,
    history_two_steps,
    listing_steps,
    mixed_rows,
    mixed_steps,
    products,
    shared_words,
    three_steps,
    two_steps,
    weighted_rows,
)
from instead.models.ranker.tables.link_table import Links
from instead.substitutes.graph import Graph, unordered

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

ITEMS = 9
PLACES = np.arange(ITEMS, dtype=np.int32)
seeds = st.integers(0, 10_000)
every = settings(max_examples=40, deadline=None)


def graph(seed: int) -> tuple[Links, NDArray[np.bool_]]:
    """Links and the same as a dense symmetric matrix."""
    rng = np.random.default_rng(seed)
    ends = rng.integers(ITEMS, size=(2, int(rng.integers(3, 24))))
    links = Links.of_graph(Graph.from_pairs(unordered(ends[0], ends[1], ITEMS), ITEMS))
    return links, dense(links)


def dense(links: Links) -> NDArray[np.bool_]:
    table = np.zeros((ITEMS, ITEMS), np.bool_)
    for row in range(ITEMS):
        table[row, links.item[links.start[row] : links.start[row + 1]]] = True
    return table


def sparse(seed: int, rows: int = ITEMS) -> tuple[csr_matrix, Doubles]:
    rng = np.random.default_rng(seed)
    values = np.where(rng.random((rows, ITEMS)) < 0.4, rng.random((rows, ITEMS)), 0.0)
    return csr_matrix(values.astype(np.float32)), values.astype(np.float32).astype(np.float64)


def compressed(table: csr_matrix) -> tuple[NDArray[np.int64], NDArray[np.int32], Floats]:
    return table.indptr.astype(np.int64), table.indices.astype(np.int32), table.data


def dirty() -> Floats:
    """Rows are used again: whatever stood there must not show."""
    return np.full(ITEMS, 7.0, np.float32)


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_two_steps_are_common_neighbours(seed: int, query: int) -> None:
    links, edge = graph(seed)
    out = dirty()
    two_steps(links.start, links.item, links.share, links.start, links.item, query, out)
    for x in range(ITEMS):
        common = [z for z in range(ITEMS) if edge[query, z] and edge[z, x]]
        assert out[x] == pytest.approx(sum(1.0 / edge[z].sum() for z in common), rel=1e-5)


def three_plainly(edge: NDArray[np.bool_], query: int, x: int) -> float:
    degree = edge.sum(axis=1)
    walks = [
        (a, b)
        for a in np.flatnonzero(edge[query])
        for b in np.flatnonzero(edge[a])
        if edge[b, x] and a != x and query not in (b, x)
    ]
    return float(sum(1.0 / (degree[a] * degree[b]) for a, b in walks))


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_three_steps_are_all_walks_without_the_own_edge(seed: int, query: int) -> None:
    """An item that only its own edge leads to has exactly 0: whether there is any walk is a signal, too."""
    links, edge = graph(seed)
    out = dirty()
    three_steps(links.start, links.item, links.share, links.start, links.item, PLACES, query, out)
    for x in range(ITEMS):
        expected = three_plainly(edge, query, x)
        assert out[x] == pytest.approx(expected, rel=1e-5)
        assert (out[x] > 0) == (expected > 0)


def test_a_hub_leaves_no_trace_of_the_own_edge() -> None:
    """Thousands of roundings on the way back and forth: what is left of them must not count as a walk."""
    near = 3001
    query, x = 0, 1
    pairs = np.array([[query, x], *([x, leaf] for leaf in range(2, near))])
    links = Links.of_graph(Graph.from_pairs(unordered(pairs[:, 0], pairs[:, 1], near), near))
    out = np.empty(near, np.float32)
    places = np.arange(near, dtype=np.int32)
    three_steps(links.start, links.item, links.share, links.start, links.item, places, query, out)
    assert not out.any()


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_listing_steps_keep_the_direction(seed: int, query: int) -> None:
    rng = np.random.default_rng(seed)
    lists = rng.random((ITEMS, ITEMS)) < 0.3  # [x, a]: x lists a
    np.fill_diagonal(lists, val=False)
    table = csr_matrix(lists.T)  # row i: who lists i
    share = (1.0 / (lists.sum(axis=0) + 1.0)).astype(np.float32)
    out = dirty()
    listing_steps(table.indptr.astype(np.int64), table.indices.astype(np.int32), share, query, out)
    for x in range(ITEMS):
        ways = [a for a in range(ITEMS) if lists[x, a] and lists[a, query]] if x != query else []
        assert out[x] == pytest.approx(sum(1.0 / (lists[:, a].sum() + 1.0) for a in ways), rel=1e-5)


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_mixed_steps_take_one_of_each(seed: int, query: int) -> None:
    (one, first), (other, second) = graph(seed), graph(seed + 1)
    out = dirty()
    mixed_steps(one.start, one.item, other.start, other.item, other.share, query, out)
    for x in range(ITEMS):
        ways = [a for a in range(ITEMS) if first[query, a] and second[a, x]] if x != query else []
        assert out[x] == pytest.approx(sum(1.0 / second[a].sum() for a in ways), rel=1e-5)


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_history_two_steps_never_pass_the_query(seed: int, query: int) -> None:
    links, edge = graph(seed)
    history = np.flatnonzero(np.random.default_rng(seed).random(ITEMS) < 0.5)
    out = dirty()
    history_two_steps(links.start, links.item, links.share, history, query, out)
    for x in range(ITEMS):
        ways = [
            z for h in history for z in range(ITEMS) if h not in (query, x) and z != query and edge[h, z] and edge[z, x]
        ]
        assert out[x] == pytest.approx(sum(1.0 / edge[z].sum() for z in ways), rel=1e-5)


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_history_sum_leaves_the_query_out(seed: int, query: int) -> None:
    table, values = sparse(seed)
    history = np.flatnonzero(np.random.default_rng(seed).random(ITEMS) < 0.5)
    out = dirty()
    history_sum(*compressed(table), history, query, out)
    np.testing.assert_allclose(out, values[history[history != query]].sum(axis=0), rtol=1e-5)


@given(seed=seeds, query=st.integers(0, ITEMS - 1))
@every
def test_shared_words_are_inner_products(seed: int, query: int) -> None:
    table, values = sparse(seed)  # (items, words), as many words as items
    out = dirty()
    shared_words(*compressed(table), *compressed(csr_matrix(table.T)), query, out)
    expected = values @ values[query]
    np.testing.assert_allclose(out, expected, rtol=1e-5)


@given(seed=seeds)
@every
def test_weighted_rows_are_a_product(seed: int) -> None:
    table, values = sparse(seed, rows=4)
    rows = np.random.default_rng(seed).permutation(4)[:3]
    weight = np.random.default_rng(seed).normal(size=3).astype(np.float32)
    out = dirty()
    weighted_rows(*compressed(table), rows, weight, out)
    np.testing.assert_allclose(out, weight @ values[rows], rtol=1e-4, atol=1e-6)


@given(seed=seeds, count=st.integers(1, ITEMS))
@every
def test_products_do_not_depend_on_the_place_of_a_row(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    table, vector = rng.normal(size=(ITEMS, 13)).astype(np.float32), rng.normal(size=13).astype(np.float32)
    whole, some, items = dirty(), np.empty(count, np.float32), rng.permutation(ITEMS)[:count]
    products(table, np.arange(ITEMS), vector, whole)
    products(table, items, vector, some)
    np.testing.assert_allclose(whole, table.astype(np.float64) @ vector, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(some, whole[items])


@given(seed=seeds)
@every
def test_mixed_rows_are_a_product(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table, weight = rng.normal(size=(5, ITEMS)).astype(np.float32), rng.random(3).astype(np.float32)
    rows, out = rng.integers(5, size=3), dirty()
    mixed_rows(table, rows, weight, out)
    np.testing.assert_allclose(out, weight.astype(np.float64) @ table[rows], rtol=1e-4, atol=1e-5)
