"""How the numbers and times of a file are written: decided once for each column, and told to the user."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

import polars as pl

from instead.files.amounts import Mark
from instead.files.jsonlines import as_text
from instead.files.rejects import RejectLog
from instead.files.shape import Shape, text_frames
from instead.files.times import Order, TimeEvidence, TimeNotation, by_decimal, tells_itself
from instead.settings import ReadSettings

_DECIMAL = re.compile(r"\d+([.,])\d{1,2}")
_MARKS: dict[str, Mark | None] = {"auto": None, "point": ".", "comma": ","}
_ORDERS: dict[str, Order | None] = {"auto": None, "day": "day first", "month": "month first"}


@dataclass(frozen=True)
class Notation:
    """The notation of one column in words, and whether it was decided by its values or guessed."""

    text: str
    sure: bool = True


def told_mark(settings: ReadSettings) -> Mark | None:
    """The decimal mark that the user named."""
    return _MARKS[settings.decimal]


def is_numeric(shape: Shape, column: str) -> bool:
    """Whether a column holds numbers and no texts, so that nothing about its notation is open."""
    return shape.container == "Parquet" and not any(isinstance(row.get(column), str) for row in shape.rows)


def decimal_hint(shape: Shape, column: str) -> tuple[Mark, str] | None:
    """The decimal mark of the file's other columns, where these have only one, and what shows it."""
    if shape.container in ("Parquet", "Python literals"):
        return None
    seen: dict[str, str] = {}
    for row in shape.rows:
        for name, value in row.items():
            found = _DECIMAL.fullmatch(value.strip()) if name != column and isinstance(value, str) else None
            if found:
                seen.setdefault(found[1], f"{value.strip()} in column {name}")
    if len(seen) != 1:
        return None
    mark, where = seen.popitem()
    return ("," if mark == "," else "."), where


def time_notation(shape: Shape, column: str, settings: ReadSettings) -> TimeNotation:
    """The notation of a column of times. The first rows decide where their notation can mean one thing only; otherwise
    the whole column is read for it."""
    sample = [text for row in shape.rows if (text := _sample_text(row.get(column))) is not None]
    evidence = TimeEvidence()
    if tells_itself(sample):
        evidence.add(pl.Series(sample, dtype=pl.String))
    else:
        for frame in text_frames(shape, [column], RejectLog()):
            evidence.add(frame[column])
    hint = decimal_hint(shape, column)
    separator = shape.dialect.separator if shape.dialect is not None else None
    usual = by_decimal(hint[0] if hint else "," if separator == ";" else None)
    return evidence.notation(usual, told=_ORDERS[settings.dates])


def _sample_text(value: object) -> str | None:
    """A value of the first rows as `text_frames` gives it."""
    if isinstance(value, dt.datetime):
        return str(int(value.replace(tzinfo=value.tzinfo or dt.UTC).timestamp()))
    if isinstance(value, dt.date):
        return str(int(dt.datetime(value.year, value.month, value.day, tzinfo=dt.UTC).timestamp()))
    return as_text(value)
