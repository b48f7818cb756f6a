"""Base class of all settings: frozen, validated, read from and written to TOML."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePath
from types import NoneType
from typing import Annotated, Any, Literal, Self

import tomli_w
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from instead.errors import InputError

Flag = Annotated[bool, Field(strict=True)]
"""True or false, and neither 0 nor "no": what a schema calls a boolean."""
CURRENCY = r"^[A-Z]{3}$"
"""Pattern of a currency: its ISO code."""
SHORT_ID = r"^[A-Za-z0-9._:-]{1,100}$"
"""Pattern of the ids of rules and experiments."""
Supervision = Literal["graph", "triples"]
"""What graph models may learn from: every substitute pair that is not reserved, or the pairs of training triples."""


def read_toml(path: Path | str, what: str) -> dict[str, Any]:
    """The content of a TOML file; raises an error that says why it cannot be read."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read the {what} ({error.strerror})", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not a TOML file ({error})", path=path) from None


class Settings(BaseModel):
    """Base of all settings: an unknown name is an error, not silently ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @classmethod
    def from_toml(cls, path: Path | str, **changes: object) -> Self:
        """Read a TOML file; keyword arguments take precedence over the file."""
        return cls.checked({**read_toml(path, "settings"), **changes}, path=path)

    @classmethod
    def checked(cls, values: dict[str, Any], *, path: Path | str | None = None) -> Self:
        """Build from plain values with a one-sentence error."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"])
            if first["type"] == "extra_forbidden":
                raise InputError(f"there is no setting {name}{cls._near(name)}", path=path) from None
            what = str(first["msg"]).removeprefix("Value error, ")
            if first["type"] == "dict_type":
                what = f"{first['input']!r} is no table of names and values; in TOML: {name} = {{NAME = VALUE}}"
            raise InputError(f"setting {name}: {what}" if name else what, path=path) from None

    @classmethod
    def _near(cls, name: str) -> str:
        """What may have been meant by a name that no setting has."""
        near = difflib.get_close_matches(name, cls.model_fields, 3)
        return f": did you mean {', '.join(near)}?" if near else ""

    def to_toml(self) -> str:
        """The settings as TOML, from which `from_toml` makes equal ones; equal settings give equal texts.

        TOML has no null: a value of None is left out, and None is the default wherever it is allowed. Secrets are left
        out too, since settings are stored in folders that are passed on.
        """
        return tomli_w.dumps(_plain(self.model_dump()))


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that TOML can represent."""
    return {name: _value(value) for name, value in values.items() if not isinstance(value, (SecretStr, NoneType))}


def _value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return _plain(value)
    if isinstance(value, (set, frozenset)):
        return [_value(one) for one in sorted(value)]  # a set has no order of its own
    if isinstance(value, (list, tuple)):
        return [_value(one) for one in value]
    return str(value) if isinstance(value, PurePath) else value
