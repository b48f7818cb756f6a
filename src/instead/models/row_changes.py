"""Some rows of a table in compressed rows made anew, and rows behind the last: all else is copied in long pieces.

A served shop adds what new reviews say to tables of millions of cells. The columns of such a table are spliced at the
speed of memory, and nothing is sorted or counted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class RowChanges:
    """New sizes of some rows of a table; rows from the table's last on are new."""

    start: Ints
    """(rows + 1,) of the table before."""
    rows: Ints
    """(k,) which rows are made anew, ascending; new ones follow the last without a gap."""
    sizes: Ints
    """(k,) cells of each of them now."""

    @property
    def height(self) -> int:
        """Rows of the table before."""
        return self.start.size - 1

    @cached_property
    def _kept(self) -> int:
        """How many of the changed rows were there before."""
        return int(np.searchsorted(self.rows, self.height))

    @cached_property
    def starts(self) -> Ints:
        """Where each row of the new table begins."""
        counts = np.concatenate([np.diff(self.start), np.zeros(self.rows.size - self._kept, np.int64)])
        counts[self.rows] = self.sizes
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    def column(self, old: Array, new: Array) -> Array:
        """A column of the new table: `new` are the cells of the changed rows, one after the other."""
        ends = np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64)
        pieces, done = [], 0
        for place, row in enumerate(self.rows[: self._kept].tolist()):
            pieces += [old[done : int(self.start[row])], new[ends[place] : ends[place + 1]]]
            done = int(self.start[row + 1])
        pieces += [old[done:], new[ends[self._kept] :]]
        return np.concatenate([np.asarray(piece, old.dtype) for piece in pieces])


def spans(start: Ints, rows: Ints) -> Ints:
    """Places of the cells of some rows, one row after the other."""
    first, sizes = start[rows], start[rows + 1] - start[rows]
    ends = np.cumsum(sizes)
    return np.asarray(np.arange(int(ends[-1]) if ends.size else 0) + np.repeat(first - ends + sizes, sizes), np.int64)
