"""Dot products of pairs."""

from __future__ import annotations

import numpy as np

from instead.lab.compared.dot_loops import pair_dots, pair_dots_plainly


def test_dots() -> None:
    rng = np.random.default_rng(6)
    a, b = rng.standard_normal((4, 5)).astype(np.float32), rng.standard_normal((9, 5)).astype(np.float32)
    left, right, out = rng.integers(4, size=20), rng.integers(9, size=20), np.empty(20, np.float32)
    pair_dots(a, b, left, right, out)
    np.testing.assert_allclose(out, pair_dots_plainly(a, b, left, right), rtol=1e-5, atol=1e-6)
