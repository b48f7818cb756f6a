"""Counts ids that two columns share, which distinguishes links between items from (user, item) interactions."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from instead.files.rejects import RejectLog
from instead.files.shape import Shape, text_frames


@dataclass(frozen=True)
class Sharing:
    """Distinct ids of two columns, counted over the whole file."""

    first: int
    second: int
    shared: int
    """Ids that occur in both columns."""

    @property
    def of_one_kind(self) -> bool:
        """Whether both columns hold the same kind of ids. One id in a hundred may occur in both by accident."""
        return self.shared > 0.01 * min(self.first, self.second)


def shared_ids(shape: Shape, first: str, second: str) -> Sharing:
    """Count the ids of two columns over the whole file. Unusable rows are skipped; the actual reading reports them."""
    held = {first: pl.Series(dtype=pl.String), second: pl.Series(dtype=pl.String)}
    for frame in text_frames(shape, [first, second], RejectLog()):
        for column, known in held.items():
            ids = frame[column].drop_nulls().str.strip_chars()
            held[column] = known.append(ids.filter(ids != "").unique().rename("")).unique()
    one, other = held.values()
    return Sharing(one.len(), other.len(), int(one.is_in(other.implode()).sum()))
