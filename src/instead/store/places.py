"""Where finished pieces of a work are kept: a folder, which may be shared, or an address of an object store.

A piece is complete or absent under its name, also when two workers make the same one at the same time, or one is
killed. A place is sent to workers as it is: nothing is open in it until it is used.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from instead.errors import FolderError, InputError
from instead.store.object_stores import ObjectStore, address_of, joined


class Place(Protocol):
    """Pieces by name. A name is one word, without a slash and with no dot in front."""

    def has(self, name: str) -> bool:
        """Whether the piece is there, complete."""
        ...

    def names(self) -> list[str]:
        """The pieces that are there, in order."""
        ...

    def read(self, name: str) -> bytes | None:
        """A piece; None if it is not there."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Keep a piece, in place of one of the same name."""
        ...

    def written(self, name: str) -> contextlib.AbstractContextManager[Path]:
        """A local file to write a large piece into; it is kept when the block succeeds."""
        ...

    def local(self) -> contextlib.AbstractContextManager[Path]:
        """A local folder with all pieces, for the duration of the block."""
        ...

    def inside(self, name: str) -> Place:
        """The place below this one."""
        ...

    def clear(self) -> None:
        """Remove all pieces, and the place."""
        ...


def place_of(where: Path | str) -> Place:
    """The place at a path or an address."""
    address = address_of(where)
    return FolderPlace(Path(where)) if address is None else AddressPlace(address)


def place_of_file(where: Path | str) -> tuple[Place, str]:
    """The place that a file is in, and its name there."""
    address = address_of(where)
    if address is None:
        return FolderPlace(Path(where).parent), Path(where).name
    above, _, name = address.rpartition("/")
    return AddressPlace(above), name


@dataclass(frozen=True)
class FolderPlace:
    """Pieces as files of a folder, which is made with the first one."""

    folder: Path

    def __str__(self) -> str:
        return str(self.folder)

    def has(self, name: str) -> bool:
        return (self.folder / name).is_file()

    def names(self) -> list[str]:
        with contextlib.suppress(FileNotFoundError):
            return sorted(path.name for path in self.folder.iterdir() if not path.name.startswith("."))
        return []

    def read(self, name: str) -> bytes | None:
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / name).read_bytes()
        return None

    def write(self, name: str, content: bytes) -> None:
        with self.written(name) as aside:
            aside.write_bytes(content)

    @contextmanager
    def written(self, name: str) -> Iterator[Path]:
        self.folder.mkdir(exist_ok=True)
        # a name of its own: process ids of two machines that share the folder may be equal
        aside = self.folder / f".{name}.{uuid.uuid4().hex}.partial"
        try:
            yield aside
            aside.replace(self.folder / name)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise

    @contextmanager
    def local(self) -> Iterator[Path]:
        yield self.folder

    def inside(self, name: str) -> FolderPlace:
        return FolderPlace(self.folder / name)

    def clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


@dataclass(frozen=True)
class AddressPlace:
    """Pieces as objects below an address."""

    address: str

    def __str__(self) -> str:
        return self.address

    def _store(self) -> ObjectStore:
        return ObjectStore(self.address)  # fsspec keeps the connection, one for each process

    def has(self, name: str) -> bool:
        return self._store().has(name)

    def names(self) -> list[str]:
        return self._store().names()

    def read(self, name: str) -> bytes | None:
        return self._store().read(name)

    def write(self, name: str, content: bytes) -> None:
        self._store().write(name, content)

    @contextmanager
    def written(self, name: str) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="instead-") as folder:
            yield Path(folder) / name
            self._store().send(name, Path(folder) / name)

    @contextmanager
    def local(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="instead-") as folder:
            for name in self.names():
                content = self.read(name)
                if content is None:
                    raise FolderError(f"{joined(self.address, name)}: removed by somebody else during the work")
                (Path(folder) / name).write_bytes(content)
            yield Path(folder)

    def inside(self, name: str) -> AddressPlace:
        return AddressPlace(joined(self.address, name))

    def clear(self) -> None:
        self._store().remove("")


@contextmanager
def file_here(where: Path | str) -> Iterator[Path]:
    """A file as a local one for the duration of the block: itself, or a copy of what is at an address."""
    address = address_of(where)
    if address is None:
        yield Path(where)
        return
    place, name = place_of_file(address)
    content = place.read(name)
    if content is None:
        raise FolderError(f"{address}: no such file")
    with tempfile.TemporaryDirectory(prefix="instead-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            yield path
        except InputError as error:  # nobody knows the copy
            raise InputError(str(error).replace(str(path), address)) from None


def claimed(place: Place, fingerprint: str) -> Place:
    """Where the pieces of the work with this fingerprint are.

    In a folder those of other work are removed. At an address, which works on several machines may share, each work
    has a place of its own: pieces of two works are never taken for each other.
    """
    if isinstance(place, AddressPlace):
        return place.inside(fingerprint[:16])
    if place.read("fingerprint") != fingerprint.encode():
        place.clear()
        place.write("fingerprint", fingerprint.encode())
    return place


def cache_folder() -> Path:
    """Where this node keeps what it fetched: INSTEAD_CACHE, else the user's cache folder."""
    named = os.environ.get("INSTEAD_CACHE")
    if named:
        return Path(named)
    users = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(users) if users else Path.home() / ".cache") / "instead"
