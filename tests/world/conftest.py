"""Two small worlds, written once for all tests of this folder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.lab.world import WorldSummary, build_world
from instead.lab.world.world_settings import WorldSettings


@dataclass(frozen=True)
class World:
    """A written world as a test looks at it."""

    summary: WorldSummary
    settings: WorldSettings

    @property
    def folder(self) -> Path:
        return self.summary.folder

    @cached_property
    def reviews(self) -> list[dict[str, Any]]:
        lines = self.summary.reviews_file.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def truth(self, name: str) -> pl.DataFrame:
        return pl.read_parquet(self.folder / "truth" / f"{name}.parquet")


def small_settings(**overrides: Any) -> WorldSettings:
    """A corner of the cellphone shop, with a long tail of attributes."""
    values = {"users": 400, "items": 60, "reviews": 1_500, "attributes": 120} | overrides
    return WorldSettings.of_preset("cellphone", **values)


def write(settings: WorldSettings, out: Path) -> World:
    return World(build_world(settings, out), settings)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> World:
    return write(small_settings(), tmp_path_factory.mktemp("small") / "world")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> World:
    return write(WorldSettings.of_preset("demo"), tmp_path_factory.mktemp("demo") / "world")
