"""What a request may be made of: ids, sequences, numbers. Anything else is one sentence, not a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from numbers import Integral, Real
from typing import Any

import numpy as np

from instead.errors import InputError


def several(value: object) -> list[Any] | None:
    """The values of a list, a tuple, a NumPy array, a Polars or pandas Series; None for what is a single value."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (str, bytes, Mapping, Set)) or not isinstance(value, Iterable):
        return None
    return list(value)


def an_id(value: object, what: str) -> str:
    """A text; ids that look like numbers are texts, too."""
    if isinstance(value, str):
        return value
    hint = f"; write it as a text, {str(value)!r}" if isinstance(value, Integral) else "; it must be the text of an id"
    raise InputError(f"{what} is {value!r}{hint}")


def whole(value: object, what: str, least: int) -> int:
    """A whole number that is not below `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InputError(f"{what} is {value!r}; it must be a whole number")
    if value < least:
        raise InputError(f"{what} is {value}; it must be {least} or more")
    return int(value)


def is_number(value: object) -> bool:
    """Whether something is a number as one is written, NumPy's included; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def number(value: object, what: str) -> float:
    """A number."""
    if not isinstance(value, Real) or not is_number(value):
        raise InputError(f"{what} is {value!r}; it must be a number")
    return float(value)
