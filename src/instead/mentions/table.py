"""Mentions as a table, and the rules every imported mention goes through."""

from __future__ import annotations

from typing import Any

import polars as pl

from instead.settings import ReadSettings

SCHEMA: dict[str, Any] = {
    "user": pl.String,
    "item": pl.String,
    "attribute": pl.String,
    "opinion": pl.String,
    "sentiment": pl.Int8,
    "start": pl.UInt32,
    "end": pl.UInt32,
}


class MentionColumns:
    """Collects mentions column by column: a tenth of the cost of one record object each."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {name: [] for name in SCHEMA}

    def add(
        self, user: str, item: str, attribute: str, opinion: str, sentiment: int,
        start: int | None = None, end: int | None = None,
    ) -> None:  # fmt: skip
        for name, value in zip(SCHEMA, (user, item, attribute, opinion, sentiment, start, end), strict=True):
            self.columns[name].append(value)

    def table(self) -> pl.DataFrame:
        return pl.DataFrame(self.columns, schema=SCHEMA)


def without_neutral(mentions: pl.DataFrame, settings: ReadSettings) -> tuple[pl.DataFrame, int]:
    """Mentions with +1 or -1 only, and how many were neutral. Other numbers count by their sign."""
    signed = mentions.with_columns(pl.col("sentiment").sign().cast(pl.Int8))
    neutral = int((signed["sentiment"] == 0).sum())
    if settings.neutral_mentions == "drop":
        return signed.filter(pl.col("sentiment") != 0), neutral
    value = 1 if settings.neutral_mentions == "positive" else -1
    changed = pl.when(pl.col("sentiment") == 0).then(pl.lit(value, pl.Int8)).otherwise(pl.col("sentiment"))
    return signed.with_columns(changed.alias("sentiment")), neutral


def prune_attributes(mentions: pl.DataFrame, training: pl.DataFrame, minimum: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Mentions of attributes with enough *training* mentions, and those attributes with their training counts.

    `training` has the (user, item) pairs of the training part: nothing of validation or test decides which
    attributes exist (decisions A7 and B2).
    """
    counted = (
        mentions.join(training, on=["user", "item"], how="semi")
        .group_by("attribute")
        .agg(
            pl.len().cast(pl.UInt32).alias("mentions"),
            (pl.col("sentiment") > 0).sum().cast(pl.UInt32).alias("positive"),
        )
        .filter(pl.col("mentions") >= minimum)
        .sort("attribute")
    )
    return mentions.join(counted, on="attribute", how="semi", maintain_order="left"), counted
