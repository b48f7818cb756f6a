"""Settings of reading and preparing a shop."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from instead.settings.base import Settings

_ACTIONS = ("view", "cart", "wish", "purchase", "remove", "return", "rate", "shown", "ignore")


class ReadSettings(Settings):
    """What counts as a usable row (docs/data.md lists every outcome)."""

    rating_low: float = 1.0
    """Lowest rating."""
    rating_high: float = 5.0
    """Rows with a rating outside this scale are rejected."""
    decimal: Literal["auto", "point", "comma"] = "auto"
    """Mark before the decimals of prices; `auto` looks at the whole column, and says so where that does not tell."""
    dates: Literal["auto", "day", "month"] = "auto"
    """What dates like 03/04/2025 begin with; `auto` looks at the whole column, and says so where that does not tell."""
    longest_text: int = Field(default=20_000, ge=1)
    """Longer review texts are cut here and counted."""
    max_rejected: float = Field(default=0.01, ge=0.0, le=1.0)
    """Largest share of unusable rows in a file before the work stops."""
    keep_truncated: bool = False
    """Take the readable rows of a file that ends too early."""
    neutral_mentions: Literal["drop", "positive", "negative"] = "drop"
    """What becomes of ready-made mentions with polarity 0; the paper knows only +1 and -1."""
    variants: bool = False
    """Every variant in an export of Shopify or WooCommerce is an item of its own; off: its product is, and the ids of
    its variants are other names of it."""
    actions: tuple[str, ...] = ()
    """What words of a log mean, beside those that are known: WORD=ACTION, where the action is view, cart, wish,
    purchase, remove, return, rate, shown or ignore."""
    session_gap: int = Field(default=1800, ge=1)
    """Seconds without a view after which a visit of a view log has ended."""
    min_views: int = Field(default=2, ge=1)
    """Visits that must show a pair of items before a view log makes a link of it."""
    max_links: int = Field(default=60, ge=1)
    """Strongest links kept per item and relation from a view log."""

    @model_validator(mode="after")
    def _scale(self) -> Self:
        if self.rating_low >= self.rating_high:
            raise ValueError("rating_low must be below rating_high")
        return self

    @field_validator("actions")
    @classmethod
    def _known_actions(cls, entries: tuple[str, ...]) -> tuple[str, ...]:
        for entry in entries:
            word, _, action = entry.rpartition("=")
            if not word.strip() or action not in _ACTIONS:
                raise ValueError(f"wants WORD=ACTION with one of {', '.join(_ACTIONS)}, not {entry!r}")
        return entries


class PrepareSettings(Settings):
    """Cleaning, split and triples: sections 2.2, 5.1 and 5.2 of the paper."""

    read: ReadSettings = ReadSettings()
    """What counts as a usable row."""
    catalogue: Literal["whole", "core"] = "whole"
    """Whole: every item and user stays, and the k-core only says what may be judged; core: nothing else is kept."""
    min_user: int = Field(default=5, ge=1)
    """Interactions a user of the k-core has; lowered where a whole catalogue would have nothing to judge."""
    min_item: int = Field(default=5, ge=1)
    """Interactions an item of the k-core has; lowered with it."""
    min_mentions: int = Field(default=2, ge=1)
    """Training mentions an attribute must have."""
    substitutes: tuple[str, ...] = ("also_viewed", "buy_after_viewing", "substitute")
    """Relations that mean "can be taken instead"."""
    split: Literal["auto", "random", "time"] = "auto"
    """Hold-out split: interactions at random, or the latest ones; auto: the latest where nearly all have a time."""
    validation: float = Field(default=0.1, gt=0.0, lt=0.5)
    """Share of the interactions held out for validation."""
    test: float = Field(default=0.1, gt=0.0, lt=0.5)
    """Share of the interactions held out for the test."""
    popularity_power: float = Field(default=0.75, ge=0.0)
    """P(query) is proportional to training popularity to this power (section 5.2)."""
    negatives: int = Field(default=1000, ge=1)
    """J of the paper: negatives drawn once for each test triple."""
    thin_test: int = Field(default=5000, ge=0)
    """Test triples outside the k-core, of thin and new items and users, in a whole catalogue."""
    validation_cases: int = Field(default=20_000, ge=1)
    """Validation triples that get negatives too; more would not make early stopping surer."""
    choice_test: int = Field(default=1500, ge=0)
    """Test triples of the choice splits; 0 leaves those splits out."""
    choice_validation: int = Field(default=2000, ge=0)
    """Triples of the choice splits; 0 and 0 leave those splits out."""
    choice_decoys: int = Field(default=9, ge=1)
    """Other true substitutes beside the chosen one in the choice splits."""
    choice_caliper: float = Field(default=4.0, gt=1.0)
    """Largest factor by which popularity, and degree, of the ten in `choice_matched` may differ; triples without such a
    match are left out."""
    choice_share: float = Field(default=0.25, gt=0.0, le=1.0)
    """Largest share of the graph's edges that a choice split may reserve: fewer triples in a small shop."""
    seed: int = Field(default=0, ge=0)
    """Seed of the split, the queries and the negatives."""

    @classmethod
    def as_published(cls, **changes: Any) -> Self:
        """The protocol of the paper: the k-core alone, split at random."""
        return cls(**{"catalogue": "core", "split": "random", **changes})
