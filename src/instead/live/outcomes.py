"""What followed for each unit of an experiment: shown, then clicked, accepted, purchased within a window.

A unit (a user, else a session) is one observation, however often it was shown something: answers to one person are not
independent. It counts from its first answer on, for `window_days`; then its outcome is settled, `late_days` later it is
final. An event belongs to an answer by `recommendation_id`, or, without one, by being the same unit's and about an item
that was offered to it before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from instead.live.events import Kind
from instead.live.experiments import OUTCOMES, Run
from instead.live.store import LiveStore

DAY = 86_400.0
_SLACK = 1.0  # events are told in whole seconds
_KINDS: tuple[Kind, ...] = ("click", "cart", "verdict", "purchase")
_SHOWN: dict[str, Any] = {
    "id": pl.String,
    "time": pl.Float64,
    "unit": pl.String,
    "variant": pl.String,
    "item": pl.List(pl.String),
}
UNITS: dict[str, Any] = {
    "unit": pl.String,
    "variant": pl.String,
    "first": pl.Float64,
    "answers": pl.UInt32,
    "variants": pl.UInt32,
    "settled": pl.Boolean,
    **dict.fromkeys(OUTCOMES, pl.Boolean),
}
"""Columns of a table of units. `variants`: how many they were given, which must be one."""


def unit_outcomes(store: LiveStore, run: Run, now: float) -> pl.DataFrame:
    """One row for each unit of a run, in the order of their first answers, with what followed until `now`."""
    end = now if run.stopped is None else min(run.stopped, now)
    pieces = [_of_run(piece, run.experiment.id) for piece in store.shown(since=run.started, until=end)]
    shown = pl.concat([pl.DataFrame(schema=_SHOWN), *pieces])
    if shown.is_empty():
        return pl.DataFrame(schema=UNITS)
    units = shown.sort("time").group_by("unit", maintain_order=True).agg(
        pl.col("variant").first(), pl.col("time").first().alias("first"), pl.len().cast(pl.UInt32).alias("answers"),
        pl.col("variant").n_unique().cast(pl.UInt32).alias("variants"),
    )  # fmt: skip
    window, late = run.experiment.window_days * DAY, run.experiment.late_days * DAY
    followed = pl.concat([pl.DataFrame(schema=_FOLLOWED), *_followed(store, run, shown)])
    within = followed.join(units.select("unit", "first"), on="unit").filter(
        (pl.col("time") >= pl.col("first") - _SLACK) & (pl.col("time") <= pl.col("first") + window)
    )
    counted = within.group_by("unit").agg(*((pl.col("outcome") == name).any().alias(name) for name in OUTCOMES))
    table = units.join(counted, on="unit", how="left", maintain_order="left")
    return table.with_columns(
        (pl.col("first") + window + late <= now).alias("settled"), *(pl.col(name).fill_null(False) for name in OUTCOMES)
    ).select(*UNITS)


def _of_run(shown: pl.DataFrame, name: str) -> pl.DataFrame:
    """Answers of an experiment with their units and the items they offered."""
    mine = shown.filter((pl.col("experiment") == name) & (pl.col("variant") != ""))
    unit = pl.coalesce(pl.concat_str(pl.lit("user:"), "user"), pl.concat_str(pl.lit("session:"), "session"))
    item = pl.col("offers").list.eval(pl.element().struct.field("item"))
    return mine.select(
        "id", pl.col("time").cast(pl.Float64), unit.alias("unit"), "variant", item.alias("item")
    ).drop_nulls("unit")


_FOLLOWED: dict[str, Any] = {"unit": pl.String, "time": pl.Float64, "outcome": pl.String}


def _followed(store: LiveStore, run: Run, shown: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Unit, time and outcome of every event that belongs to an answer."""
    offered = shown.select("id", "unit", "time", "item").explode("item").drop_nulls("item")
    by_answer = offered.select("id", "unit", "item").unique()
    by_unit = offered.group_by("unit", "item").agg(pl.col("time").min().alias("since"))
    outcome = (
        pl.when(pl.col("kind") == "click").then(pl.lit("clicked"))
        .when(pl.col("kind") == "purchase").then(pl.lit("purchased"))
        .when((pl.col("kind") == "cart") | (pl.col("verdict") == "accepted")).then(pl.lit("accepted"))
    )  # fmt: skip
    for piece in store.events(kinds=_KINDS, since=run.started - _SLACK):
        events = piece.with_columns(outcome.alias("outcome"), pl.col("time").cast(pl.Float64)).drop_nulls("outcome")
        tied = events.drop_nulls("recommendation_id").select("recommendation_id", "item", "time", "outcome")
        yield tied.join(by_answer, left_on=["recommendation_id", "item"], right_on=["id", "item"]).select(*_FOLLOWED)
        loose = events.filter(pl.col("recommendation_id").is_null())
        for side in ("user", "session"):  # somebody may have logged in since
            named = loose.drop_nulls(side).with_columns(pl.concat_str(pl.lit(f"{side}:"), side).alias("unit"))
            found = named.select("unit", "item", "time", "outcome").join(by_unit, on=["unit", "item"])
            yield found.filter(pl.col("time") >= pl.col("since") - _SLACK).select(*_FOLLOWED)
