"""Products of pairs, sparse rows times a table, and renumbering, beside their plain twins."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import random_array

from instead.lab.compared.product_loops import (
    pair_products,
    pair_products_plainly,
    renumbered,
    renumbered_plainly,
    weighted_rows,
    weighted_rows_plainly,
)


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
