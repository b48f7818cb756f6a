"""2^x as a polynomial, over all it is allowed to see."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import LARGEST, LOG2E, power_of_two
from instead.settings.a2cf import LARGEST_LOGIT


@njit()
def powers(x: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    for place in range(x.size):
        out[place] = power_of_two(x[place])


def relative_error(x: NDArray[np.float32]) -> NDArray[np.float64]:
    out = np.empty_like(x)
    powers(x, out)
    exact = np.exp2(x.astype(np.float64))
    return np.asarray(np.abs(out / exact - 1))


def test_it_is_exact_to_float32_over_the_whole_range() -> None:
    assert relative_error(np.linspace(0, LARGEST, 400_001, dtype=np.float32)).max() < 2.5e-7


def test_it_is_exact_to_float32_beside_whole_numbers() -> None:
    whole = np.arange(0, LARGEST + 1, dtype=np.float32)
    beside = np.concatenate([whole, np.nextafter(whole, np.float32(200)), np.nextafter(whole[1:], np.float32(0))])
    assert relative_error(np.minimum(beside, np.float32(LARGEST))).max() < 2.5e-7


@pytest.mark.parametrize("logit", [0.0, 0.125, 1.0, 3.125, 25.0, LARGEST_LOGIT])
def test_with_its_factor_it_is_exp(logit: float) -> None:
    x, out = np.array([logit * LOG2E], np.float32), np.empty(1, np.float32)
    powers(x, out)
    # the argument itself is rounded: an error of half a unit in x is one of the same size, relative, in exp(x)
    assert out[0] == pytest.approx(np.exp(logit), rel=2.5e-7 + float(np.spacing(x[0])))


def test_the_largest_logits_fit_however_many_attributes_there_are() -> None:
    assert LARGEST_LOGIT * LOG2E <= LARGEST
    attributes, number = 100_000, 1000.0
    assert float(np.finfo(np.float32).max) > attributes * number * 2.0**LARGEST
