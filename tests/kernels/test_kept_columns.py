"""Columns that are kept: the compiled loop beside its twin, and a matrix without the other columns."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import random as random_matrix

from instead.kernels.kept_columns import kept_entries, kept_entries_plainly


@given(st.integers(0, 10_000))
@settings(deadline=None)
def test_kept_entries(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = random_matrix(int(rng.integers(1, 9)), int(rng.integers(1, 9)), float(rng.random()), "csr", rng=rng)
    keep = rng.random(table.shape[1]) < rng.choice([0.0, 0.5, 1.0])
    start, column = table.indptr.astype(np.int64), table.indices.astype(np.int32)
    begins, entry = kept_entries(start, column, keep)
    plain = kept_entries_plainly(start, column, keep)
    assert np.array_equal(begins, plain[0])
    assert np.array_equal(entry, plain[1])
    for row, kept in enumerate(table.toarray()):
        here = slice(begins[row], begins[row + 1])
        assert np.isclose(table.data[entry[here]].sum(), kept[keep].sum())
        assert keep[column[entry[here]]].all()
