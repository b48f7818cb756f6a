"""INSTEAD_THREADS: bounds the threads of this package and of the libraries it uses.

Loaded by `import instead`, before polars and numpy, because both size their pools when they are loaded.
"""

from __future__ import annotations

import os
import sys

from instead.errors import InputError

THREADS = "INSTEAD_THREADS"
"""Environment variable: upper bound of threads that work at the same time in one call of the engine."""

POOLS = {
    "OMP_NUM_THREADS": "numpy",
    "OPENBLAS_NUM_THREADS": "numpy",
    "MKL_NUM_THREADS": "numpy",
    "POLARS_MAX_THREADS": "polars",
    "NUMBA_NUM_THREADS": "numba",
}
"""Environment variables of the libraries, and the package whose import reads them. Numba's own pool is not used by our
loops; it is bounded as well, for a shop's own loops in the same process."""


def cores() -> int:
    """Processors available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def processors_allowed() -> int:
    """The number of cores, or INSTEAD_THREADS if that is less."""
    wanted = os.environ.get(THREADS, "").strip()
    if not wanted:
        return cores()
    if not (wanted.isascii() and wanted.isdigit() and int(wanted)):
        raise InputError(f"the variable {THREADS} is {wanted!r}; set it to a whole number from 1 up, or unset it")
    return min(int(wanted), cores())


def hand_on() -> None:
    """Set the same bound for libraries that are not loaded yet, unless they have one of their own.

    An invalid INSTEAD_THREADS is reported by the first work that uses it, not at import.
    """
    if not os.environ.get(THREADS):
        return
    try:
        bound = str(processors_allowed())
    except InputError:
        return
    for variable, package in POOLS.items():
        if package not in sys.modules:  # once loaded, libraries no longer read it, and Numba raises on a late change
            os.environ.setdefault(variable, bound)
