"""Feedback store: accepted and rejected suggestions in SQLite. Acknowledged rows survive kill -9 and a power cut.

One thread writes with group commit: it commits all waiting rows together, because a commit waits for the disk and a
hundred callers can share one wait. A caller is answered after the commit of its row. Readers have a connection of their
own; in WAL mode (write-ahead log) neither blocks the other, and several services may write to the same file.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from instead.errors import DiskFull, FolderError

TABLE = """
CREATE TABLE IF NOT EXISTS feedback (
  id TEXT PRIMARY KEY, time REAL NOT NULL, verdict TEXT NOT NULL, query TEXT NOT NULL, substitute TEXT NOT NULL,
  user TEXT, position INTEGER, attributes TEXT NOT NULL, comment TEXT NOT NULL, model TEXT NOT NULL,
  wrong TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID
"""
WRONG = "ALTER TABLE feedback ADD COLUMN wrong TEXT NOT NULL DEFAULT '[]'"  # files of earlier versions have none
# a repeated id is one row; which reasons were wrong may be said later, with everything else as it was
ADD = """
INSERT INTO feedback VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET wrong = excluded.wrong
WHERE excluded.wrong <> '[]' AND verdict = excluded.verdict AND query = excluded.query
AND substitute = excluded.substitute AND user IS excluded.user AND position IS excluded.position
AND attributes = excluded.attributes
"""
INDEX = "CREATE INDEX IF NOT EXISTS feedback_time ON feedback (time)"
GATHER = 256  # rows of one commit at most, which bounds the wait of the first
PATIENCE = 30.0
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)
"""What SQLite says of a full disk: it found none for a page, or the system refused a write."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """Feedback on one suggestion. `id` is chosen by the caller and makes `add` idempotent: the same id is one row."""

    id: str
    time: float
    verdict: str
    query: str
    substitute: str
    user: str | None
    position: int | None
    attributes: str
    comment: str
    model: str
    wrong: str = "[]"

    def says(self) -> tuple[Any, ...]:
        """All fields that must be equal in a repeated request: not time and model version, and not what was wrong,
        which may be said later."""
        return (self.id, self.verdict, self.query, self.substitute, self.user, self.position, self.attributes)


class Conflict(ValueError):
    """An id that was already used for different feedback."""


class FeedbackStore:
    """`add` returns when the row is on disk; `summary` and `latest` read for the admin page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._waiting: queue.SimpleQueue[tuple[Feedback, Future[Feedback]] | None] = queue.SimpleQueue()
        self._closed = False
        self._door = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = self._connect()
            with self._connection:
                self._connection.execute(TABLE)
                names = {row[1] for row in self._connection.execute("PRAGMA table_info(feedback)")}
                if "wrong" not in names:
                    self._connection.execute(WRONG)
                self._connection.execute(INDEX)
        except (sqlite3.Error, OSError) as error:
            raise FolderError(f"{path}: cannot keep feedback here ({error})") from None
        self._writer = threading.Thread(target=self._write, name="feedback", daemon=True)
        self._writer.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # WAL alone may lose the last commits in a power cut
        return connection

    def add(self, row: Feedback) -> Feedback:
        """Store a row and return the stored one. Idempotent: a repeated id returns the row stored first, to which it
        may add which reasons were wrong."""
        ready: Future[Feedback] = Future()
        with self._door:  # no row is queued after `close`
            if self._closed:
                raise RuntimeError("the feedback store is closed")
            self._waiting.put((row, ready))
        kept = ready.result(timeout=2 * PATIENCE)
        if kept.says() != row.says():
            raise Conflict(f"feedback {row.id!r} was given before, with other content; use a new id")
        return kept

    def close(self) -> None:
        """Write waiting rows, then stop the writer thread."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._waiting.put(None)
        self._writer.join()
        self._connection.close()

    def _write(self) -> None:
        last = False
        while not last:
            gathered = [self._waiting.get()]
            while len(gathered) < GATHER:
                try:
                    gathered.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            last = None in gathered
            self._commit([one for one in gathered if one is not None])

    def _commit(self, rows: list[tuple[Feedback, Future[Feedback]]]) -> None:
        if not rows:
            return
        marks = ", ".join("?" * len(Feedback.__slots__))
        try:
            with self._connection:
                self._connection.executemany(ADD.format(marks=marks), [astuple(row) for row, _ in rows])
            kept = [self._one(row.id) for row, _ in rows]
        except Exception as error:  # raised in each caller: only rows on disk are acknowledged
            full = isinstance(error, sqlite3.Error) and error.sqlite_errorcode in _FULL
            for _, ready in rows:
                ready.set_exception(DiskFull(self.path) if full else error)
            return
        for (_, ready), row in zip(rows, kept, strict=True):
            ready.set_result(row)

    def _one(self, name: str) -> Feedback:
        return Feedback(*self._connection.execute("SELECT * FROM feedback WHERE id = ?", (name,)).fetchone())

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with closing(self._connect()) as connection:
            yield connection

    def latest(self, limit: int = 20) -> list[Feedback]:
        """The latest rows, newest first."""
        with self._reading() as connection:
            rows = connection.execute("SELECT * FROM feedback ORDER BY time DESC, id LIMIT ?", (limit,))
            return [Feedback(*row) for row in rows]

    def summary(self, days: int = 14, now: float | None = None) -> dict[str, Any]:
        """Counts over all time, by day for the last `days`, and by attribute given as reason or called wrong."""
        first_day = int((time.time() if now is None else now) // 86_400) - days + 1
        with self._reading() as connection:
            total = dict(connection.execute("SELECT verdict, COUNT(*) FROM feedback GROUP BY verdict"))
            daily = connection.execute(
                "SELECT CAST(time / 86400 AS INTEGER), verdict, COUNT(*) FROM feedback WHERE time >= ? GROUP BY 1, 2",
                (first_day * 86_400,),
            ).fetchall()
            reasons = connection.execute(
                "SELECT value, SUM(verdict = 'accepted'), SUM(verdict = 'rejected') FROM feedback, "
                "json_each(feedback.attributes) GROUP BY value ORDER BY COUNT(*) DESC, value LIMIT 8"
            ).fetchall()
            wrong = dict(
                connection.execute("SELECT value, COUNT(*) FROM feedback, json_each(feedback.wrong) GROUP BY value")
            )
        by_day = {(day, verdict): count for day, verdict, count in daily}
        return {
            "accepted": total.get("accepted", 0),
            "rejected": total.get("rejected", 0),
            "days": [
                {
                    "day": time.strftime("%Y-%m-%d", time.gmtime(day * 86_400)),
                    "accepted": by_day.get((day, "accepted"), 0),
                    "rejected": by_day.get((day, "rejected"), 0),
                }
                for day in range(first_day, first_day + days)
            ],
            "attributes": [
                {"attribute": name, "accepted": yes, "rejected": no, "wrong": wrong.get(name, 0)}
                for name, yes, no in reasons
            ],
        }
