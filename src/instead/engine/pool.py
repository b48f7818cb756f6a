"""Map a function over shards, on this process or on several, in order, with progress.

The function is called as `function(state, shard)`; `state` travels to each worker once. Workers are started fresh
(spawn), so that nothing threaded is forked.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

State = TypeVar("State")
Shard = TypeVar("Shard")
Result = TypeVar("Result")

_worker: dict[str, Any] = {}
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "NUMBA_NUM_THREADS")


def _start(function: Callable[[Any, Any], Any], state: object) -> None:
    _worker["function"] = function
    _worker["state"] = state


def _run(shard: Any) -> Any:
    return _worker["function"](_worker["state"], shard)


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Workers started inside use one thread each: the processes are the parallelism."""
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def map_shards(
    function: Callable[[State, Shard], Result], state: State, shards: Iterable[Shard], *, processes: int = 1
) -> Iterator[Result]:
    """Results in the order of the shards. At most two shards per worker are under way: memory stays flat."""
    if processes <= 1:
        for shard in shards:
            yield function(state, shard)
        return
    context = multiprocessing.get_context("spawn")
    with (
        _one_thread_each(),
        ProcessPoolExecutor(processes, mp_context=context, initializer=_start, initargs=(function, state)) as pool,
    ):
        waiting: list[Future[Result]] = []
        for shard in shards:
            waiting.append(pool.submit(_run, shard))
            if len(waiting) >= 2 * processes:
                yield waiting.pop(0).result()
        for one in waiting:
            yield one.result()
