"""What the settings of compared systems share: how long they are trained, and what they may learn from."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

from pydantic import Field

from instead.errors import InputError
from instead.settings.base import Settings, Supervision


class ComparedSettings(Settings):
    """Base of the settings of a compared system."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"default": {}}

    preset: str = "default"
    supervision: Supervision = "graph"
    """`graph`: all training pairs, as these systems were made for; `triples`: the pairs of training triples alone."""
    rounds: int = Field(default=20, ge=1)
    """Rounds at most; each ends with a look at validation triples."""
    patience: int = Field(default=3, ge=1)
    """Rounds without a better validation NDCG@10 before training stops."""
    validation_cases: int = Field(default=5000, ge=1)
    """Validation triples looked at after each round."""
    scale: float = Field(default=5.0, gt=1.0)
    """Highest rating."""
    seed: int = Field(default=0, ge=0)

    @classmethod
    def of_preset(cls, preset: str, **changes: Any) -> Self:
        """Settings of a preset; changes that are None are ignored."""
        if preset not in cls.PRESETS:
            raise InputError(f"unknown preset {preset!r}: choose one of {', '.join(cls.PRESETS)}")
        wanted = {name: value for name, value in changes.items() if value is not None}
        return cls.checked({"preset": preset, **cls.PRESETS[preset], **wanted})


class GraphModelSettings(ComparedSettings):
    """Of a model that learns from links alone."""

    round_epochs: int = Field(default=5, ge=1)
    """Epochs between two validations."""
    optimiser: Literal["adam", "adagrad"] = "adagrad"
