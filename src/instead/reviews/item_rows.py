"""Rows of a file of items under our names: one for each item, whatever the file has for it.

Exports of Shopify and WooCommerce have several rows for a product, one for each variant; `product_exports.py` puts them
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from instead.files.columns import FIELD, is_field
from instead.files.rejects import RejectLog
from instead.files.shape import object_lists, text_frames
from instead.files.understood import Understood
from instead.progress import Advance

Row = tuple[int, dict[str, Any], Mapping[str, Any]]
"""Line, values by our names, and the row as it stands in the file."""


def written_rows(
    source: Understood, log: RejectLog, advance: Advance | None, columns: Sequence[str] = ()
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Line and content of every row of the file: of its mapped columns, or of these."""
    wanted = columns or list(dict.fromkeys(source.columns.values()))
    if source.shape.container in ("JSON lines", "Python literals"):
        for numbers, rows in object_lists(source.shape, log, advance):
            yield from zip(numbers, rows, strict=True)
        return
    for frame in text_frames(source.shape, wanted, log, advance):
        for row in frame.iter_rows(named=True):
            yield row["line"], row


def plain_rows(source: Understood, log: RejectLog, advance: Advance | None) -> Iterator[Row]:
    """One item a row."""
    plain = {name: column for name, column in source.columns.items() if not is_field(name)}
    fields = {name.removeprefix(FIELD): column for name, column in source.columns.items() if is_field(name)}
    for line, row in written_rows(source, log, advance):
        told = {name: row.get(column) for name, column in plain.items()}
        if fields:
            told["fields"] = {name: row.get(column) for name, column in fields.items()}
        yield line, told, row
