"""Tables of docs/results/reasons.md: figures with intervals, and beside them those of the version before.

Figures before were measured by the same functions on the code of commit cb19fcf and are kept in
docs/results/reasons_true_before.json, by table and row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]


@dataclass
class Figures:
    """Headline figures by table and row: new ones are collected, old ones are looked up."""

    before: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    found: dict[str, dict[str, float]] = field(default_factory=dict)

    @classmethod
    def beside(cls, path: Path) -> Figures:
        return cls(json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {})

    def noted(self, table: str, row: str, value: float) -> str:
        """Keeps a figure, and says what it was before; a dash where it was not measured."""
        self.found.setdefault(table, {})[row] = round(float(value), 4)
        old = self.before.get(table, {}).get(row)
        return "-" if old is None else f"{old:.3f}"

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(self.found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def head(*names: str) -> str:
    return "| " + " | ".join(names) + " |\n" + "|---" * len(names) + "|\n"


def line(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def within(row: Row, name: str, low: str | None = None, high: str | None = None) -> str:
    """A figure with its interval."""
    return f"{row[name]:.3f} ({row[low or f'{name} low']:.3f} - {row[high or f'{name} high']:.3f})"
