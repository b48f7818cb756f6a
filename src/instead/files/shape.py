"""Detects the syntax of a file (JSON lines, Python literals, delimited table, Parquet, XML, plain lines) or of a data
frame, and parses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import polars as pl

from instead.engine.spread import spread
from instead.errors import InputError, UnknownFormat
from instead.files import delimited, jsonlines, literals
from instead.files.blocks import LONGEST_LINE, Block, after_last_newline, blocks, too_long
from instead.files.frames import FrameFile, NamedFrame, open_frame
from instead.files.json_documents import document_of
from instead.files.opening import RawFile, open_raw
from instead.files.parsing import Check, Container, Made, Parsing, Rows, read_piece, unchecked
from instead.files.rejects import RejectLog
from instead.files.xml_records import records
from instead.progress import Advance

SAMPLE_BYTES = 1 << 20
SAMPLE_LINES = 200
PARQUET_ROWS = 200_000
XML_RECORDS = 10_000
_AT_ONCE = 2  # blocks parsed at the same time: each holds megabytes of text and the table made of it


@dataclass(frozen=True)
class Shape:
    """Syntax of a file, detected from its first lines."""

    file: RawFile
    container: Container
    columns: tuple[str, ...]
    """Keys of the objects or columns of the table, in order of appearance."""
    lines: tuple[str, ...]
    """The first lines as text; none for Parquet."""
    rows: tuple[Mapping[str, Any], ...]
    """The first rows as dictionaries."""
    dialect: delimited.Dialect | None = None
    notes: tuple[str, ...] = ()
    """What is worth saying of its syntax: another encoding, rows that do not fit, a document over many lines."""

    @property
    def has_header(self) -> bool:
        """Whether the columns have names of their own."""
        return self.dialect is None or self.dialect.header


def mostly(flags: Iterable[bool]) -> bool:
    """At least four of five: a broken line among the first ones does not change the detected format."""
    told = list(flags)
    return bool(told) and sum(told) >= 0.8 * len(told)


def look(path: Any) -> Shape:
    """Open a file and detect its syntax from the beginning."""
    if isinstance(path, NamedFrame):
        held = open_frame(path)
        first_rows = tuple(held.frame.head(SAMPLE_LINES).iter_rows(named=True))
        return Shape(held, "data frame", tuple(held.frame.columns), (), first_rows)
    file = open_raw(path)
    if _is_parquet(file):
        try:
            schema = pl.scan_parquet(file.path).collect_schema()
            head = pl.scan_parquet(file.path).head(SAMPLE_LINES).collect()
        except (pl.exceptions.PolarsError, OSError) as error:
            raise InputError(f"damaged Parquet file ({str(error).splitlines()[0]})", path=file.path) from None
        return Shape(file, "Parquet", tuple(schema.names()), (), tuple(head.iter_rows(named=True)))
    raw_lines = _first_lines(file)
    if any(b"\0" in line for line in raw_lines):
        raise UnknownFormat("binary data, none of the formats read here (see docs/data.md)", path=file.path)
    lines = tuple(line.decode("utf-8", "replace") for line in raw_lines)
    first = next((line.strip() for line in lines if line.strip()), "")
    if not first:
        raise InputError("the file holds only blank lines", path=file.path)
    if first.startswith("<"):
        return _xml_shape(file, lines)
    if first.startswith(("{", "[{")) or first == "[":
        return _objects_shape(file, raw_lines, lines)
    dialect = delimited.sniff(lines)
    if dialect is None:
        return Shape(file, "lines", (), lines, (), notes=file.encoding.notes)
    below = delimited.below_header("\n".join(lines).encode(), dialect)[0]
    if dialect.header and not below.strip():
        raise InputError(f"has a header ({', '.join(dialect.columns[:8])}) and no row below it", path=file.path)
    sample = delimited.line_by_line(Block(1, below), dialect, dialect.columns, "", RejectLog())
    rows, notes = tuple(sample.iter_rows(named=True)), (*file.encoding.notes, *dialect.notes)
    return Shape(file, "table", dialect.columns, lines, rows, dialect, notes)


def _objects_shape(file: RawFile, raw_lines: Sequence[bytes], lines: tuple[str, ...]) -> Shape:
    sample = Block(1, b"\n".join(raw_lines))
    filled = sum(bool(line.strip()) for line in raw_lines)
    rows = [row for _, row in jsonlines.objects(sample, "", RejectLog())]
    container: Container = "JSON lines"
    notes = file.encoding.notes
    alone = filled == 1 and len(rows) == 1 and any(_holds_rows(value) for value in rows[0].values())
    if len(rows) < 0.5 * filled or alone:  # no object on most lines: perhaps one over several, or all in one
        literal = [row for _, row in literals.objects(sample, "", RejectLog())]
        if len(literal) > len(rows) and not alone:
            rows, container = literal, "Python literals"
        elif (document := document_of(_beginning(file), file.path)) is not None:
            file.document = document
            notes = (*notes, document.note)
            raw_lines = _first_lines(file)
            rows = [row for _, row in jsonlines.objects(Block(1, b"\n".join(raw_lines)), "", RejectLog())]
    if not rows:
        raise UnknownFormat(
            "begins as JSON does, but holds neither JSON objects nor Python literals that are whole",
            path=file.path,
            line=1,
        )
    columns = tuple(dict.fromkeys(str(key) for row in rows for key in row))
    return Shape(file, container, columns, lines, tuple(rows), notes=notes)


def _holds_rows(value: Any) -> bool:
    """Whether a value of an object is a list of objects, or has one."""
    inside = value.values() if isinstance(value, dict) else ()
    return (isinstance(value, list) and any(isinstance(one, dict) for one in value)) or any(map(_holds_rows, inside))


def _xml_shape(file: RawFile, lines: tuple[str, ...]) -> Shape:
    rows = [row for _, row in islice(records(file), SAMPLE_LINES)]
    if not rows:
        raise UnknownFormat(
            "XML without a record that is known here (item of RSS, entry of Atom, product, offer): no product feed?",
            path=file.path,
        )
    columns = tuple(dict.fromkeys(key for row in rows for key in row))
    return Shape(file, "XML", columns, lines, tuple(rows))


def _is_parquet(file: RawFile) -> bool:
    if file.compression != "plain":
        return False
    with file.path.open("rb") as handle:
        return handle.read(4) == b"PAR1"


def _beginning(file: RawFile, least_lines: int = 0) -> bytes:
    """The first megabyte of the text; more where it has fewer line ends than that."""
    parts: list[bytes] = []
    size = lines = 0
    for piece in file.lines():
        parts.append(piece)
        size += len(piece)
        lines += piece.count(b"\n")
        if size >= SAMPLE_BYTES and (lines >= least_lines or parts[0].lstrip()[:1] in (b"[", b"{")):
            break
        if size > LONGEST_LINE:
            raise too_long(file, lines + 1)
    return b"".join(parts)


def _first_lines(file: RawFile) -> list[bytes]:
    held = _beginning(file, least_lines=2)  # a header and a row
    if not held:
        raise InputError(f"nothing readable inside: {file.damage or 'the file is empty'}", path=file.path)
    whole = held[: after_last_newline(held)]
    if file.damage and not whole:
        raise InputError(f"nothing readable inside: {file.damage}", path=file.path)
    if len(held) >= SAMPLE_BYTES or file.damage:  # the last line may be incomplete
        held = whole or held
    return held.split(b"\n")[:SAMPLE_LINES]


def text_frames(
    shape: Shape, columns: Sequence[str], log: RejectLog, advance: Advance | None = None
) -> Iterator[pl.DataFrame]:
    """The named columns of the whole file as text, block by block, with `line` numbers."""
    return checked_frames(shape, columns, unchecked, log, advance)


def checked_frames(
    shape: Shape, columns: Sequence[str], check: Check[Made], log: RejectLog, advance: Advance | None = None
) -> Iterator[Made]:
    """What a check makes of the named columns, block by block. Blocks are parsed and checked in parallel, each with a
    log of its own; logs are merged in the order of the file."""
    how = Parsing(shape.file.name, shape.container, tuple(columns), shape.dialect, check)
    for made, own in spread(read_piece, how, _pieces(shape, columns, advance), most=_AT_ONCE):
        log.absorb(own)
        yield made


def _pieces(shape: Shape, columns: Sequence[str], advance: Advance | None) -> Iterator[Block | Rows]:
    if shape.container in ("Parquet", "data frame"):
        return _typed_rows(shape, columns, advance)
    if shape.container == "XML":
        return _xml_rows(shape, columns, advance)
    quoted = shape.dialect is not None and shape.dialect.quoted
    return blocks(shape.file, cut=delimited.cut_outside_quotes if quoted else after_last_newline, advance=advance)


def object_lists(
    shape: Shape, log: RejectLog, advance: Advance | None = None
) -> Iterator[tuple[list[int], list[dict[str, Any]]]]:
    """Whole objects of a file of JSON lines or Python literals, a block at a time, with line numbers."""
    parse = jsonlines.objects if shape.container == "JSON lines" else literals.objects
    for block in blocks(shape.file, advance=advance):
        numbers: list[int] = []
        rows: list[dict[str, Any]] = []
        for number, row in parse(block, shape.file.name, log):
            numbers.append(number)
            rows.append(row)
        yield numbers, rows


def _xml_rows(shape: Shape, columns: Sequence[str], advance: Advance | None) -> Iterator[Rows]:
    """Records of a feed, some thousands at a time."""
    found = records(shape.file, advance)
    while some := list(islice(found, XML_RECORDS)):
        values = {column: [row.get(column) for _, row in some] for column in columns}
        lines = pl.Series("line", [line for line, _ in some], dtype=pl.UInt64)
        yield Rows(pl.DataFrame(values, schema=dict.fromkeys(columns, pl.String)), lines)


def _typed_rows(shape: Shape, columns: Sequence[str], advance: Advance | None) -> Iterator[Rows]:
    """Parquet or a data frame in slices."""
    for _ in shape.file.stream():  # for the hash alone
        pass
    file = shape.file
    scan = file.frame.lazy() if isinstance(file, FrameFile) else pl.scan_parquet(file.path)
    total = scan.select(pl.len()).collect().item()
    for start in range(0, max(total, 1), PARQUET_ROWS):
        try:
            part = scan.select(columns).slice(start, PARQUET_ROWS).collect()
        except (pl.exceptions.PolarsError, OSError) as error:
            raise InputError(f"damaged Parquet file ({str(error).splitlines()[0]})", path=shape.file.path) from None
        yield Rows(part, pl.int_range(start + 1, start + part.height + 1, dtype=pl.UInt64, eager=True))
    if advance is not None:
        advance(shape.file.size)
