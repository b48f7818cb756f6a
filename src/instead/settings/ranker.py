"""Settings of the ranker, the default model."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from instead.settings.model import FitSettings

RANKER_GRID: dict[str, list[Any]] = {
    "unseen": [0.01, 0.03, 0.1],
    "l2": [1e-4, 1e-3],
}

Form = Literal["curves", "trees"]


class FactorSettings(FitSettings):
    """Implicit matrix factorisation (iALS)."""

    dimension: int = Field(default=64, ge=1, le=512)
    """[d] Length of the factors of latent taste."""
    unseen: float = Field(default=0.03, gt=0.0)
    """[a] Weight of what nobody visited in the factorisation."""
    ridge: float = Field(default=0.003, ge=0.0)
    """[r] Ridge of the factorisation ..."""
    ridge_power: float = Field(default=1.0, ge=0.0, le=1.0)
    """[v] ... which grows with this power of the visits."""
    factor_rounds: int = Field(default=12, ge=1)
    """Rounds of alternating least squares."""


class RankerSettings(FactorSettings):
    """What the signals are made of, and how their weights are learned."""

    form: Form = "curves"
    """`curves`: a sum of monotone curves, one per signal; `trees`: boosted monotone trees on top (extra `trees`)."""
    exposure: bool = True
    """Whether the score corrects for how often an item can have been met; off where queries are observed."""
    shrink: float = Field(default=10.0, ge=0.0)
    """[s] Visits added to the count of every item in the norm of co-visits."""
    tenths: int = Field(default=2, ge=1, le=10)
    """Tenths of the training visits that are held out, one after the other, to learn the weights on; more of them, up
    to ten, where they hold fewer choices than are wanted."""
    lists: int = Field(default=6000, ge=1)
    """Held-out choices that are looked for in the catalogue, over all tenths."""
    pools: int = Field(default=8000, ge=0)
    """Held-out choices that are looked for among other substitutes of the query, over all tenths."""
    uniform: int = Field(default=60, ge=1)
    """Negatives of a list drawn uniformly ..."""
    hard: int = Field(default=60, ge=0)
    """... and from the items that single signals rank highest."""
    decoys: int = Field(default=9, ge=1)
    """Other substitutes in a pool."""
    bends: int = Field(default=3, ge=0, le=8)
    """Places where the curve of a signal may bend; 0: every weight is one number."""
    l2: float = Field(default=1e-3, ge=0.0)
    """L2 regularisation of the weights of standardised signals."""
    feedback: float = Field(default=1.0, ge=0.0)
    """Weight of one choice among what the shop's answers showed, beside one held-out choice; 0: they are not used."""
    shown: int = Field(default=6000, ge=1)
    """Choices among what was shown that are learned from, the newest."""
    shown_blocks: int = Field(default=3, ge=1)
    """Pieces of time that they are divided into; each is asked with what was known when it began."""
    place_effects: bool = True
    """Whether they are corrected for the place in the list: what stands first is taken more often for that alone."""
    trees: int = Field(default=200, ge=1)
    """Trees of the strong form, at most; a held-out tenth of the training visits decides how many."""
    leaves: int = Field(default=15, ge=2, le=32)
    """Leaves of a tree, at most."""
    tree_rate: float = Field(default=0.08, gt=0.0, le=1.0)
    """Learning rate of the trees."""
    leaf_cases: int = Field(default=100, ge=1)
    """Rows of the training lists and pools that a leaf has at least."""
