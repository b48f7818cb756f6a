"""Candidate generation by a sampled low-rank approximation: which items of a large catalogue need an exact score.

For each user and query, the attribute part of A2CF's scores is a row over the catalogue. These rows lie near a subspace
of few dimensions: the softmax is smooth, and filled cells come from short embeddings. So a sample of rows is computed
exactly and its leading singular directions are kept as a basis. A new user and query are projected by landmarks
(Nystroem-like): a few hundred items are scored exactly and the coordinates fitted to them by least squares, which
assumes nothing about user, care or query. With the latent part, a plain dot product, this estimates every score at the
cost of two short dot products per item.

The error of the estimate was measured for every item on held-out sample rows. An item is pruned if its estimate plus a
multiple of that error cannot reach the k-th best estimate minus the same; the others are scored exactly. If a request
is unlike the samples, its residual at the landmarks is larger, and the margins are widened by the same factor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import one_blas_thread
from instead.models.a2cf.estimates import estimate_scores, within_reach
from instead.rng import stage_rng

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

LEAST = 4000
"""Catalogue size from which a shortlist is faster; below, every item is scored exactly."""
FEW = 1500
"""Items that cost no more to score than to estimate."""
_MARGIN = 5.0  # root mean square errors by which an estimate may be off
_RANK, _SAMPLES, _CHECKS = 64, 128, 32
_LANDMARKS = 4  # for each dimension

AttributeParts = Callable[[Ints, Ints], Floats]
"""Users (n,) and queries (n,) -> (n, items) the attribute part of all scores, exactly."""
ExactPart = Callable[[Ints, Floats], None]
"""Items (m,) and where to write the exact attribute part of their scores."""


@dataclass(frozen=True)
class Shortlist:
    """Basis, landmarks, projector and measured errors of the low-rank approximation."""

    basis: Floats  # B (items, r), orthonormal
    landmarks: Ints  # (m,)
    projector: Floats  # (r, m): coordinates from the attribute part of the landmarks
    error: Floats  # (items,) root of the mean square of estimate - truth, on rows not used for the basis

    @classmethod
    def of(
        cls, attribute_parts: AttributeParts, users: int, items: int, seed: int, uses_attributes: bool
    ) -> Shortlist | None:
        """Build it for a large enough catalogue whose scores have an attribute part; None otherwise."""
        if items < LEAST or not uses_attributes:
            return None
        rng = stage_rng(seed, "shortlist")
        who, queries = (rng.integers(count, size=_SAMPLES + _CHECKS) for count in (users, items))
        rows = attribute_parts(who, queries)
        samples, checks = rows[:_SAMPLES].astype(np.float64), rows[_SAMPLES:]
        with one_blas_thread():
            value, left = np.linalg.eigh(samples @ samples.T)
            kept = np.flatnonzero(value > value[-1] * 1e-10)[::-1][:_RANK]
            basis = (samples.T @ (left[:, kept] / np.sqrt(value[kept]))).astype(np.float32)  # (items, r)
            landmarks = np.sort(rng.choice(items, min(items, _LANDMARKS * len(kept)), replace=False))
            projector = np.linalg.pinv(basis[landmarks].astype(np.float64)).astype(np.float32)
            off = checks - (checks[:, landmarks] @ projector.T) @ basis.T
        error = np.sqrt(np.mean(np.square(off), axis=0)).astype(np.float32)
        return cls(basis, landmarks, projector, np.maximum(error, np.float32(1e-7)))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """By name, as they are stored."""
        return {f"shortlist.{name}": array for name, array in vars(self).items() if isinstance(array, np.ndarray)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Shortlist | None:
        """From a stored file; None if it has none."""
        if "shortlist.basis" not in arrays:
            return None
        return cls(*(arrays[f"shortlist.{name}"] for name in ("basis", "landmarks", "projector", "error")))

    @cached_property
    def _at_landmarks(self) -> Floats:
        return np.ascontiguousarray(self.basis[self.landmarks])

    @cached_property
    def _usual_error(self) -> float:
        return float(np.sqrt(np.mean(np.square(self.error[self.landmarks]))))

    def extended(self, count: int) -> Shortlist:
        """With `count` cold-start items appended. They have an infinite error, so they are always scored exactly."""
        basis = np.concatenate([self.basis, np.zeros((count, self.basis.shape[1]), np.float32)])
        return replace(self, basis=basis, error=np.append(self.error, np.full(count, np.inf, np.float32)))

    def estimates(self, exact_part: ExactPart, vectors: Floats, latent: Floats, bias: Floats) -> tuple[Floats, float]:
        """(items,) estimated scores of one request, and the factor by which its errors exceed the measured ones.

        `vectors` (items, d) and `latent` (d,) make the latent part, `bias` (items,) is the control's, or empty.
        """
        exact = np.empty(len(self.landmarks), np.float32)
        exact_part(self.landmarks, exact)
        place = self.projector @ exact  # (r,)
        off = exact - self._at_landmarks @ place
        strange = max(1.0, float(np.sqrt(np.mean(np.square(off)))) / self._usual_error)
        out = np.empty(len(vectors), np.float32)
        estimate_scores(vectors, latent, self.basis, place, bias, out)
        return out, strange


def best_estimates(
    shortlist: Shortlist, exact_part: ExactPart, vectors: Floats, latent: Floats, bias: Floats, items: Ints, k: int
) -> Ints:
    """Those of `items` whose estimate, within its margin of error, can reach the k-th best."""
    estimate, strange = shortlist.estimates(exact_part, vectors, latent, bias)
    error, margin = shortlist.error, _MARGIN * strange
    lowest = estimate[items] - np.float32(margin) * error[items]
    least = float(np.partition(lowest, len(items) - k)[len(items) - k])
    found = np.empty(len(items), np.int64)
    return found[: within_reach(items, estimate, error, margin, least, found)]
