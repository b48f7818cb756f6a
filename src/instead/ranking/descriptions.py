"""Validation of descriptions of cold-start items, field by field.

    {"item": "NEW", "title": "...", "brand": "...", "category": ["Home", "Coffee"], "price": 9.5, "currency": "EUR",
     "image": "...", "available": true, "group": "P1", "link": "...", "fields": {"color": "red"},
     "reviews": ["a text", [["battery", 1], ["price", -1]]], "mentions": [["battery", 1]]}

Only `item` is required; `hidden` may be true. A review is a text or a list of mentions as (attribute, sentiment) pairs.
`mentions` are pairs without a known review: each counts as a review of its own. A single text is one review.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from instead.errors import InputError, WrongItem
from instead.models.added_evidence import Said
from instead.ranking.item_changes import HIDDEN
from instead.records import Mention, Review
from instead.request import is_number, several

Pairs = tuple[Said, ...]
"""Every mention in one review."""

_CODE = re.compile("[A-Z]{3}")
_TEXTS = ("title", "brand", "image", "group", "link")


@dataclass(frozen=True)
class Description:
    """A cold-start item: its columns by name, and its reviews, each a text or its mentions."""

    columns: dict[str, Any]
    reviews: tuple[str | Pairs, ...]


def read_descriptions(
    items: Sequence[Mapping[str, Any]], known: Container[str], attribute: Callable[[str], int]
) -> list[Description]:
    """Checked descriptions; `attribute` gives the number of a name. The first fault raises `WrongItem`."""
    seen: set[str] = set()
    found = []
    for place, one in enumerate(items):
        item = one.get("item") if isinstance(one, Mapping) else None
        try:
            if not isinstance(item, str) or not item:
                raise InputError("a new item needs an `item`: the text of its id")
            if item in known or item in seen:
                raise InputError(f"item {item!r} is there already; new items need ids of their own")
            found.append(_description(one, attribute))
        except InputError as error:
            named = f"item {item!r}: {error}" if isinstance(error, _Field) else str(error)
            raise WrongItem(named, place) from None
        seen.add(item)
    return found


def read_change(one: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of an item that change, checked; None takes a value away. A fault raises `InputError`."""
    columns = {name: check(one[name]) for name, check in _COLUMNS.items() if name in one}
    if strange := sorted(set(one) - set(_COLUMNS) - {"item"}):
        raise _Field(f"there is no column {strange[0]!r}; columns are {', '.join(_COLUMNS)}")
    return columns


class _Field(InputError):
    """A fault of one field; the caller adds the item's id."""


def _description(one: Mapping[str, Any], attribute: Callable[[str], int]) -> Description:
    columns: dict[str, Any] = {"item": one["item"]}
    columns |= {name: check(one.get(name)) for name, check in _COLUMNS.items()}
    reviews = _listed(one.get("reviews"), "reviews", "a list of texts or of lists of (attribute, sentiment) pairs")
    mentions = _listed(one.get("mentions"), "mentions", "a list of (attribute, sentiment) pairs")
    said = [_review(review, attribute) for review in reviews]
    return Description(columns, (*said, *((_pair(pair, "mentions", attribute),) for pair in mentions)))


def _category(value: object) -> list[str] | None:
    steps = several(value)
    if value is not None and (steps is None or not all(isinstance(step, str) for step in steps)):
        raise _Field(f"category is {value!r}; it must be a list of texts, the widest category first")
    return steps


def _fields(value: object) -> list[dict[str, str]] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not all(isinstance(part, str) for pair in value.items() for part in pair):
        raise _Field(f"fields is {value!r}; it must be texts by name, such as {{'color': 'red'}}")
    return [{"name": name, "value": said} for name, said in value.items()]


def _text(name: str) -> Callable[[object], str | None]:
    def checked(value: object) -> str | None:
        if value is not None and not isinstance(value, str):
            raise _Field(f"{name} is {value!r}; it must be a text")
        return value

    return checked


def _flag(name: str) -> Callable[[object], bool | None]:
    def checked(value: object) -> bool | None:
        if not isinstance(value, bool | None):
            raise _Field(f"{name} is {value!r}; it must be true, false or absent")
        return value

    return checked


def _price(value: object) -> float | None:
    if value is None:
        return None
    if not is_number(value) or not (price := float(value)) >= 0.0 or math.isinf(price):  # type: ignore[arg-type]
        raise _Field(f"price is {value!r}; it must be a number that is not below 0, or absent")
    return price


def _currency(value: object) -> str | None:
    if value is None or (isinstance(value, str) and _CODE.fullmatch(value)):
        return value
    raise _Field(f"currency is {value!r}; it must be an ISO code such as 'EUR', or absent")


def _listed(value: object, name: str, what: str) -> list[Any]:
    if value is None:
        return []
    found = [value] if isinstance(value, str) and name == "reviews" else several(value)
    if found is None:
        raise _Field(f"{name} is {value!r}; it must be {what}")
    return found


def _review(review: Any, attribute: Callable[[str], int]) -> str | Pairs:
    if isinstance(review, str):
        return review
    if isinstance(review, Review):
        return review.text
    parts = [review] if isinstance(review, Mention) else several(review)
    if parts is None:
        raise _Field(f"one of its reviews is {review!r}; a review is a text or a list of (attribute, sentiment) pairs")
    if parts and isinstance(parts[0], str):  # a pair on its own
        parts = [parts]
    return tuple(_pair(pair, "reviews", attribute) for pair in parts)


def _pair(pair: Any, field: str, attribute: Callable[[str], int]) -> Said:
    parts: list[Any] | None
    parts = [pair.attribute, pair.sentiment] if isinstance(pair, Mention) else several(pair)
    if parts is None or len(parts) != 2 or not isinstance(parts[0], str):
        raise _Field(f"{field} hold {pair!r}; a mention is a pair like ('battery', 1)")
    name, sentiment = parts
    if not is_number(sentiment) or not (sentiment > 0 or sentiment < 0):
        raise _Field(f"{field}: the sentiment of {name!r} is {sentiment!r}; it must be 1 for praise or -1 for blame")
    try:
        return Said(attribute(name), 1 if sentiment > 0 else -1)
    except InputError as error:
        raise _Field(f"{field}: {error}") from None


_COLUMNS: dict[str, Callable[[Any], Any]] = {
    **{name: _text(name) for name in _TEXTS},
    "category": _category,
    "price": _price,
    "currency": _currency,
    "available": _flag("available"),
    "fields": _fields,
    HIDDEN: _flag(HIDDEN),
}
"""How each column is checked."""
