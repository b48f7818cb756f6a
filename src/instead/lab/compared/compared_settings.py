"""Base classes of the settings of compared systems: rounds and supervision."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from instead.settings import RoundSettings, Supervision


class ComparedSettings(RoundSettings):
    """Base of the settings of a compared system."""

    supervision: Supervision = "graph"
    """`graph`: all training pairs, as these systems were made for; `triples`: the pairs of training triples alone."""


class GraphModelSettings(ComparedSettings):
    """Settings of a model that learns from links alone."""

    round_epochs: int = Field(default=5, ge=1)
    """Epochs between two validations."""
    optimiser: Literal["adam", "adagrad"] = "adagrad"
    """Adagrad, or Adam."""
