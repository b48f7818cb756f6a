"""Entries in the order of their key."""

from __future__ import annotations

import numpy as np

from instead.lab.compared.row_groups import grouped, grouped_plainly


def test_groups() -> None:
    keys = np.random.default_rng(0).integers(9, size=50)
    for fast, plain in zip(grouped(keys, 12), grouped_plainly(keys, 12), strict=True):
        np.testing.assert_array_equal(fast, plain)
