"""What runs in a worker of a Ray cluster: one process, one thread, with the state of the work at hand.

Nothing heavy is imported before the number of threads is set, because libraries read it when they are loaded.
"""

from __future__ import annotations

import importlib
import os
import platform
import resource
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from instead.engine.limits import POOLS, THREADS

GIB = 1 << 30
_LEAST = 2 * GIB  # below that the libraries alone may not fit


class Worker:
    """An actor. It keeps function and state of the last job, which come once and not with every shard."""

    def __init__(self, memory: float | None, folder: str) -> None:
        """`folder`: where relative paths begin, if this node has it."""
        with suppress(OSError):
            os.chdir(folder)
        os.environ.update(dict.fromkeys((THREADS, *POOLS), "1"))
        self._job: int | None = None
        self._function: Callable[[Any, Any], Any] | None = None
        self._state: Any = None
        self._limit(memory)

    @staticmethod
    def _limit(memory: float | None) -> None:
        """Bound the memory that this process may write to: what is over it is an error here, and not a dead node."""
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        share = max(_LEAST, int(0.8 * whole / (os.cpu_count() or 1)))
        wanted = share if memory is None else int(memory * GIB)
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        bound = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))

    def hello(self) -> dict[str, str]:
        """What this worker is made of, to be compared with who asks it."""
        return made_of()

    def run(self, job: int, function: str, state: list[Any], shard: Any) -> Any:
        """`function(state, shard)`. The state is a reference inside a list: it is fetched when a job begins."""
        if job == self._job and self._function is not None:
            return self._function(self._state, shard)
        import ray  # noqa: PLC0415 - an extra, and here it is installed

        from instead.engine.first_use import compiled_once  # noqa: PLC0415 - imports wait for the limits

        self._job = self._function = self._state = None  # the old state goes before the new one comes
        called, fetched = called_by(function), ray.get(state[0])
        with compiled_once(function):
            found = called(fetched, shard)
        self._job, self._function, self._state = job, called, fetched
        return found


def made_of() -> dict[str, str]:
    """Versions that must be the same everywhere, or results differ."""
    import numba  # noqa: PLC0415 - imports wait for the limits
    import numpy as np  # noqa: PLC0415
    import polars as pl  # noqa: PLC0415

    from instead import __version__  # noqa: PLC0415

    return {
        "node": platform.node(),
        "instead": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "polars": pl.__version__,
        "numba": numba.__version__,
    }


def name_of(function: Callable[..., Any]) -> str:
    """`module:name` of a module-level function."""
    name = f"{function.__module__}:{function.__qualname__}"
    if "<" in name or function.__module__ == "__main__":
        raise TypeError(f"{name}: only a function of a module can run on a cluster")
    return name


def called_by(name: str) -> Callable[[Any, Any], Any]:
    """The function of `name_of`."""
    module, _, inside = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in inside.split("."):
        found = getattr(found, part)
    called: Callable[[Any, Any], Any] = found
    return called
