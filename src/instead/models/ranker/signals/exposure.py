"""Exposure: in how many places an item can have been met, without the query itself.

degree(x) = log(1 + d(x) - [q-x is an edge]); met(q, x) = -log(1 + Z(x) / w(q)), Z(x) the sum of w over the substitutes
of x other than q, w the popularity to the power that queries are drawn with: the chance that somebody who takes x came
by q. Part of it is an ordinary hub correction, part is how queries are simulated (docs/ranker.md).
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Here, Signal, Some
from instead.models.ranker.tables.all_tables import Tables, present


class Exposure(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "links of the item",
            "exposure",
            "it has many substitutes",
            replaces=True,
            takes=True,
            rising=False,
            exposure=True,
        ),
        Column(
            "met elsewhere",
            "exposure",
            "it would rather be met by way of the query than of others",
            takes=True,
            rising=False,
            curved=True,
            exposure=True,
        ),
    )

    @cached_property
    def _degree(self) -> Floats:
        return np.log1p(present(self.tables.substitutes).degree).astype(np.float32)

    @cached_property
    def _around(self) -> Floats:
        """(items,) Z: sum of w over all substitutes."""
        links = present(self.tables.substitutes)
        row = np.repeat(np.arange(self.tables.items), links.degree)
        weights = self.tables.standing.query_weight[links.item]
        return np.bincount(row, weights=weights, minlength=self.tables.items).astype(np.float32)

    def unmoved(self, tables: Tables) -> bool:
        return tables.standing.query_weight is self.tables.standing.query_weight

    @cached_property
    def _rows(self) -> tuple[Floats, Floats]:
        """(c,) degree and Z of the items that rows are of."""
        return self._degree, self._around

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        made.here, made.__dict__["_rows"] = here, (self._degree[here.items], self._around[here.items])
        return made

    def fill(self, asked: Asked, out: Floats) -> None:
        degree, around = self._rows
        out[0] = degree
        np.divide(around, self._of_query(asked), out=out[1])
        self._without_query(asked, out)
        np.log1p(out[1], out=out[1])
        np.negative(out[1], out=out[1])

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        if self.here is not None:
            self.fill(asked, out)
            return
        whole, items = some.scratch, some.items  # written and read at these items and the query's substitutes alone
        whole[0, items] = self._degree[items]
        whole[1, items] = self._around[items] / self._of_query(asked)
        self._without_query(asked, whole)
        out[:] = whole[:2, items]
        np.log1p(out[1], out=out[1])
        np.negative(out[1], out=out[1])

    def _of_query(self, asked: Asked) -> np.float32:
        return np.float32(max(float(self.tables.standing.query_weight[asked.query]), 1.0))

    def _without_query(self, asked: Asked, out: Floats) -> None:
        """The query does not count for those it is a substitute of."""
        links, weight = present(self.tables.substitutes), self.tables.standing.query_weight
        mine = links.item[links.start[asked.query] : links.start[asked.query + 1]]
        rows = mine
        if self.here is not None:
            rows = self.here.place[mine]
            mine, rows = mine[rows < out.shape[1]], rows[rows < out.shape[1]]
        out[0, rows] = np.log(links.degree[mine])
        out[1, rows] = np.maximum(self._around[mine] - weight[asked.query], 0.0) / float(self._of_query(asked))
