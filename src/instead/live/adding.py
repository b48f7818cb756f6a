"""What is new of some events and documents, kept within a transaction of the writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from instead.live import sql_texts as sql
from instead.live.database import Connection
from instead.live.event_rows import Kept, event_of, kept_of, row_of
from instead.live.events import Event
from instead.live.forgetting import is_forgotten
from instead.live.store import Conflict, KeptEvent

TOGETHER = 500
"""Values of one list in a statement."""


def in_parts(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """Values in lists that fit into a statement."""
    for start in range(0, len(values), TOGETHER):
        yield values[start : start + TOGETHER]


def add_events(connection: Connection, events: Sequence[Event], now: float) -> list[KeptEvent]:
    """Keep what is new of some events, or nothing if one of them uses an id of another."""
    there: dict[str, Kept] = {}
    for part in in_parts(list({one.id for one in events})):
        text = f"SELECT {', '.join(sql.EVENT_COLUMNS)} FROM events WHERE id IN ({sql.marks(len(part))})"  # noqa: S608 - our own names
        there |= {kept.id: kept for kept in map(kept_of, connection.execute(text, part).fetchall())}
    new: dict[str, Kept] = {}
    later: dict[str, tuple[str, str]] = {}
    kept: list[KeptEvent] = []
    for one in events:
        before = there.get(one.id) or new.get(one.id)
        if before is None:
            if is_forgotten(connection, one.user, one.time):
                kept.append(KeptEvent(one.id, 0, now, repeated=True))
                continue
            new[one.id] = row_of(one, now)
            kept.append(KeptEvent(one.id, len(new), now, repeated=False))  # its number follows
            continue
        if event_of(before).says() != one.says():
            raise Conflict(f"the id {one.id!r} was used before, with other content; use a new id")
        if said := before.with_later(one):
            later[one.id] = said
        kept.append(KeptEvent(one.id, before.seq, before.received, repeated=True))
    last = connection.execute(sql.TAKE_NUMBERS, (len(new), "events")).fetchone()[0] if new else 0
    first = last - len(new)
    numbered = {name: one._replace(seq=first + place) for place, (name, one) in enumerate(new.items(), 1)}
    if new:
        connection.execute_many(sql.ADD_EVENT, numbered.values())
    if later:
        connection.execute_many(sql.SAID_LATER, [(*said, name) for name, said in later.items()])
    return [
        KeptEvent(one.id, numbered[one.id].seq if one.id in numbered else one.seq, one.time, one.repeated)
        for one in kept
    ]


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
