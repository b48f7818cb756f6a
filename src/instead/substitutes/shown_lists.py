"""Lists of items that were shown, as logs write them in one cell: joined by a bar or a comma, or as a JSON list."""

from __future__ import annotations

from typing import Any

import orjson
import polars as pl

JOINED = "\x1f"
"""Between ids that were joined here: no id has it."""
SHOWN_SCHEMA: dict[str, Any] = {
    "user": pl.String, "session": pl.String, "time": pl.Int64, "item": pl.String, "shown": pl.List(pl.String),
    "prices": pl.List(pl.Float64),
}  # fmt: skip
"""A list that was shown, in its order; `item` was taken out of it (null: the log does not say). `prices` in the same
order, null where the log has none."""


def listed(cell: str | None) -> list[str] | None:
    """The entries of a cell; None for a blank one."""
    text = (cell or "").strip()
    if not text:
        return None
    if text.startswith("["):
        try:
            found = orjson.loads(text)
        except orjson.JSONDecodeError:
            found = text[1:].removesuffix("]").split(",")
        parts = [str(one) for one in found]
    else:
        mark = next((mark for mark in (JOINED, "|", ";", ",") if mark in text), " ")
        parts = text.split(mark)
    return [part.strip().strip("'\"") for part in parts if part.strip()] or None


def shown_lists(rows: pl.DataFrame) -> pl.DataFrame:
    """Lists of the rows that have one; `rows` has the columns of `SHOWN_SCHEMA` with `shown` and `prices` as text.

    Prices that are not as many as the items belong to other items, and are left out.
    """
    some = rows.filter(pl.col("shown").str.strip_chars().fill_null("") != "")
    items = [listed(cell) for cell in some["shown"].to_list()]
    prices = [_amounts(cell, len(own or ())) for cell, own in zip(some["prices"].to_list(), items, strict=True)]
    made = some.select("user", "session", "time", "item").with_columns(
        pl.Series("shown", items, SHOWN_SCHEMA["shown"]), pl.Series("prices", prices, SHOWN_SCHEMA["prices"])
    )
    return made.filter(pl.col("shown").is_not_null())


def _amounts(cell: str | None, count: int) -> list[float] | None:
    try:
        found = [float(one) for one in listed(cell) or ()]
    except ValueError:
        return None
    return found if len(found) == count else None
