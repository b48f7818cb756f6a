"""Makes a table of one piece of a file, and checks it there: a function over what has to be known of the whole file.

A piece has a log of its own, so that it can be read on any thread or machine; logs are merged in the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import polars as pl

from instead.files import delimited, jsonlines, literals
from instead.files.blocks import Block
from instead.files.rejects import RejectLog

Container = Literal["JSON lines", "Python literals", "table", "Parquet", "XML", "data frame", "lines"]
Made = TypeVar("Made")
Check = Callable[[pl.DataFrame, RejectLog], Made]
"""What is made of the text columns of a piece; what it finds wrong goes to the piece's log. It may be sent to another
process: a function of a module, or a frozen dataclass that can be called."""


@dataclass(frozen=True)
class Rows:
    """A piece of a file without lines of text: values of any type, and the place of each row in the file."""

    values: pl.DataFrame
    lines: pl.Series


@dataclass(frozen=True)
class Parsing(Generic[Made]):
    """All that has to be known of a file to read a piece of it."""

    name: str
    container: Container
    columns: tuple[str, ...]
    dialect: delimited.Dialect | None
    check: Check[Made]


def unchecked(frame: pl.DataFrame, log: RejectLog) -> pl.DataFrame:
    """Text columns as they are."""
    return frame


def read_piece(how: Parsing[Made], piece: Block | Rows) -> tuple[Made, RejectLog]:
    """What the check makes of a piece, and the piece's log."""
    log = RejectLog()
    return how.check(_text_columns(how, piece, log), log), log


def _text_columns(how: Parsing[Any], piece: Block | Rows, log: RejectLog) -> pl.DataFrame:
    """The named columns as text, with `line` numbers."""
    if isinstance(piece, Rows):
        log.tally(how.name).rows += piece.values.height
        return pl.DataFrame([*(_as_text(piece.values[column]) for column in how.columns), piece.lines.alias("line")])
    if how.dialect is not None:
        return delimited.text_columns(piece, how.dialect, how.columns, how.name, log)
    if how.container == "JSON lines":
        return jsonlines.text_columns(piece, how.columns, how.name, log)
    found = list(literals.objects(piece, how.name, log))
    values = {column: [jsonlines.as_text(row.get(column)) for _, row in found] for column in how.columns}
    schema: dict[str, Any] = dict.fromkeys(how.columns, pl.String) | {"line": pl.UInt64}
    return pl.DataFrame({**values, "line": [number for number, _ in found]}, schema=schema)


def _as_text(series: pl.Series) -> pl.Series:
    """Dates become seconds, lists JSON text, everything else its text."""
    dtype = series.dtype
    if isinstance(dtype, (pl.Datetime, pl.Date)):
        return series.cast(pl.Datetime("ms")).dt.epoch("s").cast(pl.String)
    if isinstance(dtype, (pl.List, pl.Struct, pl.Array)):
        return pl.Series(series.name, [jsonlines.as_text(value) for value in series.to_list()], dtype=pl.String)
    if dtype == pl.Binary:
        texts = [None if value is None else jsonlines.decode(value) for value in series.to_list()]
        return pl.Series(series.name, texts, dtype=pl.String)
    return series.cast(pl.String)
