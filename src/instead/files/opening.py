"""Opens a file as a decompressed stream: plain, gzip, xz or zip, recognised by magic bytes and not by name.

A truncated or damaged stream yields every byte that could be decompressed, and then sets `damage`; the caller decides
what follows.
"""

from __future__ import annotations

import hashlib
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from instead.errors import InputError
from instead.files.encodings import PLAIN, Encoding, as_lines
from instead.files.json_documents import Document, as_json_lines
from instead.progress import Advance

Compression = Literal["plain", "gzip", "xz", "zip"]
RAW_CHUNK = 4 << 20
UNPACKED = 8 << 20
"""Bytes unpacked at once: a packed piece may become a thousand times as long."""
_XZ_MEMORY = 512 << 20

_MAGIC: tuple[tuple[bytes, Compression], ...] = (
    (b"\x1f\x8b", "gzip"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),  # an empty archive
)
_FOREIGN = {
    b"BZh": ("bzip2", "bunzip2"),
    b"\x28\xb5\x2f\xfd": ("zstd", "zstd -d"),
    b"7z\xbc\xaf": ("7-Zip", "7z x"),
    b"%PDF": ("a PDF", "a CSV export of what is in it"),
    b"\xd0\xcf\x11\xe0": ("an old Excel workbook", '"save as" CSV (UTF-8)'),
    b"{\\rtf": ("a text document", '"save as" CSV'),
    b"SQLite f": ("an SQLite database", "a CSV export"),
    **dict.fromkeys(
        (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"),
        ("a Python pickle", "a CSV, JSON or Parquet export (pickles can run code when loaded)"),
    ),
}


@dataclass
class RawFile:
    """One input file. After `stream()` has ended, `digest`, `size` and `damage` are filled in."""

    path: Path
    compression: Compression
    member: str | None = None
    """The file inside a zip."""
    digest: str = ""
    """SHA-256 of the file on disk, compressed as it is."""
    damage: str | None = None
    """Why the stream could not be read to its end."""
    encoding: Encoding = PLAIN
    """How its text is written."""
    document: Document | None = None
    """Where the objects of a JSON document over many lines stand; None for all other files."""

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.path.stat().st_size

    @property
    def name(self) -> str:
        """The path as the user gave it."""
        return str(self.path)

    def lines(self, advance: Advance | None = None) -> Iterator[bytes]:
        """The same as text: UTF-8, lines that end with a newline, and objects of a JSON document on lines of their own.
        What the file was written in is then known (`encoding`)."""
        pieces = as_lines(self.stream(advance), self._tell)
        return pieces if self.document is None else as_json_lines(pieces, self.document, self.path)

    def _tell(self, encoding: Encoding) -> None:
        self.encoding = encoding

    def stream(self, advance: Advance | None = None) -> Iterator[bytes]:
        """Decompressed bytes in pieces. `advance` is called with the bytes of the file that were read."""
        self.damage = None
        hasher = hashlib.sha256()

        def raw(handle: BinaryIO) -> Iterator[bytes]:
            while piece := handle.read(RAW_CHUNK):
                hasher.update(piece)
                if advance is not None:
                    advance(len(piece))
                yield piece

        with self.path.open("rb") as handle:
            if self.compression == "plain":
                yield from raw(handle)
            elif self.compression == "zip":
                yield from self._unzip(handle)
                handle.seek(0)
                for _ in raw(handle):  # only for the hash and the progress
                    pass
            else:
                yield from self._decompress(raw(handle))
            self.digest = hasher.hexdigest()

    def _decompress(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Gzip or xz, several members in a row allowed (`cat a.gz b.gz`)."""
        decoder = self._decoder()
        started = False
        try:
            for piece in pieces:
                data, more = piece, True
                while data or more:
                    if decoder.eof:
                        if not data.strip(b"\0"):  # padding after the last member
                            break
                        decoder, started = self._decoder(), False
                    started = True
                    out, data, more = decoder.unpack(data)
                    if out:
                        yield out
        except (zlib.error, lzma.LZMAError, EOFError) as error:
            self.damage = f"the {self.compression} data are damaged ({error})"
            return
        if started and not decoder.eof:
            self.damage = f"the {self.compression} stream is cut off"

    def _decoder(self) -> _Decoder:
        return _Gzip() if self.compression == "gzip" else _Xz()

    def _unzip(self, handle: BinaryIO) -> Iterator[bytes]:
        try:
            with zipfile.ZipFile(handle) as archive, archive.open(str(self.member)) as inner:
                while piece := inner.read(RAW_CHUNK):
                    yield piece
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError) as error:
            self.damage = f"the zip data are damaged ({error})"


class _Decoder(Protocol):
    """Unpacks a bounded number of bytes at a time."""

    @property
    def eof(self) -> bool: ...

    def unpack(self, data: bytes) -> tuple[bytes, bytes, bool]:
        """What it becomes, the packed bytes that are left, and whether more comes out without new ones."""


class _Gzip:
    def __init__(self) -> None:
        self._decoder = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    def unpack(self, data: bytes) -> tuple[bytes, bytes, bool]:
        out = self._decoder.decompress(data, UNPACKED)
        left = self._decoder.unused_data if self._decoder.eof else self._decoder.unconsumed_tail
        return out, left, len(out) == UNPACKED and not self._decoder.eof


class _Xz:
    def __init__(self) -> None:
        self._decoder = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    def unpack(self, data: bytes) -> tuple[bytes, bytes, bool]:
        out = self._decoder.decompress(data, UNPACKED)
        if self._decoder.eof:
            return out, self._decoder.unused_data, False
        return out, b"", not self._decoder.needs_input


def open_raw(path: str | Path) -> RawFile:
    """Detect the compression of a file by its first bytes."""
    path = Path(path)
    if not path.exists():
        raise InputError("no such file", path=path)
    if path.is_dir():
        raise InputError("this is a folder; name the files in it", path=path)
    try:
        with path.open("rb") as handle:
            head = handle.read(8)
    except PermissionError:
        raise InputError("not readable (permission denied)", path=path) from None
    if not head:
        raise InputError("the file is empty", path=path)
    for magic, (what, remedy) in _FOREIGN.items():
        if head.startswith(magic):
            raise InputError(f"this is {what}, which is not read directly; use {remedy} first", path=path)
    for magic, compression in _MAGIC:
        if head.startswith(magic):
            return RawFile(path, compression, _only_member(path) if compression == "zip" else None)
    return RawFile(path, "plain")


def _only_member(path: Path) -> str:
    """The one file in a zip; raises an error if it holds several, since none can be preferred."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [
                info for info in archive.infolist() if not info.is_dir() and not info.filename.startswith("__MACOSX/")
            ]
    except zipfile.BadZipFile:
        raise InputError(
            "the zip archive is cut off or damaged: its directory at the end is missing, so nothing in it can "
            "be read; copy or download it again",
            path=path,
        ) from None
    if any(info.filename.startswith("xl/") for info in members):
        raise InputError("this is an Excel workbook; save the sheet as CSV (UTF-8) first", path=path)
    if any(info.filename == "content.xml" for info in members):
        raise InputError("this is an office document; save the sheet as CSV (UTF-8) first", path=path)
    if len(members) != 1:
        listed = ", ".join(info.filename for info in members[:5]) or "nothing"
        raise InputError(f"the zip holds {len(members)} files ({listed}); unpack it and name one", path=path)
    if members[0].flag_bits & 1:
        raise InputError("the zip is locked with a password; unpack it and name the file inside", path=path)
    return members[0].filename
