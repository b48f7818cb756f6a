"""What all settings share: frozen, checked, TOML in and TOML out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from instead.errors import InputError

Supervision = Literal["graph", "triples"]
"""What graph models may learn from: every substitute pair that is not reserved, or the pairs of training triples."""


def read_toml(path: Path | str, what: str) -> dict[str, Any]:
    """The content of a TOML file, or one sentence on why it cannot be had."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read the {what} ({error.strerror})", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not a TOML file ({error})", path=path) from None


class Settings(BaseModel):
    """Base of all settings: an unknown name is an error, not a silently ignored wish."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @classmethod
    def from_toml(cls, path: Path | str, **changes: object) -> Self:
        """Read a TOML file; keyword arguments win over the file."""
        return cls.checked({**read_toml(path, "settings"), **changes}, path=path)

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
        return "".join(
            f"{name} = {toml_value(value)}\n" for name, value in self.model_dump().items() if value is not None
        )


def toml_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
