"""Base classes of model settings: presets, seed, early stopping."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from pydantic import Field

from instead.errors import InputError
from instead.settings.base import Settings, Supervision


class ModelSettings(Settings):
    """Base of the settings of every model."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"default": {}}

    preset: str = "default"
    """Named set of values to start from."""
    validation_cases: int = Field(default=5000, ge=1)
    """Validation triples scored after each round."""
    scale: float = Field(default=5.0, gt=1.0)
    """[N] Highest rating: care and quality go from 1 to it."""
    seed: int = Field(default=0, ge=0)
    """Seed of everything random."""

    @classmethod
    def of_preset(cls, preset: str, **changes: Any) -> Self:
        """Settings of a preset; changes that are None are ignored."""
        if preset not in cls.PRESETS:
            raise InputError(f"unknown preset {preset!r}: choose one of {', '.join(cls.PRESETS)}")
        wanted = {name: value for name, value in changes.items() if value is not None}
        return cls.checked({"preset": preset, **cls.PRESETS[preset], **wanted})


class RoundSettings(ModelSettings):
    """Settings of a model that is trained round by round."""

    rounds: int = Field(default=20, ge=1)
    """Rounds at most; each ends with a validation."""
    patience: int = Field(default=3, ge=1)
    """Early stopping: rounds without a better validation NDCG@10 before training stops."""


class FitSettings(ModelSettings):
    """Settings of a model that is fitted in one step, without early stopping."""

    rounds: ClassVar[int] = 1
    patience: ClassVar[int] = 1


class GraphFitSettings(FitSettings):
    """Settings of a model that is fitted on a graph of substitutes."""

    supervision: Supervision = "graph"
    """`graph`: every substitute pair that is not reserved; `triples`: the pairs of training triples alone."""
