"""Available memory, and the check that work of an estimated size fits into it."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from instead.errors import DoesNotFit

GIB = 1 << 30
RUNTIME = 270 << 20
"""Bytes of a process that works: the interpreter, NumPy, SciPy, polars, Numba and compiled loops. On Linux, x86-64 with
two processors, a line through the peaks of many sizes begins at 250 MiB with loops from the cache (150 MiB are there
after the imports), and compiling them anew adds 45 to 65 MiB; this stands between the two."""
_CGROUP_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def total_memory() -> int:
    """Bytes this process may use at most: the machine's memory, or the container's limit if that is less."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for name in _CGROUP_LIMITS:
        try:
            total = min(total, int(Path(name).read_text()))
        except (OSError, ValueError):
            continue
    return total


def available_memory() -> int:
    """Bytes that can be allocated now without swapping."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return min(int(line.split()[1]) * 1024, total_memory())
    except OSError:
        pass
    return total_memory()


def resident_memory() -> int:
    """Resident set size of this process in bytes; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause garbage collection inside: reading makes millions of lists that all stay, and scanning them repeatedly
    takes longer than making them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def arithmetic(parts: Mapping[str, int]) -> str:
    """`ids 0.3 GiB + blocks 0.5 GiB = 0.8 GiB`"""
    terms = " + ".join(f"{name} {size / GIB:.2f} GiB" for name, size in parts.items())
    return f"{terms} = {sum(parts.values()) / GIB:.2f} GiB"


def check_fits(parts: Mapping[str, int], limit: int | None = None) -> None:
    """Raise an error, with the arithmetic, if the parts need more than the limit. The default limit is the available
    memory plus what the loaded libraries already use of it, since the parts count the whole process."""
    allowed = limit
    if allowed is None:
        allowed = min(available_memory() + min(resident_memory(), RUNTIME), total_memory())
    if sum(parts.values()) > allowed:
        raise DoesNotFit(
            f"this needs about {arithmetic(parts)}, more than the {allowed / GIB:.2f} GiB allowed; use a larger "
            "machine, fewer rows, or raise --max-memory if the estimate is too careful"
        )
