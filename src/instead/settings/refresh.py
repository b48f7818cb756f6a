"""Settings of `instead refresh`: what a nightly job makes the next model of, and when that may serve."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from instead.settings.base import Settings
from instead.settings.prepare import PrepareSettings


class RefreshSettings(Settings):
    """What `refresh.toml` remembers in the folder of a shop."""

    files: tuple[str, ...] = ()
    """The shop's files, as `instead start` takes them; read anew by every refresh."""
    columns: dict[str, Any] = Field(default={})
    """Our name of a column -> the file's, where it is not recognised; or a file -> such a map."""
    events: str = ""
    """The store of the service: a path or `postgresql://...`; `INSTEAD_STORE` wins over it."""
    reload: str = ""
    """Address of a service that is told to load the new model; empty: send it SIGHUP, and it loads `models/current`."""
    name: str = Field(default="model", pattern=r"^[A-Za-z0-9_.-]+$")
    """New models are called NAME-DATE."""
    days: float = Field(default=1.0, gt=0.0)
    """The newest days of choices, by which the new model is compared with the serving one."""
    least: int = Field(default=50, ge=2)
    """Choices without which nothing is said about which is better."""
    check: bool = True
    """Whether the new model is compared at all."""
    feedback: bool = True
    """Whether the ranker learns from choices among what was shown."""
    shown_days: float = Field(default=90.0, gt=0.0)
    """Days of answers that are looked through for choices."""
    keep: int = Field(default=3, ge=1)
    """Models that are kept, the serving one among them."""
    model: str = ""
    """The model to train; empty: as the serving one, else what the data can carry."""
    training: dict[str, Any] = Field(default={})
    """Settings of that model that differ from its own."""
    prepare: PrepareSettings = PrepareSettings()
    """Settings of the preparation."""
