"""Compiled loops of recent popularity: sums over the visits of an item that fade with their distance in time.

A sum of exp(-|now - t| / tau) over sorted times needs only the two visits next to now: what lies before has faded by
the same factor since the visit before now, and what comes after likewise. So each visit keeps both sums as of its own
time, and a score costs a binary search and two exponentials, however many visits there are. Nothing overflows, since
no exponent is positive.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def running_sums(start: Ints, time: Ints, tau: float) -> tuple[Floats, Floats]:
    """(visits,) sums over each visit and those before it, and over it and those after it, as of its own time."""
    before, after = np.empty(time.size, np.float64), np.empty(time.size, np.float64)
    for item in range(start.size - 1):
        low, high = start[item], start[item + 1]
        faded = 0.0
        for at in range(low, high):
            if at > low:
                faded *= np.exp((time[at - 1] - time[at]) / tau)
            faded += 1.0
            before[at] = faded
        faded = 0.0
        for at in range(high - 1, low - 1, -1):
            if at < high - 1:
                faded *= np.exp((time[at] - time[at + 1]) / tau)
            faded += 1.0
            after[at] = faded
    return before, after


@njit(cache=True, nogil=True)
def recent_scores(
    start: Ints,
    time: Ints,
    before: Floats,
    after: Floats,
    now: Ints,
    candidates: Ints,
    tau: float,
    eps: float,
    past_only: bool,
) -> NDArray[np.float32]:
    """(n, c) log(sum + eps) of `candidates` (n, c), or (1, c) for all, at the times `now` (n,)."""
    scores = np.empty((now.size, candidates.shape[1]), np.float32)
    for row in range(now.size):
        own = row if candidates.shape[0] > 1 else 0
        for place in range(candidates.shape[1]):
            low, high = start[candidates[own, place]], start[candidates[own, place] + 1]
            first, last = low, high
            while low < high:  # the first visit after now
                middle = (low + high) >> 1
                if time[middle] > now[row]:
                    high = middle
                else:
                    low = middle + 1
            total = eps
            if low > first:
                total += before[low - 1] * np.exp((time[low - 1] - now[row]) / tau)
            if low < last and not past_only:
                total += after[low] * np.exp((now[row] - time[low]) / tau)
            scores[row, place] = np.log(total)
    return scores
