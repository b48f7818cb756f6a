"""Events of Google Analytics 4 as BigQuery exports them, made into rows: one for each item of an event.

The id of a session is unique for a visitor only, so a session is both. An event that lists what was shown
(`view_item_list`) is one row with the whole list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import polars as pl

from instead.files.jsonlines import as_text
from instead.substitutes.actions import SHOWN, action_of
from instead.substitutes.shown_lists import JOINED

WRITTEN = ("user", "session", "visitor", "item", "time", "action", "shown", "line")
_SESSION = "ga_session_id"


def flat(frame: pl.DataFrame, columns: Mapping[str, str], own: Mapping[str, str]) -> pl.DataFrame:
    """Rows of a block of events, with our names and everything as text. An event without items is one row without an
    item, so that it is counted."""
    rows: dict[str, list[Any]] = {name: [] for name in WRITTEN}

    def add(**values: Any) -> None:
        for name, cells in rows.items():
            cells.append(values.get(name))

    for event in frame.iter_rows(named=True):
        told = {name: event[column] for name, column in columns.items() if name not in ("item", "session")}
        told["session"] = _session(event[columns["session"]], told["visitor"]) if "session" in columns else None
        told["line"] = event["line"]
        items = _ids(event[columns["item"]])
        if items and action_of(told["action"] or "", own) == SHOWN:
            add(**told, shown=JOINED.join(items))
            continue
        for item in items:
            add(**told, item=item)
        if not items:
            add(**told)
    schema: dict[str, Any] = dict.fromkeys(WRITTEN, pl.String) | {"line": pl.UInt64}
    return pl.DataFrame(rows, schema=schema)


def _ids(text: str | None) -> list[str]:
    """Ids of the items of an event; the name stands in for an item without id, as in the reports of GA4."""
    found = []
    for item in _parsed(text):
        if isinstance(item, dict):
            named = (as_text(item.get(key)) for key in ("item_id", "item_name"))
            known = [one.strip() for one in named if one and one.strip() not in ("", "(not set)")]
            found += known[:1]
    return found


def _session(text: str | None, visitor: str | None) -> str | None:
    told = _parsed(text)
    for one in told:
        if isinstance(one, dict) and one.get("key") == _SESSION and isinstance(one.get("value"), dict):
            held = one["value"]
            number = next((held[kind] for kind in ("int_value", "string_value") if held.get(kind) is not None), None)
            return None if number is None else f"{visitor or ''}.{as_text(number)}"
    return None


def _parsed(text: str | None) -> list[Any]:
    if not text:
        return []
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return []
    return value if isinstance(value, list) else []
