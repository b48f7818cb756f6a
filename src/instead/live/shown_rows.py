"""What was shown as rows of the store, and as columns for whoever reads many.

The offers of an answer are one JSON text with a list for each field: half as long as a list of objects, and read by
columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
import polars as pl

from instead.live.shown import Shown

REASON = pl.Struct({"name": pl.String, "verdict": pl.String})
OFFER = pl.Struct({"item": pl.String, "score": pl.Float64, "reasons": pl.List(REASON), "rule": pl.String})
SCHEMA: dict[str, Any] = {
    "id": pl.String, "time": pl.Float64, "query": pl.String, "user": pl.String, "session": pl.String,
    "model": pl.String, "experiment": pl.String, "variant": pl.String, "offers": pl.List(OFFER),
}  # fmt: skip
"""The columns of what was shown."""
_FIELDS = ("item", "score", "reasons", "rule")
_STORED = pl.Struct(
    {"item": pl.List(pl.String), "score": pl.List(pl.Float64), "reasons": pl.List(pl.List(pl.List(pl.String))),
     "rule": pl.List(pl.String)}
)  # fmt: skip


def shown_row(shown: Shown) -> tuple[Any, ...]:
    """An answer as a row; fields in the order of `sql_texts.SHOWN_COLUMNS`."""
    offers = {name: [getattr(one, name) for one in shown.offers] for name in _FIELDS}
    return (shown.id, shown.time, shown.query, shown.user, shown.session, shown.model, shown.experiment, shown.variant,
            orjson.dumps(offers).decode())  # fmt: skip


def shown_frame(rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
    """Rows as columns, `offers` as a list of structs."""
    texts = {name: pl.String if name == "offers" else kind for name, kind in SCHEMA.items()}
    frame = pl.DataFrame(rows, schema=texts, orient="row").with_row_index("row")
    stored = frame.select("row", pl.col("offers").str.json_decode(_STORED)).unnest("offers")
    reason = pl.struct(name=pl.element().list.get(0), verdict=pl.element().list.get(1))
    long = (
        stored.filter(pl.col("item").list.len() > 0)
        .explode(_FIELDS)
        .with_columns(pl.col("reasons").list.eval(reason).cast(pl.List(REASON)))
    )
    offers = long.group_by("row", maintain_order=True).agg(offers=pl.struct(_FIELDS))
    joined = frame.drop("offers").join(offers, on="row", how="left", maintain_order="left").drop("row")
    return joined.with_columns(pl.col("offers").fill_null([])).cast({"offers": pl.List(OFFER)})


def stored_rows(frame: pl.DataFrame) -> list[tuple[Any, ...]]:
    """Columns as rows again: what an import keeps."""
    return [
        (*values, orjson.dumps({name: [_plain(one[name]) for one in offers] for name in _FIELDS}).decode())
        for *values, offers in frame.select(list(SCHEMA)).iter_rows()
    ]


def _plain(value: Any) -> Any:
    """Reasons as pairs, everything else as it is."""
    return [(one["name"], one["verdict"]) for one in value] if isinstance(value, list) else value
