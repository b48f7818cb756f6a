"""Compiled loops of putting the lists of many askers in order: gains, and the order with its two rules.

Their twin is `Ordering.of`, one list after the other.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Codes = NDArray[np.int8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]


@njit(cache=True, nogil=True)
def gains(
    at: Ints, start: Ints, attribute: Ints, difference: Doubles, sure: Doubles, care: Floats, scale: float, out: Doubles
) -> None:
    """(O2) into out (n, m): at (n, m) are places of items, whose comparisons begin at start[place]; care (n, A)."""
    for n in range(at.shape[0]):
        for m in range(at.shape[1]):
            total = 0.0
            for one in range(start[at[n, m]], start[at[n, m] + 1]):
                total += np.float64(care[n, attribute[one]]) / scale * difference[one] * sure[one]
            out[n, m] = total


@njit(cache=True, nogil=True)
def _beats(one: int, other: int, values: Codes, stars: Doubles, amount: Doubles, code: Ints) -> int:
    """1 where the first item dominates the second, -1 the other way round, else 0."""
    more = stars[one] > stars[other]  # False where one is unknown
    less = stars[one] < stars[other]
    if code[one] == code[other]:
        more = more or amount[one] < amount[other]
        less = less or amount[one] > amount[other]
    for column in range(values.shape[1]):
        more = more or values[one, column] > values[other, column]
        less = less or values[one, column] < values[other, column]
        if more and less:
            return 0
    return int(more) - int(less)


@njit(cache=True, nogil=True, inline="always")
def _goes_before(one: int, other: int, level: Ints, fit: Ints, worth: Doubles, by_fit: bool) -> bool:
    """Whether an item goes before another by level, then by fitness, if that counts, then by worth."""
    if level[one] != level[other]:
        return bool(level[one] > level[other])
    if by_fit and fit[one] != fit[other]:
        return bool(fit[one] > fit[other])
    return bool(worth[one] > worth[other])


@njit(cache=True, nogil=True)
def _by_worth(level: Ints, fit: Ints, worth: Doubles, k: int, plain: Ints) -> int:
    """Fill plain (m,) with all places by level and worth, equal ones in their order, but first the best by fitness;
    how many of them are shown."""
    ahead = 0
    for one in range(plain.size):
        place = one
        while place > 0 and _goes_before(one, plain[place - 1], level, fit, worth, False):
            plain[place] = plain[place - 1]
            place -= 1
        plain[place] = one
        if _goes_before(one, ahead, level, fit, worth, True):
            ahead = one
    place = 0
    while plain[place] != ahead:
        place += 1
    while place > 0:
        plain[place] = plain[place - 1]
        place -= 1
    plain[0] = ahead
    return min(k, plain.size)


@njit(cache=True, nogil=True)
def orders(
    worth: Doubles, level: Ints, fit: Ints, at: Ints, values: Codes, stars: Doubles, amount: Doubles, code: Ints,
    k: int, out: Ints,
) -> None:  # fmt: skip
    """Fill out (n, m) with the places of each list in their order: the k that are shown by `level`, then by worth, each
    after those of them that dominate it; the first place by `level`, then by `fit`. `at` (n, m) are rows of what is
    known of the items: verdicts by family, stars, price and its currency."""
    width = worth.shape[1]
    shown, beats, beaten = np.empty(width, np.int64), np.empty((width, width), np.bool_), np.empty(width, np.int64)
    for n in range(worth.shape[0]):
        count = _by_worth(level[n], fit[n], worth[n], k, shown)
        out[n] = shown
        beaten[:] = 0
        for a in range(count):
            for b in range(a):
                who = _beats(at[n, shown[a]], at[n, shown[b]], values, stars, amount, code)
                beats[a, b], beats[b, a] = who > 0, who < 0
                beaten[b] += who > 0
                beaten[a] += who < 0
        for place in range(count):
            chosen = -1
            for one in range(count):
                if beaten[one] == 0 and (
                    chosen < 0 or _goes_before(shown[one], shown[chosen], level[n], fit[n], worth[n], place == 0)
                ):
                    chosen = one
            out[n, place] = shown[chosen]
            beaten[chosen] = -1  # has its place
            for one in range(count):
                if beaten[one] > 0 and beats[chosen, one]:
                    beaten[one] -= 1
