"""Links from a view log: "viewed v also viewed v'" and "viewed v, bought v'", counted over visits.

A visit is a run of one user's views without a pause of `session_gap` seconds. A pair of items becomes a link when at
least `min_views` visits show it; each item keeps its `max_links` strongest links of a relation.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import EmptyResult
from instead.files.rejects import RejectLog
from instead.files.shape import text_frames
from instead.files.times import read_times
from instead.files.understood import Understood
from instead.progress import Advance
from instead.reviews.clean import codes
from instead.reviews.read_reviews import finish, times_of
from instead.settings import ReadSettings
from instead.substitutes.read_links import empty_links

_TRUE = (
    "1",
    "1.0",
    "true",
    "t",
    "yes",
    "y",
    "bought",
    "buy",
    "purchase",
    "purchased",
    "transaction",
    "order",
)
LONGEST_VISIT = 200
"""Items of a visit that are used at most; longer visits are assumed to be robots."""


def read_views(
    source: Understood, log: RejectLog, settings: ReadSettings, *, advance: Advance | None = None
) -> pl.DataFrame:
    """`user item time bought` of all usable rows of a view log."""
    columns = dict(source.columns)
    parts = []
    times = times_of(source, log, settings)
    for frame in text_frames(source.shape, list(columns.values()), log, advance):
        bought = pl.col(columns["bought"]) if "bought" in columns else pl.lit(None, dtype=pl.String)
        made = frame.select(
            pl.col(columns["user"]).str.strip_chars().alias("user"),
            pl.col(columns["item"]).str.strip_chars().alias("item"),
            read_times(frame[columns["time"]], times)[0].alias("time"),
            bought.str.strip_chars().str.to_lowercase().is_in(_TRUE).fill_null(False).alias("bought"),
            "line",
        )
        sound = (
            (pl.col("user") != "").fill_null(False)
            & (pl.col("item") != "").fill_null(False)
            & pl.col("time").is_not_null()
        )
        for row in made.filter(~sound).iter_rows(named=True):
            log.reject(source.name, row["line"], "a view needs a user, an item and a time", str(row), kind="no view")
        parts.append(made.filter(sound).drop("line"))
    finish(source, log, settings)
    if not any(part.height for part in parts):
        raise EmptyResult("the view log has no usable row", path=source.name)
    return pl.concat(parts)


def visits(views: pl.DataFrame, gap: int) -> NDArray[np.int64]:
    """The visit of each row of `views`, which must be sorted by user and time."""
    user, time = codes(views["user"])[0], views["time"].to_numpy()
    new = np.ones(views.height, dtype=np.bool_)
    new[1:] = (user[1:] != user[:-1]) | (time[1:] - time[:-1] > gap)
    return np.cumsum(new) - 1


def links_from_views(views: pl.DataFrame, settings: ReadSettings) -> pl.DataFrame:
    """`source target relation visits of` by co-occurrence counts, directed from the viewed item to the one viewed or
    bought: `visits` show the pair, `of` all that show the source (those that did not buy it, for what was bought)."""
    from scipy import sparse  # noqa: PLC0415 - takes a fifth of a second and only view logs need it

    views = views.sort("user", "time", "item", maintain_order=True)
    visit = visits(views, settings.session_gap)
    views = views.with_columns(pl.Series("visit", visit))
    once = views.group_by("visit", "item", maintain_order=True).agg(pl.col("bought").any())
    once = once.filter(pl.int_range(pl.len()).over("visit") < LONGEST_VISIT)
    item, names = codes(once["item"])
    bought = once["bought"].to_numpy()
    row = codes(once["visit"])[0]
    size = (int(row.max()) + 1 if row.size else 0, len(names))
    seen = sparse.csr_matrix((np.ones(row.size, np.int32), (row, item)), shape=size)
    taken = sparse.csr_matrix((np.ones(int(bought.sum()), np.int32), (row[bought], item[bought])), shape=size)
    only_seen = sparse.csr_matrix((np.ones(int((~bought).sum()), np.int32), (row[~bought], item[~bought])), shape=size)
    parts = [empty_links()]
    for relation, first, second in (("also_viewed", seen, seen), ("buy_after_viewing", only_seen, taken)):
        source, target, times = _strongest((first.T @ second).tocsr(), settings)
        of = np.asarray(first.sum(axis=0)).ravel()[source]
        ends = pl.DataFrame({"source": names[source], "target": names[target]})
        counts = (pl.Series("visits", times, pl.UInt32), pl.Series("of", of, pl.UInt32))
        parts.append(ends.with_columns(pl.lit(relation).alias("relation"), *counts))
    return pl.concat(parts, how="diagonal")


def _strongest(counts: Any, settings: ReadSettings) -> tuple[NDArray[np.int64], ...]:
    """Pairs with at least `min_views` visits, and these, the strongest per source; ties go by item number."""
    counts.setdiag(0)
    coo = counts.tocoo()
    enough = coo.data >= settings.min_views
    source, target, times = (
        coo.row[enough].astype(np.int64),
        coo.col[enough].astype(np.int64),
        coo.data[enough],
    )
    order = np.lexsort((target, -times, source))
    source, target, times = source[order], target[order], times[order].astype(np.int64)
    start = np.searchsorted(source, source)  # first place of each source
    kept = np.arange(source.size) - start < settings.max_links
    return source[kept], target[kept], times[kept]
