"""What changes in a table of items: some columns of some rows, and rows behind the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
_Value = TypeVar("_Value")

HIDDEN = "hidden"
"""A column of changes that no table of items has: whether the shop keeps an item to itself."""


@dataclass(frozen=True, eq=False)
class ItemChanges:
    """New values by column and row. Rows from `before` on are new, without a gap, and have a value in every column."""

    before: int
    """Items before."""
    more: int
    """New items."""
    values: Mapping[str, Mapping[int, Any]]

    @property
    def size(self) -> int:
        """Items after."""
        return self.before + self.more

    def touches(self, *columns: str) -> bool:
        """Whether one of these columns changes anywhere."""
        return any(self.values.get(column) for column in columns)

    def rows(self, *columns: str) -> Ints:
        """Rows in which one of these columns changes, ascending."""
        found: set[int] = set()
        for column in columns:
            found.update(self.values.get(column, ()))
        return np.array(sorted(found), np.int64)

    def patched(self, old: Sequence[_Value], column: str) -> list[_Value]:
        """A column as a list, with its new values."""
        made = [*old, *([None] * self.more)]
        for row, value in self.values.get(column, {}).items():
            made[row] = value
        return made  # type: ignore[return-value]

    def table(self, items: pl.DataFrame, schema: Mapping[str, Any]) -> pl.DataFrame:
        """The table with its changes; columns that it does not have yet are of `schema`."""
        columns = [name for name in (*items.columns, *schema) if name in items.columns or self.touches(name)]
        made = []
        for name in dict.fromkeys(columns):
            old = items[name] if name in items.columns else pl.Series(name, [None] * self.before, dtype=schema[name])
            changed = self.values.get(name, {})
            if changed or self.more:
                new = pl.Series(name, list(changed.values()), dtype=old.dtype)
                order = np.concatenate([np.arange(self.before), np.zeros(self.more, np.int64)])
                order[np.array(list(changed), np.int64)] = self.before + np.arange(len(changed))
                old = pl.concat([old, new]).gather(order)
            made.append(old)
        return pl.DataFrame(made)

    @cached_property
    def nothing(self) -> bool:
        """Whether nothing changes."""
        return not self.more and not any(self.values.values())
