"""Settings of each stage: frozen, checked, TOML in and TOML out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, Self

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
    def checked(cls, values: dict[str, object], *, path: Path | str | None = None) -> Self:
        """Build from plain values with a one-sentence error."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"]) or "settings"
            raise InputError(f"setting {name}: {first['msg']}", path=path) from None

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
    seed: int = Field(default=0, ge=0)

    def to_toml(self) -> str:
        flat = self.model_dump(exclude={"read"})
        own = "".join(f"{name} = {_toml(value)}\n" for name, value in flat.items())
        return own + "\n[read]\n" + self.read.to_toml()
