"""Settings of Sceptre. The published values are not known to us; these were chosen on validation triples."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from instead.lab.compared.compared_settings import ComparedSettings

SCEPTRE_GRID: dict[str, list[Any]] = {
    "topics": [10, 20, 50, 100, 200],
    "complements": [False, True],
    "direction": [False, True],
    "text_weight": [0.01, 0.1, 1.0],
    "weight_decay": [0.0, 1e-4, 1e-3],
    "delta": [0.0, 1.0],
    "node_topics": [5, 10, 20],
}


class SceptreSettings(ComparedSettings):
    """Names in brackets are those of docs/compared_systems.md."""

    topics: int = Field(default=100, ge=1)
    """[K] Topics where there are no categories."""
    root_topics: int = Field(default=20, ge=1)
    """[k_0] Topics of the root, which every item may use, where there are categories."""
    node_topics: int = Field(default=10, ge=1)
    """[k] Topics of every other node of the category tree."""
    node_items: int = Field(default=100, ge=1)
    """[n_min] A category with fewer items owns no topics."""
    categories: bool = True
    """Off: one set of topics for all items, even where there are categories."""
    complements: bool = True
    """Learn the graph of complements beside that of substitutes."""
    direction: bool = True
    """Learn which way a link goes, from links that were given in one direction only."""
    delta: float = Field(default=0.0, ge=0.0)
    """[delta] Weight of the direction in the score; 0 for a symmetric graph."""
    text_weight: float = Field(default=0.01, ge=0.0)
    """[mu] Weight of the reviews beside the links; both are means per observation."""
    weight_decay: float = Field(default=0.0, ge=0.0)
    """[lambda] Weight decay: L2 per observation on the logits of an item's topics and on the weights of the links."""
    smoothing: float = Field(default=0.1, gt=0.0)
    """Smoothing: pseudo-mentions of every topic of an item."""

    topic_epochs: int = Field(default=20, ge=0)
    """Passes of expectation and maximisation over the reviews before links are learned."""
    epochs: int = Field(default=4, ge=1)
    """Passes over the links in a round."""
    batch: int = Field(default=2048, ge=1)
    """Batch size: links of a step."""
    negatives: int = Field(default=5, ge=1)
    """Negative sampling: unlinked pairs for each linked one."""
    from_source: float = Field(default=1.0, ge=0.0, le=1.0)
    """Share of them that begin at an end of the link; the others join two items drawn at random."""
    cells: int = Field(default=4096, ge=1)
    """Mentions of a step."""
    learning_rate: float = Field(default=0.05, gt=0.0)
    """Learning rate."""
