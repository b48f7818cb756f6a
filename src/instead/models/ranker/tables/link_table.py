"""Links between items as compressed rows: substitutes, who lists whom, and complements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.models.ranker.known import Known
from instead.models.row_changes import RowChanges
from instead.substitutes.graph import Graph

Array = NDArray[Any]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]


@dataclass(frozen=True)
class Links:
    """Neighbours of item i are `item[start[i]:start[i + 1]]`."""

    start: Ints
    item: Short

    @classmethod
    def of_graph(cls, graph: Graph) -> Links:
        return cls(graph.start.astype(np.int64), graph.neighbours.astype(np.int32))

    @classmethod
    def listed_by(cls, known: Known) -> Links:
        """Row i: the items that list i."""
        shape = (known.items, known.items)
        table = csr_matrix((np.ones(known.source.size, np.int8), (known.target, known.source)), shape=shape)
        table.sum_duplicates()
        return cls(table.indptr.astype(np.int64), table.indices.astype(np.int32))

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array], name: str) -> Links:
        return cls(arrays[f"{name}.start"], arrays[f"{name}.item"])

    def arrays(self, name: str) -> dict[str, Array]:
        return {f"{name}.start": self.start, f"{name}.item": self.item}

    def with_empty(self, count: int) -> Self:
        """The same with `count` more items that have no links."""
        return type(self)(np.concatenate([self.start, np.full(count, self.start[-1])]), self.item)

    def with_pairs(self, pairs: Ints) -> Self:
        """The same with more unordered pairs (n, 2) of neighbours; those that are there already change nothing."""
        both = np.concatenate([pairs, pairs[:, ::-1]])
        both = both[np.argsort(both[:, 0], kind="stable")]
        rows, first = np.unique(both[:, 0], return_index=True)
        neighbours = [
            np.union1d(self.item[self.start[row] : self.start[row + 1]], more).astype(np.int32)
            for row, more in zip(rows.tolist(), np.split(both[:, 1], first[1:]), strict=True)
        ]
        changes = RowChanges(self.start, rows, np.array([one.size for one in neighbours], np.int64))
        new = np.concatenate([*neighbours, np.empty(0, np.int32)])
        return type(self)(changes.starts, changes.column(self.item, new))

    @cached_property
    def degree(self) -> Ints:
        """(items,)"""
        return np.diff(self.start)

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """(items,) which have no neighbours."""
        return np.asarray(self.degree == 0)

    @cached_property
    def share(self) -> Floats:
        """(items,) 1 / degree: what each neighbour gets of one unit (resource allocation)."""
        return (1.0 / np.maximum(self.degree, 1)).astype(np.float32)

    @cached_property
    def share_plus(self) -> Floats:
        """(items,) 1 / (degree + 1)"""
        return (1.0 / (self.degree + 1.0)).astype(np.float32)

    @cached_property
    def ones(self) -> Floats:
        """1 for each entry: values of the same table as a matrix."""
        return np.ones(self.item.size, np.float32)

    def has(self, row: int, items: Ints) -> NDArray[np.bool_]:
        """Whether each of the items is a neighbour of `row`."""
        mine = self.item[self.start[row] : self.start[row + 1]]
        place = np.minimum(np.searchsorted(mine, items), max(mine.size - 1, 0))
        return mine[place] == items if mine.size else np.zeros(np.shape(items), np.bool_)
