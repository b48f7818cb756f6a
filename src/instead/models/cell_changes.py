"""What if reviews of two items had said something else: cells of a table (items, attributes) taken away or exchanged.

Faithfulness of reasons is measured by such changes: does an offer fall when what is said for it is taken away? A change
applies to every table by item and attribute alike (counts of reviews, qualities, TF-IDF rows), so that the model, the
ranking and the reasons all read the same altered reviews.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Array = NDArray[Any]
Ints = NDArray[np.int64]

How = Literal["without", "only", "exchanged"]


@dataclass(frozen=True)
class CellChange:
    """A change of what is said of some attributes of two different items.

    `without`: these attributes are never mentioned of either item. `only`: nothing else is. `exchanged`: what is said
    of them about one item is said about the other.
    """

    one: int
    other: int
    attributes: Ints
    how: How

    def cells(self, start: Array, column: Array) -> tuple[Ints, Ints]:
        """The changed rows of a table in compressed rows (CSR `start column`, columns ascending).

        Where each row begins, and for every cell of the new table the place of the old cell that it takes over.
        """
        rows: dict[int, Ints] = {}
        spans = {item: np.arange(int(start[item]), int(start[item + 1])) for item in (self.one, self.other)}
        named = {item: np.isin(column[span], self.attributes) for item, span in spans.items()}
        for item, opposite in ((self.one, self.other), (self.other, self.one)):
            mine, marked = spans[item], named[item]
            if self.how == "without":
                rows[item] = mine[~marked]
            elif self.how == "only":
                rows[item] = mine[marked]
            else:
                both = np.concatenate([mine[~marked], spans[opposite][named[opposite]]])
                rows[item] = both[np.argsort(column[both], kind="stable")]
        first, last = sorted(rows)
        places = np.concatenate(
            [
                np.arange(int(start[first])),
                rows[first],
                np.arange(int(start[first + 1]), int(start[last])),
                rows[last],
                np.arange(int(start[last + 1]), int(start[-1])),
            ]
        )
        counts = np.diff(start)
        for item in (first, last):
            counts[item] = rows[item].size
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), places

    def matrix(self, table: csr_matrix) -> csr_matrix:
        """The same table with these cells changed; its columns ascend in every row."""
        start, places = self.cells(table.indptr, table.indices)
        return csr_matrix((table.data[places], table.indices[places], start), shape=table.shape)
