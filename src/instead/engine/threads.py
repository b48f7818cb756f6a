"""Compiled loops on several threads. They let go of the interpreter's lock, so plain threads run them side by side.

Work is cut at multiples of a fixed size and every piece writes to its own place: one thread or eight give the same
bits, as long as a caller who adds things up does so piece by piece.
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
    """Matrix products on the thread that asks for them. Two pools of threads on the same cores fight each other: small
    products inside our pieces are a hundred times slower when each wakes a pool of its own."""
    limited: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limited


def in_pieces(work: Callable[[int, int], None], count: int, size: int) -> None:
    """`work(first, last)` over `range(count)`, one span for each processor, cut at multiples of `size`.

    One span runs in the calling thread: waking a thread takes as long as a small step. `work` must not come here
    itself. An error comes back when all spans have ended: none still writes what the caller has given up.
    """
    pieces = -(-count // size)
    spans = min(processors(), pieces) if pieces > 1 else 1  # asking how many there are takes a small step's time, too
    if spans <= 1:
        if count:
            work(0, count)
        return
    cuts = [min(count, pieces * span // spans * size) for span in range(spans + 1)]
    pool = _pool(os.getpid())  # a forked child has no threads of its parent
    others = [pool.submit(work, first, last) for first, last in pairwise(cuts[1:])]
    try:
        work(cuts[0], cuts[1])
    finally:
        wait(others)
    for other in others:
        other.result()
