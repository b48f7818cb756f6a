"""Low-rank estimates of the scores of a whole catalogue: two dot products of short vectors per item, in one pass."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import wide_vectors

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_ZERO = np.float32(0)


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def estimate_scores(vectors: Floats, latent: Floats, basis: Floats, place: Floats, bias: Floats, out: Floats) -> None:
    """Fill out (items,) with vectors (items, d) @ latent + basis (items, r) @ place + bias, which may be empty."""
    wide_vectors()  # type: ignore[call-arg]
    for j in range(out.size):
        first, second = _ZERO, _ZERO
        vector, row = vectors[j], basis[j]
        for k in range(latent.size):
            first += latent[k] * vector[k]
        for k in range(place.size):
            second += place[k] * row[k]
        out[j] = first + second + (bias[j] if bias.size else _ZERO)


def estimate_scores_plainly(
    vectors: Floats, latent: Floats, basis: Floats, place: Floats, bias: Floats, out: Floats
) -> None:
    """The twin of `estimate_scores` in NumPy."""
    out[:] = vectors @ latent + basis @ place
    if bias.size:
        out += bias


@njit(cache=True, nogil=True)
def within_reach(items: Ints, estimate: Floats, error: Floats, margin: float, least: float, out: Ints) -> int:
    """Write to `out` those of items (n,) that may still reach `least`; how many there are.

    An item stays if its estimate and `margin` times the error of that estimate (all items,) add up to `least`: pruning
    of candidates by an upper bound.
    """
    found = 0
    for place in range(items.size):
        j = items[place]
        if estimate[j] + np.float32(margin) * error[j] >= least:
            out[found] = j
            found += 1
    return found


def within_reach_plainly(items: Ints, estimate: Floats, error: Floats, margin: float, least: float, out: Ints) -> int:
    """The twin of `within_reach` in NumPy."""
    kept = items[estimate[items] + np.float32(margin) * error[items] >= least]
    out[: len(kept)] = kept
    return len(kept)
