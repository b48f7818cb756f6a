"""Reads item metadata: title, brand, category path, price, image, stock, structured fields, and related items."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import polars as pl

from instead.files.currencies import currency_named
from instead.files.jsonlines import as_text
from instead.files.rejects import RejectLog
from instead.files.shape import object_lists, text_frames
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.item_fields import FIELD, availability, field_column, structured, web_address
from instead.reviews.read_reviews import finish
from instead.reviews.review_formats import ITEM_COLUMNS, RELATED_2014, RELATED_2018
from instead.reviews.written_prices import WrittenPrices, column_is_numeric
from instead.settings import ReadSettings

SCHEMA: dict[str, Any] = {
    "item": pl.String,
    "title": pl.String,
    "brand": pl.String,
    "category": pl.List(pl.String),
    "price": pl.Float64,
    "currency": pl.String,
    "image": pl.String,
    "available": pl.Boolean,
    "group": pl.String,
    "link": pl.String,
    "fields": pl.List(FIELD),
}
"""`items.parquet`. `available`: whether the item can be ordered; `group`: the product that it is a variant of; `link`:
its page in the shop; `fields`: structured fields by name (colour, size ...). Null is not known."""
_STEP = "\x1f"
_TAG = re.compile(r"<[^<>]*>")


@dataclass
class Described:
    """Item descriptions and related items of all files; the first description of an item is kept."""

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: dict[str, list[tuple[str, list[str]]]] = field(default_factory=dict)
    """Relation -> (source, targets) as written."""
    directed: Counter[str] = field(default_factory=Counter)
    """Links per relation before anything is dropped."""
    repeated: int = 0

    def name(self, item: str) -> dict[str, Any]:
        """The row of an item, empty if no file before has named it."""
        row = self.rows.get(item)
        if row is None:
            row = self.rows[item] = describe(item, {})
        return row

    def fill(self, item: str, column: str, value: Any) -> None:
        """Describe one column of an item that no file before has described."""
        row = self.name(item)
        if row[column] is None:
            row[column] = currency_named(value) if column == "currency" else describe(item, {column: value})[column]

    def fill_prices(self, prices: Iterable[tuple[str, float | None, str | None]]) -> None:
        """(item, price, currency): the prices of items that have none yet."""
        for item, price, currency in prices:
            row = self.rows.get(item)
            if row is None:
                row = self.rows[item] = describe(item, {})
            if row["price"] is None:
                row["price"], row["currency"] = price, currency or row["currency"]

    def counts(self) -> dict[str, int]:
        """How many items have a value, by column."""
        return {name: sum(row[name] is not None for row in self.rows.values()) for name in SCHEMA if name != "item"}

    def table(self) -> pl.DataFrame:
        rows = self.rows.values()
        flat = {name: [row[name] for row in rows] for name in SCHEMA if name not in ("category", "fields")}
        # Polars takes lists of lists slowly; joined texts split by polars are fast. No step contains the separator.
        paths = [None if row["category"] is None else _STEP.join(row["category"]) for row in rows]
        split = pl.Series(paths, dtype=pl.String).str.split(_STEP)
        fields = field_column(row["fields"] for row in rows)
        return pl.DataFrame({**flat, "category": split, "fields": fields}, schema_overrides=SCHEMA).select(list(SCHEMA))


def read_items(
    source: Understood,
    described: Described,
    log: RejectLog,
    settings: ReadSettings,
    *,
    known: frozenset[str] | None = None,
    advance: Advance | None = None,
) -> None:
    """Read one file of descriptions to its end. `known` keeps only these items (and links from them)."""
    of_price, of_currency = source.columns.get("price"), source.columns.get("currency")
    prices = WrittenPrices(numeric=column_is_numeric(source.shape, of_price))
    for line, row in _rows(source, log, advance):
        price = row.get(of_price) if of_price is not None else None
        prices.see(price)
        item = _identifier(row.get(source.columns["item"]))
        if item is None:
            log.reject(source.name, line, "no item id", str(row))
            continue
        related = list(_related(row))
        for relation, targets in related:
            described.directed[relation] += len(targets)
        if known is not None and item not in known:
            continue
        if item in described.rows:
            described.repeated += 1
            continue
        described.rows[item] = describe(item, {name: row.get(column) for name, column in source.columns.items()})
        prices.keep(item, price, row.get(of_currency) if of_currency is not None else None)
        for relation, targets in related:
            described.links.setdefault(relation, []).append((item, targets))
    described.fill_prices(prices.settled(source.shape, of_price, settings, log.tally(source.name)))
    finish(source, log, settings)


def _rows(source: Understood, log: RejectLog, advance: Advance | None) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if source.shape.container in ("JSON lines", "Python literals"):
        for numbers, rows in object_lists(source.shape, log, advance):
            yield from zip(numbers, rows, strict=True)
        return
    for frame in text_frames(source.shape, list(source.columns.values()), log, advance):
        for row in frame.iter_rows(named=True):
            yield row["line"], row


def _related(row: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    related = row.get("related")
    if isinstance(related, dict):
        for name in RELATED_2014:
            if isinstance(related.get(name), list):
                yield name, related[name]
    for key, name in RELATED_2018.items():
        if isinstance(row.get(key), list) and row[key]:
            yield name, row[key]


def _identifier(value: Any) -> str | None:
    text = "" if isinstance(value, (dict, list)) else (as_text(value) or "").strip()
    return text if text and text.isprintable() else None


def describe(item: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """One clean row of `items.parquet`, but for the price and its currency, which whole columns decide."""
    return {
        "item": item,
        "title": plain(row.get("title")),
        "brand": plain(row.get("brand")),
        "category": category_path(row.get("category")),
        "price": None,
        "currency": None,
        "image": first_image(row.get("image")),
        "available": availability(row.get("available")),
        "group": _identifier(row.get("group")),
        "link": web_address(row.get("link")),
        "fields": structured(row.get("fields")),
    }


def plain(value: Any) -> str | None:
    """Text without HTML tags and entities; None where nothing is left."""
    return _plain_text(value) if isinstance(value, str) else None


@lru_cache(maxsize=1 << 16)  # brands and category names repeat
def _plain_text(value: str) -> str | None:
    if "<" in value or "&" in value:
        value = _TAG.sub(" ", html.unescape(value))
        if value.lstrip().startswith("<"):  # a tag that was cut off in the middle has no content
            return None
    return " ".join(value.split()) or None


def category_path(value: Any) -> list[str] | None:
    """Category path, root to leaf. Of several paths (2014 release) the deepest; a text may separate steps by > or |."""
    if isinstance(value, str):
        value = [step for step in re.split(r"\s*[>|]\s*", value) if step]
    if not isinstance(value, list) or not value:
        return None
    if isinstance(value[0], list):
        value = max(value, key=len)
    path = [text for step in value if (text := plain(step)) is not None]
    return path or None


def first_image(value: Any) -> str | None:
    """The address of the first picture, from a text, a list of texts or a list of objects (2023)."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = next((value[key] for key in ("large", "hi_res", "thumb") if value.get(key)), None)
    return value if isinstance(value, str) and value.startswith(("http://", "https://", "/")) else None


__all__ = [
    "ITEM_COLUMNS",
    "SCHEMA",
    "Described",
    "category_path",
    "describe",
    "first_image",
    "plain",
    "read_items",
]
