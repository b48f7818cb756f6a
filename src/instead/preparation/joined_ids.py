"""Lets files of one shop find each other's items: which column has the ids, and which other ids mean the same item.

Reviews of a Shopify shop name the handle of a product, its orders the SKU of a variant; an export of reviews may have
both a number that no other file knows and a handle. What the files of items hold decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from instead.files.columns import ColumnMap, fitting
from instead.files.jsonlines import as_text
from instead.files.rejects import RejectLog
from instead.files.understood import Understood
from instead.reviews import feed_formats, product_exports
from instead.reviews.item_rows import plain_rows

_NAMING = ("reviews", "views", "mentions")
"""Kinds of files that have one column of items."""


def join_ids(sources: Sequence[Understood], given: ColumnMap, *, variants: bool) -> list[Understood]:
    """The same files, each with the column of items that fits the files of items, and with their other ids."""
    catalogue = [source for source in sources if source.kind == "items"]
    other: dict[str, str] = {}
    for source in catalogue:
        other |= _other_ids(source, variants)
    unsure = [source for source in sources if len(_candidates(source, given)) > 1]
    known = _known(catalogue, variants) | other.keys() if unsure and catalogue else frozenset()
    made = []
    for source in sources:
        found = source
        if known and len(columns := _candidates(source, given)) > 1:
            found = _by_content(source, columns, known)
        if other and found.kind != "items":
            found = replace(found, other_ids=other)
        made.append(found)
    return made


def _other_ids(source: Understood, variants: bool) -> Mapping[str, str]:
    if product_exports.is_export(source):
        return product_exports.other_ids(source, variants=variants)
    return feed_formats.other_ids(source) if feed_formats.is_feed(source) else {}


def _candidates(source: Understood, given: ColumnMap) -> list[str]:
    """Columns that may have the ids of items, where neither the format nor the user says which."""
    if source.kind not in _NAMING or "(" not in source.format or not source.shape.has_header:
        return []
    if "item" in given.of_file(source.name):
        return []
    taken = {column for name, column in source.columns.items() if name != "item"}
    return [column for column in fitting(source.shape.columns, "item", source.kind) if column not in taken]


def _known(catalogue: Sequence[Understood], variants: bool) -> frozenset[str]:
    """Ids of all items that a file describes."""
    found: set[str] = set()
    for source in catalogue:
        log = RejectLog()
        rows = (
            product_exports.export_rows(source, log, None, variants=variants)
            if product_exports.is_export(source)
            else plain_rows(replace(source, columns={"item": source.columns["item"]}), log, None)
        )
        found.update((as_text(told["item"]) or "").strip() for _, told, _ in rows)
    return frozenset(found - {""})


def _by_content(source: Understood, columns: Sequence[str], known: frozenset[str]) -> Understood:
    """The column most of whose first values are ids of described items; the usual one where none is better."""
    shares = {}
    for column in columns:
        values = [text.strip() for row in source.shape.rows if (text := as_text(row.get(column)))]
        shares[column] = sum(value in known for value in values) / max(len(values), 1)
    usual = source.columns["item"]
    best = max(columns, key=lambda column: (shares[column], column == usual))
    if best == usual:
        return source
    note = (
        f"item is column {best}, because {shares[best]:.0%} of its first values are ids of described items, and "
        f"{shares[usual]:.0%} of those of {usual} (--map item=COLUMN changes that)"
    )
    notes = [one for one in source.notes if not one.startswith("item is column")]
    return replace(source, columns={**source.columns, "item": best}, notes=(*notes, note))
