"""Format recognition of review files and item metadata, including the public Amazon releases."""

from __future__ import annotations

import re
from collections.abc import Mapping

import polars as pl

from instead.errors import UnknownFormat
from instead.files.columns import FIELD, is_field, resolve
from instead.files.field_names import field_name
from instead.files.jsonlines import as_text
from instead.files.known_names import ranked
from instead.files.plain_names import plain_name
from instead.files.shape import Shape, mostly
from instead.files.times import is_time
from instead.files.understood import Understood
from instead.reviews.written_ratings import read_ratings

_NO_RATING = re.compile(r"[^\W\d_]{3}")
UNSIGNED = "no column of users: every row counts as somebody else's, so that nobody's taste is learned from it"
REVIEW_COLUMNS = ("user", "item", "rating", "time", "text")
ITEM_COLUMNS = ("item", "title", "brand", "category", "price", "currency", "image")
STOCK_COLUMNS = ("sale_price", "available", "group", "link")
"""Further columns of a table of items; `sale_price` is the price that counts where there is one."""

NO_RELATION_2023 = (
    "the 2023 release has no substitute relation (bought_together is empty, also-viewed is gone): bring links of your "
    "own (--links), a view log (--views), or the 2014/2018 metadata of the same category"
)
# Metadata keys of related items -> relation.
RELATED_2014 = ("also_viewed", "buy_after_viewing", "also_bought", "bought_together")
RELATED_2018 = {"also_view": "also_viewed", "also_buy": "also_bought"}


def recognise_reviews(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Reviews, if the file has users and items and a rating or a text."""
    if not shape.has_header:
        return by_position(shape, given)
    known = resolve(shape.columns, REVIEW_COLUMNS, given, file=shape.file.name, table="reviews")
    names = _by_values(shape, known)
    if "user" not in names or "item" not in names or not names.keys() & {"rating", "text"}:
        return None
    keys = set(shape.columns)
    if {"user_id", "parent_asin"} <= keys:
        if "item" not in given:  # the metadata describe parents, not their variants
            names["item"] = "parent_asin"
        return Understood(shape, "reviews", "Amazon 2023 reviews", names, notes=(NO_RELATION_2023,))
    if {"reviewerID", "asin"} <= keys:
        vintage = "2018" if keys & {"verified", "vote", "style"} else "2014"
        return Understood(shape, "reviews", f"Amazon {vintage} reviews", names)
    lost = known.get("rating")
    notes = [] if lost in (None, *names.values()) else [f"column {lost} has words and no numbers, so it is not used"]
    notes += unused(shape, {**known, **names})
    return Understood(shape, "reviews", f"reviews ({shape.container})", names, notes=tuple(notes))


def recognise_unsigned(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Reviews without users: an item, and a rating and a text, or one of both where the same items come again. A
    table with a price, or with another row for every item, describes items."""
    if not shape.has_header:
        return None
    names = _by_values(shape, resolve(shape.columns, REVIEW_COLUMNS, given, file=shape.file.name, table="reviews"))
    if "user" in names or "item" not in names:
        return None
    told = names.keys() & {"rating", "text"}
    items = [str(row[names["item"]]) for row in shape.rows if row.get(names["item"])]
    again = len(set(items)) < 0.9 * len(items)
    priced = resolve(shape.columns, ("price",), given, file=shape.file.name)
    if not told or (len(told) < 2 and (priced or not again)):
        return None
    notes = (UNSIGNED, *unused(shape, names))
    return Understood(shape, "reviews", f"reviews without users ({shape.container})", names, notes=notes)


def unused(shape: Shape, names: Mapping[str, str]) -> list[str]:
    """A note about the columns that were taken for nothing, if there are any."""
    left = [column for column in shape.columns if column not in names.values()]
    return [f"not used: {', '.join(left[:8])}{', ...' if len(left) > 8 else ''}"] if left else []


def _by_values(shape: Shape, names: dict[str, str]) -> dict[str, str]:
    """Ratings are numbers: a column of words (a `Bewertung` may be either) is the text."""
    column = names.get("rating")
    words = [str(row[column]) for row in shape.rows if row.get(column) not in (None, "")] if column else []
    numbers = read_ratings(pl.Series(words, dtype=pl.String)).value
    said = (number is None and _NO_RATING.search(word) is not None for word, number in zip(words, numbers, strict=True))
    if column is None or not words or not mostly(said):
        return names
    rest = {name: one for name, one in names.items() if name != "rating"}
    return rest if "text" in rest else {**rest, "text": column}


def by_position(shape: Shape, given: Mapping[str, str], *, sure: bool = False) -> Understood | None:
    """A table without a header: `user,item,rating[,time[,text]]`, unless a column map says otherwise.

    A constant third column may also be a weight: it counts as a rating where a time follows it, or where the user is
    `sure` that these are reviews.
    """
    if given.keys() & {"user", "item"}:
        names = resolve(shape.columns, REVIEW_COLUMNS, given, file=shape.file.name)
        named = {"user", "item"} <= names.keys()
        return Understood(shape, "reviews", "reviews (table without header)", names) if named else None
    if shape.has_header or shape.container != "table" or not 3 <= len(shape.columns) <= 5:
        return None
    ratings = read_ratings(pl.Series([as_text(row["c3"]) for row in shape.rows], dtype=pl.String)).value.to_list()
    if not mostly(value is not None and 0 <= value <= 100 for value in ratings):
        return None
    timed = "c4" in shape.columns and mostly(is_time(row["c4"]) for row in shape.rows)
    if len(set(ratings)) < 2 and not timed and not sure:
        return None
    names = dict(zip(REVIEW_COLUMNS, shape.columns, strict=False))
    note = f"no header: columns taken as {', '.join(names)} by position (--map changes that)"
    return Understood(shape, "reviews", "reviews (table without header)", names, notes=(note,))


def recognise_items(shape: Shape, given: Mapping[str, str]) -> Understood | None:
    """Item descriptions, if the file has items and at least one descriptive column."""
    if not shape.has_header:
        return None
    names = _filled_first(shape, given)
    if "item" not in names or not names.keys() & {"title", "brand", "category", "price"}:
        return None
    weak = plain_name(names["item"]) not in ranked("item") and "item" not in given
    if weak and not names.keys() & {"title", "price"}:
        return None  # an `id` may be that of anything: only what has a title or a price is an item
    keys = set(shape.columns)
    if shape.container == "Python literals" or "related" in keys:
        carried = [name for name in RELATED_2014 if any(name in _dictionary(row.get("related")) for row in shape.rows)]
        return Understood(shape, "items", "Amazon 2014 metadata", names, tuple(carried))
    if keys & RELATED_2018.keys():
        carried = [name for key, name in RELATED_2018.items() if key in keys]
        return Understood(shape, "items", "Amazon 2018 metadata", names, tuple(carried))
    if "parent_asin" in keys:
        return Understood(shape, "items", "Amazon 2023 metadata", names, notes=(NO_RELATION_2023,))
    names |= field_columns(shape, names, given)
    return Understood(shape, "items", f"items ({shape.container})", names, notes=tuple(unused(shape, names)))


def _filled_first(shape: Shape, given: Mapping[str, str]) -> dict[str, str]:
    """Columns of items: of several that fit, one that is empty in all first rows stands behind the others."""
    wanted, file = ITEM_COLUMNS + STOCK_COLUMNS, shape.file.name
    told = {column for row in shape.rows for column, value in row.items() if value is not None and str(value).strip()}
    filled = [column for column in shape.columns if column in told or column in given.values()]
    found = resolve(filled, wanted, given, file=file, table="items")
    return resolve(shape.columns, wanted, {**given, **found}, file=file, table="items")


def field_columns(shape: Shape, names: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Columns of structured fields, by name (`field.color`), that no other meaning has taken."""
    told = {name: column for name, column in given.items() if is_field(name) and column in shape.columns}
    taken = {*names.values(), *told.values()}
    known: dict[str, str] = {}
    for column in shape.columns:
        if column not in taken and (name := field_name(column)) is not None:
            known.setdefault(f"{FIELD}{name}", column)
    return known | told


def _dictionary(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def no_fit(shape: Shape, wanted: str) -> UnknownFormat:
    """The error for a file that does not fit the stated kind, or any kind."""
    if not shape.columns:
        return UnknownFormat(f"cannot be read as {wanted}: no separator splits its lines alike", path=shape.file.path)
    return UnknownFormat(
        f"cannot be read as {wanted}; its columns are {', '.join(shape.columns[:12])}. Say which is which with --map, "
        "for example --map user=COLUMN --map item=COLUMN, and what the file is with --reviews, --items, --mentions, "
        "--links, --views, --names, --rows or --triples (`inspect --as KIND`)",
        path=shape.file.path,
    )
