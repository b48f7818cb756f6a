"""The store of a living shop: one small interface, with SQLite (embedded) and PostgreSQL (several services) behind it.

Events are durable before `add` returns. What was shown is queued by `record` in the same line as events, so that it is
durable before any event that is added after it. Everything has a number (`seq`) in the order in which it became
visible: whoever remembers the last number that it saw (`Cursor`) reads on from there, and misses and repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from instead.errors import FolderError, InputError
from instead.live.events import Event, Kind
from instead.live.shown import Shown

if TYPE_CHECKING:
    import polars as pl

Document = dict[str, Any]
"""A JSON object that is kept under a kind and an id."""
DocumentKind = Literal["item", "rule", "experiment", "refresh", "setting", "forgotten"]
"""`item`: changes of the catalogue by item id. `forgotten`: marks of people who were forgotten (`forgetting.py`)."""


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


@dataclass(frozen=True, slots=True)
class VerdictCounts:
    """Verdicts for the staff's view: in all, by day, reasons called wrong, and the latest as events by field."""

    accepted: int
    rejected: int
    days: tuple[Mapping[str, Any], ...]
    wrong: tuple[Mapping[str, Any], ...]
    latest: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class StoreStatus:
    """What is in a store: events by kind, answers, documents, the time of the first and of the last event."""

    address: str
    events: Mapping[str, int]
    shown: int
    documents: int
    first: float | None
    last: float | None


class LiveStore(Protocol):
    """Keeps events, what was shown and documents. Safe to use from several threads."""

    address: str
    """Where it is, without any password."""

    def add(self, events: Sequence[Event]) -> list[KeptEvent]:
        """Keep events; all of them or none. Returns when they are on disk. The same id with the same content counts
        once; with other content it raises `Conflict` and nothing of the call is kept. A verdict may come again with
        what was wrong. Times to come raise `WrongEvent`, a full disk `DiskFull`, a server that is away `StoreAway`."""
        ...

    def bring(self, events: pl.DataFrame) -> list[KeptEvent]:
        """Keep events of another store, with their times, in columns as `events` gives them; as `add` otherwise."""
        ...

    def bring_shown(self, shown: pl.DataFrame) -> int:
        """Keep what was shown elsewhere, in columns as `shown` gives them; how many answers are new."""
        ...

    def record(self, shown: Shown) -> None:
        """Keep what was shown, soon: on disk before any event that is added after this call. Waits while too much waits
        to be written, and raises where nothing can be written for long."""
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
        session: str | None = None, since: float | None = None, before: float | None = None,
    ) -> Iterator[pl.DataFrame]:  # fmt: skip
        """Events by number in pieces, as columns: seq, id, kind, time, received (when it came in), user, session, item,
        recommendation_id, query, position, verdict, attributes, wrong, comment, text, rating, price, quantity, model.
        `after` (exclusive) and `until` (inclusive) are numbers, `since` (inclusive) and `before` (exclusive) times."""
        ...

    def shown(
        self, *, since: float = 0.0, until: float | None = None, ids: Sequence[str] = ()
    ) -> Iterator[pl.DataFrame]:
        """What was shown, in pieces: id, time, query, user, session, model, experiment, variant, and `offers`: a list
        of structs (item, score, reasons, rule), `reasons` a list of structs (name, verdict). By time; `until` is
        exclusive."""
        ...

    def forget(self, user: str) -> Forgotten:
        """Take everything of a person out, everywhere; a mark stays (`forgetting.py`)."""
        ...

    def expire(self, before: float) -> Mapping[str, int]:
        """Retention: drop events and what was shown before a time; how many rows of each went."""
        ...

    def verdicts(self, days: int = 14, now: float | None = None, latest: int = 20) -> VerdictCounts:
        """Verdicts counted, and the latest of them, newest first."""
        ...

    def status(self) -> StoreStatus:
        """How much there is."""
        ...

    @property
    def unwritten(self) -> int:
        """Answers whose record could not be written so far, because the disk is full or the server away."""
        ...

    def close(self) -> None:
        """Write what waits, then let go."""
        ...


def open_store(address: str | Path, *, create: bool = True) -> LiveStore:
    """The store at a path, at `sqlite:PATH` or at `postgresql://...`; made where there is none, unless `create` is
    False."""
    from instead.live.sql_store import SqlStore  # noqa: PLC0415 - it implements what stands above

    scheme, sign, rest = str(address).partition(":")
    if sign and scheme in {"postgresql", "postgres"}:
        from instead.live.postgres_database import PostgresDatabase  # noqa: PLC0415 - needs an extra

        return SqlStore(PostgresDatabase(str(address)))
    from instead.live.sqlite_database import SqliteDatabase  # noqa: PLC0415 - as above

    if scheme != "sqlite" and rest.startswith("//"):
        raise InputError(f"no store is kept at {scheme}://; name a file (SQLite) or postgresql://user@host/database")
    path = Path(rest if scheme == "sqlite" and sign else address)
    if not create and not path.is_file():
        raise FolderError(f"{path}: no store is here; `instead serve` makes one (--store)")
    return SqlStore(SqliteDatabase(path))
