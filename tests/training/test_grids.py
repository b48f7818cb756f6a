"""Every value that `instead tune` tries is one the settings take, and a search can begin where the presets are."""

from __future__ import annotations

from typing import Any

import pytest

from instead.models.registry import entry_of
from instead.training.tune import neighbour, one_at_a_time, resolved

ENTRIES = {name: entry_of(name) for name in ("a2cf", "sceptre", "pmsc", "spem", "clva", "item-knn")}
PRESETS = [(name, preset) for name, entry in ENTRIES.items() for preset in entry.settings.PRESETS]


def test_every_model_has_a_grid() -> None:
    assert all(entry.grid for entry in ENTRIES.values())


@pytest.mark.parametrize("name", ENTRIES)
def test_names_are_settings_and_values_are_taken(name: str) -> None:
    """A power stands for the setting without its ending: `beta_power` 0.5 is beta = d ** 0.5."""
    base = ENTRIES[name].settings()
    for setting, values in ENTRIES[name].grid.items():
        field = setting.removesuffix("_power")
        assert field in type(base).model_fields
        assert values == sorted(set(values)), f"{setting}: steps go up and down a sorted list"
        assert len(values) > 1
        for value in values:
            found = resolved(base, {setting: value}).model_dump()[field]
            assert found == (value if field == setting else base.model_dump()["dimension"] ** value)


@pytest.mark.parametrize("name", ENTRIES)
def test_ends_of_the_grid_go_together(name: str) -> None:
    """All smallest and all largest values at once: a search of combinations meets no settings that are refused."""
    base = ENTRIES[name].settings()
    for end in (min, max):
        choice = {setting: end(values) for setting, values in ENTRIES[name].grid.items()}
        assert resolved(base, choice) != base


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_presets_lie_on_the_grid(name: str, preset: str) -> None:
    """So a value can be left and come back to, and one setting at a time tries the preset once."""
    grid, base = ENTRIES[name].grid, ENTRIES[name].settings.of_preset(preset)
    start: dict[str, Any] = base.model_dump()
    for setting, values in grid.items():
        field = setting.removesuffix("_power")
        reached = [value for value in values if resolved(base, {setting: value}).model_dump()[field] == start[field]]
        assert len(reached) == 1, f"{setting}: {start[field]} of preset {preset!r} is not among {values}"
        away = neighbour(base, {}, setting, values, 1) or neighbour(base, {}, setting, values, -1)
        assert away is not None
        back = [neighbour(base, away, setting, values, step) for step in (1, -1)]
        assert {} in back
    trials = list(one_at_a_time(base, grid))
    assert len(trials) == 1 + sum(len(values) - 1 for values in grid.values())
