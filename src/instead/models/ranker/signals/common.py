"""Common neighbours (resource allocation): substitutes of the query that the item is a substitute of, too.

common(q, x) = sum over z of 1 / d(z), z a substitute of both. Cost: d(q) d. Without the edge q-x by construction.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import two_steps
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import present


class Common(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "common neighbours", "closeness", "both have substitutes in common", replaces=True, log=True, curved=True
        ),
    )

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.substitutes)
        two_steps(links.start, links.item, links.share, asked.query, out[0])
