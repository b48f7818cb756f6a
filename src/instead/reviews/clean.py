"""Cleaning of interactions on integer codes: deduplication by (user, item) and k-core pruning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

POOLED_SEPARATOR = "\n\n"


def codes(column: pl.Series) -> tuple[NDArray[np.int64], pl.Series]:
    """Each value's number, counted by first appearance, and the values in that order."""
    names = column.unique(maintain_order=True)
    numbered = pl.DataFrame({"name": names}).with_row_index("code")
    joined = pl.DataFrame({"name": column}).join(numbered, on="name", how="left", maintain_order="left")
    return joined["code"].to_numpy().astype(np.int64), names


@dataclass(frozen=True)
class Duplicates:
    """Rows of the same user and item."""

    latest: NDArray[np.bool_]
    """True for the one row of each pair that stays."""
    groups: NDArray[np.int64]
    """Rows of all pairs that occur more than once: (row, row that stays), newest first within a pair."""


def find_duplicates(pair: NDArray[np.int64], time: NDArray[np.int64]) -> Duplicates:
    """The latest row of each pair stays; a missing time (-1) is older than any, and the later row wins a tie."""
    count = pair.size
    ordered = np.sort(pair)
    if (ordered[1:] != ordered[:-1]).all():  # no duplicates: skip the lexical sort, which takes ten times as long
        return Duplicates(np.ones(count, dtype=np.bool_), np.empty((0, 2), dtype=np.int64))
    order = np.lexsort((np.arange(count), time, pair))
    is_last = np.ones(count, dtype=np.bool_)
    is_last[:-1] = pair[order][1:] != pair[order][:-1]
    latest = np.zeros(count, dtype=np.bool_)
    latest[order[is_last]] = True
    # Walk backwards, so that each group starts with the row that stays.
    back, back_last = order[::-1], is_last[::-1]
    stays = back[np.maximum.accumulate(np.where(back_last, np.arange(count), 0))]
    sizes = np.bincount(np.cumsum(back_last) - 1)
    several = np.repeat(sizes > 1, sizes)
    return Duplicates(latest, np.column_stack([back[several], stays[several]]))


def pooled_reviews(rows: pl.DataFrame, groups: NDArray[np.int64]) -> pl.DataFrame:
    """`row text rating` for rows that stay: the different texts of the pair, newest first, a blank line between them,
    and the newest rating, since an order that follows a review has neither."""
    said = rows.select("row", "text", "rating")
    pairs = pl.DataFrame({"row": groups[:, 0].astype(np.uint32), "stays": groups[:, 1].astype(np.uint32)})
    every = pairs.join(said, on="row", how="left", maintain_order="left")
    texts = (
        every.filter(pl.col("text") != "")
        .unique(["stays", "text"], keep="first", maintain_order=True)
        .group_by("stays", maintain_order=True)
        .agg(pl.col("text").str.join(POOLED_SEPARATOR))
    )
    ratings = every.drop_nulls("rating").unique("stays", keep="first", maintain_order=True).select("stays", "rating")
    return texts.join(ratings, on="stays", how="full", coalesce=True).rename({"stays": "row"}).sort("row")


def k_core(
    user: NDArray[np.int64], item: NDArray[np.int64], kept: NDArray[np.bool_], min_user: int, min_item: int
) -> NDArray[np.bool_]:
    """k-core pruning: the largest set of kept rows in which users have `min_user` and items `min_item` rows or more."""
    rows = np.flatnonzero(kept)
    while True:
        mine, its = user[rows], item[rows]
        strong = (
            (np.bincount(mine)[mine] >= min_user) & (np.bincount(its)[its] >= min_item) if rows.size else kept[rows]
        )
        if strong.all():
            left = np.zeros_like(kept)
            left[rows] = True
            return left
        rows = rows[strong]


@dataclass(frozen=True)
class Core:
    """The k-core that a protocol judges by."""

    rows: NDArray[np.bool_]
    min_user: int
    min_item: int


LEAST = 200
"""Interactions of a k-core that are worth judging by: a tenth of them makes 20 test cases."""


def protocol_core(
    user: NDArray[np.int64], item: NDArray[np.int64], kept: NDArray[np.bool_], min_user: int, min_item: int
) -> Core:
    """The k-core of the kept rows; where it has fewer than `LEAST`, both bounds are lowered together as far as needed.

    A bound of 1 is met by every row, so that in the end all of them are the core.
    """
    while True:
        rows = k_core(user, item, kept, min_user, min_item)
        if rows.sum() >= LEAST or (min_user == 1 and min_item == 1):
            return Core(rows, min_user, min_item)
        min_user, min_item = max(1, min_user - 1), max(1, min_item - 1)
