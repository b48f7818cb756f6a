"""The prior of a list: which share of its items are substitutes of the query, estimated by EM (Saerens et al. 2002).

e is calibrated for the catalogue. A list that holds nothing but substitutes is another population: its log odds are
shifted by t = logit(share) - logit(share in the catalogue), after which closeness decides little, as it should not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

_ROUNDS = 50
_MOST = 13.0
_HALF = 0.5


@njit(cache=True, nogil=True)
def prior_shift(odds: NDArray[Any], usual: float) -> float:
    """t of a list from its e (n,); `usual` is the share of substitutes in the catalogue. 0 unless more than half of the
    list are substitutes: a catalogue or a sample of it stays as it is."""
    if odds.size == 0:  # every candidate was filtered out
        return 0.0
    usual = min(max(usual, 1e-6), 0.5)
    share = _HALF
    for _ in range(_ROUNDS):
        gain, loss = share / usual, (1.0 - share) / (1.0 - usual)
        total = 0.0
        for x in range(odds.size):
            probability = 1.0 / (1.0 + np.exp(-odds[x]))
            total += probability * gain / (probability * gain + (1.0 - probability) * loss)
        new = min(max(total / odds.size, 1e-6), 1.0 - 1e-6)
        if abs(new - share) < 1e-6:
            break
        share = new
    if share <= _HALF:
        return 0.0
    shift = np.log(share / (1.0 - share)) - np.log(usual / (1.0 - usual))
    return float(min(_MOST, shift))
