"""Choices among what was shown: joins answers with what people did afterwards.

One shown list makes at most one choice. It is what was taken of it by the strongest sign (bought, accepted, put into
the cart, clicked), the first of equal ones; everything else in the list is what it was chosen from. A list of which
nothing was taken and something was rejected is a choice, too: of anything but that. Lists that nobody touched are none.

Events that name their answer (`recommendation_id`) belong to it. Others belong to the newest list that showed the item
to the same visit, else to the same user, within a window. Labels may be late: `known` says when the last event behind a
choice had come in. The store numbers events in the order in which they came in, so an event had come in by the latest
time that any event up to it tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from instead.live.events import Kind
from instead.live.store import LiveStore

DAY = 86_400.0
WINDOW = 7 * DAY
"""Seconds after an answer in which something bought is taken to have come of it, where no event says so."""
STRENGTH = {"click": 1, "cart": 2, "accepted": 3, "purchase": 4}
"""What tells that an item was taken, the strongest sign last."""
_USED: tuple[Kind, ...] = ("click", "cart", "purchase", "verdict", "view")

_COLUMNS: dict[str, Any] = {
    "id": pl.String, "time": pl.Float64, "known": pl.Float64, "user": pl.String, "session": pl.String,
    "query": pl.String, "items": pl.List(pl.String), "chosen": pl.Int32, "label": pl.String,
    "rejected": pl.List(pl.Int32), "viewed": pl.List(pl.String), "model": pl.String,
}  # fmt: skip
SCHEMA = pl.Schema(_COLUMNS)
"""One row per shown list that somebody chose from. `time` is when it was shown, `chosen` the place of the item that was
taken, from 0, null where `rejected` places are all that is known; `viewed` is what the visit had looked at before."""
LISTS = pl.Schema(
    {"id": pl.String(), "time": pl.Float64(), "user": pl.String(), "session": pl.String(), "query": pl.String(),
     "model": pl.String(), "items": pl.List(pl.String())}
)  # fmt: skip
"""What was shown, without reasons and scores."""
_EVENTS = pl.Schema(
    {
        "seq": pl.Int64, "kind": pl.String, "time": pl.Float64, "user": pl.String, "session": pl.String,
        "item": pl.String, "recommendation_id": pl.String, "query": pl.String, "verdict": pl.String,
    }
)  # fmt: skip


def arrivals(events: pl.DataFrame) -> pl.DataFrame:
    """Events by number with `known`: by when each had come in."""
    return events.sort("seq").with_columns(pl.col("time").cast(pl.Float64).cum_max().alias("known"))


def as_of(events: pl.DataFrame, time: float) -> pl.DataFrame:
    """The events that had come in before a time."""
    return arrivals(events).filter(pl.col("known") < time)


def gathered(pieces: Sequence[pl.DataFrame], schema: pl.Schema = _EVENTS) -> pl.DataFrame:
    """Pieces of a store's table as one, with these columns at least."""
    return pl.concat(pieces, how="vertical_relaxed") if pieces else schema.to_frame()


def slim(shown: pl.DataFrame) -> pl.DataFrame:
    """Lists with the ids of their items alone (`LISTS`): reasons and scores are most of what is stored."""
    items = pl.col("offers").list.eval(pl.element().struct.field("item")).alias("items")
    return shown.with_columns(items).select(pl.col(name).cast(kind) for name, kind in LISTS.items())


def touched_lists(store: LiveStore, events: pl.DataFrame, *, since: float = 0.0) -> pl.DataFrame:
    """The lists (`LISTS`) that an event may belong to, read piece by piece: a shop shows far more than people touch."""
    done = events.filter(pl.col("kind").is_in(["click", "cart", "purchase", "verdict"]))
    silent = done.filter(pl.col("recommendation_id").is_null())
    wanted = {
        "id": done["recommendation_id"].drop_nulls().unique().implode(),
        "session": silent["session"].drop_nulls().unique().implode(),
        "user": silent["user"].drop_nulls().unique().implode(),
    }
    kept = [LISTS.to_frame()]
    for piece in store.shown(since=since):
        one = slim(piece)
        kept.append(
            one.filter(pl.any_horizontal(pl.col(name).is_in(some).fill_null(False) for name, some in wanted.items()))
        )
    return pl.concat(kept)


def choices_of(store: LiveStore, *, until: int | None = None, window: float = WINDOW) -> pl.DataFrame:
    """The choices of everything that a store holds, up to the event with number `until`."""
    events = gathered(list(store.events(until=until, kinds=_USED)))
    return shown_choices(events, touched_lists(store, events), window=window)


def shown_choices(events: pl.DataFrame, shown: pl.DataFrame, *, window: float = WINDOW) -> pl.DataFrame:
    """Choices (`SCHEMA`) in the order in which they were shown; events as the store has them, lists as `LISTS`."""
    if shown.is_empty() or events.is_empty():
        return SCHEMA.to_frame()
    events = arrivals(events.select(pl.col(name).cast(kind) for name, kind in _EVENTS.items()))
    lists = shown.unique("id", keep="first", maintain_order=True)
    labels = _labels(events, lists, window)
    if labels.is_empty():
        return SCHEMA.to_frame()
    rejected = labels.filter(pl.col("label") == "rejected")
    taken = (
        labels.filter(pl.col("label") != "rejected")
        .join(rejected.select("id", "place", pl.lit(True).alias("refused")), on=["id", "place"], how="left")
        # a click on something that was then refused took nothing
        .filter(pl.col("refused").is_null() | (pl.col("strength") > STRENGTH["cart"]))
        .sort("strength", "known", "place", descending=[True, False, False])
        .unique("id", keep="first", maintain_order=True)
        .select("id", pl.col("place").cast(pl.Int32).alias("chosen"), "label", pl.col("known").alias("taken_known"))
    )
    refused = (
        rejected.join(taken.select("id", "chosen"), on="id", how="left")
        .filter(pl.col("chosen").is_null() | (pl.col("chosen") != pl.col("place")))
        .group_by("id")
        .agg(
            pl.col("place").cast(pl.Int32).unique().sort().alias("rejected"),
            pl.col("known").max().alias("refused_known"),
        )
    )
    made = (
        lists.join(taken, on="id", how="left")
        .join(refused, on="id", how="left")
        .filter(pl.col("chosen").is_not_null() | pl.col("rejected").is_not_null())
        .filter(pl.col("items").list.len() > 1)
        .with_columns(
            pl.max_horizontal("taken_known", "refused_known").alias("known"),
            pl.col("label").fill_null("rejected"),
            pl.col("rejected").fill_null([]),
        )
        # everything refused is no choice among what was shown
        .filter(pl.col("chosen").is_not_null() | (pl.col("rejected").list.len() < pl.col("items").list.len()))
        .sort("time", "id")
    )
    made = made.join(_viewed(events, made), on="id", how="left", maintain_order="left")
    return made.with_columns(pl.col("viewed").fill_null([])).select(
        pl.col(name).cast(kind) for name, kind in SCHEMA.items()
    )


def _labels(events: pl.DataFrame, lists: pl.DataFrame, window: float) -> pl.DataFrame:
    """`id place label strength known`: what was done to items of shown lists."""
    done = events.with_columns(
        pl.when(pl.col("kind") == "verdict").then(pl.col("verdict")).otherwise(pl.col("kind")).alias("label")
    ).filter(pl.col("label").is_in([*STRENGTH, "rejected"]))
    places = (
        lists.with_columns(pl.int_ranges(0, pl.col("items").list.len()).alias("place"))
        .explode("items", "place")
        .rename({"items": "item", "time": "shown"})
        .drop_nulls("item")
        .unique(["id", "item"], keep="first", maintain_order=True)
        .select("id", "item", "place", "shown", "user", "session", pl.col("query").alias("looked_at"))
    )
    told = done.filter(pl.col("recommendation_id").is_not_null()).join(
        places.select("id", "item", "place", "shown", "looked_at"),
        left_on=["recommendation_id", "item"], right_on=["id", "item"], how="inner",
    ).with_columns(pl.col("recommendation_id").alias("id"))  # fmt: skip
    guessed = []
    left = done.filter(pl.col("recommendation_id").is_null())
    for who in ("session", "user"):
        found = _nearest(left, places, who, window)
        guessed.append(found)
        left = left.join(found.select("seq"), on="seq", how="anti")
    every = pl.concat([one.select("seq", "id", "place", "label", "known") for one in (told, *guessed)])
    return every.with_columns(pl.col("label").replace_strict(STRENGTH, default=0).alias("strength"))


def _nearest(events: pl.DataFrame, places: pl.DataFrame, who: str, window: float) -> pl.DataFrame:
    """Events with the newest list before them that showed their item to the same visit or user, and to the same query
    where the event names one."""
    lists = places.drop_nulls(who).select("id", "item", "place", "shown", "looked_at", who).sort("shown")
    found = (
        events.drop_nulls([who, "item"])
        .sort("time")
        .join_asof(
            lists, left_on="time", right_on="shown", by=[who, "item"], strategy="backward", tolerance=window,
            check_sortedness=False,
        )
        .drop_nulls("id")
    )  # fmt: skip
    return found.filter(pl.col("query").is_null() | (pl.col("query") == pl.col("looked_at")))


def _viewed(events: pl.DataFrame, made: pl.DataFrame) -> pl.DataFrame:
    """`id viewed`: what the visit of a list had looked at before it was shown, the latest last."""
    looks = events.filter(pl.col("kind") == "view").drop_nulls(["session", "item"])
    pairs = made.drop_nulls("session").select("id", "session", pl.col("time").alias("shown"))
    return (
        pairs.join(looks.select("session", "item", "time"), on="session", how="inner")
        .filter(pl.col("time") < pl.col("shown"))
        .sort("time")
        .group_by("id", maintain_order=True)
        .agg(pl.col("item").unique(maintain_order=True).alias("viewed"))
    )
