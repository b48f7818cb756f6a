"""Personalised, explained substitute recommendation.

The public names below load on first use, so that `import instead` costs neither polars nor numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from instead.errors import InputError as InputError
    from instead.errors import InsteadError as InsteadError
    from instead.records import Mention as Mention
    from instead.records import Review as Review

_HOME = {
    "InputError": "instead.errors",
    "InsteadError": "instead.errors",
    "Mention": "instead.records",
    "Review": "instead.records",
}

__all__ = ["InputError", "InsteadError", "Mention", "Review", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'instead' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
