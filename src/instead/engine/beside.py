"""Background work on short-lived threads: futures, ordered parallel map, prefetching. Polars, compiled loops and file
access release the interpreter's lock.

On one processor no thread is started: the calling thread does the same work, in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar, cast

from instead.engine import threads

Given = ParamSpec("Given")
Made = TypeVar("Made")
Piece = TypeVar("Piece")

_END = object()


@contextmanager
def beside(work: Callable[Given, Made], /, *given: Given.args, **named: Given.kwargs) -> Iterator[Callable[[], Made]]:
    """`with beside(work, ...) as result:` runs the work in parallel with the block; `result()` waits for it.

    An error of the work is raised by `result()`, or at the end of the block. An error of the block takes precedence and
    is raised when the work has ended. On one processor the work is done when `result()` is called.
    """
    if threads.processors() > 1:
        with _workers(1) as pool:
            under_way = pool.submit(work, *given, **named)
            yield under_way.result
            under_way.result()
        return
    done: Future[Made] = Future()

    def result() -> Made:
        if not done.done():
            try:
                done.set_result(work(*given, **named))
            except BaseException as error:
                done.set_exception(error)
        return done.result()

    yield result
    result()


def in_order(function: Callable[[Piece], Made], pieces: Iterable[Piece], *, most: int | None = None) -> Iterator[Made]:
    """Ordered parallel map: the results of the function, in the order of the pieces.

    Back-pressure: as many pieces as processors, or `most` where pieces are large, are in progress and one more is ready
    or waiting, so memory stays flat with a slow caller. Pieces are taken from the iterable in the caller's thread.
    """
    workers = min(threads.processors(), most or threads.processors())
    if workers <= 1:
        yield from map(function, pieces)
        return
    with _workers(workers) as pool:
        under_way: deque[Future[Made]] = deque()
        for piece in pieces:
            under_way.append(pool.submit(function, piece))
            if len(under_way) > workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def ahead(pieces: Iterator[Piece], *, depth: int = 2) -> Iterator[Piece]:
    """Prefetching: the same pieces, up to `depth` of them made ahead by a thread. Errors are raised in their place."""
    if threads.processors() <= 1:
        yield from pieces
        return
    try:
        with _workers(1) as pool:
            under_way: deque[Future[Piece | object]] = deque()
            for _ in range(depth):
                under_way.append(pool.submit(next, pieces, _END))
            while (made := under_way.popleft().result()) is not _END:
                under_way.append(pool.submit(next, pieces, _END))
                yield cast(Piece, made)
    finally:
        close = getattr(pieces, "close", None)  # closes files if the caller stops early
        if close is not None and not getattr(pieces, "gi_running", False):  # it still runs only after a second Ctrl-C
            close()


@contextmanager
def _workers(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads for one call. On any exit, pending work is cancelled and running work is waited for."""
    pool = ThreadPoolExecutor(count, thread_name_prefix="instead-beside")
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
