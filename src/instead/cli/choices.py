"""Settings as typed on the command line: a preset, a TOML file, `--set NAME=VALUE`, a seed. Later ones win."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from instead.errors import InputError

DEFAULT_MODEL = "a2cf"
"""What is trained unless a model is named; the registry, which is slow to import, says the same."""


def parse_assignments(texts: list[str]) -> dict[str, Any]:
    """`["gamma=0.5", "optimiser=adam"]` as values; what is no number, boolean or list is text."""
    values: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise InputError(f"--set wants NAME=VALUE, for example gamma=0.5, not {text!r}")
        try:
            values[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            values[name.strip()] = value.strip()
    return values


def chosen_settings(kind: Any, preset: str | None, file: Path | None, assignments: list[str], **changes: Any) -> Any:
    """Settings of a model. A file is taken as it is, or on top of a preset when one is named."""
    values = kind.of_preset(preset or "default").model_dump()
    if file is not None:
        given = kind.from_toml(file).model_dump(exclude_unset=preset is not None)
        values |= given
    values |= parse_assignments(assignments) | {name: value for name, value in changes.items() if value is not None}
    return kind.checked(values)
