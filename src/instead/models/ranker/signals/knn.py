"""Item-based collaborative filtering: what people who had the asker's items had, too.

knn(u, x) = sum over h in H of C(h, x) / sqrt((n_h + s) (n_x + s)), C co-visits weighted by 1 / log(|H_v| + 1.5).
Cost: the co-visits of H. The query is no part of H.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import history_sum
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import present


class ItemNeighbours(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("covisits",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "people like you",
            "your taste",
            "people who had your items had it",
            takes=True,
            log=True,
            curved=True,
            personal=True,
        ),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("history", "viewed"))

    def fill(self, asked: Asked, out: Floats) -> None:
        table = present(self.tables.covisits)
        history_sum(table.start, table.item, table.value, asked.history, asked.query, out[0])
