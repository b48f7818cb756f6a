"""Events as rows of the store, and as columns for whoever reads many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
import polars as pl

from instead.live.events import Event

LISTS = ("attributes", "wrong")
SCHEMA: dict[str, Any] = {
    "seq": pl.Int64, "id": pl.String, "kind": pl.String, "time": pl.Float64, "received": pl.Float64,
    "user": pl.String, "session": pl.String, "item": pl.String, "recommendation_id": pl.String, "query": pl.String,
    "position": pl.Int64, "verdict": pl.String, "attributes": pl.List(pl.String), "wrong": pl.List(pl.String),
    "comment": pl.String, "text": pl.String, "rating": pl.Float64, "price": pl.Float64, "quantity": pl.Int64,
    "model": pl.String,
}  # fmt: skip
"""The columns of events that are read."""


class Kept(NamedTuple):
    """A row; fields in the order of `sql_texts.EVENT_COLUMNS`."""

    seq: int
    id: str
    kind: str
    time: float
    received: float
    user: str | None
    session: str | None
    item: str | None
    recommendation_id: str | None
    query: str | None
    position: int | None
    verdict: str | None
    attributes: str
    wrong: str
    comment: str
    text: str
    rating: float | None
    price: float | None
    quantity: int
    model: str | None

    def with_later(self, event: Event) -> tuple[str, str] | None:
        """What was wrong and the words of a verdict after it was repeated with more; None where nothing is new."""
        wrong = _text(event.wrong) if event.wrong else self.wrong
        comment = event.comment or self.comment
        return None if (wrong, comment) == (self.wrong, self.comment) else (wrong, comment)


def kept_of(row: Sequence[Any]) -> Kept:
    return Kept(*row)


def row_of(event: Event, now: float) -> Kept:
    """An event that came in now; its number comes later."""
    return Kept(
        0, event.id, event.kind, now if event.time is None else float(event.time), now, event.user, event.session,
        event.item, event.recommendation_id, event.query, event.position, event.verdict, _text(event.attributes),
        _text(event.wrong), event.comment, event.text, event.rating, event.price, event.quantity, event.model,
    )  # fmt: skip


def event_of(row: Kept) -> Event:
    """The event of a row. It was checked when it came in, and is not again."""
    values = row._asdict() | {name: tuple(orjson.loads(getattr(row, name))) for name in LISTS}
    values["time"] = int(row.time)
    del values["seq"], values["received"]
    return Event.model_construct(**values)


def frame_of(rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """Rows as columns."""
    texts = {name: pl.String if name in LISTS else kind for name, kind in SCHEMA.items()}
    frame = pl.DataFrame(rows, schema=texts, orient="row")
    return frame.with_columns(pl.col(name).str.json_decode(pl.List(pl.String)) for name in LISTS)


def rows_of(frame: pl.DataFrame) -> list[Kept]:
    """Columns as rows again: what an import keeps."""
    return [
        kept._replace(attributes=_text(kept.attributes), wrong=_text(kept.wrong))
        for kept in map(kept_of, frame.select(list(SCHEMA)).iter_rows())
    ]


def _text(values: Sequence[str]) -> str:
    return orjson.dumps(values).decode()
