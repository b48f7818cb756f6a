"""Rates of what followed from what was shown, with Wilson's interval: for the staff's view and for experiments."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

import polars as pl


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `of`, as a share with an interval; all three None where there is nothing to count."""

    count: int
    of: int
    share: float | None
    low: float | None
    high: float | None


def wilson(count: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a share (1927): holds near 0 and 1 too, where few are counted."""
    if of < 1 or not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    share, spread = count / of, z * z / of
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = z / (1.0 + spread) * math.sqrt(share * (1.0 - share) / of + spread / (4.0 * of))
    # of none and of all the interval reaches the end exactly, which rounding would miss
    return 0.0 if count == 0 else middle - half, 1.0 if count == of else middle + half


def rate(count: int, of: int, confidence: float = 0.95) -> Rate:
    """A rate with its interval."""
    if of == 0:
        return Rate(count, 0, None, None, None)
    return Rate(count, of, count / of, *wilson(count, of, confidence))


def rates(table: pl.DataFrame, by: str, outcomes: Iterable[str], confidence: float = 0.95) -> list[dict[str, object]]:
    """Rates of true-or-false columns for each value of another one, the most frequent first: a row for each value, with
    `rows` and a `Rate` for each outcome."""
    names = list(outcomes)
    sums = [pl.col(name).cast(pl.Int64).fill_null(0).sum() for name in names]
    counted = table.group_by(by).agg(pl.len().alias("rows"), *sums).sort("rows", by, descending=[True, False])
    return [
        {by: row[by], "rows": row["rows"]} | {name: rate(int(row[name]), row["rows"], confidence) for name in names}
        for row in counted.iter_rows(named=True)
    ]
