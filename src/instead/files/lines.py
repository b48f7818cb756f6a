"""Reads files line by line as text: mentions of other tools, adjacency lines, maps."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from instead.files.blocks import blocks
from instead.files.jsonlines import decode, numbered_lines
from instead.files.opening import RawFile
from instead.files.rejects import RejectLog
from instead.progress import Advance


def text_lines(
    file: RawFile, log: RejectLog | None = None, advance: Advance | None = None
) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers; each counts as a row in the log."""
    for block in blocks(file, advance=advance):
        for number, raw in numbered_lines(block):
            line = decode(raw).rstrip("\r")
            if line.strip():
                if log is not None:
                    log.tally(file.name).rows += 1
                yield number, line


def every_line(file: RawFile, log: RejectLog, advance: Advance | None = None) -> Iterator[tuple[int, str]]:
    """All lines, blank ones too, with their numbers: for files in which a line means something by its place."""
    for block in blocks(file, advance=advance):
        lines = block.data.split(b"\n")
        if not lines[-1]:  # behind the last line end
            lines.pop()
        for number, raw in enumerate(lines, start=block.first_line):
            log.tally(file.name).rows += 1
            yield number, decode(raw).strip()


def cells_of(line: str) -> list[str]:
    """The fields of a line separated by commas; quotes may wrap a field."""
    cells = next(csv.reader([line])) if '"' in line else line.split(",")
    return [cell.strip() for cell in cells]
