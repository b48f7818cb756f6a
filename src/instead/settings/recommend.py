"""Settings of a recommendation: which items may be offered, and when a reason may be given."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from instead.settings.base import Flag, Settings

Style = Literal["honest", "paper"]


class Filters(Settings):
    """Which items may be offered. The query itself never is. Ids and names that the shop does not know are noted."""

    bought: Flag = False
    """Offer items that the user already had, too."""
    in_stock: frozenset[str] | None = None
    """Nothing but these items; None: everything that the shop's own file does not call sold out."""
    sold_out: Flag = False
    """Offer items that the shop's own file calls sold out, too; where `in_stock` is given, that list decides."""
    variants: Flag = False
    """Offer other variants of the query's own product (its other sizes and colours), too."""
    exclude: frozenset[str] = frozenset()
    """Never these items."""
    same_category: Flag = False
    """Nothing but items of the query's own category, the last step of its path."""
    category: str | None = None
    """Nothing but items somewhere below this category, whatever its place in the path."""
    max_price: float | None = Field(default=None, ge=0.0)
    """Items at this price or less; those without a price are left out."""
    min_price: float | None = Field(default=None, ge=0.0)
    """Items at this price or more; those without a price are left out."""
    not_dearer: Flag = False
    """Nothing dearer than the query; items of unknown price are left out."""
    brands: frozenset[str] = frozenset()
    """Nothing but these brands; upper and lower case are the same."""
    exclude_brands: frozenset[str] = frozenset()
    """None of these brands."""
    any_kind: Flag | None = None
    """Offer other kinds of things than the query, too; None: as the shop is set."""


class ReasonSettings(Settings):
    """When reviews are enough for a reason (Beta posterior). docs/recommending.md explains every number."""

    least_reviews: int = Field(default=1, ge=1)
    """Reviews of the attribute that each of both items needs ..."""
    least_alone: int = Field(default=8, ge=1)
    """... or that one of them needs where no review of the other speaks of it."""
    sure: float = Field(default=0.8, gt=0.5, lt=1.0)
    """Least probability of "better" and of "worse" ..."""
    own: float = Field(default=0.8, ge=0.5, lt=1.0)
    """... and by reviews of the two items alone, both given the same prior ..."""
    apart: float = Field(default=0.1, ge=0.0, lt=1.0)
    """... and least difference of the shares of praise that is worth saying."""
    alike: float = Field(default=0.15, gt=0.0, lt=1.0)
    """Shares of praise that differ by no more are comparable ..."""
    sure_alike: float = Field(default=0.5, gt=0.0, lt=1.0)
    """... and this is the least probability that they do."""
    pooled: bool = True
    """Whether a prior is what is usual of brand, category and family, as strong as the shop's own reviews say; off: the
    whole shop's share of praise of the attribute, worth `prior` reviews, and every attribute by itself."""
    prior: float = Field(default=5.0, gt=0.0)
    """Strength of the prior where it is not learned: pseudo-reviews of every item with the whole shop's share."""
    trade_offs: int = Field(default=1, ge=0)
    """Places among the reasons that are reserved for worse attributes."""
    longest_quote: int = Field(default=160, ge=20)
    """Characters of a quote; a longer sentence ends in an ellipsis."""


class RecommendSettings(Settings):
    """Settings of a loaded shop."""

    reasons: ReasonSettings = ReasonSettings()
    """When a reason may be given."""
    exhaustive: bool = False
    """Score every allowed item exactly, without a shortlist."""
    pool: int = Field(default=50, ge=1)
    """Candidates of re-ranking by stated care or for diversity, at least; five for each item wanted if that is
    more."""
    near: int = Field(default=20, ge=0)
    """Of the model's best so many are near enough to each other that reasons put them in order; 0: the model's
    order."""
    gain_weight: float = Field(default=0.5, ge=0.0)
    """Weight of the expected gain of the asker beside the score, in that order."""
    fact_weight: float = Field(default=0.05, ge=0.0)
    """Weight of a fact (cheaper, better rated) beside the score, in that order."""
    hold_back: bool = False
    """Leave out what reviews call worse in more than better, unless price or stars speak for it: the list may be short,
    or empty where the query is the best of its kind."""
    any_kind: bool = False
    """Offer other kinds of things than the query, too, unless a request says otherwise."""
    wish_weight: float = Field(default=8.0, ge=0.0)
    """Weight of stated care beside the score in re-ranking; 0: only the model's own use of it."""
