"""Validation of review rows: every defect has one defined outcome, the row is rejected, or repaired and counted.

no item, control characters in an id            rejected
no user                                         somebody of their own, if they rated or wrote (counted); else rejected
rating that is no number or outside the scale   rejected; a missing rating stays missing
rating as words or stars (`written_ratings.py`)  number
time missing, not understood, in the future     row kept, time missing (counted except when merely missing)
time in another notation (`files/times.py`)      seconds
text missing                                    empty text
text longer than the limit                      cut there (counted)
"""

from __future__ import annotations

import json
from pathlib import PurePath

import polars as pl

from instead.files.rejects import FileTally, RejectLog
from instead.files.times import TimeNotation, read_times
from instead.reviews.written_ratings import read_ratings
from instead.settings import ReadSettings

DAY = 86_400
STRANGER = "reviewer:"
"""Before the file and line of a review without a user, which stand for one."""
STRANGERS = "without a user, each taken as somebody of their own"
_CONTROL = r"[\x00-\x1f\x7f]"


def checked_reviews(
    frame: pl.DataFrame,
    file: str,
    log: RejectLog,
    settings: ReadSettings,
    *,
    now: int,
    times: TimeNotation | None = None,
) -> pl.DataFrame:
    """`user item rating time text line` of the valid rows. `frame` has those columns as text; `times` is the notation
    of the file's times, by default that of these rows alone."""
    made = frame.select(
        *(_optional(frame, name).alias(name) for name in ("user", "item")),
        *_ratings(frame, log.tally(file), settings),
        _times(frame, times),
        _optional(frame, "text").fill_null("").alias("text"),
        pl.col("line"),
        _optional(frame, "rating").is_not_null().alias("_rated"),
        _optional(frame, "time").is_not_null().alias("_timed"),
    )
    made = _with_strangers(made, file, log.tally(file))
    low, high = settings.rating_low, settings.rating_high
    causes = {
        "no user id": pl.col("user").is_null(),
        "no item id": pl.col("item").is_null(),
        "control character in an id": pl.col("user").str.contains(_CONTROL) | pl.col("item").str.contains(_CONTROL),
        "rating is not a number": pl.col("_rated") & (pl.col("rating").is_null() | pl.col("rating").is_nan()),
        f"rating outside {low:g} to {high:g}": ~pl.col("rating").is_between(low, high) | (pl.col("top") != high),
    }
    if made.select(pl.any_horizontal(cause.any() for cause in causes.values())).item():  # names only where needed
        first = pl.coalesce(pl.when(cause).then(pl.lit(name)) for name, cause in causes.items())
        made = made.with_columns(first.alias("_cause"))
        _reject(frame, made, file, log)
        made = made.filter(pl.col("_cause").is_null())
    return _repair(made, file, log, settings, now)


def _with_strangers(made: pl.DataFrame, file: str, tally: FileTally) -> pl.DataFrame:
    """Who wrote without a name is somebody of their own: nothing ties two such reviews together."""
    lone = pl.col("user").is_null() & pl.col("item").is_not_null() & (pl.col("_rated") | (pl.col("text") != ""))
    count = int(made.select(lone.sum()).item())
    if not count:
        return made
    tally.repaired[STRANGERS] += count
    own = pl.lit(f"{STRANGER}{PurePath(file).name}:") + pl.col("line").cast(pl.String)
    return made.with_columns(pl.when(lone).then(own).otherwise("user").alias("user"))


def _identifier(frame: pl.DataFrame, name: str) -> pl.Expr:
    stripped = pl.col(name).str.strip_chars()
    return pl.when(stripped != "").then(stripped).alias(name)


def _optional(frame: pl.DataFrame, name: str) -> pl.Expr:
    """A column that the file may lack; a blank cell is a missing value."""
    if name not in frame.columns:
        return pl.lit(None, dtype=pl.String)
    return pl.col(name) if name == "text" else _identifier(frame, name)


def _ratings(frame: pl.DataFrame, tally: FileTally, settings: ReadSettings) -> tuple[pl.Series, pl.Series]:
    """Ratings as numbers, and the `top` of the scale where one names it; what scale they are of is counted."""
    if "rating" not in frame.columns:
        nothing = pl.Series("rating", [None], dtype=pl.Float32).new_from_index(0, frame.height)
        return nothing, nothing.alias("top")
    found = read_ratings(frame["rating"])
    if found.notation is not None:
        tally.notations["rating"] = found.notation
    reach = found.top.fill_null(found.value)
    reach = reach.filter(reach.is_finite())
    tally.ratings.add(reach.count(), int((reach > settings.rating_high).sum()), reach.max())
    return found.value, found.top


def _times(frame: pl.DataFrame, notation: TimeNotation | None) -> pl.Series:
    if "time" not in frame.columns:
        return pl.Series("time", [None], dtype=pl.Int64).new_from_index(0, frame.height)
    return read_times(frame["time"], notation)[0].alias("time")


def _repair(made: pl.DataFrame, file: str, log: RejectLog, settings: ReadSettings, now: int) -> pl.DataFrame:
    repaired = log.tally(file).repaired
    flaws = made.select(
        (pl.col("_timed") & pl.col("time").is_null()).sum().alias("time not understood, left out"),
        (pl.col("time") > now + DAY).sum().alias("time in the future, left out"),
        (pl.col("time") <= 0).sum().alias("time before 1970, left out"),
        (pl.col("text").str.len_bytes() > settings.longest_text).sum().alias("long"),
    ).row(0, named=True)
    long = flaws.pop("long")
    if long:  # bytes are an upper bound of characters: count exactly only where it may matter
        long = made.select((pl.col("text").str.len_chars() > settings.longest_text).sum()).item()
        made = made.with_columns(pl.col("text").str.slice(0, settings.longest_text))
        flaws[f"text cut at {settings.longest_text} characters"] = long
    repaired.update({name: count for name, count in flaws.items() if count})
    sound = (pl.col("time") > 0) & (pl.col("time") <= now + DAY)
    return made.select("user", "item", "rating", pl.when(sound).then(pl.col("time")).alias("time"), "text", "line")


def _reject(frame: pl.DataFrame, made: pl.DataFrame, file: str, log: RejectLog) -> None:
    bad = frame.with_columns(made["_cause"]).filter(pl.col("_cause").is_not_null())
    for row in bad.iter_rows(named=True):
        line, kind = row.pop("line"), row.pop("_cause")
        value = row.get("rating")
        cause = f"{kind}: {value!r}" if kind.startswith("rating") else kind
        log.reject(file, line, cause, json.dumps(row, ensure_ascii=False), kind=kind)
