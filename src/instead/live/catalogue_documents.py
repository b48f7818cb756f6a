"""Changes of the catalogue as documents of the store: one for each item, with everything that differs from the model.

A document has columns of the item (`ranking/descriptions.py`), and `put` where it is a whole description: then what it
does not have is not known. A document of an item that the model does not know, without `put`, says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from instead.live.store import Document
from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import HIDDEN
from instead.request import is_number
from instead.reviews.items import SCHEMA

PUT = "put"
_COLUMNS = tuple(name for name in SCHEMA if name != "item")


def merged(before: Document | None, change: Mapping[str, Any]) -> Document:
    """The document of an item after a change of some columns."""
    return {**(before or {}), **change}


def described(description: Mapping[str, Any]) -> Document:
    """The document of an item that was described as a whole."""
    return {name: value for name, value in description.items() if value is not None and name != "item"} | {PUT: True}


def change_of(document: Document, item: str, catalogue: Catalogue) -> dict[str, Any] | None:
    """What a document changes of a catalogue; None where that is nothing."""
    told = {name: value for name, value in document.items() if name != PUT}
    if item not in catalogue:
        return told if document.get(PUT) else None
    told = {name: value for name, value in told.items() if name in (*_COLUMNS, HIDDEN)}
    if document.get(PUT):
        told = dict.fromkeys(_COLUMNS) | {HIDDEN: False} | told
    row = catalogue.number(item)
    return {name: value for name, value in told.items() if not _is(catalogue, row, name, value)} or None


def _is(catalogue: Catalogue, row: int, column: str, value: Any) -> bool:
    """Whether a column has this value already."""
    if column == HIDDEN:
        return bool(catalogue.hidden[row]) == bool(value)
    if column == "price":
        amount = float(catalogue.prices[row])
        return math.isnan(amount) if value is None else is_number(value) and amount == float(value)
    if column == "currency":
        return bool(catalogue.priced.currency(row) == value)
    if column == "fields":
        return dict(catalogue.fields[row]) == (value or {})
    if column == "title":
        return bool(catalogue.titles[row] == (value or catalogue.ids[row]))
    if column == "group":
        return bool((catalogue.items[column][row] if column in catalogue.items.columns else None) == value)
    lists = {"brand": "brands", "category": "paths", "image": "images", "available": "available", "link": "links"}
    return bool(getattr(catalogue, lists[column])[row] == value)
