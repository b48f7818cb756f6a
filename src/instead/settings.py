"""Settings of each stage: frozen, checked, TOML in and TOML out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from instead.errors import InputError


class Settings(BaseModel):
    """Base of all settings: an unknown name is an error, not a silently ignored wish."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def from_toml(cls, path: Path | str, **changes: object) -> Self:
        """Read a TOML file; keyword arguments win over the file."""
        try:
            values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"cannot read the settings ({error.strerror})", path=path) from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"not a TOML file ({error})", path=path) from None
        return cls.checked({**values, **changes}, path=path)

    @classmethod
    def checked(cls, values: dict[str, Any], *, path: Path | str | None = None) -> Self:
        """Build from plain values with a one-sentence error."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            what = str(first["msg"]).removeprefix("Value error, ")
            raise InputError(f"setting {name}: {what}" if name else what, path=path) from None

    def to_toml(self) -> str:
        """The settings as TOML, readable by `from_toml`."""
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.model_dump().items() if value is not None)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


class ReadSettings(Settings):
    """What counts as a usable row (docs/data.md lists every outcome)."""

    rating_low: float = 1.0
    rating_high: float = 5.0
    """Rows with a rating outside this scale are rejected."""
    longest_text: int = Field(default=20_000, ge=1)
    """Longer review texts are cut here and counted."""
    max_rejected: float = Field(default=0.01, ge=0.0, le=1.0)
    """Largest share of unusable rows in a file before the work stops."""
    keep_truncated: bool = False
    """Take the readable rows of a file that ends too early."""
    neutral_mentions: Literal["drop", "positive", "negative"] = "drop"
    """What becomes of ready-made mentions with polarity 0; the paper knows only +1 and -1."""
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


class PrepareSettings(Settings):
    """Cleaning, split and triples: sections 2.2, 5.1 and 5.2 of the paper."""

    read: ReadSettings = ReadSettings()
    min_user: int = Field(default=5, ge=1)
    """Interactions a user must keep (iterative k-core)."""
    min_item: int = Field(default=5, ge=1)
    """Interactions an item must keep (iterative k-core)."""
    min_mentions: int = Field(default=2, ge=1)
    """Training mentions an attribute must have."""
    substitutes: tuple[str, ...] = ("also_viewed", "buy_after_viewing", "substitute")
    """Relations that mean "can be taken instead"."""
    split: Literal["random", "time"] = "random"
    """Held-out interactions at random, or the latest ones."""
    validation: float = Field(default=0.1, gt=0.0, lt=0.5)
    test: float = Field(default=0.1, gt=0.0, lt=0.5)
    popularity_power: float = Field(default=0.75, ge=0.0)
    """P(query) is proportional to training popularity to this power (section 5.2)."""
    negatives: int = Field(default=1000, ge=1)
    """J of the paper: negatives drawn once for each test triple."""
    validation_cases: int = Field(default=20_000, ge=1)
    """Validation triples that get negatives too; more would not make early stopping surer."""
    choice_test: int = Field(default=1500, ge=0)
    choice_validation: int = Field(default=2000, ge=0)
    """Triples of the choice splits; 0 and 0 leave those splits out."""
    choice_decoys: int = Field(default=9, ge=1)
    choice_share: float = Field(default=0.25, gt=0.0, le=1.0)
    """Largest share of the graph's edges that a choice split may reserve: fewer triples in a small shop."""
    seed: int = Field(default=0, ge=0)

    def to_toml(self) -> str:
        flat = self.model_dump(exclude={"read"})
        own = "".join(f"{name} = {_toml(value)}\n" for name, value in flat.items())
        return own + "\n[read]\n" + self.read.to_toml()


class ExtractSettings(Settings):
    """From the text of reviews to mentions (docs/extraction.md)."""

    least_worth: float = -2.0
    """Score a noun of the shop must pass to be an attribute; lower finds more and rarer ones."""
    least_pair: float = -1.0
    """Score a pair of attribute and opinion must pass."""
    neutral: float = Field(default=0.15, ge=0.0, le=1.0)
    """A phrase without an opinion word of its own counts when the chance of "neutral" is below this."""
    min_mentions: int = Field(default=2, ge=1)
    """Training mentions an attribute must have."""
    min_compound: int = Field(default=3, ge=1)
    """Occurrences a compound ("battery life") must have to stand beside its head word."""
    keep_category: bool = False
    """Keep the name of the thing itself ("this guitar") as an attribute."""
    mined_reviews: int = Field(default=40_000, ge=1)
    """Training reviews, drawn at random, that vocabulary and polarity are learned from."""
    ratings: bool = True
    """Let the stars correct the polarity of (attribute, opinion) pairs."""
    weights: Literal["all", "without-laptops", "without-restaurants", "without-hu-liu"] = "all"
    """Set of learned weights; the others leave one labelled domain out, for honest scores on it."""
    spacy_model: str | None = None
    """Name of an installed spaCy model whose tags replace those of our tagger (slower)."""
    shard: int = Field(default=2_000, ge=1)
    """Reviews read at a time: bounds the memory."""
    processes: int = Field(default=1, ge=1)
    seed: int = Field(default=0, ge=0)


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
    """A synthetic shop: how much of everything, and how strongly the planted causes work."""

    preset: WorldPreset = "demo"
    seed: int = Field(default=0, ge=0)
    users: int = Field(ge=5)
    items: int = Field(ge=2)
    reviews: int = Field(ge=1)
    attributes: int | None = Field(default=None, ge=1)  # None: the hand-written ones alone
    views: bool = False
    gzip: bool = False

    user_minimum: int = Field(default=1, ge=1)  # reviews of every user, at least
    item_minimum: int = Field(default=5, ge=1)  # reviews of every item, at least
    favourites: int = Field(default=2, ge=1, le=4)  # categories in which a user has tastes of their own
    considered: int = Field(default=6, ge=2, le=20)  # items looked at for one choice
    popularity_exponent: float = Field(default=0.8, ge=0.0, le=2.0)
    choice_noise: float = Field(default=0.7, ge=0.0)  # scale of the Gumbel noise in a choice
    mean_links: float = Field(default=20.0, ge=0.0, le=60.0)  # substitute links of an item
    link_noise: float = Field(default=0.15, ge=0.0, le=1.0)  # share of links that follow no similarity
    unlinked: float = Field(default=0.06, ge=0.0, le=1.0)  # share of items without any link

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
