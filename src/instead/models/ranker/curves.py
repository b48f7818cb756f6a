"""Weights of signals as monotone piecewise linear curves, and the compiled loops that add them up.

A curve has bends k_1 < ... < k_m and slopes s_0 ... s_m:

    f(y) = sum over pieces of s_i ramp_i(y) - the same at the anchor,  ramp_i(y) = clip(y, k_i, k_i+1) - k_i  (C1)

with y = log(1 + x / eps) for signals that are sums and y = x for the others. With one slope it is a weight. f is 0 at
the anchor: where nothing is known (sums), where nothing differs from the query (gains, prices), or at the mean of the
catalogue (standing of an item).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import LARGEST, LOG2E, power_of_two

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

REPLACES, TAKES = "e", "v"
_BLOCK = 64  # numbers of one block of a loop of vector instructions
_NEAR = np.float32(4.0)  # below it log(1 + s) needs more than three terms of its series


@dataclass(frozen=True)
class Scale:
    """How a column is read: eps of its logarithm (0: as it is), its anchor and its bends, all in terms of y."""

    eps: float
    anchor: float
    bends: Doubles  # (m,)

    def read(self, values: Array) -> Floats:
        """y of raw values."""
        return np.asarray(np.log1p(values / np.float32(self.eps)) if self.eps else values, np.float32)

    def ramps(self, read: Array) -> Floats:
        """(..., m + 1) of y, minus those of the anchor."""
        return np.asarray(_ramps(read, self.bends) - _ramps(np.array(self.anchor), self.bends), np.float32)


@dataclass(frozen=True)
class Curve:
    """The weight of one column."""

    name: str
    scale: Scale
    slopes: Doubles  # (m + 1,)
    errors: Doubles  # (m + 1,) standard errors
    low: float
    """y at the 10 % quantile of what lists hold ..."""
    high: float
    """... and at the 90 % quantile."""

    def __call__(self, values: Array) -> Floats:
        """f of raw values."""
        return np.asarray(self.scale.ramps(self.scale.read(values)) @ self.slopes, np.float32)

    @property
    def effect(self) -> tuple[float, float]:
        """Points between the 10 % and the 90 % quantile, and their standard error (pieces taken as independent)."""
        between = _ramps(np.array(self.high), self.scale.bends) - _ramps(np.array(self.low), self.scale.bends)
        return float(between @ self.slopes), float(np.sqrt(((between * self.errors) ** 2).sum()))

    @property
    def table(self) -> Doubles:
        """What the compiled loop takes: eps, value at the anchor, number of bends, bends, slopes."""
        at = float(_ramps(np.array(self.scale.anchor), self.scale.bends) @ self.slopes)
        return np.concatenate([[self.scale.eps, at, self.scale.bends.size], self.scale.bends, self.slopes])

    def array(self) -> Doubles:
        """Everything in one row, for the folder."""
        head = [self.scale.eps, self.scale.anchor, self.low, self.high, self.scale.bends.size]
        return np.concatenate([head, self.scale.bends, self.slopes, self.errors])

    @classmethod
    def of_array(cls, name: str, row: Array) -> Curve:
        eps, anchor, low, high, count = (float(value) for value in row[:5])
        bends, slopes, errors = np.split(np.asarray(row[5:], np.float64), [int(count), 2 * int(count) + 1])
        return cls(name, Scale(eps, anchor, bends), slopes, errors, low, high)


def _ramps(read: Array, bends: Doubles) -> Doubles:
    if not bends.size:
        return np.asarray(read, np.float64)[..., None]
    pieces = [np.minimum(read, bends[0])]
    pieces += [np.clip(read, one, other) - one for one, other in pairwise(bends)]
    pieces.append(np.maximum(read - bends[-1], 0.0))
    return np.stack(pieces, axis=-1)


@njit(cache=True, nogil=True)
def _add_bent(values: Floats, table: Doubles, total: Floats) -> None:
    """`add_curve` of values as they are, with bends: piece by piece over blocks, so that no item branches to its piece.

    A piece that a value does not reach adds exactly 0. Sums must not be reordered: an item has the same bits anywhere.
    """
    at, bends = table[1], int(table[2])
    slopes, parts = table[3 + bends :], np.empty(_BLOCK)
    for left in range(0, values.size, _BLOCK):
        some, sums = values[left : left + _BLOCK], total[left : left + _BLOCK]
        part = parts[: some.size]
        for x in range(some.size):
            part[x] = slopes[0] * min(np.float64(some[x]), table[3])
        for k in range(bends):
            low, slope = table[3 + k], slopes[k + 1]
            high = table[4 + k] if k + 1 < bends else np.inf
            for x in range(some.size):
                part[x] += slope * (min(max(np.float64(some[x]), low), high) - low)
        for x in range(some.size):
            sums[x] = np.float32(np.float64(sums[x]) + (part[x] - at))


@njit(cache=True, nogil=True, fastmath=True)
def add_curve(values: Floats, table: Doubles, total: Floats) -> None:
    """total[x] += f(values[x]); `table` as `Curve.table` gives it."""
    eps, at, bends = table[0], table[1], int(table[2])
    slopes = table[3 + bends :]
    if bends == 0 and eps == 0.0:
        slope, shift = np.float32(slopes[0]), np.float32(at)
        for x in range(values.size):
            total[x] += slope * values[x] - shift
        return
    if eps == 0.0:
        _add_bent(values, table, total)
        return
    for x in range(values.size):
        y = np.float64(values[x])
        if y == 0.0:
            continue  # sums are anchored at 0
        y = np.log1p(y / eps)
        if bends == 0:
            total[x] += slopes[0] * y - at
            continue
        first = table[3]
        part = slopes[0] * min(y, first)
        for k in range(bends):
            low = table[3 + k]
            if y <= low:
                break
            high = table[4 + k] if k + 1 < bends else np.inf
            part += slopes[k + 1] * (min(y, high) - low)
        total[x] += part - at


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def _log_sigmoids(read: Floats, found: Floats) -> None:
    """found[x] = log sigmoid(read[x]) by three terms of its series, for exactly `_BLOCK` numbers."""
    one, half, third = np.float32(1.0), np.float32(0.5), np.float32(1.0 / 3.0)
    for x in range(_BLOCK):
        y = read[x]
        small = one / power_of_two(min(abs(y) * np.float32(LOG2E), np.float32(LARGEST)))
        found[x] = min(y, np.float32(0.0)) - small * (one - small * (half - small * third))


@njit(cache=True, nogil=True, error_model="numpy")
def log_sigmoid(values: Floats, shift: float, total: Floats) -> None:
    """total[x] += log sigmoid(values[x] + shift) = min(y, 0) - log(1 + exp(-|y|)), without overflow.

    Nearly every item of a catalogue is no substitute: for all of them log(1 + s) is its series in one loop of vector
    instructions, and the few with a larger s are put right afterwards. The loop is over blocks of one length: the last
    items of a list would be computed by other instructions, and rounded otherwise than the same items elsewhere.
    """
    one, half, third, by = np.float32(1.0), np.float32(0.5), np.float32(1.0 / 3.0), np.float32(shift)
    read, found = np.zeros(_BLOCK, np.float32), np.empty(_BLOCK, np.float32)
    for first in range(0, values.size, _BLOCK):
        count = min(_BLOCK, values.size - first)
        for x in range(count):
            read[x] = values[first + x] + by
        _log_sigmoids(read, found)
        least = np.float32(np.inf)
        for x in range(count):
            total[first + x] += found[x]
            least = min(least, abs(read[x]))
        for x in range(count if least < _NEAR else 0):
            y = abs(read[x])
            if y < _NEAR:
                small = np.float32(np.exp(-y))
                total[first + x] += small * (one - small * (half - small * third)) - np.float32(np.log1p(small))
