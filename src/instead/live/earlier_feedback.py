"""A file of an earlier version has verdicts in a table of their own: they become events, once, and the table goes."""

from __future__ import annotations

from instead.live import sql_texts as sql
from instead.live.database import Connection, Database
from instead.live.event_rows import Kept
from instead.live.sqlite_database import SqliteDatabase

_COLUMNS = "id, time, verdict, query, substitute, user, position, attributes, comment, model"


def take_over(connection: Connection, base: Database) -> None:
    """Within the transaction that makes the tables, so that it happens once and wholly."""
    if not isinstance(base, SqliteDatabase):  # earlier versions knew nothing else
        return
    there = {row[1] for row in connection.execute("PRAGMA table_info(feedback)").fetchall()}
    if not there:
        return
    wrong = "wrong" if "wrong" in there else "'[]'"  # the first version did not ask
    rows = connection.execute(f"SELECT {_COLUMNS}, {wrong} FROM feedback ORDER BY time, id").fetchall()  # noqa: S608
    last = connection.execute(sql.TAKE_NUMBERS, (len(rows), "events")).fetchone()[0]
    kept = [
        Kept(seq, name, "verdict", at, at, user, None, item, None, query, position, verdict, attributes, said, comment,
             "", None, None, 1, model)
        for seq, (name, at, verdict, query, item, user, position, attributes, comment, model, said) in enumerate(
            rows, last - len(rows) + 1
        )
    ]  # fmt: skip
    connection.execute_many(sql.ADD_EVENT, kept)
    connection.execute("DROP TABLE feedback")
