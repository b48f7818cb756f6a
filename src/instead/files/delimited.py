"""Delimited text (CSV, TSV): detection of separator, quoting and header, and parsing of blocks into text columns."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from instead.files.blocks import Block, after_last_newline
from instead.files.columns import is_known_name
from instead.files.rejects import RejectLog

LINE = "line"
SEPARATORS = (",", "\t", ";", "|", " ")
csv.field_size_limit(1 << 26)

_SEPARATOR_LINE = re.compile(r'"?sep=(\\t|[,;|\t])"?', re.IGNORECASE)
_PUNCTUATION = re.compile(r"[\s_.\-/()\[\]#%:*€$£]")
_VALUE = re.compile(
    r"[-+]?[$€£]?\s?\d[\d.,'\s]*(?:e[-+]?\d+)?\s?(?:[$€£%]|[A-Z]{3})?|[-+]?\.\d+|nan|inf|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\D.*",
    re.IGNORECASE,
)
UNCLOSED = "a quote that is not closed, read to the end of its line"


@dataclass(frozen=True)
class Dialect:
    """Dialect of a delimited file."""

    separator: str
    header: bool
    columns: tuple[str, ...]
    """Names from the header, each once, or c1, c2, ... by position."""
    quoted: bool
    """Whether double quotes wrap fields (and may hold separators and line ends)."""
    above: int = 0
    """Lines above the header that are no rows: Excel's `sep=;`."""
    notes: tuple[str, ...] = ()


def sniff(lines: Sequence[str]) -> Dialect | None:
    """Guess the dialect from the first lines; None if no separator splits them all alike.

    Of separators that do, the one that finds the most known names in the first line wins, then the one with the most
    columns. A first line of known names is a header whatever stands below it, also where some rows have another number
    of fields: these are rejected when they are read.
    """
    told = _told_separator(lines)
    rows = [line for line in lines[told is not None :] if line.strip()]
    if not rows:
        return None
    found: list[tuple[tuple[bool, int, int], Dialect]] = []
    for separator in SEPARATORS if told is None else (told,):
        if found and separator == " ":
            break
        split = _split(rows, separator, sure=told is not None)
        if split is None:
            continue
        parsed, quoted = split
        names = [cell.strip() for cell in parsed[0]]
        known = sum(map(is_known_name, names))
        widths = Counter(len(row) for row in parsed)
        even = widths[len(names)] >= 0.9 * len(parsed)
        if not even and known < 2:
            continue
        header = known >= 2 or _looks_like_header(parsed)
        notes = [] if even else [_uneven(widths, len(names), separator)]
        if header:
            columns, doubled = _different(names)
            notes += doubled
        else:
            columns = tuple(f"c{i + 1}" for i in range(len(names)))
        above = 0 if told is None else 1
        dialect = Dialect(separator, header, columns, quoted, above, tuple(notes))
        found.append(((even, known, len(names)), dialect))
    return max(found, key=lambda one: one[0])[1] if found else None


def _told_separator(lines: Sequence[str]) -> str | None:
    """The separator that Excel's first line names."""
    told = _SEPARATOR_LINE.fullmatch(lines[0].strip()) if lines else None
    return None if told is None else told[1].replace("\\t", "\t")


def _split(rows: list[str], separator: str, *, sure: bool) -> tuple[list[list[str]], bool] | None:
    """The rows split by a separator, and whether quotes count; None where the first row or most rows do not split."""
    wraps = any(line.startswith('"') or f'{separator}"' in line for line in rows)
    quoted = wraps or separator in ",;"
    parsed = list(_reader(io.StringIO("\n".join(rows)), separator, quoted))
    if wraps and len(parsed) > 1:
        parsed = parsed[:-1]  # the sample may end inside a quoted field
    if wraps and _fitting(parsed) < 0.9 * len(parsed):
        plain = list(_reader(io.StringIO("\n".join(rows)), separator, False))
        if len(plain[0]) >= 2 and _fitting(plain) > _fitting(parsed):  # quotes are letters here
            parsed, quoted = plain, False
    return (parsed, quoted) if len(parsed[0]) >= 2 or (sure and parsed[0]) else None


def _fitting(parsed: list[list[str]]) -> int:
    """Rows with as many fields as the first one, which counts itself."""
    return sum(len(row) == len(parsed[0]) for row in parsed)


def _uneven(widths: Counter[int], width: int, separator: str) -> str:
    other = sum(count for other, count in widths.items() if other != width)
    mark = {"\t": "tab", " ": "blank"}.get(separator, separator)
    return (
        f"{other} of the first {sum(widths.values())} rows have not the {width} fields of the header; "
        f"is there a {mark} in a field without quotes?"
    )


def _different(names: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Names of columns, each once: a second one of the same name gets a number, one without a name its place."""
    seen: Counter[str] = Counter()
    made: list[str] = []
    notes: list[str] = []
    for place, name in enumerate(names, start=1):
        seen[name] += 1
        if not name:
            made.append(f"column {place}")
        elif seen[name] == 1:
            made.append(name)
        else:
            made.append(f"{name} ({seen[name]})")
            notes.append(f"column {name!r} stands there {seen[name]} times; {name!r} is the first of them")
    return tuple(made), notes


def _looks_like_header(rows: list[list[str]]) -> bool:
    """A header has distinct words only, none of which is a value below it."""
    head = [cell.strip() for cell in rows[0]]
    if any(not cell or _is_value(cell) for cell in head) or len(set(head)) < len(head):
        return False
    if any(len(cell) > 60 for cell in head):
        return False
    below = rows[1:]
    if not below:
        return False
    if not set(head).isdisjoint(cell.strip() for row in below for cell in row):
        return False
    values_below = any(all(_is_value(row[i]) for row in below if i < len(row)) for i in range(len(head)))
    return values_below or all(_PUNCTUATION.sub("", cell).isalpha() for cell in head)


def _is_value(cell: str) -> bool:
    """Whether a cell is a number, an amount or a date, which no header has."""
    return _VALUE.fullmatch(cell.strip()) is not None


def _reader(handle: Iterable[str], separator: str, quoted: bool, *, strict: bool = False) -> csv._reader:  # type: ignore[name-defined, unused-ignore]
    if quoted:
        return csv.reader(handle, delimiter=separator, strict=strict)
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
    """The beginning of a file without header and lines above it, and the number of lines removed."""
    skipped, filled = 0, 0
    while data and filled < dialect.above + dialect.header:
        line, _, data = data.partition(b"\n")
        skipped += 1
        filled += bool(line.strip())
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
    place = [dialect.columns.index(name) for name in columns]
    values: list[list[str | None]] = [[] for _ in columns]
    lines: list[int] = []
    for start, row, mended in _records(text, dialect):
        if not any(cell.strip() for cell in row):
            continue
        tally.rows += 1
        if len(row) != len(dialect.columns):
            cause = f"{len(row)} fields where {len(dialect.columns)} are expected"
            content = dialect.separator.join(row)
            log.reject(file, block.first_line + start, cause, content, kind="wrong number of fields")
            continue
        if mended:
            tally.repaired[UNCLOSED] += 1
        lines.append(block.first_line + start)
        for index, column in zip(place, values, strict=True):
            column.append(row[index] or None)
    return _frame(dict(zip(columns, values, strict=True)), lines)


def _records(text: str, dialect: Dialect) -> Iterator[tuple[int, list[str], bool]]:
    """Records with the line they begin on, from 0, and whether a quote in them is not closed.

    A quote that is not closed would take in all rows down to the next quote. Behind the end of a quoted field no letter
    may stand; where one does, or the text ends, the field was not meant to go beyond its line.
    """
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    at = 0

    def onwards() -> Iterator[str]:
        nonlocal at
        while at < len(lines):
            at += 1
            yield lines[at - 1] + "\n"

    while at < len(lines):
        reader = _reader(onwards(), dialect.separator, dialect.quoted, strict=True)
        while True:
            start = at
            try:
                row = next(reader)
            except StopIteration:
                break
            except csv.Error:
                over = at - start > 1 or lines[start].count('"') % 2 == 1
                at = start + 1
                yield start, _leniently(lines[start], dialect), over
                break
            yield start, row, False


def _leniently(line: str, dialect: Dialect) -> list[str]:
    """One line, whatever its quotes are."""
    try:
        return next(_reader([line], dialect.separator, dialect.quoted), [])
    except csv.Error:  # a field longer than any may be
        return line.split(dialect.separator)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _frame(values: dict[str, list[str | None]], lines: list[int]) -> pl.DataFrame:
    schema: dict[str, type[pl.DataType]] = dict.fromkeys(values, pl.String) | {LINE: pl.UInt64}
    return pl.DataFrame({**values, LINE: lines}, schema=schema)
