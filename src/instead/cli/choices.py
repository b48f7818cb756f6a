"""Settings from the command line: preset, TOML file, `--set NAME=VALUE`, seed. Later ones take precedence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from instead.errors import InputError
from instead.settings.base import Settings

DEFAULT_MODEL = "ranker"
"""The default model; a copy of the registry's, which is slow to import."""


def parse_assignments(texts: list[str], kind: type[Settings] | None = None) -> dict[str, Any]:
    """`["gamma=0.5", "optimiser=adam"]` as values; anything but a number, boolean or list is text.

    With the `kind` of settings they are for, a dot (`reasons.sure=0.9`) leads into settings inside settings, and a
    number is text where text is wanted.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        path = [part.strip() for part in (name.split(".") if kind is not None else [name])]
        if not sign or not all(path):
            raise InputError(f"--set wants NAME=VALUE, for example gamma=0.5, not {text!r}")
        inner = values
        for part in path[:-1]:
            inner = inner.setdefault(part, {})
            if not isinstance(inner, dict):
                raise InputError(f"--set {text!r}: {part} was set to a value before and cannot hold others")
        inner[path[-1]] = _typed(value.strip(), _wanted(kind, path))
    return values


def _typed(text: str, wanted: Any) -> Any:
    try:
        table = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    value = table.pop("value")
    if table or not isinstance(value, (bool, int, float, str, list, dict)):  # several lines, a date: no value of ours
        return text
    if isinstance(value, str) or wanted is None:
        return value
    return text if not _fits(value, wanted) and _fits(text, wanted) else value


def _wanted(kind: type[Settings] | None, path: list[str]) -> Any:
    """The type of a setting, or None where it is not known."""
    found: Any = kind
    for name in path:
        if not (isinstance(found, type) and issubclass(found, Settings)) or name not in found.model_fields:
            return None
        found = found.model_fields[name].annotation
    return found


def _fits(value: Any, wanted: Any) -> bool:
    try:
        TypeAdapter(wanted).validate_python(value)
    except ValidationError:
        return False
    return True


def _over(values: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The values overridden by changes, nested settings included."""
    merged = dict(values)
    for name, change in changes.items():
        both = isinstance(change, dict) and isinstance(merged.get(name), dict)
        merged[name] = _over(merged[name], change) if both else change
    return merged


def chosen_settings(kind: Any, preset: str | None, file: Path | None, assignments: list[str], **changes: Any) -> Any:
    """Settings of a model. A file is used as it is, or overrides a preset if one is named."""
    values = kind.of_preset(preset or "default").model_dump()
    if file is not None:
        given = kind.from_toml(file).model_dump(exclude_unset=preset is not None)
        values = _over(values, given)
    values = _over(values, parse_assignments(assignments, kind))
    return kind.checked(values | {name: value for name, value in changes.items() if value is not None})
