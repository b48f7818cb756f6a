"""Loops over pairs of vectors and steps along graphs give what their plain twins give."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import random_array

from instead.lab.compared.hop_loops import NOWHERE, draw_neighbours, draw_neighbours_plainly
from instead.lab.compared.product_loops import (
    pair_products,
    pair_products_plainly,
    renumbered,
    renumbered_plainly,
    weighted_rows,
    weighted_rows_plainly,
)
from instead.substitutes.graph import Graph, unordered


@pytest.mark.parametrize("count", [0, 1, 3000])
def test_pair_products(count: int) -> None:
    rng = np.random.default_rng(1)
    left, right = rng.standard_normal((30, 13), np.float32), rng.standard_normal((40, 13), np.float32)
    rows, columns = rng.integers(30, size=count), rng.integers(40, size=count)
    found = pair_products(left, right, rows, columns)
    np.testing.assert_allclose(found, pair_products_plainly(left, right, rows, columns), rtol=1e-5, atol=1e-5)
    some = rng.permutation(count)[: count // 2]
    np.testing.assert_array_equal(pair_products(left, right, rows[some], columns[some]), found[some])


@pytest.mark.parametrize("rows", [1, 200])
def test_weighted_rows(rows: int) -> None:
    rng = np.random.default_rng(2)
    matrix = random_array((rows, 50), density=0.1, format="csr", dtype=np.float32, rng=rng)
    table = rng.standard_normal((50, 9), np.float32)
    found = weighted_rows(matrix.indptr, matrix.indices, matrix.data, table)
    np.testing.assert_allclose(found, matrix @ table, rtol=1e-5, atol=1e-6)
    plain = weighted_rows_plainly(matrix.indptr, matrix.indices, matrix.data, table)
    np.testing.assert_allclose(found, plain, rtol=1e-5, atol=1e-6)


def test_renumbering() -> None:
    items = np.random.default_rng(3).integers(20, size=60)
    place_of = np.full(20, -1, np.int32)
    touched, local = renumbered(items, place_of)
    np.testing.assert_array_equal(touched[local], items)
    assert (place_of == -1).all()
    for found, plain in zip((touched, local), renumbered_plainly(items), strict=True):
        np.testing.assert_array_equal(found, plain)
    assert [part.size for part in renumbered(items[:0], place_of)] == [0, 0]


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
