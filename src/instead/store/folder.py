"""Two-phase write of folders: written under a hidden name, then renamed atomically, so it is complete or absent."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from instead.errors import DiskFull, FolderError, InsteadError
from instead.store.leftovers import clear, put_back
from instead.store.manifest import MANIFEST, read_manifest


def check_target(target: Path, kind: str, *, replace: bool) -> None:
    """Raise an error early if the folder could not be put in place at the end."""
    put_back(target)
    for place in (target, *target.parents):
        if place.exists():
            if not place.is_dir():
                raise FolderError(f"{place} is a file; name a folder that does not exist yet")
            break
    if not target.is_dir() or not any(target.iterdir()):
        return
    if not (target / MANIFEST).is_file():
        raise FolderError(f"{target} holds other files and is no {kind} folder; name a folder that does not exist yet")
    found = read_manifest(target).get("kind")
    if found != kind:
        raise FolderError(f"{target} is a {found} folder, not a {kind} folder; name another one")
    if not replace:
        raise FolderError(f"{target} holds a {kind} already; name another folder, or replace it with --replace")


@contextmanager
def written_aside(target: Path) -> Iterator[Path]:
    """A new folder beside `target` that replaces it when the block succeeds, and is removed when the block raises.

    The previous content of `target` stays untouched until the new folder is complete.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100 - links in the path stay as the user named them
    made = [parent for parent in target.parents if not parent.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    clear(target)
    aside = target.parent / f".{target.name}.partial.{os.getpid()}"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir()
    try:
        yield aside
        _swap(aside, target)
    except BaseException as error:  # Ctrl-C too
        shutil.rmtree(aside, ignore_errors=True)
        for parent in made:  # the deepest first, as far as they are still empty
            with contextlib.suppress(OSError):
                parent.rmdir()
        if no_space(error):
            raise DiskFull(target) from None
        raise


def no_space(error: BaseException) -> bool:
    """Whether work failed because a disk is full; libraries tell it in words of their own, without the place."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT) or os.strerror(errno.ENOSPC) in str(error)
    return not isinstance(error, InsteadError) and os.strerror(errno.ENOSPC) in str(error)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Exclusive advisory lock on a folder for the duration of the block; the system releases it if the process dies."""
    try:
        import fcntl  # noqa: PLC0415 - missing on Windows, where there is no lock
    except ImportError:
        yield
        return
    with (folder / ".held").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FolderError(f"{folder}: another process is at work there; wait for it, or name another one") from None
        yield


def _swap(aside: Path, target: Path) -> None:
    old = target.parent / f".{target.name}.old.{os.getpid()}"
    for last in (False, False, True):
        if target.exists():
            target.rename(old)
        try:
            aside.rename(target)
            break
        except BaseException:
            returned = target.exists() and not old.exists()
            if returned and not last:  # a process of another PID namespace took this one for dead and restored the old
                continue
            if old.exists():
                old.rename(target)
            raise
    shutil.rmtree(old, ignore_errors=True)
