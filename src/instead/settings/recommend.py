"""Settings of a recommendation: which items may be offered, and when a reason may be given."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from instead.settings.base import Settings

Style = Literal["honest", "paper"]


class Filters(Settings):
    """Which items may be offered. The query itself never is. Ids and names that the shop does not know are noted."""

    bought: bool = False
    """Offer items that the user already had, too."""
    in_stock: frozenset[str] | None = None
    """Nothing but these items; None: everything is in stock."""
    exclude: frozenset[str] = frozenset()
    """Never these items."""
    same_category: bool = False
    """Nothing but items of the query's own category, the last step of its path."""
    category: str | None = None
    """Nothing but items somewhere below this category, whatever its place in the path."""
    max_price: float | None = Field(default=None, ge=0.0)
    """Items at this price or less; those without a price are left out."""
    not_dearer: bool = False
    """Nothing dearer than the query; where a price is unknown, nothing can be said and the item is left out."""
    brands: frozenset[str] = frozenset()
    """Nothing but these brands; upper and lower case are the same."""
    exclude_brands: frozenset[str] = frozenset()
    """None of these brands."""


class ReasonSettings(Settings):
    """When reviews are enough to say something. docs/recommending.md explains every number."""

    least_reviews: int = Field(default=2, ge=1)
    """Reviews of the attribute that each of both items needs."""
    sure: float = Field(default=0.8, gt=0.5, lt=1.0)
    """Least probability of "better" and of "worse"."""
    alike: float = Field(default=0.15, gt=0.0, lt=1.0)
    """Shares of praise that differ by no more are comparable ..."""
    sure_alike: float = Field(default=0.5, gt=0.0, lt=1.0)
    """... and this is the least probability that they do."""
    prior: float = Field(default=5.0, gt=0.0)
    """Imaginary reviews of every item that praise the attribute as often as those of the whole shop do."""
    trade_offs: int = Field(default=1, ge=0)
    """Places among the reasons that are kept for what is worse."""
    longest_quote: int = Field(default=160, ge=20)
    """Characters of a quote; a longer sentence ends in an ellipsis."""


class RecommendSettings(Settings):
    """What a shop is opened with."""

    reasons: ReasonSettings = ReasonSettings()
    """When a reason may be given."""
    exhaustive: bool = False
    """Score every allowed item exactly, without a shortlist."""
    pool: int = Field(default=50, ge=1)
    """Items that a list by wishes, or a diverse one, is chosen from, at least; five for each one wanted if that is
    more."""
    wish_weight: float = Field(default=8.0, ge=0.0)
    """How much stated care counts beside the score; 0: only as far as the model was taught to."""
