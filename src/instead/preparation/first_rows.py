"""The first rows of a file as they were understood: our names, numbers, money with its currency, times in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import polars as pl

SHOWN = 3
_LONGEST = 80


class FirstRows:
    """Collects the first rows that were read."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def add(self, rows: pl.DataFrame | Iterable[Mapping[str, Any]]) -> None:
        """Take what is wanted still."""
        wanted = SHOWN - len(self.rows)
        if wanted <= 0:
            return
        found = rows.head(wanted).iter_rows(named=True) if isinstance(rows, pl.DataFrame) else rows
        for row, _ in zip(found, range(wanted), strict=False):
            self.rows.append({name: _shown(name, value) for name, value in row.items() if _is_told(name, value)})


def _is_told(name: str, value: Any) -> bool:
    return value is not None and value not in ("", []) and name != "line"


def _shown(name: str, value: Any) -> Any:
    if name == "time" and isinstance(value, int):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, float):
        return float(f"{value:.7g}")  # ratings are kept in few digits
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[: _LONGEST - 1] + "…"
    return value


def in_words(row: Mapping[str, Any]) -> str:
    """One row in one line: price and currency together, texts in quotes."""
    parts = []
    for name, value in row.items():
        if name == "currency" and "price" in row:
            continue
        said = f"{value:,.2f} {row.get('currency', '(no currency)')}" if name == "price" else _word(value)
        parts.append(f"{name} {said}")
    return ", ".join(parts)


def _word(value: Any) -> str:
    if isinstance(value, list):
        return " > ".join(map(str, value)) if all(isinstance(one, str) for one in value) else str(value)
    if isinstance(value, float):
        return f"{value:g}"
    return f'"{value}"' if isinstance(value, str) and " " in value else str(value)
