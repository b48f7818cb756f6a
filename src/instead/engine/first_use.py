"""Compiled loops are compiled once on a node, by the worker that comes first; the others wait and load its result.

Numba keeps compiled loops on disk, but workers that start at the same time would all compile them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import instead


@contextmanager
def compiled_once(function: str) -> Iterator[None]:
    """Around the first call of a function in this process: alone on this node, if nobody there has called it yet.

    Where no mark can be kept, everybody goes on at once: that costs time and nothing else.
    """
    mark = _mark(function)
    if mark is None or mark.exists():
        yield
        return
    with mark.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if mark.exists():  # somebody else was first
            fcntl.flock(lock, fcntl.LOCK_UN)
            yield
            return
        yield
        mark.touch()  # not after an error: then nothing is known to be compiled


def _mark(function: str) -> Path | None:
    """The file that says that a function has run on this node with this code; None where none can be kept."""
    source = Path(instead.__file__).parent
    newest = max(path.stat().st_mtime_ns for path in source.rglob("*.py"))
    about = (function, instead.__version__, newest, sys.version, platform.node(), os.environ.get("NUMBA_CACHE_DIR"))
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "instead" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    return folder / hashlib.sha256(repr(about).encode()).hexdigest()[:24]
