"""Ready-made mentions: Cornac's lines and tables with columns. MTER and Sentires have files of their own."""

from __future__ import annotations

import math

import polars as pl

from instead.files.lines import cells_of, text_lines
from instead.files.other_ids import with_own_ids
from instead.files.rejects import RejectLog
from instead.files.shape import text_frames
from instead.files.understood import Understood
from instead.mentions.table import SCHEMA, MentionColumns
from instead.progress import Advance
from instead.reviews.read_reviews import finish
from instead.settings import ReadSettings


def read_cornac(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> pl.DataFrame:
    """`user,item,aspect:opinion:polarity,aspect:opinion:polarity,...`"""
    made = MentionColumns()
    for number, line in text_lines(source.shape.file, log, advance):
        cells = cells_of(line)
        triples = [cell.rsplit(":", 2) for cell in cells[2:] if cell]
        try:
            parsed = [(a.strip().lower(), o.strip(), _sign(float(p))) for a, o, p in triples]
        except ValueError:
            log.reject(source.name, number, "expected aspect:opinion:polarity behind user and item", line)
            continue
        if len(cells) < 3 or not cells[0] or not cells[1] or not all(a for a, _, _ in parsed):
            log.reject(source.name, number, "expected user,item,aspect:opinion:polarity", line)
            continue
        for attribute, opinion, polarity in parsed:
            made.add(cells[0], cells[1], attribute, opinion, polarity)
    finish(source, log, settings)
    return made.table()


def _sign(polarity: float) -> int:
    if not math.isfinite(polarity):
        raise ValueError("no polarity")
    return (polarity > 0) - (polarity < 0)


def read_table(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> pl.DataFrame:
    """A table with user, item, attribute and sentiment, and perhaps opinion."""
    columns = dict(source.columns)
    parts = [pl.DataFrame(schema=SCHEMA)]
    for frame in text_frames(source.shape, list(columns.values()), log, advance):
        opinion = pl.col(columns["opinion"]) if "opinion" in columns else pl.lit("")
        made = frame.select(
            pl.col(columns["user"]).str.strip_chars().alias("user"),
            pl.col(columns["item"]).str.strip_chars().alias("item"),
            pl.col(columns["attribute"]).str.strip_chars().str.to_lowercase().alias("attribute"),
            opinion.fill_null("").alias("opinion"),
            _sentiment(pl.col(columns["sentiment"])).alias("sentiment"),
            pl.lit(None, dtype=pl.UInt32).alias("start"),
            pl.lit(None, dtype=pl.UInt32).alias("end"),
            "line",
        )
        named = pl.all_horizontal((pl.col(name) != "").fill_null(False) for name in ("user", "item", "attribute"))
        sound = named & pl.col("sentiment").is_not_null()
        for row in made.filter(~sound).iter_rows(named=True):
            log.reject(source.name, row["line"], "a mention needs user, item, attribute and sentiment", str(row))
        parts.append(made.filter(sound).drop("line"))
    finish(source, log, settings)
    return with_own_ids(pl.concat(parts), source.other_ids, log.tally(source.name))


def _sentiment(text: pl.Expr) -> pl.Expr:
    word = text.str.strip_chars().str.to_lowercase()
    words = word.replace_strict({"positive": 1, "negative": -1, "neutral": 0}, default=None, return_dtype=pl.Int8)
    return pl.coalesce(word.cast(pl.Float64, strict=False).sign().cast(pl.Int8, strict=False), words)
