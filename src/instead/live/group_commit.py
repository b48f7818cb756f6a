"""One thread writes, with group commit: it commits everything that waits together, because a commit waits for the disk
and a hundred callers can share one wait. Work is done in the order in which it came.

Whoever waits is answered after the commit of its work. What nobody waits for (what was shown) is never dropped: where a
commit fails, it stays and is tried again before anything else, and when too much of it waits, callers are refused.
"""

from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from instead.errors import DiskFull, InsteadError, StoreAway
from instead.live import database
from instead.live.database import Connection, Database
from instead.live.store import Conflict

T = TypeVar("T")
GATHER = 256  # pieces of work of one commit at most, which bounds the wait of the first
WAITING = 10_000  # what was shown and waits to be written, at most
LINGER = 0.05  # seconds that rows wait for others, if nothing else does
BRIEFLY = 1.0  # seconds that whoever shows something waits for a place in the line


@dataclass(slots=True)
class Work(Generic[T]):
    """Something to be done within a transaction. It raises `Conflict` or an error of ours before it has written."""

    do: Callable[[Connection], T]
    ready: Future[T] = field(default_factory=Future)
    after: Callable[[Connection], None] | None = None
    """What follows the commit, outside of a transaction."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that nobody waits for."""

    values: tuple[Any, ...]


def _nothing(connection: Connection) -> None:
    """Work without work."""


class Writer:
    """The thread and its line. `sql` is the statement that keeps a `Row`."""

    def __init__(self, base: Database, sql: str) -> None:
        self._base, self._sql = base, sql
        self._line: queue.Queue[Work[Any] | Row | None] = queue.Queue(WAITING)
        self._left: deque[Row] = deque()
        self._trouble: Exception | None = None
        self.refused = 0
        """Rows that the database takes under no circumstances."""
        self._door, self._closed = threading.Lock(), False
        self._connection: Connection | None = base.connect()
        self._own = threading.Thread(target=self._run, name="store", daemon=True)
        self._own.start()

    def do(self, work: Callable[[Connection], T], after: Callable[[Connection], None] | None = None) -> T:
        """The result of some work, once it is on disk."""
        wanted = Work(work, after=after)
        self._put(wanted, database.PATIENCE)
        try:
            return wanted.ready.result(timeout=2 * database.PATIENCE)
        except TimeoutError:
            raise StoreAway(self._base.address, "it was not written in time, and may be yet") from None

    def keep(self, row: Row) -> None:
        """Keep a row soon. Waits while the line is full, and raises where nothing can be written for long."""
        if (trouble := self._trouble) is not None and len(self._left) >= WAITING:
            self._put(Work(_nothing), BRIEFLY)  # whether it is over is found out without further rows
            raise trouble
        self._put(row, BRIEFLY)

    @property
    def unwritten(self) -> int:
        """Rows that could not be written so far."""
        return len(self._left)

    def _put(self, wanted: Work[Any] | Row, patience: float) -> None:
        with self._door:  # nothing is queued after `close`; the thread takes from the line without this lock
            if self._closed:
                raise RuntimeError("the store is closed")
            try:
                self._line.put(wanted, timeout=patience)
            except queue.Full:
                raise StoreAway(self._base.address, "too much waits to be written") from None

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._line.put(None)
        self._own.join()
        if self._connection is not None:
            self._connection.close()

    def _run(self) -> None:
        last = False
        while not last:
            gathered = self._gathered()
            last = None in gathered
            self._write([one for one in gathered if one is not None])

    def _gathered(self) -> list[Work[Any] | Row | None]:
        """What waits, in order. Rows alone wait a little for others, because nobody waits for them."""
        gathered = [self._line.get()]
        end = time.monotonic() + LINGER
        hurry = not isinstance(gathered[0], Row)
        while len(gathered) < GATHER:
            left = 0.0 if hurry else max(0.0, end - time.monotonic())
            try:
                gathered.append(self._line.get(timeout=left) if left else self._line.get_nowait())
            except queue.Empty:
                break
            hurry = hurry or not isinstance(gathered[-1], Row)
        return gathered

    def _write(self, gathered: list[Work[Any] | Row]) -> None:
        """First what is left of earlier commits, then what has been gathered."""
        waiting: list[Work[Any] | Row] = [*self._left, *gathered]
        self._left.clear()
        while waiting:
            piece, waiting = waiting[:GATHER], waiting[GATHER:]
            error = self._commit(piece)
            if isinstance(error, (DiskFull, StoreAway)):
                for one in (*piece, *waiting):
                    self._fail(one, error)
                return
            if error is not None:
                for one in piece:  # what one of them cannot do is no matter of the others
                    if (alone := self._commit([one])) is not None:
                        self._fail(one, alone)

    def _fail(self, one: Work[Any] | Row, error: Exception) -> None:
        if isinstance(one, Work):
            one.ready.set_exception(error)
        elif not isinstance(error, (DiskFull, StoreAway)) and self._base.is_fault_of_row(error):
            self.refused += 1
        else:
            self._trouble = error
            self._left.append(one)

    def _commit(self, gathered: Sequence[Work[Any] | Row]) -> Exception | None:
        """Do everything in one transaction and answer whoever waits; or the reason why nothing was done."""
        for again in (True, False):
            try:
                answers = self._transaction(gathered)
                break
            except Exception as error:
                self._give_up()
                if self._base.is_away(error):
                    self._drop()
                    if again:  # the server was restarted: ids make it harmless if the first attempt had been kept
                        continue
                    return StoreAway(self._base.address, error)
                if self._base.is_busy(error):
                    return StoreAway(self._base.address, error)
                return DiskFull(self._base.address) if self._base.is_full(error) else error
        self._trouble = None
        for work, answer in answers:
            if isinstance(answer, Exception):
                work.ready.set_exception(answer)
                continue
            if work.after is not None and self._connection is not None:
                try:
                    work.after(self._connection)
                except Exception as error:
                    work.ready.set_exception(error)
                    continue
            work.ready.set_result(answer)
        return None

    def _transaction(self, gathered: Sequence[Work[Any] | Row]) -> list[tuple[Work[Any], Any]]:
        if self._connection is None:
            self._connection = self._base.connect()
        connection = self._connection
        answers: list[tuple[Work[Any], Any]] = []
        self._base.begin(connection)
        for rows, group in itertools.groupby(gathered, key=lambda one: isinstance(one, Row)):
            if rows:
                connection.execute_many(self._sql, [one.values for one in group if isinstance(one, Row)])
                continue
            for one in group:
                if isinstance(one, Work):
                    try:
                        answers.append((one, one.do(connection)))
                    except (Conflict, InsteadError) as error:
                        answers.append((one, error))
        connection.execute("COMMIT")
        return answers

    def _give_up(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):  # where none is open, or nobody is there to hear it
                self._connection.execute("ROLLBACK")

    def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.close()
        self._connection = None
