"""Normal equations of weighted least squares."""

from __future__ import annotations

import numpy as np

from instead.lab.compared.gram_loops import add_grams, add_grams_plainly


def test_normal_equations() -> None:
    rng = np.random.default_rng(5)
    start, column = np.array([0, 3, 3, 7, 12]), rng.integers(6, size=12)
    table = rng.standard_normal((6, 4)).astype(np.float32)
    out, sums = np.zeros((3, 4, 4)), np.zeros((3, 4))
    add_grams(1, 4, start, column, table, 0.7, 1.3, out, sums)
    plain = add_grams_plainly(1, 4, start, column, table, 0.7, 1.3)
    np.testing.assert_allclose(out, plain[0], rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(sums, plain[1], rtol=1e-6, atol=1e-7)
