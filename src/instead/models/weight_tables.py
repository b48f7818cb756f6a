"""The weights of a model as tables: a row per signal, a column per kind of asker, one table per question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class WeightRow:
    """One signal; `points` and `errors` are by kind of asker, None where it is not used for them."""

    signal: str
    part: str
    says: str
    points: tuple[float | None, ...]
    errors: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class WeightTable:
    """The signals that answer one question, those of most weight first."""

    question: str
    askers: tuple[str, ...]
    rows: tuple[WeightRow, ...]


def weight_tables(rows: Sequence[Mapping[str, Any]]) -> list[WeightTable]:
    """Tables of what `HasWeights.weight_rows` gives; signals of no weight for anybody are left out."""
    found: list[WeightTable] = []
    for question in dict.fromkeys(row["question"] for row in rows):
        asked = [row for row in rows if row["question"] == question]
        askers = tuple(dict.fromkeys(row["asker"] for row in asked))
        signals = {(row["signal"], row["part"], row["says"]): dict[str, Mapping[str, Any]]() for row in asked}
        for row in asked:
            signals[row["signal"], row["part"], row["says"]][row["asker"]] = row
        made = [
            WeightRow(*signal, *(tuple(_of(by_asker, asker, what) for asker in askers) for what in ("points", "error")))
            for signal, by_asker in signals.items()
        ]
        weighted = [row for row in made if any(row.points)]
        weighted.sort(key=lambda row: -max(abs(points or 0.0) for points in row.points))
        found.append(WeightTable(question, askers, tuple(weighted)))
    return found


def _of(by_asker: Mapping[str, Mapping[str, Any]], asker: str, what: str) -> float | None:
    return float(by_asker[asker][what]) if asker in by_asker else None


def in_markdown(tables: Sequence[WeightTable]) -> list[str]:
    """The tables as blocks of a model card."""
    blocks: list[str] = []
    for table in tables:
        heads = ("signal", "part of the score", "what it says", *table.askers)
        lines = [heads, ["---"] * len(heads), *([row.signal, row.part, row.says, *_cells(row)] for row in table.rows)]
        blocks += [
            f"### {table.question[0].upper()}{table.question[1:]}?",
            "".join(f"| {' | '.join(line)} |\n" for line in lines),
        ]
    return blocks


def _cells(row: WeightRow) -> list[str]:
    return [
        "" if points is None else f"{points:+.2f} ± {error or 0.0:.2f}"
        for points, error in zip(row.points, row.errors, strict=True)
    ]
