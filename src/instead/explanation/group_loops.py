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


@njit(cache=True, nogil=True)
def orders(
    worth: Doubles, level: Ints, fit: Ints, at: Ints, values: Codes, stars: Doubles, amount: Doubles, code: Ints, k: int,
    out: Ints,
) -> None:  # fmt: skip
    """Fill out (n, m) with the places of each list in their order: the k that are shown by `level`, then by worth, each
    after those of them that dominate it; the first place by `level`, then by `fit`. `at` (n, m) are rows of what is
    known of the items: verdicts by family, stars, price and its currency."""
    width = worth.shape[1]
    plain, shown = np.empty(width, np.int64), np.empty(min(k, width), np.int64)
    count = shown.size
    beats, beaten, left = np.empty((count, count), np.bool_), np.empty(count, np.int64), np.empty(count, np.bool_)
    for n in range(worth.shape[0]):
        w, height, fitness = worth[n], level[n], fit[n]
        ahead = 0
        for one in range(width):  # stable: equal ones stay in their order
            place = one
            while place > 0:
                before = plain[place - 1]
                if height[before] > height[one] or (height[before] == height[one] and w[before] >= w[one]):
                    break
                plain[place] = before
                place -= 1
            plain[place] = one
            if height[one] != height[ahead]:
                ahead = one if height[one] > height[ahead] else ahead
            elif fitness[one] != fitness[ahead]:
                ahead = one if fitness[one] > fitness[ahead] else ahead
            elif w[one] > w[ahead]:
                ahead = one
        shown[0] = ahead
        filled, rest = 1, 0
        while filled < count:
            if plain[rest] != ahead:
                shown[filled] = plain[rest]
                filled += 1
            rest += 1
        beaten[:] = 0
        beats[:] = False
        for a in range(count):
            left[a] = True
            for b in range(a):
                who = _beats(at[n, shown[a]], at[n, shown[b]], values, stars, amount, code)
                beats[a, b], beats[b, a] = who > 0, who < 0
                beaten[b] += who > 0
                beaten[a] += who < 0
        for place in range(count):
            chosen = -1
            for one in range(count):
                if not left[one] or beaten[one] > 0:
                    continue
                if chosen < 0:
                    chosen = one
                    continue
                mine, best = shown[one], shown[chosen]
                if height[mine] != height[best]:
                    higher = height[mine] > height[best]
                elif place == 0 and fitness[mine] != fitness[best]:
                    higher = fitness[mine] > fitness[best]
                else:
                    higher = w[mine] > w[best]
                if higher:
                    chosen = one
            out[n, place] = shown[chosen]
            left[chosen] = False
            for one in range(count):
                beaten[one] -= left[one] and beats[chosen, one]
        for place in range(count, width):
            while plain[rest] == ahead:
                rest += 1
            out[n, place] = plain[rest]
            rest += 1
