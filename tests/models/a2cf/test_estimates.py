"""Estimated scores and the items within reach, beside their twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.models.a2cf.estimates import (
    estimate_scores,
    estimate_scores_plainly,
    within_reach,
    within_reach_plainly,
)
from tests.small_shop import few


@few
@given(st.integers(0, 1000), st.integers(1, 40), st.integers(1, 9), st.integers(0, 9), st.booleans())
def test_estimates_are_two_products(seed: int, items: int, d: int, r: int, biased: bool) -> None:
    rng = np.random.default_rng(seed)
    vectors, latent = rng.normal(size=(items, d)).astype(np.float32), rng.normal(size=d).astype(np.float32)
    basis, place = rng.normal(size=(items, r)).astype(np.float32), rng.normal(size=r).astype(np.float32)
    bias = rng.normal(size=items if biased else 0).astype(np.float32)
    ours, plain = np.empty(items, np.float32), np.empty(items, np.float32)
    estimate_scores(vectors, latent, basis, place, bias, ours)
    estimate_scores_plainly(vectors, latent, basis, place, bias, plain)
    np.testing.assert_allclose(ours, plain, rtol=0, atol=1e-4)


@few
@given(st.integers(0, 1000), st.floats(0, 3), st.floats(-2, 2))
def test_within_reach(seed: int, margin: float, least: float) -> None:
    rng = np.random.default_rng(seed)
    estimate, error = rng.normal(size=30).astype(np.float32), rng.random(30).astype(np.float32)
    items = np.flatnonzero(rng.random(30) < 0.6)
    ours, plain = np.empty(30, np.int64), np.empty(30, np.int64)
    kept = within_reach(items, estimate, error, margin, least, ours)
    assert ours[:kept].tolist() == plain[: within_reach_plainly(items, estimate, error, margin, least, plain)].tolist()
    assert kept == pytest.approx(sum(estimate[j] + margin * error[j] >= least for j in items), abs=1)
