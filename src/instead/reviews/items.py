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
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.feed_formats import feed_rows, is_feed
from instead.reviews.item_fields import FIELD, availability, field_column, structured, web_address
from instead.reviews.item_rows import Row, plain_rows
from instead.reviews.product_exports import export_rows, is_export
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


@dataclass(frozen=True)
class ChangedItem:
    """What the shop said of an item since its files were written: columns that stand in the place of theirs. `whole`:
    it is all that is known of the item, which may be new; a `hidden` one that no file names stays out."""

    columns: Mapping[str, Any]
    whole: bool = False
    hidden: bool = False


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

    def change(self, item: str, changed: ChangedItem) -> None:
        """Describe an item anew, whatever files have said of it."""
        row, told = self.name(item), changed.columns
        clean = describe(item, told) | {"price": told.get("price"), "currency": told.get("currency")}
        row.update({name: clean[name] for name in SCHEMA if name != "item" and (changed.whole or name in told)})

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
    of_price = source.columns.get("price", source.columns.get("sale_price"))
    prices = WrittenPrices(numeric=column_is_numeric(source.shape, of_price))
    unknown_stock: Counter[str] = Counter()
    for line, told, row in _rows(source, log, settings, advance):
        for name in ("price", "sale_price"):
            prices.see(told.get(name))
        price = told["sale_price"] if _is_sale(told.get("sale_price")) else told.get("price")
        item = _identifier(told.get("item"))
        if item is None:
            log.reject(source.name, line, "no item id", str(dict(row)))
            continue
        related = list(_related(row))
        for relation, targets in related:
            described.directed[relation] += len(targets)
        if known is not None and item not in known:
            continue
        if item in described.rows:
            described.repeated += 1
            continue
        made = described.rows[item] = describe(item, told)
        if made["available"] is None and not _is_blank(stock := told.get("available")):
            unknown_stock[str(stock)] += 1
        prices.keep(item, price, told.get("currency"))
        for relation, targets in related:
            described.links.setdefault(relation, []).append((item, targets))
    described.fill_prices(prices.settled(source.shape, of_price, settings, log.tally(source.name)))
    if unknown_stock:
        words = ", ".join(word for word, _ in unknown_stock.most_common(3))
        log.tally(source.name).repaired[f"availability not understood, left out ({words})"] += unknown_stock.total()
    finish(source, log, settings)


def _rows(source: Understood, log: RejectLog, settings: ReadSettings, advance: Advance | None) -> Iterator[Row]:
    if is_export(source):
        return export_rows(source, log, advance, variants=settings.variants)
    return feed_rows(source, log, advance) if is_feed(source) else plain_rows(source, log, advance)


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _is_sale(value: Any) -> bool:
    """Whether a sale price says something: systems write nothing, a dash or 0 where there is no sale."""
    text = "" if isinstance(value, (dict, list)) else as_text(value) or ""
    return any(letter.isdecimal() and int(letter) for letter in text)


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
    "ChangedItem",
    "Described",
    "category_path",
    "describe",
    "first_image",
    "plain",
    "read_items",
]
