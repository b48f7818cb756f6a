"""INSTEAD_THREADS: how many processors we may use, and the libraries with us.

Loaded by `import instead`, before polars and numpy, because both size their pools when they are loaded.
"""

from __future__ import annotations

import os
import sys

from instead.errors import InputError

THREADS = "INSTEAD_THREADS"
"""Environment variable: no more threads of this process work at the same time in one verb of the engine."""

POOLS = {
    "OMP_NUM_THREADS": "numpy",
    "OPENBLAS_NUM_THREADS": "numpy",
    "MKL_NUM_THREADS": "numpy",
    "POLARS_MAX_THREADS": "polars",
    "NUMBA_NUM_THREADS": "numba",
}
"""Variables that libraries of ours read, and the package with which they read them. Numba has a pool, too, which our
loops never wake; it is told as well, so that a shop's own loops in the same process do not surprise."""


def cores() -> int:
    """Processors the system gives this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def processors_allowed() -> int:
    """The cores, or fewer where INSTEAD_THREADS says so."""
    wanted = os.environ.get(THREADS, "").strip()
    if not wanted:
        return cores()
    if not (wanted.isascii() and wanted.isdigit() and int(wanted)):
        raise InputError(f"the variable {THREADS} is {wanted!r}; set it to a whole number from 1 up, or unset it")
    return min(int(wanted), cores())


def hand_on() -> None:
    """Give the libraries that are not loaded yet the same bound, unless they have one of their own.

    A wrong INSTEAD_THREADS is told by the first work that asks for it: an import is no place to fail.
    """
    if not os.environ.get(THREADS):
        return
    try:
        bound = str(processors_allowed())
    except InputError:
        return
    for variable, package in POOLS.items():
        if package not in sys.modules:  # once loaded, nothing reads it; and Numba objects to a late change
            os.environ.setdefault(variable, bound)
