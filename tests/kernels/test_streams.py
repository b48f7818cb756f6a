"""Random numbers of a row: splitmix64 as published, the same compiled and plain, even over their range."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from numpy.typing import NDArray
from scipy import stats

from instead.kernels.streams import GOLDEN, PlainStream, below, mixed, stream, unit

WORDS = st.integers(0, 2**64 - 1)


@njit()
def outputs(state: np.uint64, out: NDArray[np.uint64]) -> None:
    for place in range(out.size):
        state += GOLDEN
        out[place] = mixed(state)


@njit()
def drawn(seed: np.uint64, row: int, limit: int, numbers: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
    state = stream(seed, row)
    for place in range(numbers.size):
        state += GOLDEN
        numbers[place] = below(state, limit)
        state += GOLDEN
        shares[place] = unit(state)


def test_it_is_splitmix64() -> None:
    """The first numbers after the state 1234567, as its published code prints them."""
    out = np.empty(5, np.uint64)
    outputs(np.uint64(1234567), out)
    assert out.tolist() == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


@given(WORDS, st.integers(0, 2**40), st.integers(1, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_compiled_and_plain_numbers_are_the_same(seed: int, row: int, limit: int) -> None:
    numbers, shares = np.empty(6, np.int64), np.empty(6)
    drawn(np.uint64(seed), row, limit, numbers, shares)
    plain = PlainStream(seed, row)
    for number, share in zip(numbers.tolist(), shares.tolist(), strict=True):
        assert number == plain.below(limit) < limit
        assert share == plain.unit() < 1.0


def test_rows_of_one_seed_are_independent_and_even() -> None:
    numbers, shares = np.empty((400, 25), np.int64), np.empty((400, 25))
    for row in range(400):
        drawn(np.uint64(7), row, 10, numbers[row], shares[row])
    assert stats.chisquare(np.bincount(numbers.ravel(), minlength=10)).pvalue > 1e-4
    assert stats.kstest(shares.ravel(), "uniform").pvalue > 1e-4
    assert abs(np.corrcoef(shares[:-1, 0], shares[1:, 0])[0, 1]) < 0.2
