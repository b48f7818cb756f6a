"""Reads a file in blocks of whole lines, some megabytes each, with the number of their first line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from instead.engine.beside import ahead
from instead.errors import InputError
from instead.files.opening import RawFile
from instead.progress import Advance

BLOCK = 16 << 20
LONGEST_LINE = 64 << 20

Cut = Callable[[bytes], int]
"""Function that finds the end of a block: the offset just behind a line, 0 if there is no line end yet."""


@dataclass(frozen=True)
class Block:
    """`data` ends with a line end, except perhaps at the end of the file."""

    first_line: int
    data: bytes

    @cached_property
    def lines(self) -> int:
        """Number of lines, an unfinished last one included."""
        return self.data.count(b"\n") + (not self.data.endswith(b"\n"))


def after_last_newline(data: bytes) -> int:
    """The offset behind the last newline, 0 if there is none."""
    return data.rfind(b"\n") + 1


def blocks(
    file: RawFile, *, size: int = BLOCK, cut: Cut = after_last_newline, advance: Advance | None = None
) -> Iterator[Block]:
    """Yield the blocks of a file. The incomplete last line of a damaged file is dropped.

    The next block is read, decompressed and hashed by another thread (prefetching).
    """
    return ahead(_blocks(file, size=size, cut=cut, advance=advance))


def _blocks(file: RawFile, *, size: int, cut: Cut, advance: Advance | None) -> Iterator[Block]:
    line = 1
    parts: list[bytes] = []
    held = 0
    for piece in file.lines(advance):
        if cut is after_last_newline and held + len(piece) >= size and (end := piece.rfind(b"\n") + 1):
            block = Block(line, b"".join([*parts, memoryview(piece)[:end]]))  # the usual case, with one copy only
            line += block.lines
            parts, held = [piece[end:]], len(piece) - end
            yield block
            continue
        parts.append(piece)
        held += len(piece)
        if held < size:
            continue
        data = b"".join(parts)
        end = cut(data)
        if end == 0 and held > 2 * BLOCK:  # a quote on the first line is never closed: that line goes alone
            end = data.find(b"\n") + 1
        if end == 0:
            if len(data) > LONGEST_LINE:
                raise too_long(file, line)
            parts = [data]
            continue
        block = Block(line, data[:end])
        line += block.lines
        parts, held = [data[end:]], len(data) - end
        yield block
    rest = b"".join(parts)
    if file.damage:
        rest = rest[: cut(rest)]
    if len(rest) > LONGEST_LINE and not after_last_newline(rest):
        raise too_long(file, line)
    if rest:
        yield Block(line, rest)


def too_long(file: RawFile, line: int) -> InputError:
    """The error for a line that is none."""
    what = f"a line of more than {LONGEST_LINE >> 20} MiB; is this one record per line?"
    return InputError(what, path=file.path, line=line)
