"""Settings of a synthetic shop."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from instead.errors import InputError
from instead.settings.base import Settings

WorldPreset = Literal["demo", "cellphone", "automotive", "office"]

# The last three carry the counts of the paper's table 1. The demo uses the hand-written attributes alone.
WORLD_PRESETS: dict[WorldPreset, dict[str, Any]] = {
    "demo": {
        "users": 1_200,
        "items": 300,
        "reviews": 9_000,
        "attributes": None,
        "views": True,
        "user_minimum": 4,
        "favourites": 3,
        "mean_links": 12.0,
        "popularity_exponent": 1.0,
    },
    "cellphone": {"users": 665_900, "items": 48_763, "reviews": 1_639_166, "attributes": 2_178},
    "automotive": {"users": 420_394, "items": 132_467, "reviews": 2_212_111, "attributes": 3_501},
    "office": {"users": 515_813, "items": 58_534, "reviews": 1_641_901, "attributes": 2_801},
}


class WorldSettings(Settings):
    """A synthetic shop: sizes, and strength of the planted effects."""

    preset: WorldPreset = "demo"
    """Kind of shop."""
    seed: int = Field(default=0, ge=0)
    """Same seed, same files."""
    users: int = Field(ge=5)
    """Number of users."""
    items: int = Field(ge=2)
    """Number of items."""
    reviews: int = Field(ge=1)
    """Number of reviews."""
    attributes: int | None = Field(default=None, ge=1)
    """None: the hand-written ones alone."""
    views: bool = False
    """Whether a view log is written, too."""
    gzip: bool = False
    """Whether reviews are compressed with gzip."""

    user_minimum: int = Field(default=1, ge=1)
    """Reviews of every user, at least."""
    item_minimum: int = Field(default=5, ge=1)
    """Reviews of every item, at least."""
    favourites: int = Field(default=2, ge=1, le=4)
    """Categories in which a user has tastes of their own."""
    considered: int = Field(default=6, ge=2, le=20)
    """Items looked at for one choice."""
    popularity_exponent: float = Field(default=0.8, ge=0.0, le=2.0)
    """None"""
    choice_noise: float = Field(default=0.7, ge=0.0)
    """Scale of the Gumbel noise in a choice."""
    mean_links: float = Field(default=20.0, ge=0.0, le=60.0)
    """Substitute links of an item."""
    link_noise: float = Field(default=0.15, ge=0.0, le=1.0)
    """Share of links that follow no similarity."""
    unlinked: float = Field(default=0.06, ge=0.0, le=1.0)
    """Share of items without any link."""

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for name, count, least in (
            ("users", self.users, self.user_minimum),
            ("items", self.items, self.item_minimum),
        ):
            if self.reviews < least * count:
                raise ValueError(
                    f"{self.reviews:,} reviews cannot give each of {count:,} {name} at least {least}: "
                    f"ask for {least * count:,} reviews or more, or for fewer {name}"
                )
        if self.users < self.item_minimum or self.items < self.user_minimum:
            raise ValueError(
                f"{self.users:,} users and {self.items:,} items are too few "
                f"for {self.item_minimum} reviews per item and {self.user_minimum} per user"
            )
        if self.reviews > self.users * self.items * 0.5:
            raise ValueError(
                f"{self.reviews:,} reviews are more than half of all {self.users * self.items:,} "
                "pairs of user and item: ask for fewer reviews, or for more users or items"
            )
        if self.attributes is not None and 2 * self.attributes > self.reviews:
            raise ValueError(
                f"{self.attributes:,} attributes need two mentions each, "
                f"which {self.reviews:,} reviews cannot hold: ask for fewer attributes"
            )
        return self

    @classmethod
    def of_preset(cls, preset: str, *, scale: float = 1.0, **overrides: Any) -> Self:
        """Settings of a preset; `scale` shrinks or grows the shop, overrides that are None are ignored."""
        values = next((dict(v) for name, v in WORLD_PRESETS.items() if name == preset), None)
        if values is None:
            raise InputError(f"unknown preset {preset!r}: choose one of {', '.join(WORLD_PRESETS)}")
        if scale <= 0:
            raise InputError(f"scale must be above 0, not {scale}")
        if scale != 1.0:
            for name in ("users", "items", "reviews"):
                values[name] = max(5, round(values[name] * scale))
            if values["attributes"] is not None:  # vocabularies grow more slowly than shops
                values["attributes"] = max(100, round(values["attributes"] * min(1.0, scale**0.5)))
        values |= {name: value for name, value in overrides.items() if value is not None}
        return cls.checked({"preset": preset, **values})
