"""Accepted and rejected suggestions, kept in SQLite. What was acknowledged survives kill -9 and a power cut.

One thread writes. It takes all that wait at once and commits them together: a commit waits for the disk, and a hundred
callers can share one wait. A caller is answered after the commit that holds its row. Readers have a connection of
their own; in WAL mode neither blocks the other, and several services may write to the same file.
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

from instead.errors import FolderError

TABLE = """
CREATE TABLE IF NOT EXISTS feedback (
  id TEXT PRIMARY KEY, time REAL NOT NULL, verdict TEXT NOT NULL, query TEXT NOT NULL, substitute TEXT NOT NULL,
  user TEXT, position INTEGER, attributes TEXT NOT NULL, comment TEXT NOT NULL, model TEXT NOT NULL
) WITHOUT ROWID
"""
INDEX = "CREATE INDEX IF NOT EXISTS feedback_time ON feedback (time)"
GATHER = 256  # rows of one commit at most: the first of them should not wait for an endless stream
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Feedback:
    """One suggestion and what became of it. `id` is the caller's: the same id twice is one row."""

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

    def says(self) -> tuple[Any, ...]:
        """All but the time and the model of the moment: what a caller who repeats himself must repeat."""
        return (self.id, self.verdict, self.query, self.substitute, self.user, self.position, self.attributes)


class Conflict(ValueError):
    """An id that was used before, for something else."""


class FeedbackStore:
    """`add` returns when the row is on disk; `summary` and `latest` are for the staff."""

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
        """Keep a row; the one that is on disk now. A repeated id gives the row that was there before."""
        ready: Future[Feedback] = Future()
        with self._door:  # nothing comes after the last word
            if self._closed:
                raise RuntimeError("the feedback store is closed")
            self._waiting.put((row, ready))
        kept = ready.result(timeout=2 * PATIENCE)
        if kept.says() != row.says():
            raise Conflict(f"feedback {row.id!r} was given before, with other content; use a new id")
        return kept

    def close(self) -> None:
        """Write what still waits, then end."""
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
                self._connection.executemany(
                    f"INSERT OR IGNORE INTO feedback VALUES ({marks})",  # noqa: S608 - question marks only
                    [astuple(row) for row, _ in rows],
                )
            kept = [self._one(row.id) for row, _ in rows]
        except Exception as error:  # each caller hears of it: nothing is acknowledged that is not on disk
            for _, ready in rows:
                ready.set_exception(error)
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
        """The newest first."""
        with self._reading() as connection:
            rows = connection.execute("SELECT * FROM feedback ORDER BY time DESC, id LIMIT ?", (limit,))
            return [Feedback(*row) for row in rows]

    def summary(self, days: int = 14, now: float | None = None) -> dict[str, Any]:
        """Counts of all time, of the last days one by one, and of the attributes that were given as reasons."""
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
            "attributes": [{"attribute": n, "accepted": yes, "rejected": no} for n, yes, no in reasons],
        }
