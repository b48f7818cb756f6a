"""Probabilities from praise and blame, and cells that two rows share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.sparse import random as random_sparse

from instead.explanation.verdicts import compare_shares, compare_shares_plainly, joined_cells, joined_cells_plainly
from tests.small_shop import few

counts = st.integers(0, 60)


def chances(loop: Any, *praise_and_blame: int, usual: float = 0.7, prior: float = 2.0) -> tuple[float, float]:
    above, close = np.empty(1), np.empty(1)
    priors = (prior * usual, prior * (1.0 - usual)) * 2
    beta = [np.array([count + imagined]) for count, imagined in zip(praise_and_blame, priors, strict=True)]
    loop(*beta, 0.15, above, close)
    return float(above[0]), float(close[0])


@few
@given(counts, counts, counts, counts, st.floats(0.05, 0.95), st.floats(0.5, 10.0))
def test_the_loop_and_its_twin_agree(a: int, b: int, c: int, d: int, usual: float, prior: float) -> None:
    ours = chances(compare_shares, a, b, c, d, usual=usual, prior=prior)
    plain = chances(compare_shares_plainly, a, b, c, d, usual=usual, prior=prior)
    assert ours == pytest.approx(plain, abs=1e-4)


@few
@given(counts, counts, counts, counts)
def test_one_is_above_or_the_other(a: int, b: int, c: int, d: int) -> None:
    above, close = chances(compare_shares, a, b, c, d)
    below, same = chances(compare_shares, c, d, a, b)
    assert above + below == pytest.approx(1.0, abs=1e-4)
    assert close == pytest.approx(same, abs=1e-4)


@pytest.mark.parametrize("said", [(9, 1, 4, 5), (0, 3, 5, 0), (2, 2, 2, 2), (300, 40, 250, 60)])
def test_they_are_the_integrals_of_beta_posteriors(said: tuple[int, int, int, int]) -> None:
    grid = (np.arange(20_000) + 0.5) / 20_000
    first = stats.beta(said[0] + 1.4, said[1] + 0.6).pdf(grid) / 20_000
    second = stats.beta(said[2] + 1.4, said[3] + 0.6)
    assert chances(compare_shares, *said)[0] == pytest.approx(float(first @ second.cdf(grid)), abs=0.01)
    close = second.cdf(grid + 0.15) - second.cdf(grid - 0.15)
    assert chances(compare_shares, *said)[1] == pytest.approx(float(first @ close), abs=0.02)


@few
@given(st.integers(0, 1000))
def test_joined_cells_are_those_of_either_row_with_enough_reviews(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = random_sparse(6, 15, density=0.4, format="csr", rng=rng)
    rows.sort_indices()
    start, column = rows.indptr.astype(np.int64), rows.indices.astype(np.int32)
    items = rng.permutation(6)[:4].astype(np.int64)
    queries, found = rng.integers(6, size=4), []
    said = rng.integers(0, 6, column.size).astype(np.int32)
    for loop in (joined_cells, joined_cells_plainly):
        out = [np.empty(200, np.int64) for _ in range(3)]
        size = loop(queries, items, start, column, said, 2, 4, *out)
        found.append([part[:size].tolist() for part in out])
    assert found[0] == found[1]
