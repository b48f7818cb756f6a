"""PostgreSQL: one server for several services, through psycopg (the extra `postgres`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode, urlsplit

from instead.errors import InputError
from instead.live import database
from instead.live.database import Connection, Rows

try:
    import psycopg
except ImportError:
    raise InputError(
        "psycopg is not installed, which a store in PostgreSQL needs: `pip install 'instead[postgres]'`"
    ) from None

LOCK = 0x696E7374
"""Number of the advisory lock that writers hold one after the other: numbers become visible in order."""
SCHEMA = "instead"
_AWAY = (
    psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown, psycopg.errors.CannotConnectNow,
    psycopg.errors.TooManyConnections, psycopg.errors.ReadOnlySqlTransaction,
)  # fmt: skip
"""A server that ends, begins, is full of others, or has become the copy of another one."""
_EXISTS = "SELECT 1 FROM information_schema.schemata WHERE schema_name = ?"


class _Open:
    def __init__(self, address: str) -> None:
        self.own: psycopg.Connection[Any] = psycopg.connect(
            address, autocommit=True, connect_timeout=10, application_name="instead"
        )
        for name, value in (("search_path", SCHEMA), ("synchronous_commit", "on"),
                            ("lock_timeout", f"{int(1000 * database.PATIENCE)}")):  # fmt: skip
            self.own.execute("SELECT set_config(%s, %s, false)", (name, value))

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Rows:
        return cast("Rows", self.own.execute(_spoken(sql), values or None))

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with self.own.cursor() as cursor:
            cursor.executemany(_spoken(sql), list(rows))

    def close(self) -> None:
        self.own.close()


class PostgresDatabase:
    """A database on a server; our tables have a schema of their own in it."""

    one_day = "CAST(FLOOR(time / 86400) AS INTEGER)"

    def __init__(self, address: str) -> None:
        self._whole, self.address = address, without_password(address)

    def each(self, column: str) -> str:
        return f"json_array_elements_text(events.{column}::json) AS value"

    def connect(self) -> Connection:
        return _Open(self._whole)

    def begin(self, connection: Connection) -> None:
        connection.execute("BEGIN")
        connection.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))

    def set_up(self, connection: Connection) -> None:
        if connection.execute(_EXISTS, (SCHEMA,)).fetchone() is None:
            connection.execute(f"CREATE SCHEMA {SCHEMA}")

    def wipe(self, connection: Connection) -> None:
        for table in ("events", "shown", "documents"):  # rows that went stay in the files until then
            connection.execute(f"VACUUM {table}")

    def is_full(self, error: Exception) -> bool:
        return isinstance(error, psycopg.errors.DiskFull)

    def is_away(self, error: Exception) -> bool:
        lost = (psycopg.OperationalError, psycopg.InterfaceError)
        return isinstance(error, _AWAY) or (isinstance(error, lost) and error.sqlstate is None)

    def is_busy(self, error: Exception) -> bool:
        return isinstance(error, psycopg.errors.LockNotAvailable)

    def is_fault_of_row(self, error: Exception) -> bool:
        return isinstance(error, (psycopg.DataError, psycopg.IntegrityError)) or not self.is_ours(error)

    def is_ours(self, error: Exception) -> bool:
        return isinstance(error, psycopg.Error)


def without_password(address: str) -> str:
    """The address of a server as it may be shown."""
    parts = urlsplit(address)
    name, at, host = parts.netloc.rpartition("@")
    query = [(key, value) for key, value in parse_qsl(parts.query) if key not in {"password", "sslpassword"}]
    return f"{parts.scheme}://{name.partition(':')[0]}{at}{host}{parts.path}{'?' if query else ''}{urlencode(query)}"


def _spoken(sql: str) -> bytes:
    """With psycopg's sign for a value. As bytes, because its types allow no text that is put together."""
    return sql.replace("?", "%s").encode()
