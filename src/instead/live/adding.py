"""What is new of some events and documents, kept within a transaction of the writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from instead.live import sql_texts as sql
from instead.live.database import Connection
from instead.live.event_rows import Kept, event_of, kept_of
from instead.live.forgetting import marks_of, was_forgotten
from instead.live.store import Conflict, KeptEvent

TOGETHER = 500
"""Values of one list in a statement."""


def in_parts(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """Values in lists that fit into a statement."""
    for start in range(0, len(values), TOGETHER):
        yield values[start : start + TOGETHER]


def add_events(connection: Connection, rows: Sequence[Kept]) -> list[KeptEvent]:
    """Keep what is new of some events, whose numbers are given here; nothing if one of them uses an id of another."""
    there: dict[str, Kept] = {}
    for part in in_parts(list({one.id for one in rows})):
        text = f"SELECT {', '.join(sql.EVENT_COLUMNS)} FROM events WHERE id IN ({sql.marks(len(part))})"  # noqa: S608 - our own names
        there |= {kept.id: kept for kept in map(kept_of, connection.execute(text, part).fetchall())}
    marks = marks_of(connection, {one.user for one in rows if one.user is not None})
    new: dict[str, Kept] = {}
    later: dict[str, tuple[str, str]] = {}
    repeated: list[bool] = []
    for one in rows:
        before = there.get(one.id) or new.get(one.id)
        repeated.append(before is not None)
        if before is None:
            if was_forgotten(marks, one.user, one.time):
                repeated[-1] = True  # a late retry brings nobody back
            else:
                new[one.id] = one
            continue
        event = event_of(one)
        if event_of(before).says() != event.says():
            raise Conflict(f"the id {one.id!r} was used before, with other content; use a new id")
        if said := before.with_later(event):
            later[one.id] = said
    last = connection.execute(sql.TAKE_NUMBERS, (len(new), "events")).fetchone()[0] if new else 0
    numbered = {name: one._replace(seq=seq) for seq, (name, one) in enumerate(new.items(), last - len(new) + 1)}
    if new:
        connection.execute_many(sql.ADD_EVENT, numbered.values())
    if later:
        connection.execute_many(sql.SAID_LATER, [(*said, name) for name, said in later.items()])
    found = [there.get(one.id) or numbered.get(one.id) or one for one in rows]
    return [KeptEvent(one.id, one.seq, one.received, again) for one, again in zip(found, repeated, strict=True)]


def add_shown(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> int:
    """Keep answers that are brought from elsewhere; how many of them are new."""
    marks = marks_of(connection, {row[3] for row in rows if row[3] is not None})
    fitting = [row for row in rows if not was_forgotten(marks, row[3], row[1])]
    there = 0
    for part in in_parts([row[0] for row in fitting]):
        text = f"SELECT COUNT(*) FROM shown WHERE id IN ({sql.marks(len(part))})"  # noqa: S608 - our own names
        there += connection.execute(text, part).fetchone()[0]
    if fitting:
        connection.execute_many(sql.ADD_SHOWN, fitting)
    return len(fitting) - there


def put_documents(connection: Connection, kind: str, texts: Mapping[str, str | None]) -> int:
    """Keep what changed of some documents; the number of the last change there is."""
    there: dict[str, str | None] = {}
    for part in in_parts(list(texts)):
        text = f"SELECT id, content FROM documents WHERE kind = ? AND id IN ({sql.marks(len(part))})"  # noqa: S608
        there |= dict(connection.execute(text, (kind, *part)).fetchall())
    changed = [(name, content) for name, content in texts.items() if there.get(name) != content]
    if not changed:
        return int(connection.execute(sql.NUMBER, ("documents",)).fetchone()[0])
    last = int(connection.execute(sql.TAKE_NUMBERS, (len(changed), "documents")).fetchone()[0])
    first = last - len(changed)
    rows = [(kind, name, first + place, content) for place, (name, content) in enumerate(changed, 1)]
    connection.execute_many(sql.PUT_DOCUMENT, rows)
    return last
