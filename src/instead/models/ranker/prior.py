"""The prior of a list: which share of its items are substitutes of the query, estimated by EM (Saerens et al. 2002).

e is calibrated for the catalogue. A list that holds nothing but substitutes is another population: its log odds are
shifted by t = logit(share) - logit(share in the catalogue), after which closeness decides little, as it should not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import LARGEST, LOG2E, power_of_two

_ROUNDS = 50
_MOST = 13.0
_HALF = 0.5


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def mean_chance(odds: NDArray[Any], shift: float) -> float:
    """Mean of sigmoid(odds + shift), in one loop of vector instructions."""
    one, by, most = np.float32(1.0), np.float32(shift), np.float32(LARGEST)
    total = 0.0
    for x in range(odds.size):
        power = (np.float32(odds[x]) + by) * np.float32(LOG2E)
        small = one / power_of_two(min(abs(power), most))  # exp(-|odds|): never overflows
        total += float((one if power >= 0 else small) / (one + small))
    return total / odds.size


@njit(cache=True, nogil=True)
def prior_shift(odds: NDArray[Any], usual: float) -> float:
    """t of a list from its e (n,); `usual` is the share of substitutes in the catalogue. 0 unless more than half of the
    list are substitutes: a catalogue or a sample of it stays as it is."""
    if odds.size == 0:  # every candidate was filtered out
        return 0.0
    usual = min(max(usual, 1e-6), 0.5)
    of_usual = np.log(usual) - np.log(1.0 - usual)
    share = _HALF
    for _ in range(_ROUNDS):
        new = min(max(mean_chance(odds, np.log(share) - np.log(1.0 - share) - of_usual), 1e-6), 1.0 - 1e-6)
        if new <= _HALF:  # a smaller share makes every probability smaller: from here on it can only fall
            return 0.0
        if abs(new - share) < 1e-6:
            break
        share = new
    return float(min(_MOST, np.log(share) - np.log(1.0 - share) - of_usual))
