"""Folders at an address on this node: downloaded once for each version, checked, and kept in a cache.

CACHE/<16 hex of the address>/<version>/NAME   a whole folder; written aside and renamed. Beside it what it holds, and
                                               its address
CACHE/<16 hex of the address>/.lock            held while somebody downloads; others wait and find it done
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from instead.errors import DiskFull, FolderError
from instead.progress import Advance, Progress, quiet
from instead.store.addresses import PIECES, VERSIONS, Published, publish, published, remedy, understood
from instead.store.folder import no_space
from instead.store.layers import LAYERS
from instead.store.leftovers import alive
from instead.store.object_stores import ObjectStore, address_of, joined
from instead.store.places import AddressPlace, Place, cache_folder

_PIECE = 1 << 22
_ABOUT, _FROM = "fetched.json", "fetched.from"
WORK, RESULTS = ".work.", ".results"


@dataclass(frozen=True)
class At:
    """One version of a folder at an address: the same on every node, whatever is published meanwhile."""

    address: str
    version: str

    def __str__(self) -> str:
        return self.address

    def pieces(self, work: str) -> Place:
        """Where finished pieces of a work on this folder are kept, until its result is published."""
        return AddressPlace(joined(self.address, PIECES, work))


def pinned(where: Path | str) -> Path | At:
    """A folder as workers are told of it: its path, or its address with the version that is in use now."""
    address = address_of(where)
    return Path(where) if address is None else At(address, _current(address).version)


def folder_of(where: Path | At) -> Path:
    """The folder on this node; fetched if need be. Workers call it themselves: they may run elsewhere."""
    return fetched(where.address, where.version) if isinstance(where, At) else where


def for_workers(folder: Path) -> Path | At:
    """The other way round: how workers on other nodes find a folder, which may be this node's copy."""
    told = folder.parent / _FROM
    if is_fetched(folder) and told.is_file():
        return At(told.read_text(encoding="utf-8"), folder.parent.name)
    return folder


def fetched(address: str, version: str | None = None, progress: Progress = quiet) -> Path:
    """The local copy of the folder at an address, of the version in use or of the one that is named.

    Downloaded once for each node and version, however many processes ask. Nothing may be changed in it.
    """
    home, name = _home(address), address.rpartition("/")[2]
    if version is not None:
        found = home / version / name
        if _whole(found):  # as it was when it was fetched: the store need not be asked
            return found
    about = _named(address, version)
    for _ in range(3):
        target = home / about.version
        try:
            with _locked(home):
                if not _whole(target / name):
                    _download(address, about, target, name, progress)
                if version is None:
                    _sweep(home, {about.version, about.previous})
            return target / name
        except FileNotFoundError as missing:
            now = _current(address)
            if version is not None or now.version == about.version:
                where = joined(address, VERSIONS, about.version, str(missing.args[0]))
                raise FolderError(f"{where}: missing; publish the folder again: {remedy(address)}") from None
            about = now  # so much was published during the download that its version is gone
    raise FolderError(f"{address}: others publish there all the time; try again")


def results_folder(address: str) -> Path:
    """Where a folder is made that will be published: stays on this node until then, so that work can be taken up."""
    return _home(address) / RESULTS / address.rpartition("/")[2]


def _home(address: str) -> Path:
    return cache_folder() / hashlib.sha256(address.encode()).hexdigest()[:16]


def is_fetched(folder: Path) -> bool:
    """Whether a folder is a copy in the cache, in which nothing may be changed."""
    return (folder.parent / _ABOUT).is_file()


def _current(address: str) -> Published:
    found = published(address)
    if found is None:
        raise FolderError(f"{address}: nothing was published there; see that the address is right, or put a folder "
                          f"there with `instead copy FOLDER {address}`")  # fmt: skip
    return found


def _named(address: str, version: str | None) -> Published:
    about = _current(address) if version is None else published(address, version)
    if about is None:
        raise FolderError(
            f"{address}: the version {version} is gone, others were published during the work; run it again"
        )
    return about


def _whole(folder: Path) -> bool:
    """Whether every file that was fetched is there with its size; what is read of it is checked by its reader."""
    with contextlib.suppress(OSError, FolderError):
        about = understood(str(folder), (folder.parent / _ABOUT).read_bytes())
        return all((folder / name).stat().st_size == one["bytes"] for name, one in about.files.items())
    return False


def _download(address: str, about: Published, target: Path, name: str, progress: Progress) -> None:
    """Fetch every file aside, check it, and rename the whole."""
    store = ObjectStore(address)
    aside = target.with_name(f".{target.name}.{uuid.uuid4().hex}.partial")
    try:
        with progress(f"fetching {address}", total=about.size, unit="bytes") as advance:
            (aside / name).mkdir(parents=True)
            for one, known in about.files.items():
                path = aside / name / one
                path.parent.mkdir(parents=True, exist_ok=True)
                found = _fetch(store, about.version, one, path, advance)
                if found != (known["bytes"], known["sha256"]):
                    where = joined(address, VERSIONS, about.version, one)
                    raise FolderError(
                        f"{where}: damaged, it is not what was published; publish the folder again: {remedy(address)}"
                    )
        (aside / _FROM).write_text(address, encoding="utf-8")
        (aside / _ABOUT).write_bytes(about.as_json())
        shutil.rmtree(target, ignore_errors=True)  # one that somebody damaged
        aside.rename(target)
    except BaseException as error:
        shutil.rmtree(aside, ignore_errors=True)
        if no_space(error):
            raise DiskFull(target) from None
        raise


def _fetch(store: ObjectStore, version: str, name: str, path: Path, advance: Advance) -> tuple[int, str]:
    """Download one file; its size and digest. `FileNotFoundError(name)` if it is not there."""
    hasher, size = hashlib.sha256(), 0
    with path.open("wb") as file:
        try:
            with store.opened(f"{VERSIONS}/{version}/{name}") as remote:
                while piece := remote.read(_PIECE):
                    hasher.update(piece)
                    file.write(piece)
                    size += len(piece)
                    advance(len(piece))
        except FileNotFoundError:
            raise FileNotFoundError(name) from None
    return size, hasher.hexdigest()


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """One process of a node at a time; the system releases the lock if it dies."""
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(
            f"{home}: the cache cannot be made ({error.strerror}); name another folder with INSTEAD_CACHE"
        ) from None
    try:
        import fcntl  # noqa: PLC0415 - missing on Windows, where there is no lock
    except ImportError:
        yield
        return
    with (home / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(home: Path, keep: set[str | None]) -> None:
    """Remove versions that are no longer at the address, and downloads of killed processes: the lock is ours."""
    for path in home.iterdir():
        work = path.name.split(".")[2] if path.name.startswith(WORK) else ""
        used = path.name == RESULTS or (work.isdigit() and alive(int(work)))
        if path.is_dir() and path.name not in keep and not used:
            shutil.rmtree(path, ignore_errors=True)


@contextmanager
def checked_out(address: str, progress: Progress = quiet) -> Iterator[tuple[Path, At]]:
    """A private copy of the folder at an address to change; published as its new version when the block succeeds.

    Refused at the end if somebody published another version in between.
    """
    at = At(address, _current(address).version)
    source = fetched(address, at.version, progress)
    work = source.parents[1] / f"{WORK}{os.getpid()}.{uuid.uuid4().hex}"
    copy = work / source.name
    try:
        shutil.copytree(source, copy, copy_function=_linked_or_copied)
        yield copy, at
        publish(copy, address, over=at.version, progress=progress)
        ObjectStore(address).remove(PIECES)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _linked_or_copied(source: str, target: str) -> str:
    """Files of layers are immutable: another name for them is enough, where the disk knows such names."""
    if LAYERS in Path(target).parts[-4:]:
        with contextlib.suppress(OSError):
            os.link(source, target)
            return target
    return str(shutil.copy2(source, target))
