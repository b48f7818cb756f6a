"""What the settings of compared systems share: when training stops, and what the graph models may learn from."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field

from instead.errors import InputError
from instead.settings.base import Settings


class GraphModelSettings(Settings):
    """Of a model that learns from a substitute graph."""

    preset: Literal["default"] = "default"
    supervision: Literal["graph", "triples"] = "graph"
    """All substitute pairs that are not reserved, or only the pairs (query, chosen) of the training triples."""
    round_epochs: int = Field(default=5, ge=1)
    """Epochs between two validations."""
    rounds: int = Field(default=20, ge=1)
    """Validations at most."""
    patience: int = Field(default=3, ge=1)
    """Rounds without a better validation NDCG@10 before training stops."""
    validation_cases: int = Field(default=5000, ge=1)
    """Validation triples looked at after each round."""
    scale: float = Field(default=5.0, gt=1.0)
    """Highest rating."""
    optimiser: Literal["adam", "adagrad"] = "adagrad"
    seed: int = Field(default=0, ge=0)

    @classmethod
    def of_preset(cls, preset: str, **changes: Any) -> Self:
        """Settings of a preset, of which there is one; changes that are None are ignored."""
        if preset != "default":
            raise InputError(f"unknown preset {preset!r}: choose default, the only one of this model")
        return cls.checked({name: value for name, value in changes.items() if value is not None})
