"""Settings of CLVA, and of LVA: the same without users. LVA's published values are named; CLVA's are not known."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from instead.lab.compared.compared_settings import ComparedSettings

CLVA_GRID: dict[str, list[Any]] = {
    "kl_weight": [0.005, 0.02, 0.2, 1.0],
    "kappa": [0.0, 0.1, 0.3, 1.0, 3.0],
    "collaborative_weight": [0.01, 0.1, 1.0],
    "dimension": [32, 60, 64, 128],
    "item_pull": [0.01, 0.1, 1.0, 10.0],
    "user_decay": [1e-4, 0.01, 0.1],
}


class CLVASettings(ComparedSettings):
    """Names in brackets are those of docs/compared_systems.md."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {"default": {}, "lva": {"collaborative": False}}

    dimension: int = Field(default=64, ge=1)
    """[k] Length of z; 60 in LVA's code."""
    hidden: int = Field(default=256, ge=1)
    """[h] Units of every hidden layer; 256 in LVA's code."""
    collaborative: bool = True
    """Off: LVA. Users and their interactions are not used."""
    complements: bool = True
    """Complements are a class of their own; off: they are unknown."""
    kl_weight: float = Field(default=0.02, ge=0.0)
    """[w_kl] Weight of the divergence from N(0, I), reached after `warm_up` epochs."""
    warm_up: int = Field(default=10, ge=1)
    """Epochs until the divergence has its full weight."""
    content_weight: float = Field(default=0.3, ge=0.0)
    """Weight of the evidence bound of an item; 0.3 in LVA's code."""
    link_weight: float = Field(default=0.9, gt=0.0)
    """Weight of the class of a pair; 0.9 in LVA's code."""
    collaborative_weight: float = Field(default=0.1, ge=0.0)
    """[lambda_cf] Weight of the term that ties an item's code to its collaborative vector."""
    positive: float = Field(default=1.0, gt=0.0)
    """[a] Confidence of observed interactions (implicit feedback)."""
    absent: float = Field(default=0.01, gt=0.0)
    """[b] Confidence of missing interactions."""
    user_decay: float = Field(default=0.1, gt=0.0)
    """[lambda_u]"""
    item_pull: float = Field(default=1.0, gt=0.0)
    """[lambda_v] Weight that ties an item's collaborative vector to its content code."""
    kappa: float = Field(default=0.3, ge=0.0)
    """[kappa] Weight of the user's score; 0 ranks by the link alone."""

    content_epochs: int = Field(default=10, ge=0)
    """Passes over the items before links are learned."""
    epochs: int = Field(default=4, ge=1)
    """Passes over the links in a round."""
    batch: int = Field(default=1024, ge=1)
    """Batch size: links of a step; 512 in LVA's code."""
    items_batch: int = Field(default=256, ge=1)
    """Batch size of the content stage: items of a step."""
    negatives: int = Field(default=5, ge=1)
    """Negative sampling: pairs without a link for each linked one; together they weigh as much as one."""
    learning_rate: float = Field(default=3e-3, gt=0.0)
    """Learning rate."""
