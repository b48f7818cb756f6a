"""The store of a living shop: one small interface, with SQLite (embedded) and PostgreSQL (several services) behind it.

Events are durable before `add` returns. What was shown is queued by `record` in the same line as events, so that it is
durable before any event that is added after it. Everything has a number (`seq`) in the order in which it became
visible: whoever remembers the last number that it saw (`Cursor`) reads on from there, and misses and repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import polars as pl

from instead.live.events import Event, Kind
from instead.live.shown import Shown

Document = dict[str, Any]
"""A JSON object that is kept under a kind and an id."""
DocumentKind = Literal["item", "rule", "experiment", "refresh", "setting"]
"""`item`: changes of the catalogue by item id."""


class Conflict(ValueError):
    """An id that was used before for something else."""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event that is on disk: its number, when it came in, and whether it was there before."""

    id: str
    seq: int
    time: float
    repeated: bool


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far somebody has read: the number of the last event and of the last change of a document."""

    events: int = 0
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What came after a cursor, in order, and where to read on. `more`: there is more already."""

    events: tuple[tuple[int, float, Event], ...]
    """(seq, time, event); the time is when it happened."""
    documents: tuple[tuple[int, DocumentKind, str, Document | None], ...]
    """(seq, kind, id, content); None: it was taken away."""
    cursor: Cursor
    more: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many rows of a person were taken out, by table."""

    rows: Mapping[str, int] = field(default_factory=dict)


class LiveStore(Protocol):
    """Keeps events, what was shown and documents. Safe to use from several threads."""

    address: str
    """Where it is, without any password."""

    def add(self, events: Sequence[Event]) -> list[KeptEvent]:
        """Keep events; all of them or none. Returns when they are on disk. The same id with the same content counts
        once; with other content it raises `Conflict` and nothing of the call is kept."""
        ...

    def record(self, shown: Shown) -> None:
        """Keep what was shown, soon: on disk before any event that is added after this call."""
        ...

    def put(self, kind: DocumentKind, documents: Mapping[str, Document | None]) -> int:
        """Replace documents; None takes one away. Durable when it returns the number of the last change. A document
        that is equal to the one that is there changes nothing."""
        ...

    def documents(self, kind: DocumentKind) -> dict[str, Document]:
        """All documents of a kind, by id."""
        ...

    def since(self, cursor: Cursor, limit: int = 10_000) -> Changes:
        """What came after the cursor."""
        ...

    def newest(self) -> Cursor:
        """The cursor behind everything that is there."""
        ...

    def events(
        self, *, after: int = 0, until: int | None = None, kinds: Sequence[Kind] = (), user: str | None = None,
        session: str | None = None,
    ) -> Iterator[pl.DataFrame]:  # fmt: skip
        """Events by number in pieces, as columns: seq, id, kind, time, user, session, item, recommendation_id, query,
        position, verdict, attributes, wrong, comment, text, rating, price, quantity."""
        ...

    def shown(
        self, *, since: float = 0.0, until: float | None = None, ids: Sequence[str] = ()
    ) -> Iterator[pl.DataFrame]:
        """What was shown, in pieces: id, time, query, user, session, model, experiment, variant, and `offers`: a list
        of structs (item, score, reasons, rule)."""
        ...

    def forget(self, user: str) -> Forgotten:
        """Take everything of a person out, everywhere."""
        ...

    def expire(self, before: float) -> Mapping[str, int]:
        """Retention: drop events and what was shown before a time; how many rows of each went."""
        ...

    def close(self) -> None:
        """Write what waits, then let go."""
        ...
