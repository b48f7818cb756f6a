"""Progress callbacks: long-running functions report to the caller. Nothing below the command line prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


class Advance(Protocol):
    """Call with the number of units done since the last call, and what to show beside the bar, if anything."""

    def __call__(self, done: int, note: str = "", /) -> None: ...


class Progress(Protocol):
    """Shows stages. `with progress("reading", total=size, unit="bytes") as advance: advance(4096)`."""

    def __call__(self, stage: str, *, total: int | None = None, unit: str = "") -> AbstractContextManager[Advance]: ...


def _ignore(done: int, note: str = "", /) -> None:
    return None


@contextmanager
def quiet(stage: str, *, total: int | None = None, unit: str = "") -> Iterator[Advance]:
    """A progress that shows nothing: the default of every library function."""
    yield _ignore
