"""Validation of review rows: every defect has one defined outcome, the row is rejected, or repaired and counted.

no user, no item, control characters in an id   rejected
rating that is no number or outside the scale   rejected; a missing rating stays missing
time missing, not understood, in the future     row kept, time missing (counted except when merely missing)
time in milliseconds                            seconds
text missing                                    empty text
text longer than the limit                      cut there (counted)
"""

from __future__ import annotations

import json

import polars as pl

from instead.files.rejects import RejectLog
from instead.settings import ReadSettings

DAY = 86_400
_DATE_FORMS = ("%Y-%m-%d", "%m %d, %Y", "%Y/%m/%d", "%d.%m.%Y")
_TIME_FORMS = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S%.fZ")
_CONTROL = r"[\x00-\x1f\x7f]"


def checked_reviews(
    frame: pl.DataFrame, file: str, log: RejectLog, settings: ReadSettings, *, now: int
) -> pl.DataFrame:
    """`user item rating time text line` of the valid rows. `frame` has those columns as text."""
    made = frame.select(
        *(_identifier(frame, name) for name in ("user", "item")),
        _optional(frame, "rating").cast(pl.Float32, strict=False).alias("rating"),
        (seconds(frame["time"]) if "time" in frame.columns else pl.lit(None, dtype=pl.Int64)).alias("time"),
        _optional(frame, "text").fill_null("").alias("text"),
        pl.col("line"),
        _optional(frame, "rating").is_not_null().alias("_rated"),
        _optional(frame, "time").is_not_null().alias("_timed"),
    )
    low, high = settings.rating_low, settings.rating_high
    causes = {
        "no user id": pl.col("user").is_null(),
        "no item id": pl.col("item").is_null(),
        "control character in an id": pl.col("user").str.contains(_CONTROL) | pl.col("item").str.contains(_CONTROL),
        "rating is not a number": pl.col("_rated") & (pl.col("rating").is_null() | pl.col("rating").is_nan()),
        f"rating outside {low:g} to {high:g}": ~pl.col("rating").is_between(low, high),
    }
    if made.select(pl.any_horizontal(cause.any() for cause in causes.values())).item():  # names only where needed
        first = pl.coalesce(pl.when(cause).then(pl.lit(name)) for name, cause in causes.items())
        made = made.with_columns(first.alias("_cause"))
        _reject(frame, made, file, log)
        made = made.filter(pl.col("_cause").is_null())
    return _repair(made, file, log, settings, now)


def _identifier(frame: pl.DataFrame, name: str) -> pl.Expr:
    stripped = pl.col(name).str.strip_chars()
    return pl.when(stripped != "").then(stripped).alias(name)


def _optional(frame: pl.DataFrame, name: str) -> pl.Expr:
    """A column that the file may lack; a blank cell is a missing value."""
    if name not in frame.columns:
        return pl.lit(None, dtype=pl.String)
    return pl.col(name) if name == "text" else _identifier(frame, name)


def seconds(text: pl.Series) -> pl.Series:
    """Seconds since 1970 from seconds, milliseconds or a date; null where it is none of these."""
    text = text.str.strip_chars()
    frame = pl.DataFrame({"text": text, "number": text.cast(pl.Float64, strict=False)})
    finite = pl.when(pl.col("number").is_finite()).then(pl.col("number"))
    scaled = pl.when(finite.abs() > 1e11).then(finite / 1000).otherwise(finite)  # milliseconds
    frame = frame.with_columns(scaled.cast(pl.Int64, strict=False).alias("seconds"))
    if frame["seconds"].null_count() > text.null_count():  # dates are tried only where there are any
        dates = [pl.col("text").str.to_date(form, strict=False).cast(pl.Datetime("ms")) for form in _DATE_FORMS]
        times = [pl.col("text").str.to_datetime(form, strict=False, time_unit="ms") for form in _TIME_FORMS]
        frame = frame.with_columns(pl.coalesce("seconds", pl.coalesce(*times, *dates).dt.epoch("s")).alias("seconds"))
    return frame["seconds"]


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
