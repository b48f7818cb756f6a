"""Object stores and other file systems by address, through fsspec, which is imported for an address only.

Options of a store (endpoint, keys, region) are taken from the environment and fsspec's own configuration, never from
arguments: an address may be logged.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.errors import FolderError, InputError, InsteadError, StoreShut

EXTRA = "pip install 'instead[remote]'"
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL)  # one letter is a drive of Windows
_WITHOUT_HOST = ("file", "local")
_CONDITIONAL = ("s3", "s3a")
_ONE_PUT = (*_CONDITIONAL, "gs", "gcs", "az", "abfs", "abfss", "adl", "oss", "oci", "memory")
"""Stores in which an object appears whole or not at all. Elsewhere files are written aside and moved."""


def address_of(given: Path | str) -> str | None:
    """The address, if it is one: `s3://bucket/path`, and `s3:/bucket/path`, which is what `Path` makes of it."""
    found = _ADDRESS.fullmatch(str(given))
    if found is None:
        return None
    scheme, rest = found[1], found[2].rstrip("/")
    return f"{scheme}://{'/' if scheme in _WITHOUT_HOST else ''}{rest}"


def joined(address: str, *names: str) -> str:
    """The address of something below another one."""
    return "/".join((address, *names))


@dataclass(frozen=True)
class Seen:
    """An object as it was when it was read: what a conditional write rests on. None: it was not there."""

    content: bytes | None
    tag: str | None = None


class ObjectStore:
    """The file system behind an address; every error is one sentence that names the address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._scheme = address.partition("://")[0]
        try:
            import fsspec  # noqa: PLC0415 - an extra
        except ImportError:
            raise InputError(f"{address}: addresses need fsspec, which is not installed: {EXTRA}") from None
        with _told(address):
            try:
                self._files, self._root = fsspec.url_to_fs(address)
            except ImportError as error:
                raise InputError(f"{address}: {error}, or, for s3://, {EXTRA}") from None
            except ValueError as error:
                raise InputError(
                    f"{address}: not an address that can be used ({error}); write s3://BUCKET/PATH"
                ) from None
        if not str(self._root).strip("/"):
            raise InputError(f"{address}: names no bucket; write {self._scheme}://BUCKET/PATH")

    def _path(self, name: str) -> str:
        return f"{str(self._root).rstrip('/')}/{name}" if name else str(self._root)

    def read(self, name: str) -> bytes | None:
        """The content of an object; None if there is none."""
        with _told(joined(self.address, name)), contextlib.suppress(FileNotFoundError):
            return bytes(self._files.cat_file(self._path(name)))
        return None

    def seen(self, name: str) -> Seen:
        """An object with the tag of its version, where the store has such a thing."""
        tag = None
        if self._scheme in _CONDITIONAL:  # what comes between the two looks counts as not there
            with _told(joined(self.address, name)), contextlib.suppress(FileNotFoundError):
                tag = str(self._files.info(self._path(name), refresh=True)["ETag"])  # before the content: never newer
            if tag is None:
                return Seen(None, None)
        content = self.read(name)
        return Seen(content, tag if content is not None else None)

    def write(self, name: str, content: bytes) -> None:
        """Put an object, complete or absent."""
        with self._target(name) as path:
            self._files.pipe_file(path, content)

    def write_over(self, name: str, content: bytes, seen: Seen) -> bool:
        """Put an object unless it is another one by now than was seen; False if it is.

        In S3 the store itself compares. Elsewhere it is compared just before: two writers within that moment are not
        told apart, and the later one wins.
        """
        if self._scheme in _CONDITIONAL:
            condition = {"IfNoneMatch": "*"} if seen.content is None else {"IfMatch": seen.tag}
            with _told(joined(self.address, name)):
                try:
                    self._files.pipe_file(self._path(name), content, **condition)
                except FileNotFoundError:
                    if seen.content is None:
                        raise
                    return False  # it was removed
                except OSError as error:
                    if isinstance(error, FileExistsError) or error.errno == errno.EINVAL:
                        return False
                    raise
            return True
        if self.read(name) != seen.content:
            return False
        self.write(name, content)
        return True

    def send(self, name: str, file: Path) -> None:
        """Put a file, in parts if it is large: complete or absent all the same."""
        with self._target(name) as path:
            self._files.put_file(str(file), path)

    @contextmanager
    def _target(self, name: str) -> Iterator[str]:
        """Where to write: the object itself, or a file beside it that is moved at the end."""
        path = self._path(name)
        with _told(joined(self.address, name)):
            if self._scheme in _ONE_PUT:
                yield path
                return
            above, _, last = path.rpartition("/")
            self._files.makedirs(above, exist_ok=True)
            aside = f"{above}/.{last}.{uuid.uuid4().hex}.partial"
            try:
                yield aside
                self._files.mv(aside, path)
            except BaseException:
                with contextlib.suppress(Exception):
                    self._files.rm_file(aside)
                raise

    @contextmanager
    def opened(self, name: str) -> Iterator[Any]:
        """An object to read in pieces; `FileNotFoundError` if there is none."""
        with _told(joined(self.address, name), absent=True), self._files.open(self._path(name), "rb") as file:
            yield file

    def names(self, below: str = "") -> list[str]:
        """Names of what is directly below, without what is being written."""
        path = self._path(below)
        with _told(joined(self.address, below)), contextlib.suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = [str(one).rstrip("/").rpartition("/")[2] for one in self._files.ls(path, detail=False)]
            return sorted(name for name in found if not name.startswith("."))
        return []

    def has(self, name: str) -> bool:
        """Whether there is an object of this name."""
        with _told(joined(self.address, name)):
            self._files.invalidate_cache()
            return bool(self._files.isfile(self._path(name)))

    def sizes(self, below: str) -> dict[str, int]:
        """Every object below a name, by its path from there, with its bytes."""
        path = self._path(below)
        with _told(joined(self.address, below)), contextlib.suppress(FileNotFoundError):
            self._files.invalidate_cache()
            found = self._files.find(path, detail=True)
            return {str(name).split(f"{path.lstrip('/')}/", 1)[-1]: int(about["size"]) for name, about in found.items()}
        return {}

    def newest(self, below: str) -> float | None:
        """When the youngest object below a name was written, in Unix seconds; None if nobody can tell."""
        with _told(joined(self.address, below)), contextlib.suppress(FileNotFoundError, NotImplementedError):
            self._files.invalidate_cache()
            times = [self._files.modified(path).timestamp() for path in self._files.find(self._path(below))]
            return max(times, default=None)
        return None

    def remove(self, below: str) -> None:
        """Remove everything below a name; it may be gone already."""
        with _told(joined(self.address, below)), contextlib.suppress(FileNotFoundError):
            self._files.invalidate_cache()
            self._files.rm(self._path(below), recursive=True)


@contextmanager
def _told(place: str, *, absent: bool = False) -> Iterator[None]:
    """Errors of a store's library as one sentence: what, where and what to do. Libraries have kinds of their own.

    With `absent`, that something is not there is left to the caller.
    """
    try:
        yield
    except InsteadError:
        raise
    except FileNotFoundError as error:
        if absent:
            raise
        raise FolderError(f"{place}: no such bucket or folder ({_words(error)}); make it, or name another") from None
    except PermissionError as error:
        raise StoreShut(place, f"refuses access ({_words(error)}); give keys that may read and write there") from None
    except Exception as error:
        if "Credential" in type(error).__name__:
            advice = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
            raise StoreShut(place, f"asks for keys, and there are none; {advice}") from None
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise
        asked = os.environ.get("AWS_ENDPOINT_URL")
        at = f" at AWS_ENDPOINT_URL={asked}" if asked and place.startswith("s3") else ""
        raise StoreShut(place, f"does not answer{at} ({_words(error)}); try again when it does") from None


def _words(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
