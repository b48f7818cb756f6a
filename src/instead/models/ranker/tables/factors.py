"""Item factors of implicit matrix factorisation (iALS); askers are folded in from what they had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.ials import fit_ials, ridges, solve_row
from instead.models.ranker.known import Known
from instead.rng import stage_rng
from instead.settings import FactorSettings

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Factors:
    """`item` (items, d) in the eigenbasis of their Gram matrix; `about` is (a, r, v) of equation (iALS)."""

    item: Floats
    about: NDArray[np.float64]  # (3,) weight of unseen cells, ridge, its power

    @classmethod
    def of(cls, known: Known, settings: FactorSettings) -> Factors:
        about = settings.unseen, settings.ridge, settings.ridge_power
        rng = stage_rng(settings.seed, "ials")
        factors = fit_ials(known.visits, settings.dimension, *about, settings.factor_rounds, rng)
        return cls(factors, np.array(about))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Factors:
        return cls(arrays["factors.item"], arrays["factors.about"])

    def arrays(self) -> dict[str, Array]:
        return {"factors.item": self.item, "factors.about": self.about}

    def with_empty(self, count: int) -> Self:
        nothing = np.zeros((count, self.item.shape[1]), np.float32)
        made = type(self)(np.concatenate([self.item, nothing]), self.about)
        made.__dict__["_gram"], made.__dict__["unit"] = self._gram, np.concatenate([self.unit, nothing])
        return made

    @cached_property
    def _gram(self) -> NDArray[np.float64]:
        """(d,) weight of unseen cells times the diagonal of the Gram matrix, which is all of it in this basis."""
        gram: NDArray[np.float64] = self.about[0] * np.einsum("if,if->f", self.item, self.item, dtype=np.float64)
        return gram

    @cached_property
    def everything(self) -> Ints:
        """(items,) all item numbers."""
        return np.arange(self.item.shape[0])

    @cached_property
    def unit(self) -> Floats:
        """(items, d) factors of length 1; 0 where an item has none."""
        length = np.sqrt(np.einsum("if,if->i", self.item, self.item, dtype=np.float64))[:, None]
        unit = np.divide(self.item, length, out=np.zeros(self.item.shape), where=length > 0)
        return np.asarray(unit, np.float32)

    def taste(self, history: Ints) -> Floats:
        """(d,) fold-in: the vector of somebody with this history, of length 1; 0 without one."""
        vector = np.zeros(self.item.shape[1], np.float32)
        unseen, ridge, power = self.about
        own = ridges(np.array([history.size]), self.item.shape[0], unseen, ridge, power)[0]
        solve_row(history, self.item, self._gram + own, vector)
        length = float(np.sqrt(vector @ vector))
        return vector / np.float32(length) if length > 0 else vector
