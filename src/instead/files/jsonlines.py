"""Parses blocks of JSON lines into text columns: by polars where the block is valid, else line by line.

The line-by-line parser is the reference. Polars refuses a whole block for one broken line, so it is tried first, with
the slow path as fallback; a test checks that both give the same result.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import orjson
import polars as pl

from instead.files.blocks import Block
from instead.files.rejects import RejectLog

LINE = "line"
_BATCH = 1 << 14
LONG_NUMBER = re.compile(rb"\d{19}")


def text_columns(block: Block, columns: Sequence[str], file: str, log: RejectLog) -> pl.DataFrame:
    """The named keys of each object as text columns (null where absent), with the `line` they came from."""
    frame = _fast(block, columns)
    if frame is None:
        frame = line_by_line(block, columns, file, log)
    else:
        log.tally(file).rows += frame.height
    return frame


def _fast(block: Block, columns: Sequence[str]) -> pl.DataFrame | None:
    """The whole block by polars, or None where only the slow path is certain to be right."""
    data = block.data
    try:  # raises for anything that is not an object, also arrays written one object a line
        frame = pl.read_ndjson(io.BytesIO(data), schema=dict.fromkeys(columns, pl.String), batch_size=_BATCH)
    except (pl.exceptions.PolarsError, OverflowError):
        return None
    if frame.height != block.lines:
        return None  # blank lines: row numbers are no longer line numbers
    if frame.select(pl.any_horizontal(pl.col(name).str.contains("\0", literal=True).any() for name in columns)).item():
        return None  # half a surrogate pair, which polars turns into NUL, or a real NUL
    return frame.with_columns(
        pl.int_range(block.first_line, block.first_line + frame.height, dtype=pl.UInt64).alias(LINE)
    )


def line_by_line(block: Block, columns: Sequence[str], file: str, log: RejectLog) -> pl.DataFrame:
    """The slow path and reference: one object at a time; broken lines go to the log with number and cause."""
    lines: list[int] = []
    values: dict[str, list[str | None]] = {name: [] for name in columns}
    for number, row in objects(block, file, log):
        lines.append(number)
        for name in columns:
            values[name].append(as_text(row.get(name)))
    schema: dict[str, Any] = dict.fromkeys(columns, pl.String) | {LINE: pl.UInt64}
    return pl.DataFrame({**values, LINE: lines}, schema=schema)


def objects(block: Block, file: str, log: RejectLog) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's object with its line number. Counts rows, repairs encoding, rejects lines that are not objects."""
    tally = log.tally(file)
    for number, raw in numbered_lines(block):
        body = raw.strip()
        if body in (b"", b"[", b"]"):
            continue
        if body.startswith(b"[{") and body.endswith(b"}]"):  # a whole array on one line
            yield from _array(number, body, file, log)
            continue
        body = body.removeprefix(b"[") if body.startswith(b"[{") else body
        body = body.rstrip(b"],").rstrip() if body.endswith((b",", b"}]")) else body
        tally.rows += 1
        try:
            value = loads(body)
        except ValueError as error:
            try:  # bytes that are not UTF-8 become U+FFFD and the row is kept
                value = loads(body.decode("utf-8", "replace").encode())
                tally.repaired["bytes that are not UTF-8 replaced"] += 1
            except ValueError:
                log.reject(file, number, f"not JSON ({_short(error)})", decode(raw), kind="not JSON")
                continue
        if not isinstance(value, dict):
            log.reject(file, number, f"not an object but {type(value).__name__}", decode(raw), kind="not an object")
            continue
        yield number, value


def _array(number: int, body: bytes, file: str, log: RejectLog) -> Iterator[tuple[int, dict[str, Any]]]:
    tally = log.tally(file)
    try:
        values = loads(body)
    except ValueError as error:
        tally.rows += 1
        log.reject(file, number, f"not JSON ({_short(error)})", decode(body), kind="not JSON")
        return
    for value in values:
        tally.rows += 1
        if isinstance(value, dict):
            yield number, value
        else:
            cause = f"not an object but {type(value).__name__}"
            log.reject(file, number, cause, str(value), kind="not an object")


def numbered_lines(block: Block) -> Iterator[tuple[int, bytes]]:
    """Lines end at newline only: JSON texts may hold other separators."""
    for offset, raw in enumerate(block.data.split(b"\n")):
        yield block.first_line + offset, raw


def loads(body: bytes) -> Any:
    """One JSON value. What orjson refuses or rounds goes to the standard parser: lone surrogates, which become U+FFFD
    like any other invalid character, and integers of more than 64 bits, which may be ids."""
    if LONG_NUMBER.search(body) is None:
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError:
            if b"\\u" not in body:
                raise
    try:
        return mended(json.loads(body.decode(), parse_constant=_no_constant))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def mended(value: Any) -> Any:
    """The same value with surrogate pairs joined and lone surrogates replaced, which tables cannot hold."""
    if isinstance(value, str):
        if value.isascii():
            return value
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {mended(k): mended(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(mended(v) for v in value)
    return value


def as_text(value: Any) -> str | None:
    """A JSON value as polars writes it: 7.0 is 7, nested values are JSON, so that a later check can name them."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and math.isfinite(value):
        return format(Decimal(repr(value)), "f").removesuffix(".0")
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def decode(raw: bytes) -> str:
    """Bytes as text for messages and logs."""
    return raw.decode("utf-8", "replace")


def _short(error: Exception) -> str:
    return str(error).split(": line")[0]
