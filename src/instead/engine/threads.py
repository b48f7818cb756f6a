"""Compiled loops on several threads. They release the interpreter's lock, so plain threads run them in parallel.

Work is cut at multiples of a fixed size and every piece writes to its own range: results are bit-identical for any
number of threads, provided that callers sum piece by piece.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from functools import cache
from itertools import pairwise

from threadpoolctl import ThreadpoolController

from instead.engine.limits import processors_allowed


def processors() -> int:
    """Processors this process may use; the environment variable INSTEAD_THREADS bounds them."""
    return processors_allowed()


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="instead")


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """Limit BLAS to the calling thread. Two thread pools oversubscribe the cores: small products inside our pieces are
    a hundred times slower when each wakes a pool of its own."""
    limited: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limited


def in_pieces(work: Callable[[int, int], None], count: int, size: int) -> None:
    """`work(first, last)` over `range(count)`, one span for each processor, cut at multiples of `size`.

    One span runs in the calling thread: waking a thread takes as long as a small step. `work` must not call `in_pieces`
    itself. An error is raised when all spans have ended, so that none still writes to the caller's arrays.
    """
    pieces = -(-count // size)
    spans = min(processors(), pieces) if pieces > 1 else 1  # counting processors takes as long as a small step
    if spans <= 1:
        if count:
            work(0, count)
        return
    cuts = [min(count, pieces * span // spans * size) for span in range(spans + 1)]
    pool = _pool(os.getpid())  # a forked child does not inherit its parent's threads
    others = [pool.submit(work, first, last) for first, last in pairwise(cuts[1:])]
    try:
        work(cuts[0], cuts[1])
    finally:
        wait(others)
    for other in others:
        other.result()
