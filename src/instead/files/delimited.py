"""Delimited text (CSV, TSV): detection of separator, quoting and header, and parsing of blocks into text columns."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from instead.files.blocks import Block, after_last_newline
from instead.files.rejects import RejectLog

LINE = "line"
SEPARATORS = (",", "\t", ";", "|", " ")
csv.field_size_limit(1 << 26)


@dataclass(frozen=True)
class Dialect:
    """Dialect of a delimited file."""

    separator: str
    header: bool
    columns: tuple[str, ...]
    """Names from the header, or c1, c2, ... by position."""
    quoted: bool
    """Whether double quotes wrap fields (and may hold separators and line ends)."""


def sniff(lines: Sequence[str]) -> Dialect | None:
    """Guess the dialect from the first lines; None if no separator splits them all alike."""
    rows = [line for line in lines if line.strip()]
    if not rows:
        return None
    for separator in SEPARATORS:
        quoted = any(line.startswith('"') or f'{separator}"' in line for line in rows)
        parsed = list(_reader(io.StringIO("\n".join(rows)), separator, quoted))
        if quoted and len(parsed) > 1:
            parsed = parsed[:-1]  # the sample may end inside a quoted field
        widths = Counter(len(row) for row in parsed)
        width, times = widths.most_common(1)[0]
        if width < 2 or times < 0.9 * len(parsed) or len(parsed[0]) != width:
            continue
        header = _looks_like_header(parsed)
        names = tuple(name.strip() for name in parsed[0]) if header else tuple(f"c{i + 1}" for i in range(width))
        return Dialect(separator, header, names, quoted)
    return None


def _looks_like_header(rows: list[list[str]]) -> bool:
    """A header has distinct words only, none of which is a value below it in its column."""
    head = [cell.strip() for cell in rows[0]]
    if any(not cell or _is_number(cell) for cell in head) or len(set(head)) < len(head):
        return False
    if any(len(cell) > 40 for cell in head):
        return False
    below = rows[1:]
    if not below:
        return False
    if any(row[i].strip() == name for row in below for i, name in enumerate(head) if i < len(row)):
        return False
    numeric_below = any(all(_is_number(row[i]) for row in below if i < len(row)) for i in range(len(head)))
    return numeric_below or all(cell.replace("_", "").replace(" ", "").isalpha() for cell in head)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _reader(handle: io.StringIO, separator: str, quoted: bool) -> csv._reader:  # type: ignore[name-defined, unused-ignore]
    if quoted:
        return csv.reader(handle, delimiter=separator)
    return csv.reader(handle, delimiter=separator, quoting=csv.QUOTE_NONE)


def cut_outside_quotes(data: bytes) -> int:
    """The offset behind the last line end that is not inside a quoted field."""
    if b'"' not in data:
        return after_last_newline(data)
    array = np.frombuffer(data, dtype=np.uint8)
    newlines = np.flatnonzero(array == ord("\n"))
    quotes = np.flatnonzero(array == ord('"'))
    outside = newlines[np.searchsorted(quotes, newlines) % 2 == 0]
    return int(outside[-1]) + 1 if outside.size else 0


def text_columns(block: Block, dialect: Dialect, columns: Sequence[str], file: str, log: RejectLog) -> pl.DataFrame:
    """The named columns as text, with the `line` each row starts on."""
    data, first_line = block.data, block.first_line
    if first_line == 1:
        data, skipped = below_header(data, dialect)
        first_line += skipped
    body = Block(first_line, data)
    if not data:
        return _frame({name: [] for name in columns}, [])
    frame = _fast(body, dialect, columns)
    if frame is None:
        return line_by_line(body, dialect, columns, file, log)
    log.tally(file).rows += frame.height
    return frame


def below_header(data: bytes, dialect: Dialect) -> tuple[bytes, int]:
    """The beginning of a file without header and blank lines above it, and the number of lines removed."""
    skipped = 0
    while dialect.header and data:
        line, _, data = data.partition(b"\n")
        skipped += 1
        if line.strip():
            break
    return data, skipped


def _fast(block: Block, dialect: Dialect, columns: Sequence[str]) -> pl.DataFrame | None:
    """The whole block by polars, or None where rows and lines do not agree one to one."""
    if b"\r" in block.data or b"\0" in block.data:
        return None
    try:
        frame = pl.read_csv(
            io.BytesIO(block.data),
            has_header=False,
            new_columns=list(dialect.columns),
            separator=dialect.separator,
            quote_char='"' if dialect.quoted else None,
            infer_schema=False,
        )
    except (pl.exceptions.PolarsError, OverflowError):
        return None
    if frame.height != block.lines or frame.width != len(dialect.columns):
        return None
    # Polars fills short rows with nulls, as if their last fields were empty.
    ends_empty = frame[dialect.columns[-1]].fill_null("").str.strip_chars() == ""
    if ends_empty.any():
        raw = block.data.split(b"\n")
        if not all(_is_full(raw[row], dialect) for row in ends_empty.arg_true()):
            return None
    lines = pl.int_range(block.first_line, block.first_line + frame.height, dtype=pl.UInt64)
    # An empty field is a missing value, quoted or not, as in `line_by_line`.
    return frame.select(
        *(pl.when(pl.col(name) != "").then(pl.col(name)).alias(name) for name in columns), lines.alias(LINE)
    )


def _is_full(line: bytes, dialect: Dialect) -> bool:
    """Whether a line has all its fields and something in them."""
    separator = dialect.separator.encode()
    if not dialect.quoted or b'"' not in line:
        return line.count(separator) == len(dialect.columns) - 1 and bool(line.replace(separator, b"").strip())
    row: list[str] = next(_reader(io.StringIO(line.decode(), newline=""), dialect.separator, dialect.quoted), [])
    return len(row) == len(dialect.columns) and any(cell.strip() for cell in row)


def line_by_line(block: Block, dialect: Dialect, columns: Sequence[str], file: str, log: RejectLog) -> pl.DataFrame:
    """The slow path and reference: one record at a time; records of the wrong width go to the log."""
    tally = log.tally(file)
    try:
        text = block.data.decode()
    except UnicodeDecodeError:
        text = block.data.decode("utf-8", "replace")
        tally.repaired["bytes that are not UTF-8 replaced"] += sum(
            1 for raw in block.data.split(b"\n") if not _is_utf8(raw)
        )
    reader = _reader(io.StringIO(text, newline=""), dialect.separator, dialect.quoted)
    place = [dialect.columns.index(name) for name in columns]
    values: list[list[str | None]] = [[] for _ in columns]
    lines: list[int] = []
    before = 0
    for row in reader:
        start, before = block.first_line + before, reader.line_num
        if not any(cell.strip() for cell in row):
            continue
        tally.rows += 1
        if len(row) != len(dialect.columns):
            cause = f"{len(row)} fields where {len(dialect.columns)} are expected"
            log.reject(file, start, cause, dialect.separator.join(row), kind="wrong number of fields")
            continue
        lines.append(start)
        for index, column in zip(place, values, strict=True):
            column.append(row[index] or None)
    return _frame(dict(zip(columns, values, strict=True)), lines)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _frame(values: dict[str, list[str | None]], lines: list[int]) -> pl.DataFrame:
    schema: dict[str, type[pl.DataType]] = dict.fromkeys(values, pl.String) | {LINE: pl.UInt64}
    return pl.DataFrame({**values, LINE: lines}, schema=schema)
