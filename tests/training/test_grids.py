"""Every value that `instead tune` tries is one the settings take."""

from __future__ import annotations

from typing import Any

import pytest

from instead.settings import PMSC_GRID, SPEM_GRID, PMSCSettings, Settings, SPEMSettings
from instead.training.recipes import RECIPES


@pytest.mark.parametrize(
    ("name", "settings", "grid"), [("pmsc", PMSCSettings, PMSC_GRID), ("spem", SPEMSettings, SPEM_GRID)]
)
def test_grid_values_are_accepted(name: str, settings: type[Settings], grid: dict[str, list[Any]]) -> None:
    assert RECIPES[name].grid == grid
    for setting, values in grid.items():
        assert settings().model_dump()[setting] in values
        for value in values:
            assert settings.checked({setting: value}).model_dump()[setting] == value
