"""SQLite: a file beside the service. Several services on one machine may share it.

In WAL mode (write-ahead log) readers and the writer do not block each other; `synchronous=FULL`, because WAL alone may
lose the last commits in a power cut; `secure_delete`, so that what is taken out is overwritten.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from instead.live import database
from instead.live.database import Connection, Rows

_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""What SQLite says of a full disk: it found no space for a page, or the system refused a write."""
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class _Open:
    def __init__(self, path: Path) -> None:
        # whoever has it uses it alone; the thread may change. No isolation level: transactions are begun by the store
        self.own = sqlite3.connect(path, timeout=database.PATIENCE, check_same_thread=False, isolation_level=None)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        # the number of a row is its place in the file where the column is an INTEGER, and only then
        return self.own.execute(sql.replace("seq BIGINT PRIMARY KEY", "seq INTEGER PRIMARY KEY"), values)

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self.own.executemany(sql, rows)

    def close(self) -> None:
        self.own.close()


class SqliteDatabase:
    """A file."""

    one_day = "CAST(time / 86400 AS INTEGER)"

    def __init__(self, path: Path) -> None:
        self.path, self.address = path, str(path)

    def each(self, column: str) -> str:
        return f"json_each(events.{column})"

    def connect(self) -> Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        made = _Open(self.path)
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                made.execute(f"PRAGMA {pragma}")
        except BaseException:
            made.close()
            raise
        return made

    def begin(self, connection: Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")

    def set_up(self, connection: Connection) -> None:
        """Nothing."""

    def wipe(self, connection: Connection) -> None:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log still has the pages as they were

    def is_full(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", None) in _FULL

    def is_away(self, error: Exception) -> bool:
        return False

    def is_busy(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY

    def is_fault_of_row(self, error: Exception) -> bool:
        wrong = (sqlite3.DataError, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError)
        return isinstance(error, wrong) or not self.is_ours(error)

    def is_ours(self, error: Exception) -> bool:
        return isinstance(error, (sqlite3.Error, OSError))
