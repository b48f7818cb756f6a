"""A store in memory with the interface of `LiveStore`, for tests of what reads one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import polars as pl

from instead.live.events import Event, Kind
from instead.live.shown import Shown
from instead.live.store import Changes, Conflict, Cursor, Document, DocumentKind, Forgotten, KeptEvent

COLUMNS = pl.Schema(
    {
        "seq": pl.Int64, "id": pl.String, "kind": pl.String, "time": pl.Float64, "user": pl.String,
        "session": pl.String, "item": pl.String, "recommendation_id": pl.String, "query": pl.String,
        "position": pl.Int64, "verdict": pl.String, "attributes": pl.List(pl.String), "wrong": pl.List(pl.String),
        "comment": pl.String, "text": pl.String, "rating": pl.Float64, "price": pl.Float64, "quantity": pl.Int64,
    }
)  # fmt: skip
OFFER = pl.Struct({"item": pl.String, "score": pl.Float64, "rule": pl.String})


class MemoryStore:
    """Everything in lists; nothing survives the process."""

    address = "memory"

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.lists: dict[str, Shown] = {}
        self.kept: dict[tuple[str, str], Document] = {}
        self.changes = 0

    def add(self, events: Sequence[Event]) -> list[KeptEvent]:
        known = {row["id"]: row for row in self.rows}
        found = []
        for event in events:
            row = {"seq": len(self.rows) + 1, **event.model_dump()}
            if event.id in known:
                if known[event.id]["item"] != event.item:
                    raise Conflict(event.id)
                found.append(KeptEvent(event.id, known[event.id]["seq"], float(event.time or 0), repeated=True))
                continue
            self.rows.append(row)
            found.append(KeptEvent(event.id, row["seq"], float(event.time or 0), repeated=False))
        return found

    def record(self, shown: Shown) -> None:
        self.lists[shown.id] = shown

    def put(self, kind: DocumentKind, documents: Mapping[str, Document | None]) -> int:
        for name, content in documents.items():
            self.changes += 1
            if content is None:
                self.kept.pop((kind, name), None)
            else:
                self.kept[kind, name] = content
        return self.changes

    def documents(self, kind: DocumentKind) -> dict[str, Document]:
        return {name: content for (of, name), content in self.kept.items() if of == kind}

    def since(self, cursor: Cursor, limit: int = 10_000) -> Changes:
        raise NotImplementedError

    def newest(self) -> Cursor:
        return Cursor(self.rows[-1]["seq"] if self.rows else 0, self.changes)

    def events(
        self, *, after: int = 0, until: int | None = None, kinds: Sequence[Kind] = (), user: str | None = None,
        session: str | None = None,
    ) -> Iterator[pl.DataFrame]:  # fmt: skip
        frame = pl.DataFrame(
            [{name: row[name] for name in COLUMNS} for row in self.rows], schema=COLUMNS, strict=False
        ).filter(pl.col("seq") > after)
        if until is not None:
            frame = frame.filter(pl.col("seq") <= until)
        if kinds:
            frame = frame.filter(pl.col("kind").is_in(list(kinds)))
        for name, wanted in (("user", user), ("session", session)):
            frame = frame if wanted is None else frame.filter(pl.col(name) == wanted)
        yield from frame.iter_slices(1000)

    def shown(
        self, *, since: float = 0.0, until: float | None = None, ids: Sequence[str] = ()
    ) -> Iterator[pl.DataFrame]:
        rows = [
            asdict(one)
            for one in self.lists.values()
            if one.time >= since and (until is None or one.time < until) and (not ids or one.id in ids)
        ]
        if rows:
            yield pl.DataFrame(
                [
                    {
                        **{name: row[name] for name in ("id", "time", "query", "user", "session", "model")},
                        "offers": [{name: offer[name] for name in ("item", "score", "rule")} for offer in row["offers"]],
                    }
                    for row in rows
                ],
                schema={
                    "id": pl.String, "time": pl.Float64, "query": pl.String, "user": pl.String, "session": pl.String,
                    "model": pl.String, "offers": pl.List(OFFER),
                },
            )  # fmt: skip

    def forget(self, user: str) -> Forgotten:
        before = len(self.rows)
        self.rows = [row for row in self.rows if row["user"] != user]
        lists = len(self.lists)
        self.lists = {name: one for name, one in self.lists.items() if one.user != user}
        return Forgotten({"events": before - len(self.rows), "shown": lists - len(self.lists)})

    def expire(self, before: float) -> Mapping[str, int]:
        return {}

    def close(self) -> None:
        pass
