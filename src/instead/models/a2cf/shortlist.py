"""A few dimensions that tell which items of a large catalogue are worth an exact score.

The attribute part of A2CF's score, seen as a row of numbers over the catalogue, has one such row for every user and
query, and all of them lie near a space of few dimensions: the softmax is smooth, and filled cells come from short
vectors. So some sample rows are computed exactly and their leading directions kept. To place a new user and query in
that space, a few hundred items (landmarks) are scored exactly and the coordinates fitted to them; any user, any care
and any query may come, since nothing about them was assumed. With the latent part, which is a plain product, this
gives an estimate of every score for the price of a product of short vectors.

How far the estimate is off was measured for every item on sample rows that the directions were not made of. An item
whose estimate plus some times that error cannot reach the k-th best estimate minus the same is left out; the others
are scored exactly. If a request is stranger than the samples, its error at the landmarks says so, and the margins grow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.threads import in_pieces, one_blas_thread
from instead.models.a2cf.estimates import estimate_scores
from instead.models.a2cf.model import A2CF, Context
from instead.rng import stage_rng

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

LEAST = 4000
"""Items from which a shortlist pays; below, every item is scored exactly."""
_RANK, _SAMPLES, _CHECKS = 64, 128, 32
_LANDMARKS = 4  # for each dimension
_PIECE = 2048


@dataclass(frozen=True)
class Shortlist:
    """What is stored of it."""

    basis: Floats  # B (items, r), orthonormal
    landmarks: Ints  # (m,)
    projector: Floats  # (r, m): coordinates from the attribute part of the landmarks
    error: Floats  # (items,) root of the mean square of estimate - truth, on rows not used for the basis

    @classmethod
    def of(cls, model: A2CF, seed: int) -> Shortlist | None:
        """For a large enough model whose scores have an attribute part; None otherwise."""
        settings, items = model.settings, model.items
        if items < LEAST or not (settings.uses_item_attributes or settings.uses_user_attributes):
            return None
        rng = stage_rng(seed, "shortlist")
        users, queries = (rng.integers(count, size=_SAMPLES + _CHECKS) for count in (len(model.ranking.users), items))
        rows = attribute_parts(model, users, queries)
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

    def estimates(self, model: A2CF, context: Context) -> tuple[Floats, float]:
        """(items,) estimated scores of a context of one case, and how much larger than usual its errors are."""
        exact = np.empty(len(self.landmarks), np.float32)
        model.score_case(without_latent(context), 0, self.landmarks, exact, bias=False)
        place = self.projector @ exact  # (r,)
        off = exact - self._at_landmarks @ place
        strange = max(1.0, float(np.sqrt(np.mean(np.square(off)))) / self._usual_error)
        out = np.empty(model.items, np.float32)
        estimate_scores(model.ranking.items, context.latent[0], self.basis, place, model.ranking.bias, out)
        return out, strange


def without_latent(context: Context) -> Context:
    """The same context with nothing but its attribute part."""
    return Context(
        np.zeros_like(context.latent), context.of_query, context.of_user, context.by_query, context.by_user,
        context.quality,
    )  # fmt: skip


def attribute_parts(model: A2CF, users: Ints, queries: Ints) -> Floats:
    """(n, items) the attribute part of all scores, exactly."""
    rows = np.empty((len(users), model.items), np.float32)
    everything = np.arange(model.items)
    for case in range(len(users)):
        user = users[case : case + 1]
        context = without_latent(
            model.context(model.ranking.users[user], model.care.rows(user), queries[case : case + 1])
        )

        def work(first: int, last: int, case: int = case, context: Context = context) -> None:
            model.score_case(context, 0, everything[first:last], rows[case, first:last], bias=False)

        in_pieces(work, model.items, _PIECE)
    return rows
