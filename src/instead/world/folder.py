"""A world folder is complete or absent: written beside its place, then renamed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from instead.errors import FolderError

MARK = Path("truth") / "truth.json"  # what tells a world from someone's own files


def check_place(out: Path, *, force: bool) -> None:
    """Refuse a place that holds something, unless it is an older world and may be replaced."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise FolderError(f"{out} is not a folder: choose another place with --out")
    if not out.exists() or not any(out.iterdir()):
        return
    if not (out / MARK).is_file():
        raise FolderError(f"{out} holds files that are no world: choose another place with --out")
    if not force:
        raise FolderError(f"{out} holds a world already: add --force to replace it, or choose another place")


@contextmanager
def new_folder(out: Path, *, force: bool) -> Iterator[Path]:
    """A temporary folder that becomes `out` when the block ends well, and disappears when it does not."""
    check_place(out, force=force)
    made = [parent for parent in (out.parent, *out.parent.parents) if not parent.exists()]
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".part", dir=out.parent))
    work.chmod(0o755)
    try:
        yield work
        _put_in_place(work, out, force=force)
    except BaseException:  # also Ctrl-C: nothing half-written stays behind
        shutil.rmtree(work, ignore_errors=True)
        for parent in made:
            if not any(parent.iterdir()):
                parent.rmdir()
        raise


def _put_in_place(work: Path, out: Path, *, force: bool) -> None:
    check_place(out, force=force)  # someone may have come in between
    if not out.exists():
        work.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".old", dir=out.parent))
    out.rename(old)  # renaming onto an empty folder replaces it
    try:
        work.rename(out)
    except BaseException:
        old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)
