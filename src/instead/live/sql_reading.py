"""Reading a store: connections that are kept for the next reader, one statement at a time."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from instead.errors import StoreAway
from instead.live.database import Connection, Database

IDLE = 4
"""Connections that are kept, at most."""


class Reader:
    """Reads from any thread; as many connections as there are readers at the same time."""

    def __init__(self, base: Database) -> None:
        self._base = base
        self._idle: deque[Connection] = deque()

    def all(self, text: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a statement. A connection that was lost meanwhile is made anew, once."""
        for again in (True, False):
            connection: Connection | None = None
            try:
                connection = self._take() if again else self._base.connect()
                rows = connection.execute(text, values).fetchall()
            except Exception as error:
                if connection is not None:
                    with contextlib.suppress(Exception):
                        connection.close()
                if not self._base.is_away(error):
                    raise
                if again:
                    continue
                raise StoreAway(self._base.address, error) from None
            self._give_back(connection)
            return rows
        raise AssertionError("the last attempt returns or raises")

    def _take(self) -> Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._base.connect()

    def _give_back(self, connection: Connection) -> None:
        if len(self._idle) < IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()


def fitting(conditions: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """Those conditions that have a value, as SQL, and their values."""
    given = {text: value for text, value in conditions.items() if value is not None}
    return "".join(f" AND {text}" for text in given), list(given.values())
