"""What the store needs of a database beside SQL that all of them understand: the few things in which they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

PATIENCE = 30.0
"""Seconds that a writer waits for another one."""


class Rows(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """A connection that begins no transaction of its own; statements come with `?` for values."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows: ...

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def close(self) -> None: ...


class Database(Protocol):
    """One kind of database."""

    address: str
    """Where it is, without any password."""
    one_day: str
    """SQL for the number of the day of `time`."""

    def each(self, column: str) -> str:
        """SQL for the values of a JSON list in a column, as rows with a column `value`."""
        ...

    def connect(self) -> Connection: ...

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that no other writer is in at the same time."""
        ...

    def set_up(self, connection: Connection) -> None:
        """What has to be there before tables are made."""
        ...

    def wipe(self, connection: Connection) -> None:
        """After rows were taken out for good: leave none of their content behind."""
        ...

    def is_full(self, error: Exception) -> bool:
        """Whether no space is left."""
        ...

    def is_away(self, error: Exception) -> bool:
        """Whether the connection is gone, so that a new one may do."""
        ...

    def is_busy(self, error: Exception) -> bool:
        """Whether another writer was waited for in vain."""
        ...

    def is_fault_of_row(self, error: Exception) -> bool:
        """Whether a row cannot be kept whatever happens."""
        ...

    def is_ours(self, error: Exception) -> bool:
        """Whether the error is one of this kind of database."""
        ...
