"""Values by a small number, as NumPy's sorting and adding has them."""

from __future__ import annotations

import numpy as np

from instead.kernels.by_number import in_rows, summed


def test_values_in_rows_as_a_stable_sort_has_them() -> None:
    rng = np.random.default_rng(1)
    for size in (0, 1, 50):
        row, value = rng.integers(0, 9, size), rng.integers(0, 100, size)
        start, found = in_rows(row, value, 10)  # the last row is empty
        assert found.tolist() == value[np.argsort(row, kind="stable")].tolist()
        assert start.tolist() == [0, *np.cumsum(np.bincount(row, minlength=10)).tolist()]


def test_sums_of_values_by_code_as_bincount_has_them() -> None:
    rng = np.random.default_rng(2)
    number, code = (rng.integers(0, most, 300).astype(np.int32) for most in (7, 4))
    value = rng.random(4)
    assert np.array_equal(summed(number, code, value, 9), np.bincount(number, value[code], 9))
