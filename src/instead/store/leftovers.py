"""What killed processes leave beside a folder, told by the process number in the name."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def put_back(target: Path) -> None:
    """A process killed while it put a new folder in place may have moved the old one away already: it returns."""
    if target.exists():
        return
    for left in _left(target):
        if left.name.rpartition(".")[0].endswith(".old"):
            with contextlib.suppress(OSError):  # another process was quicker
                left.rename(target)
            return


def clear(target: Path) -> None:
    """Put back what has to be, and remove the rest: folders of process numbers that no longer live."""
    put_back(target)
    for left in _left(target):
        if left.name.rpartition(".")[0].endswith((".partial", ".old")):
            shutil.rmtree(left, ignore_errors=True)


def _left(target: Path) -> list[Path]:
    try:
        beside = [path for path in target.parent.iterdir() if path.name.startswith(f".{target.name}.")]
    except OSError:  # no such folder, or none that may be looked into
        return []
    return [path for path in beside if (number := path.name.rpartition(".")[2]).isdigit() and not _alive(int(number))]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
