"""Ensemble: a weighted sum of the scores of several models, each standardised (z-score) over the catalogue.

    score(u, q, j) = sum over parts p of weight_p (s_p(u, q, j) - mean_p) / deviation_p

Mean and deviation of a request are taken over the whole catalogue, so a score does not depend on the other candidates.
A part that gives every item the same score adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from instead.errors import InputError
from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Arrays, LastSaw
from instead.models.learning import OneGo, Trainer
from instead.models.registry import Entry, Parts, entry_of
from instead.models.sparse_scores import looked_up
from instead.settings import FitSettings, ModelSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_CELLS = 1 << 22  # of dense rows held at a time


class BlendSettings(FitSettings):
    """Which models are blended, and their weights."""

    weights: dict[str, float] = Field(default={"3-hop": 1.0, "item-knn": 1.0}, min_length=1)
    """Weight of each part by the name of its model."""

    @field_validator("weights")
    @classmethod
    def _known(cls, weights: dict[str, float]) -> dict[str, float]:
        for name in weights:
            try:
                if entry_of(name).made_of is ENTRY.made_of:
                    raise ValueError("a blend cannot be a part of a blend")
            except InputError as error:
                raise ValueError(str(error)) from None
        return weights


class Blend:
    """Weighted sum of the standardised scores of its parts."""

    name = "blend"

    def __init__(self, settings: BlendSettings, parts: Parts) -> None:
        self.settings, self._parts = settings, dict(parts)

    @property
    def items(self) -> int:
        return next(iter(self._parts.values())).items

    @property
    def looks_at(self) -> frozenset[Aspect]:
        return frozenset().union(*(part.looks_at for part in self._parts.values()))

    @property
    def newest(self) -> int | None:
        """The newest visit of parts that have nothing to say of later times."""
        seen = [part.newest for part in self._parts.values() if isinstance(part, LastSaw)]
        return max((time for time in seen if time is not None), default=None)

    def score(self, context: Context, candidates: Ints) -> Floats:
        """(n, c) weighted sums for `candidates` (n, c)."""
        return looked_up(self.score_all, self.items, context, candidates)

    def score_all(self, context: Context) -> Floats:
        """(n, items) weighted sums for the whole catalogue."""
        total = np.zeros((len(context), self.items), np.float32)
        for name in self._parts:
            total += self._standardised(name, context)
        return total

    def parts(self, context: Context, candidates: Ints) -> dict[str, Floats]:
        """(n, c) weighted standardised scores of each part, by name."""
        return {name: np.take_along_axis(self._standardised(name, context), candidates, axis=1) for name in self._parts}

    def _standardised(self, name: str, context: Context) -> Floats:
        """(n, items) scores of one part, standardised and weighted."""
        scores = self._parts[name].score_all(context).astype(np.float64)
        scores -= scores.mean(axis=1, keepdims=True)
        deviation = scores.std(axis=1, keepdims=True)
        scale = np.divide(self.settings.weights[name], deviation, out=np.zeros_like(deviation), where=deviation > 1e-12)
        return np.asarray(scores * scale, np.float32)

    def arrays(self) -> Arrays:
        """No arrays of its own: all are in its parts."""
        return {}


def _load(settings: BlendSettings, arrays: Mapping[str, NDArray[Any]], parts: Parts) -> Blend:
    return Blend(settings, parts)


def _trainer(material: Material, settings: BlendSettings, parts: Parts) -> Trainer:
    return OneGo(lambda: Blend(settings, parts))


def _made_of(settings: BlendSettings) -> dict[str, tuple[str, ModelSettings]]:
    return {name: (name, entry_of(name).settings.of_preset("default", seed=settings.seed)) for name in settings.weights}


def _memory(material: Material, settings: BlendSettings) -> dict[str, int]:
    """Parts are trained one after the other, and then all are held. The dataset is held once; of stages that never come
    together (reading, learning or writing of a part, scores of the blend) the largest counts."""
    found: dict[str, int] = {}
    stages = [16 * min(_CELLS, settings.validation_cases * material.items)]  # scores of a part, and of the sum
    for name, (model, its) in _made_of(settings).items():
        parts = entry_of(model).memory(material, its)
        shared = {what: parts.pop(what, 0) for what in ("runtime", "dataset")}
        found |= {what: max(found.get(what, 0), size) for what, size in shared.items()}
        found[name] = parts.pop("model", 0)
        stages.append(sum(parts.values()))
    return found | {"largest stage": max(stages)}


ENTRY = Entry(
    "blend", BlendSettings, _load, _memory, trainer=_trainer, made_of=_made_of, about="a weighted sum of other models"
)
