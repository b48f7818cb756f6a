"""Forgetting a person: everything of theirs goes, and a mark stays by which others know that it has to go.

The mark is a hash of the id under the kind `forgotten`. With it, services that read the store drop what they hold of
the person in memory, an import does not bring them back, and a refresh leaves them out of the shop's raw files. It says
until when: what somebody of the same id does later counts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

import orjson

from instead.live import sql_texts as sql
from instead.live.database import Connection

_TOGETHER = 500  # values of one list in a statement
FORGOTTEN = "forgotten"
"""The kind of the documents that marks are."""


def mark_of(user: str) -> str:
    """What is kept of the id of somebody who was forgotten: whoever has the id can tell, and nobody can read it."""
    return blake2b(user.encode(), digest_size=16, person=b"instead-forgot").hexdigest()


def was_forgotten(marks: Mapping[str, Mapping[str, Any]], user: str | None, time: float | None) -> bool:
    """Whether something that a person did at a time is forgotten, by `store.documents("forgotten")`. Without a time it
    is, as everything that was there then."""
    mark = marks.get(mark_of(user)) if user is not None and marks else None
    return mark is not None and (time is None or time <= float(mark["until"]))


def marks_of(connection: Connection, users: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The marks that some people have, if any."""
    found: dict[str, dict[str, Any]] = {}
    names = [mark_of(user) for user in users]
    for start in range(0, len(names), _TOGETHER):
        part = names[start : start + _TOGETHER]
        text = f"SELECT id, content FROM documents WHERE kind = ? AND id IN ({sql.marks(len(part))})"  # noqa: S608
        rows = connection.execute(text, (FORGOTTEN, *part)).fetchall()
        found |= {name: orjson.loads(content) for name, content in rows}
    return found


def forget(connection: Connection, user: str, now: float) -> dict[str, int]:
    """Take everything of a person out, within a transaction; how many rows went, by table."""
    sessions = [row[0] for row in connection.execute(sql.SESSIONS_OF, (user, user)).fetchall()]
    answers = [row[0] for row in connection.execute(sql.ANSWERS_TO, (user,)).fetchall()]
    gone = {}
    for table, (by_user, by_session) in sql.FORGET.items():
        gone[table] = connection.execute(by_user, (user,)).rowcount
        gone[table] += sum(connection.execute(by_session, (one,)).rowcount for one in sessions)
    gone["events"] += sum(connection.execute(sql.FORGET_FOLLOWING, (one,)).rowcount for one in answers)
    gone["documents"] = _from_documents(connection, user)
    number = connection.execute(sql.TAKE_NUMBERS, (1, "documents")).fetchone()[0]
    connection.execute(sql.PUT_DOCUMENT, (FORGOTTEN, mark_of(user), number, orjson.dumps({"until": now}).decode()))
    return gone


def _from_documents(connection: Connection, user: str) -> int:
    """Documents that name the person as `user`, or among `users`, lose that."""
    changed: list[tuple[str, str, Any]] = []
    text = "SELECT kind, id, content FROM documents WHERE content IS NOT NULL AND kind <> ?"
    for kind, name, content in connection.execute(text, (FORGOTTEN,)).fetchall():
        document = orjson.loads(content)
        without = without_user(document, user)
        if without != document:
            changed.append((kind, name, without))
    for kind, name, without in changed:
        number = connection.execute(sql.TAKE_NUMBERS, (1, "documents")).fetchone()[0]
        kept = orjson.dumps(without, option=orjson.OPT_SORT_KEYS).decode()
        connection.execute(sql.PUT_DOCUMENT, (kind, name, number, kept))
    return len(changed)


def without_user(value: Any, user: str) -> Any:
    """A document without the fields that name a person; other texts that happen to be equal stay."""
    if isinstance(value, list):
        return [without_user(one, user) for one in value]
    if not isinstance(value, dict):
        return value
    made = {name: without_user(one, user) for name, one in value.items() if not (name == "user" and one == user)}
    if isinstance(named := made.get("users"), list):
        made["users"] = [one for one in named if one != user]
    return made
