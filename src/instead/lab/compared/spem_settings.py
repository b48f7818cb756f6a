"""Settings of SPEM, as reconstructed in docs/compared_systems.md."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from instead.lab.compared.compared_settings import GraphModelSettings

SPEM_GRID: dict[str, list[Any]] = {
    "stranger_weight": [0.0, 1.0, 10.0, 30.0],
    "margin": [0.1, 0.5, 1.0],
    "contrast_weight": [0.1, 1.0, 10.0],
    "dimension": [32, 64, 128],
    "seen_weight": [5.0, 10.0, 50.0],
    "hidden": [128, 256],
    "category_weight": [0.0, 0.1, 1.0, 10.0],
    "category_margin": [0.5, 1.0],
}


class SPEMSettings(GraphModelSettings):
    """Names in brackets are those of docs/compared_systems.md."""

    dimension: int = Field(default=64, ge=1)
    """[d] Length of an item's vector."""
    hidden: int = Field(default=128, ge=1)
    """[h] Width of the layers before and after it."""
    buyers: int = Field(default=100, ge=2)
    """Users with more items than this are left out of the co-purchase graph."""
    neighbours: int = Field(default=200, ge=1)
    """Co-purchased items kept of each item."""
    self_loop: bool = True
    """Whether an item is a neighbour of itself, so that its vector can differ from that of its neighbours' other
    neighbours."""
    reconstruction_weight: float = Field(default=1.0, ge=0.0)
    """Weight of the auto-encoder's own loss."""
    seen_weight: float = Field(default=10.0, gt=0.0)
    """[rho] How much more a co-purchase counts than its absence."""
    zeros: int = Field(default=512, ge=1)
    """[s] Negative sampling: items that represent all absent ones in a step."""
    contrast_weight: float = Field(default=1.0, ge=0.0)
    """[alpha] Weight of "closer to a substitute than to a co-purchased item"."""
    stranger_weight: float = Field(default=10.0, ge=0.0)
    """[delta] The same against an item drawn from the whole catalogue."""
    category_weight: float = Field(default=1.0, ge=0.0)
    """[gamma] Weight of "closer to an item that is nearer in the category tree"."""
    margin: float = Field(default=1.0, gt=0.0)
    """[m1] Distance between substitutes and others."""
    category_margin: float = Field(default=0.5, gt=0.0)
    """[m2] Distance per unit of difference in category similarity."""
    pairs: int = Field(default=4, ge=1)
    """Substitutes of an item in an epoch, and as many comparisons of categories."""
    batch: int = Field(default=128, ge=1)
    """Batch size: items of a step."""
    optimiser: Literal["adam", "adagrad"] = "adam"
    """Adam, or Adagrad."""
    learning_rate: float = Field(default=0.003, gt=0.0)
    """Learning rate."""
    weight_decay: float = Field(default=0.0, ge=0.0)
    """[nu] Weight decay: L2 on the weights a step uses."""
    spread: float = Field(default=0.1, gt=0.0)
    """Standard deviation of initial weights of the outer layers."""
