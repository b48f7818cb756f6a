"""Column mapping: which column of a file has which meaning, by the user's map or by usual names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from instead.errors import InputError
from instead.settings.base import read_toml

# Lower-case names seen in public dumps and shop exports. The first that is present is used.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "user": ("user", "user_id", "userid", "reviewerid", "reviewer_id", "customer", "customer_id", "uid",
             "visitor", "visitor_id", "visitorid", "session", "session_id"),
    "item": ("item", "item_id", "itemid", "asin", "parent_asin", "product", "product_id", "productid", "sku", "iid"),
    "rating": ("rating", "overall", "stars", "star_rating", "score"),
    "time": ("time", "unixreviewtime", "timestamp", "unixtime", "unix_time", "date", "created_at", "review_date",
             "datetime", "ts"),
    "text": ("text", "reviewtext", "review_text", "review", "review_body", "body", "content", "comment"),
    "title": ("title", "name", "product_title", "product_name"),
    "brand": ("brand", "manufacturer", "store", "vendor"),
    "category": ("category", "categories", "main_cat", "main_category", "product_category"),
    "price": ("price", "price_usd", "amount"),
    "currency": ("currency", "currency_code", "price_currency", "waehrung", "währung", "devise"),
    "image": ("image", "imurl", "image_url", "imageurl", "images"),
    "source": ("source", "item", "item_id", "from", "src", "query", "item_a", "item1", "asin"),
    "target": ("target", "substitute", "to", "dst", "other", "item_b", "item2", "related"),
    "relation": ("relation", "type", "kind", "label"),
    "bought": ("bought", "purchased", "is_purchase", "purchase", "converted", "event", "event_type", "action"),
    "attribute": ("attribute", "aspect", "feature"),
    "opinion": ("opinion", "opinion_word", "adjective"),
    "sentiment": ("sentiment", "polarity"),
    "head": ("head", "head_id", "subject"),
    "tail": ("tail", "tail_id", "object"),
    "entity": ("entity", "entity_name"),
    "id": ("id", "entity_id", "relation_id", "number"),
}  # fmt: skip


def resolve(
    columns: Sequence[str], wanted: Sequence[str], given: Mapping[str, str], *, file: str | Path
) -> dict[str, str]:
    """Our name -> column of the file, for each wanted name that can be found. One map serves several files: an entry
    that does not fit this file is ignored here, and `check_map` checks that it fits any file."""
    mine = {name: column for name, column in given.items() if name in wanted and column in columns}
    for column, times in Counter(mine.values()).items():
        if times > 1:
            names = " and ".join(name for name in mine if mine[name] == column)
            raise InputError(f"column {column!r} cannot be {names} at once", path=file)
    found: dict[str, str] = {}
    lower = {column.lower(): column for column in reversed(columns)}
    for name in wanted:
        if name in mine:
            found[name] = mine[name]
            continue
        for synonym in SYNONYMS[name]:
            if synonym in lower and lower[synonym] not in (*found.values(), *mine.values()):
                found[name] = lower[synonym]
                break
    return found


def check_map(given: Mapping[str, str], files: Mapping[str, Sequence[str]]) -> None:
    """Raise an error unless every column of the map is in one of the files (name -> columns)."""
    for name, column in given.items():
        if not any(column in columns for columns in files.values()):
            known = ", ".join(dict.fromkeys(column for columns in files.values() for column in columns))
            have = "files have" if len(files) > 1 else "file has"
            raise InputError(
                f"there is no column {column!r} for {name}; the {have} {known}",
                path=next(iter(files)) if len(files) == 1 else None,
            )


def parse_map(entries: Sequence[str], toml: Path | None = None) -> dict[str, str]:
    """A column map from `--map user=uid` flags and a TOML file with a `[columns]` table; flags take precedence."""
    mapping: dict[str, str] = {}
    if toml is not None:
        table = read_toml(toml, "column map")
        entries_table = table.get("columns", table)
        for name, column in entries_table.items():
            if not isinstance(column, str):
                raise InputError(f"the column for {name!r} must be a text", path=toml)
            mapping[name] = column
    for entry in entries:
        name, separator, column = entry.partition("=")
        if not separator or not name or not column:
            raise InputError(f"--map wants NAME=COLUMN, for example --map user=customer_id, not {entry!r}")
        mapping[name] = column
    unknown = sorted(set(mapping) - set(SYNONYMS))
    if unknown:
        raise InputError(f"the column map names {', '.join(unknown)}; it may name {', '.join(SYNONYMS)}", path=toml)
    return mapping
