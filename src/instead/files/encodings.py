"""Text of any usual encoding and line end as UTF-8 lines that end with a newline.

The first bytes decide: a byte order mark, the zeros of UTF-16 without one, or bytes that no UTF-8 has and that are
letters in Windows-1252. Line ends are decided by the same bytes: Windows' two, or old Macs' carriage return alone.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LOOKED_AT = 1 << 20
"""Bytes that decide."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
# Letters with accents and typographic marks of Windows-1252 beside a plain letter, digit or blank.
_WESTERN = re.compile(rb"[A-Za-z0-9 (\"'>,;][\x80\x82\x84\x85\x91-\x97\xa0-\xff]|[\x80-\xff][A-Za-z0-9 .,;:)\"'<]")
_HIGH = re.compile(rb"[\x80-\xff]")
_ZEROS = 0.3  # of every other byte that is zero in UTF-16 of mostly plain letters


@dataclass(frozen=True)
class Encoding:
    """How the text of a file is written."""

    codec: str = "utf-8"
    name: str = "UTF-8"
    mark: bytes = b""
    """Byte order mark, which is no content."""
    line_end: bytes = b"\n"

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth saying of it."""
        said = []
        if self.codec != "utf-8":
            guess = " (told by its bytes, because nothing in the file says so)" if not self.mark else ""
            said.append(f"text in {self.name}{guess}, read as such")
        if self.line_end == b"\r":
            said.append("lines end with a carriage return alone")
        return tuple(said)


PLAIN = Encoding()


def encoding_of(head: bytes) -> Encoding:
    """The encoding and line end of a file that begins with these bytes."""
    for mark, codec, name in _MARKS:
        if head.startswith(mark):
            return _with_line_end(codec, name, mark, head)
    for codec, place in (("utf-16-le", 1), ("utf-16-be", 0)):
        zeros, others = head[place:4096:2].count(0), head[1 - place : 4096 : 2].count(0)
        if len(head) >= 4 and zeros > _ZEROS * (min(len(head), 4096) / 2) and others < 0.1 * zeros:
            return _with_line_end(codec, "UTF-16", b"", head)
    if _is_western(head):
        return _with_line_end("cp1252", "Windows-1252", b"", head)
    return _with_line_end("utf-8", "UTF-8", b"", head)


def _is_western(head: bytes) -> bool:
    """Whether bytes are no UTF-8 anywhere, and letters of Windows-1252 nearly everywhere."""
    high = len(_HIGH.findall(head))
    if not high or b"\0" in head:
        return False
    # Any sequence that is UTF-8 means that a few broken bytes are broken, and not another encoding.
    kept = head.decode("utf-8", "ignore")
    if any(letter > "\x7f" for letter in kept):
        return False
    return len(_WESTERN.findall(head)) >= 0.5 * high


def _with_line_end(codec: str, name: str, mark: bytes, head: bytes) -> Encoding:
    text = head[len(mark) :]
    if codec.startswith(("utf-16", "utf-32")):
        text = text[: len(text) // 4 * 4].decode(codec, "replace").encode()
    newlines, returns = text.count(b"\n"), text.count(b"\r")
    end = b"\n"
    if returns and not newlines:
        end = b"\r"
    elif newlines and text.count(b"\r\n") == newlines:
        end = b"\r\n"
    return Encoding(codec, name, mark, end)


def as_lines(pieces: Iterator[bytes], decided: Callable[[Encoding], None]) -> Iterator[bytes]:
    """The same text in UTF-8, with a newline at the end of each line. `decided` is told the encoding."""
    held: list[bytes] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= LOOKED_AT:
            break
    head = b"".join(held)
    encoding = encoding_of(head[:LOOKED_AT])
    decided(encoding)
    yield from _with_newlines(_as_utf8(_unmarked(held, pieces, len(encoding.mark)), encoding), encoding.line_end)


def _unmarked(held: list[bytes], rest: Iterator[bytes], mark: int) -> Iterator[bytes]:
    """All pieces again, without the byte order mark."""
    for piece in held:
        content, mark = piece[mark:], max(mark - len(piece), 0)
        if content:
            yield content
    yield from rest


def _as_utf8(pieces: Iterator[bytes], encoding: Encoding) -> Iterator[bytes]:
    if encoding.codec == "utf-8":  # what is broken in it is replaced and counted where rows are read
        yield from pieces
        return
    decoder = codecs.getincrementaldecoder(encoding.codec)("replace")
    for piece in pieces:
        if made := decoder.decode(piece).encode("utf-8", "replace"):
            yield made
    if made := decoder.decode(b"", final=True).encode("utf-8", "replace"):
        yield made


def _with_newlines(pieces: Iterator[bytes], line_end: bytes) -> Iterator[bytes]:
    if line_end == b"\n":
        yield from pieces
    elif line_end == b"\r":
        for piece in pieces:
            yield piece.replace(b"\r", b"\n")
    else:
        held = b""  # a carriage return whose newline may come with the next piece
        for piece in pieces:
            whole = held + piece
            held = b"\r" if whole.endswith(b"\r") else b""
            whole = whole[: len(whole) - len(held)]
            if whole:
                yield whole.replace(b"\r\n", b"\n")
        if held:
            yield held
