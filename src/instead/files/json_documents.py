"""JSON documents over many lines as JSON lines: an array of objects, objects one after another, or one object with an
array of objects in it, as exports write them.

Objects are cut out by their braces, without parsing them; each stands on the line it begins on, and the lines it takes
more are left blank, so that line numbers stay those of the file (but for objects that begin on one line, which are
numbered on). Memory is that of the largest object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from instead.errors import InputError

LONGEST_OBJECT = 64 << 20
_LONGEST_NAME = 1000
# The next brace or bracket that is in no text, with the texts before it passed over at once.
_BRACE = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+([{}\[\]])', re.DOTALL)
_NAME = re.compile(rb'"((?:[^"\\]|\\.)*)"\s*:\s*$', re.DOTALL)


@dataclass(frozen=True)
class Document:
    """Where the objects of a document stand."""

    path: tuple[str, ...] = ()
    """Names of the values around them, from the outside in: ("reviews",) in `{"reviews": [...]}`."""
    array: bool = True
    """Whether they stand in an array, or one after another."""

    @property
    def note(self) -> str:
        if self.path:
            return f"JSON with its rows in the list {'.'.join(self.path)}"
        return "a JSON array over several lines" if self.array else "JSON objects over several lines"


class Cutter:
    """Cuts objects out of a stream of bytes."""

    def __init__(self, document: Document | None, file: Path) -> None:
        """Without a `document`, the objects of all places are found: `places` then says where they stand."""
        self._document, self._file = document, file
        self._stack: list[bytes] = []
        self._names: list[str] = []
        self._data = b""
        self._at = 0  # what lies before was looked at
        self._start: int | None = None  # of the object that is open
        self._open = 0  # depth at which it was opened
        self._owed = 0  # line ends behind objects that the file does not have
        self.places: dict[Document, int] = {}
        """How many objects stand where."""

    def cut(self, piece: bytes) -> bytes:
        """The objects that end in this piece, on lines of their own."""
        self._data += piece
        made: list[bytes] = []
        done = 0
        while (found := _BRACE.match(self._data, self._at)) is not None:
            token, before, self._at = found[1], self._at, found.end()
            if token in b"{[":
                self._push(token, before, self._at - 1)
            elif self._pop(token) and self._start is not None:
                made.append(self._blank(self._data[done : self._start]))
                whole = self._data[self._start : self._at]
                self._owed += 1
                made += [whole.replace(b"\n", b" "), b"\n", self._blank(whole)]
                done, self._start = self._at, None
        if self._start is None:  # nothing between objects matters but line ends
            made.append(self._blank(self._data[done : self._at]))
            done = self._at
        self._keep(done)
        return b"".join(made)

    def _blank(self, passed: bytes) -> bytes:
        """Line ends for those that were passed, less those that were put behind objects."""
        lines = passed.count(b"\n")
        paid = min(lines, self._owed)
        self._owed -= paid
        return b"\n" * (lines - paid)

    def _keep(self, done: int) -> None:
        self._data = self._data[done:]
        self._at -= done
        if self._start is not None:
            self._start -= done
        if len(self._data) > LONGEST_OBJECT:
            raise InputError(
                f"a JSON value of more than {LONGEST_OBJECT >> 20} MiB; is this a list of objects?", path=self._file
            )

    def _push(self, token: bytes, before: int, start: int) -> None:
        name = None if self._start is not None else _NAME.search(self._data, max(before, start - _LONGEST_NAME), start)
        if self._start is None and token == b"{":
            place = self._place()
            if place is not None:
                self.places[place] = self.places.get(place, 0) + 1
                if place == self._document:
                    self._start, self._open = start, len(self._stack)
                elif self._document is not None and self._document.array and place.array:
                    raise _several([self._document, place], self._file)
        self._stack.append(token)
        self._names.append("" if name is None else name[1].decode("utf-8", "replace"))

    def _place(self) -> Document | None:
        """Where an object that begins now stands; None inside of objects in lists."""
        if not self._stack:
            return Document((), array=False)
        if self._stack[-1] == b"[" and b"[" not in self._stack[:-1]:
            return Document(tuple(self._names[1:]))
        return None

    def _pop(self, token: bytes) -> bool:
        """Close a brace; whether it ends the object that is open."""
        if self._stack:
            self._stack.pop()
            self._names.pop()
        return token == b"}" and self._start is not None and len(self._stack) == self._open

    def rest(self) -> bytes:
        """What is left at the end of the file: an object that was never closed, as one line."""
        return self._data[self._start :].replace(b"\n", b" ") if self._start is not None else b""


def _several(lists: list[Document], file: Path) -> InputError:
    names = " and ".join(".".join(one.path) or "the outermost" for one in lists)
    return InputError(f"holds several lists ({names}); save each in a file of its own", path=file)


def document_of(sample: bytes, file: Path) -> Document | None:
    """Where the objects stand in a document that begins with these bytes; None where there is none."""
    cutter = Cutter(None, file)
    cutter.cut(sample)
    outside = cutter.places.pop(Document((), array=False), 0)
    lists = list(cutter.places)
    if outside > 1 or (outside and not lists):
        return Document((), array=False)
    if len(lists) > 1:
        raise _several(lists, file)
    return lists[0] if lists else None


def as_json_lines(pieces: Iterator[bytes], document: Document, file: Path) -> Iterator[bytes]:
    """The objects of a document as JSON lines."""
    cutter = Cutter(document, file)
    for piece in pieces:
        if made := cutter.cut(piece):
            yield made
    if rest := cutter.rest():
        yield rest
