"""Recovery after killed processes: leftovers beside a folder, recognised by the process id in their name."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path


def put_back(target: Path) -> None:
    """Restore the old folder if a process was killed after moving it away and before the new one was in place."""
    if target.exists():
        return
    for left in _left(target):
        if left.name.rpartition(".")[0].endswith(".old"):
            with contextlib.suppress(OSError):  # another process restored it first
                left.rename(target)
            return


def clear(target: Path) -> None:
    """Restore what has to be, and remove the rest: folders of processes that no longer run."""
    put_back(target)
    for left in _left(target):
        if left.name.rpartition(".")[0].endswith((".partial", ".old")):
            shutil.rmtree(left, ignore_errors=True)


def _left(target: Path) -> list[Path]:
    try:
        beside = [path for path in target.parent.iterdir() if path.name.startswith(f".{target.name}.")]
    except OSError:  # no such folder, or not readable
        return []
    return [path for path in beside if (number := path.name.rpartition(".")[2]).isdigit() and not alive(int(number))]


def alive(process: int) -> bool:
    """Whether a process of this machine runs."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
