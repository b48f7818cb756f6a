"""Ranks, hits and gains, worked by hand."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.metrics import expected_ranks, gains, hits
from tests.shops import seeds


@pytest.mark.parametrize(
    ("right", "others", "rank"),
    [
        (5.0, [1, 2, 3], 1.0),
        (2.5, [1, 2, 3], 2.0),
        (0.0, [1, 2, 3], 4.0),
        (3.0, [1, 2, 3], 1.5),  # one tie: first or second
        (2.0, [2, 2, 3], 3.0),  # one above, two level: second, third or fourth
        (7.0, [7, 7, 7], 2.5),  # all level: anywhere of four
    ],
)
def test_ranks(right: float, others: list[float], rank: float) -> None:
    assert expected_ranks(np.array([right]), np.array([others], float)).tolist() == [rank]


def test_measures_of_known_ranks() -> None:
    ranks = np.array([1.0, 2.0, 3.0, 5.0, 5.5, 6.0])
    assert hits(ranks, 5).tolist() == [1, 1, 1, 1, 0, 0]
    expected = [1, 1 / log2(3), 1 / 2, 1 / log2(6), 0, 0]  # log2(1 + 1) = 1, log2(1 + 3) = 2
    np.testing.assert_allclose(gains(ranks, 5), expected)
    assert gains(np.array([7.0]), 7).tolist() == [1 / 3]  # log2(8) = 3


@pytest.mark.parametrize("candidates", [9, 1000])
def test_constant_scores_give_the_rank_of_chance(candidates: int) -> None:
    """The mean rank of a random order of c + 1 items: 1 + c / 2. Nothing is won by being first in a list."""
    ranks = expected_ranks(np.zeros(4), np.zeros((4, candidates)))
    assert ranks.tolist() == [1 + candidates / 2] * 4
    assert hits(ranks, candidates // 4).sum() == 0


def test_random_scores_hit_as_often_as_chance() -> None:
    rng = np.random.default_rng(0)
    ranks = expected_ranks(rng.random(20_000), rng.random((20_000, 99)))
    for k in (5, 10, 50):
        assert hits(ranks, k).mean() == pytest.approx(k / 100, abs=4 * (k / 100 / 20_000) ** 0.5)


@given(seed=seeds, cases=st.integers(1, 20), candidates=st.integers(1, 60), levels=st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_measures_agree_with_each_other(seed: int, cases: int, candidates: int, levels: int) -> None:
    """Few levels of score make many ties."""
    rng = np.random.default_rng(seed)
    right, others = rng.integers(levels, size=cases) * 1.0, rng.integers(levels, size=(cases, candidates)) * 1.0
    ranks = expected_ranks(right, others)
    assert ((ranks >= 1) & (ranks <= candidates + 1)).all()
    for case in range(cases):  # the mean place among all orders that the scores allow
        above, level = (others[case] > right[case]).sum(), (others[case] == right[case]).sum()
        assert ranks[case] == np.mean([above + 1 + place for place in range(level + 1)])
    np.testing.assert_array_equal(expected_ranks(3 * right + 1, 3 * others + 1), ranks)
    before = np.zeros(cases)
    for k in (1, 5, 10, 20, 50):
        hit, gain = hits(ranks, k), gains(ranks, k)
        assert (gain <= hit).all() and (hit >= before).all()
        assert ((gain > 0) == (hit > 0)).all()
        before = hit
