"""Process pool: map a function over shards, in this process, in several, or on the cluster in use, in order.

The function is called as `function(state, shard)`; `state` is sent to each worker once. Workers are spawned, not
forked, because forking a process with threads is unsafe.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, TypeVar

from instead.engine.chosen_engine import cluster
from instead.engine.limits import POOLS, THREADS

State = TypeVar("State")
Shard = TypeVar("Shard")
Result = TypeVar("Result")

_worker: dict[str, Any] = {}
_THREADS = (THREADS, *POOLS)


def _start(function: Callable[[Any, Any], Any], state: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the parent process reports Ctrl-C, in one sentence
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _worker["function"] = function
    _worker["state"] = state


def _leave_with_parent() -> None:
    """End this worker when its parent is killed; it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


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
    function: Callable[[State, Shard], Result],
    state: State,
    shards: Iterable[Shard],
    *,
    processes: int = 1,
    in_order: bool = True,
) -> Iterator[Result]:
    """Results in the order of the shards; at most two shards per worker are submitted (back-pressure on memory).

    With `in_order` off, results come as they are ready, which suits jobs of very different length. After an error or
    Ctrl-C, all other shards are cancelled at once, running ones included: what a worker writes to disk must be complete
    or absent at any time. On a cluster (`chosen_engine.using`), the cluster says how many workers there are.
    """
    away = cluster()
    if away is not None:
        yield from away.map(function, state, shards, in_order=in_order)
        return
    if processes <= 1:
        for shard in shards:
            yield function(state, shard)
        return
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with (
        _one_thread_each(),
        ProcessPoolExecutor(processes, mp_context=context, initializer=_start, initargs=(function, state)) as pool,
    ):
        try:
            yield from _ordered(pool, shards, 2 * processes) if in_order else _as_ready(pool, shards)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


def _ordered(pool: ProcessPoolExecutor, shards: Iterable[Any], most: int) -> Iterator[Any]:
    waiting: list[Future[Any]] = []
    for shard in shards:
        waiting.append(pool.submit(_run, shard))
        if len(waiting) >= most:
            yield waiting.pop(0).result()
    for one in waiting:
        yield one.result()


def _as_ready(pool: ProcessPoolExecutor, shards: Iterable[Any]) -> Iterator[Any]:
    for one in as_completed([pool.submit(_run, shard) for shard in shards]):
        yield one.result()
