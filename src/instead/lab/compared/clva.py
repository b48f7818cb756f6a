"""CLVA and LVA (Rakesh, Wang, Shu, Liu, WSDM 2019): a variational auto-encoder of the reviews of an item, a classifier
of the link of two items from their codes, and, in CLVA, collaborative filtering that shapes the codes.

    link(i, j) = softmax(V relu(V_a z_i + V_b z_j + b) + d)   over none, substitute, complement           Eq. C4
    score(u, q, j) = log link(q, j)[substitute] + kappa (u . v_j - mean_u) / deviation_u                  Eq. C5

with z = mu; mean and deviation of u . v over the whole catalogue, so that a score does not depend on the other
candidates. LVA has no users: kappa is 0. The list of attributes is pi of the chosen item (Eq. C2). Networks are
`variational.py`, training is `clva_trainer.py`; docs/compared_systems.md says what was decided and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.engine.products import product
from instead.engine.threads import in_pieces
from instead.lab.compared.clva_settings import CLVASettings
from instead.lab.compared.connector_loops import class_logits
from instead.lab.compared.dot_loops import pair_dots
from instead.lab.compared.variational import CLASSES, SUBSTITUTE, Networks, decode
from instead.models.context import Askers, Aspect, Context
from instead.models.interface import one_by_one

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_PAIRS = 2048  # of one piece of work


class CLVA:
    """A trained model."""

    def __init__(self, settings: CLVASettings, nets: Networks, mean: Floats, users: Floats, tastes: Floats) -> None:
        self.settings = settings
        self.name = "clva" if settings.collaborative else "lva"
        self.nets = nets
        self.mean = mean  # mu (items, k)
        self.users = users  # u (users, k); (0, k) in LVA
        self.tastes = tastes  # v (items, k); (0, k) in LVA

    @property
    def items(self) -> int:
        return len(self.mean)

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        """V_a mu + b and V_b mu, (items, h) each."""
        return product(self.mean, self.nets.v_a) + self.nets.b, product(self.mean, self.nets.v_b)

    @cached_property
    def _spread(self) -> tuple[Floats, Floats]:
        """Mean (k,) and covariance (k, k) of v over the catalogue."""
        tastes = np.asarray(self.tastes, np.float64)
        return tastes.mean(axis=0).astype(np.float32), np.cov(tastes.T, bias=True).astype(np.float32).reshape(
            tastes.shape[1], -1
        )

    @property
    def looks_at(self) -> frozenset[Aspect]:
        return frozenset(("user",)) if self.settings.collaborative and self.settings.kappa else frozenset()

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) Eq. C5."""
        width = candidates.shape[1]
        right = np.ascontiguousarray(candidates, np.int64).ravel()
        logits = self._logits(np.repeat(context.query, width), right)
        # log of the class as -log(1 + sum of exp(others - it)): pairs that are nearly certain keep their order, where
        # the log of a share that rounds to 1 would be 0 for all of them
        others = np.delete(logits - logits[:, SUBSTITUTE, None], SUBSTITUTE, axis=1)
        scores: Floats = -np.logaddexp(np.float32(0), np.logaddexp.reduce(others, axis=1)).reshape(candidates.shape)
        if self.settings.collaborative and self.settings.kappa:
            scores += np.float32(self.settings.kappa) * self._liking(context.askers, right, width)
        return scores

    def score_all(self, context: Context) -> Floats:
        """(n, items) scores of the whole catalogue."""
        return one_by_one(self, context)

    def log_classes(self, left: Ints, right: Ints) -> Floats:
        """(p, classes) log of Eq. C4."""
        logits = self._logits(left, right)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return logits

    def _logits(self, left: Ints, right: Ints) -> Floats:
        """(p, classes) before the softmax."""
        of_left, of_right = self._sides
        logits = np.empty((left.size, len(CLASSES)), np.float32)

        def work(first: int, last: int) -> None:
            class_logits(
                of_left, of_right, self.nets.v_2, self.nets.d, left[first:last], right[first:last], logits[first:last]
            )

        in_pieces(work, left.size, _PAIRS)
        return logits

    def _liking(self, askers: Askers, right: Ints, width: int) -> Floats:
        """(n, c) u . v_j, standardised over the catalogue; 0 for an unknown user (cold start)."""
        mean, covariance = self._spread
        mine = askers.rows_of(self.users, 0.0)
        likes = np.empty(right.size, np.float32)
        pair_dots(mine, self.tastes, np.repeat(np.arange(len(mine)), width), right, likes)
        middle = np.einsum("nk,k->n", mine, mean)
        deviation = np.sqrt(np.maximum(np.einsum("nk,kl,nl->n", mine, covariance, mine), 0))
        scale = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0)
        return np.asarray((likes.reshape(len(mine), width) - middle[:, None]) * scale[:, None], np.float32)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        """(n, A) decoded probability of each attribute of the chosen item, Eq. C2; independent of user and query."""
        return decode(self.nets, self.mean[chosen])[1]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All parameters, by name."""
        found: dict[str, NDArray[Any]] = {f"nets.{name}": array for name, array in self.nets.arrays().items()}
        return found | {"mean": self.mean, "users": self.users, "tastes": self.tastes}

    @classmethod
    def from_arrays(cls, settings: CLVASettings, arrays: Mapping[str, NDArray[Any]]) -> CLVA:
        """The model from stored arrays, which may be memory-mapped."""
        nets = {name.removeprefix("nets."): array for name, array in arrays.items() if name.startswith("nets.")}
        return cls(settings, Networks(**nets), arrays["mean"], arrays["users"], arrays["tastes"])
