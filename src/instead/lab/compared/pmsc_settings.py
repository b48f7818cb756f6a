"""Settings of PMSC, as reconstructed in docs/compared_systems.md."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from instead.lab.compared.compared_settings import GraphModelSettings

PMSC_GRID: dict[str, list[Any]] = {
    "weight_decay": [0.0, 1e-5, 1e-4, 3e-4],
    "dimension": [16, 32, 64, 128, 256],
    "path_weight": [0.0, 0.01, 0.1, 0.5, 1.0],
    "contrast_weight": [0.0, 0.1, 1.0],
    "complement_share": [0.0, 0.25, 0.5, 1.0],
}


class PMSCSettings(GraphModelSettings):
    """Names in brackets are those of docs/compared_systems.md."""

    dimension: int = Field(default=64, ge=1)
    """[d] Length of the general vectors and of those of each relation."""
    negatives: int = Field(default=5, ge=1)
    """[M] Negative sampling: random items for each link."""
    path_weight: float = Field(default=0.1, ge=0.0)
    """[lambda_p] Weight of the path constraints; 0 leaves them out."""
    path_loss: Literal["soft", "hinge"] = "soft"
    """Weight a path's conclusion by the path's probability, or require only that it is as probable (hinge)."""
    contrast_weight: float = Field(default=0.1, ge=0.0)
    """[lambda_d] Weight of "a substitute is not a complement" and vice versa."""
    complement_share: float = Field(default=0.0, ge=0.0)
    """[kappa] Weight of the complement score that is subtracted."""
    batch: int = Field(default=1024, ge=1)
    """Batch size: links of a step."""
    learning_rate: float = Field(default=0.2, gt=0.0)
    """Learning rate."""
    weight_decay: float = Field(default=1e-5, ge=0.0)
    """[lambda] Weight decay: L2 on the vectors a step uses, and on the maps."""
    spread: float = Field(default=0.1, gt=0.0)
    """Standard deviation of initial vectors."""
