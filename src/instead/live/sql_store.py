"""The store in a database: events, what was shown and documents, written by one thread, read by anybody."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import orjson
import polars as pl

from instead.errors import FolderError, StoreAway
from instead.live import sql_texts as sql
from instead.live.adding import add_events, add_shown, in_parts, put_documents
from instead.live.database import Connection, Database
from instead.live.earlier_feedback import take_over
from instead.live.event_rows import event_of, frame_of, kept_of, row_of, rows_of
from instead.live.events import Event, Kind, refuse_the_future
from instead.live.forgetting import forget
from instead.live.group_commit import Row, Writer
from instead.live.shown import Shown
from instead.live.shown_rows import shown_frame, shown_row, stored_rows
from instead.live.sql_reading import Reader, fitting
from instead.live.store import Changes, Cursor, Document, DocumentKind, Forgotten, KeptEvent, StoreStatus, VerdictCounts
from instead.live.verdict_counts import counted

PIECE = 20_000
"""Rows of one piece that is read."""
DROPPED = 5_000
"""Rows that are dropped in one transaction."""


class SqlStore:
    """`LiveStore` in SQLite or PostgreSQL."""

    def __init__(self, base: Database) -> None:
        self._base, self.address = base, base.address
        try:
            self._prepare()
            self._writer = Writer(base, sql.ADD_SHOWN)
        except Exception as error:
            if base.is_away(error):
                raise StoreAway(base.address, error) from None
            if base.is_ours(error):
                raise FolderError(f"{base.address}: cannot keep events here ({error})") from None
            raise
        self._reader = Reader(base)

    def _prepare(self) -> None:
        connection = self._base.connect()
        try:
            self._base.begin(connection)
            self._base.set_up(connection)
            for text in sql.TABLES:
                connection.execute(text)
            made_by = connection.execute(sql.NUMBER, ("version",)).fetchone()[0]
            if made_by > sql.VERSION:
                raise FolderError(f"{self.address}: a store of a newer version ({made_by}); upgrade instead to use it")
            take_over(connection, self._base)
            connection.execute("COMMIT")
        finally:
            connection.close()

    # --- writing -----------------------------------------------------------------------------------------------------

    def add(self, events: Sequence[Event]) -> list[KeptEvent]:
        now = time.time()
        refuse_the_future(events, now)
        rows = [row_of(one, now) for one in events]
        return self._writer.do(lambda connection: add_events(connection, rows)) if rows else []

    def bring(self, events: pl.DataFrame) -> list[KeptEvent]:
        rows = rows_of(events)
        return self._writer.do(lambda connection: add_events(connection, rows)) if rows else []

    def bring_shown(self, shown: pl.DataFrame) -> int:
        rows = stored_rows(shown)
        return self._writer.do(lambda connection: add_shown(connection, rows)) if rows else 0

    def record(self, shown: Shown) -> None:
        self._writer.keep(Row(shown_row(shown)))

    def put(self, kind: DocumentKind, documents: Mapping[str, Document | None]) -> int:
        texts = {name: None if one is None else _text(one) for name, one in documents.items()}
        return self._writer.do(lambda connection: put_documents(connection, kind, texts))

    def forget(self, user: str) -> Forgotten:
        now = time.time()
        rows = self._writer.do(lambda connection: forget(connection, user, now), after=self._base.wipe)
        return Forgotten(rows)

    def expire(self, before: float) -> Mapping[str, int]:
        gone = dict.fromkeys(sql.EXPIRE, 0)
        for table, text in sql.EXPIRE.items():
            while count := self._writer.do(partial(_rows_of, text, (before, DROPPED))):
                gone[table] += count
        if any(gone.values()):
            self._writer.do(_nothing, after=self._base.wipe)
        return gone

    @property
    def unwritten(self) -> int:
        return self._writer.unwritten

    def close(self) -> None:
        self._writer.close()
        self._reader.close()

    # --- reading -----------------------------------------------------------------------------------------------------

    def documents(self, kind: DocumentKind) -> dict[str, Document]:
        return {name: orjson.loads(content) for name, content in self._reader.all(sql.DOCUMENTS, (kind,))}

    def since(self, cursor: Cursor, limit: int = 10_000) -> Changes:
        rows = self._reader.all(sql.EVENTS_AFTER + sql.BY_NUMBER, (cursor.events, limit + 1))
        changed = self._reader.all(sql.DOCUMENT_CHANGES, (cursor.documents, limit + 1))
        events = tuple((one.seq, one.time, event_of(one)) for one in map(kept_of, rows[:limit]))
        documents = tuple(
            (seq, kind, name, None if content is None else orjson.loads(content))
            for seq, kind, name, content in changed[:limit]
        )
        behind = Cursor(events[-1][0] if events else cursor.events, documents[-1][0] if documents else cursor.documents)
        return Changes(events, documents, behind, len(rows) > limit or len(changed) > limit)

    def newest(self) -> Cursor:
        return Cursor(*(self._reader.all(sql.NUMBER, (name,))[0][0] for name in ("events", "documents")))

    def events(
        self, *, after: int = 0, until: int | None = None, kinds: Sequence[Kind] = (), user: str | None = None,
        session: str | None = None, since: float | None = None, before: float | None = None,
    ) -> Iterator[pl.DataFrame]:  # fmt: skip
        wanted, values = fitting({"seq <= ?": until, "user_id = ?": user, "session = ?": session, "time >= ?": since,
                                  "time < ?": before})  # fmt: skip
        if kinds:
            wanted, values = f"{wanted} AND kind IN ({sql.marks(len(kinds))})", [*values, *kinds]
        while rows := self._reader.all(sql.EVENTS_AFTER + wanted + sql.BY_NUMBER, (after, *values, PIECE)):
            yield frame_of(rows)
            if len(rows) < PIECE:
                return
            after = rows[-1][0]

    def shown(
        self, *, since: float = 0.0, until: float | None = None, ids: Sequence[str] = ()
    ) -> Iterator[pl.DataFrame]:
        wanted, values = fitting({"time < ?": until})
        if ids:
            for part in in_parts(list(dict.fromkeys(ids))):
                text = f"{sql.SHOWN_FROM}time >= ? AND id IN ({sql.marks(len(part))}){wanted} ORDER BY time, id"
                if rows := self._reader.all(text, (since, *part, *values)):
                    yield shown_frame(rows)
            return
        last: tuple[float, str] = (since, "")
        text = f"{sql.SHOWN_FROM}(time > ? OR (time = ? AND id > ?)){wanted} ORDER BY time, id LIMIT ?"
        while rows := self._reader.all(text, (last[0], *last, *values, PIECE)):
            yield shown_frame(rows)
            if len(rows) < PIECE:
                return
            last = (rows[-1][1], rows[-1][0])

    def verdicts(self, days: int = 14, now: float | None = None, latest: int = 20) -> VerdictCounts:
        return counted(self._reader, self._base, days, time.time() if now is None else now, latest)

    def status(self) -> StoreStatus:
        first, last = self._reader.all(sql.SPAN)[0]
        sizes = {name: self._reader.all(text)[0][0] for name, text in sql.SIZES.items()}
        return StoreStatus(
            self.address, dict(self._reader.all(sql.KINDS_COUNTED)), sizes["shown"], sizes["documents"], first, last
        )


def _rows_of(text: str, values: Sequence[Any], connection: Connection) -> int:
    """How many rows a statement changed."""
    return connection.execute(text, values).rowcount


def _nothing(connection: Connection) -> None:
    """What is wanted follows the commit."""


def _text(document: Document) -> str:
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()
