"""Random numbers that depend on nothing but a seed and a row: splitmix64, one stream per row.

Threads, chunks and the order of work do not matter, and a plain twin can follow every number.
"""

from __future__ import annotations

import numpy as np
from numba import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S11, _S27, _S30, _S31, _S32 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_UNIT = 2.0**-53
_MASK = (1 << 64) - 1


@njit(cache=True, nogil=True, inline="always")
def mixed(state: np.uint64) -> np.uint64:
    """The output function of splitmix64."""
    state = (state ^ (state >> _S30)) * _MIX1
    state = (state ^ (state >> _S27)) * _MIX2
    return state ^ (state >> _S31)


@njit(cache=True, nogil=True, inline="always")
def stream(seed: np.uint64, row: int) -> np.uint64:
    """The first state of a row's stream. Add GOLDEN for the next."""
    return mixed(seed ^ (np.uint64(row + 1) * GOLDEN))


@njit(cache=True, nogil=True, inline="always")
def below(state: np.uint64, limit: int) -> np.int64:
    """A whole number in [0, limit), limit < 2**32; the bias is under limit / 2**32."""
    return np.int64(((mixed(state) >> _S32) * np.uint64(limit)) >> _S32)


@njit(cache=True, nogil=True, inline="always")
def unit(state: np.uint64) -> float:
    """A number in [0, 1) with 53 random bits."""
    return np.float64(mixed(state) >> _S11) * _UNIT


class PlainStream:
    """The twin: the same numbers in plain Python."""

    def __init__(self, seed: int, row: int) -> None:
        self.state = _mixed_plainly(seed ^ (((row + 1) * int(GOLDEN)) & _MASK))

    def _next(self) -> int:
        self.state = (self.state + int(GOLDEN)) & _MASK
        return _mixed_plainly(self.state)

    def below(self, limit: int) -> int:
        return ((self._next() >> 32) * limit) >> 32

    def unit(self) -> float:
        return float(self._next() >> 11) * _UNIT


def _mixed_plainly(state: int) -> int:
    state = ((state ^ (state >> 30)) * int(_MIX1)) & _MASK
    state = ((state ^ (state >> 27)) * int(_MIX2)) & _MASK
    return state ^ (state >> 31)
