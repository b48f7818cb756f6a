"""Format recognition of implicit feedback: orders, purchases, clicks, without ratings and texts.

Such rows are treated as reviews without text: they are interactions of the dataset and have no mentions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from instead.files.columns import resolve
from instead.files.shape import Shape, mostly
from instead.files.times import is_time
from instead.files.understood import Understood
from instead.reviews.review_formats import REVIEW_COLUMNS, unused

WITHOUT_WORDS = "neither rating nor text: a list of who took which item, from which no attribute can be extracted"
_OF_MENTIONS = ("attribute", "opinion", "sentiment")


def recognise_interactions(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Interactions, if the file has a header with columns of users and items."""
    if shape.container == "lines" or not shape.has_header:
        return None
    names = resolve(shape.columns, REVIEW_COLUMNS, given, file=shape.file.name, table="reviews")
    if not {"user", "item"} <= names.keys():
        return None
    if resolve(shape.columns, _OF_MENTIONS, given, file=shape.file.name):  # an incomplete table of mentions
        return None
    if "parent_asin" in shape.columns and "item" not in given:  # as in the reviews of that release
        names["item"] = "parent_asin"
    notes = [WITHOUT_WORDS] if not names.keys() & {"rating", "text"} else []
    notes += unused(shape, names)
    return Understood(shape, "reviews", f"interactions ({shape.container})", names, notes=tuple(notes))


def recognise_orders(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Orders, one item a row: told by a number of the order, of pieces or of money beside user and item, where no
    column says what was done (a log of looks may have prices, too)."""
    if shape.container == "lines" or not shape.has_header:
        return None
    extra = resolve(shape.columns, ("order", "quantity"), given, file=shape.file.name)
    if not extra and not resolve(shape.columns, ("action", "bought"), given, file=shape.file.name):
        extra = resolve(shape.columns, ("paid",), given, file=shape.file.name)  # nobody pays for a look
    found = recognise_interactions(shape, given) if extra else None
    if found is None or found.columns.keys() & {"rating", "text"}:
        return None
    return replace(found, format=f"orders ({shape.container})")


def interactions_by_position(shape: Shape, why: str) -> Understood | None:
    """A table without a header as `user,item` or `user,item,time`; `why` is the reason given to the user."""
    if shape.container != "table" or shape.has_header:
        return None
    timed = len(shape.columns) == 3 and mostly(is_time(row["c3"]) for row in shape.rows)
    if len(shape.columns) != 2 and not timed:
        return None
    names = dict(zip(("user", "item", "time"), shape.columns, strict=False))
    note = f"no header: columns taken as {', '.join(names)} by position, {why} (--map changes that)"
    return Understood(shape, "reviews", "interactions (table without header)", names, notes=(note, WITHOUT_WORDS))


def has_two_id_columns(shape: Shape) -> bool:
    """Two short words a line and no header: pairs of something."""
    if shape.container != "table" or shape.has_header or len(shape.columns) != 2:
        return False
    return mostly(is_id(cell) for row in shape.rows for cell in row.values() if isinstance(cell, str))


def is_id(cell: str) -> bool:
    """Whether a cell is a short word without blanks and separators."""
    return 0 < len(cell.strip()) <= 40 and not re.search(r"[:|\s\[\]{}]", cell.strip())
