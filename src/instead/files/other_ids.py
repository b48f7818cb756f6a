"""Replaces other ids of items by their own, and counts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from instead.files.rejects import FileTally

REPLACED = "with another id of the item (that of a variant or of its product), taken for the item's own"


def with_own_ids(
    frame: pl.DataFrame, other_ids: Mapping[str, str], tally: FileTally, columns: Sequence[str] = ("item",)
) -> pl.DataFrame:
    """The frame with items by their own ids; `other_ids` has the own one of every other."""
    if not other_ids or frame.is_empty():
        return frame
    other = pl.Series(list(other_ids), dtype=pl.String)
    meant = pl.any_horizontal(pl.col(columns).is_in(other.implode()))
    count = int(frame.select(meant.sum()).item())
    if not count:
        return frame
    tally.repaired[REPLACED] += count
    return frame.with_columns(pl.col(columns).replace(dict(other_ids)))
