"""Exposure: in how many places an item can have been met, without the query itself.

degree(x) = log(1 + d(x) - [q-x is an edge]); met(q, x) = -log(1 + Z(x) / w(q)), Z(x) the sum of w over the substitutes
of x other than q, w the popularity to the power that queries are drawn with: the chance that somebody who takes x came
by q. Part of it is an ordinary hub correction, part is how queries are simulated (docs/ranker.md).
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Signal
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

    def fill(self, asked: Asked, out: Floats) -> None:
        links, weight = present(self.tables.substitutes), self.tables.standing.query_weight
        mine = links.item[links.start[asked.query] : links.start[asked.query + 1]]
        out[0] = self._degree
        out[0, mine] = np.log(links.degree[mine])
        of_query = max(float(weight[asked.query]), 1.0)
        np.divide(self._around, np.float32(of_query), out=out[1])
        out[1, mine] = np.maximum(self._around[mine] - weight[asked.query], 0.0) / of_query
        np.log1p(out[1], out=out[1])
        np.negative(out[1], out=out[1])
