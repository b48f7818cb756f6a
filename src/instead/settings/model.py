"""What the settings of all models share: presets, and what training and serving need to know of any model."""

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
    """Validation triples looked at after each round."""
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
    """Of a model that learns round by round."""

    rounds: int = Field(default=20, ge=1)
    """Rounds at most; each ends with a look at validation triples."""
    patience: int = Field(default=3, ge=1)
    """Rounds without a better validation NDCG@10 before training stops."""


class FitSettings(ModelSettings):
    """Of a model that is computed in one go: there is nothing to stop early."""

    rounds: ClassVar[int] = 1
    patience: ClassVar[int] = 1


class GraphFitSettings(FitSettings):
    """Of a model that is computed from a graph of substitutes."""

    supervision: Supervision = "graph"
    """`graph`: every substitute pair that is not reserved; `triples`: the pairs of training triples alone."""
