"""Listed: the item lists items that list the query; direction is kept.

listed(q, x) = sum over a of 1 / (in(a) + 1), x lists a, a lists q. Cost: in(q) in. Never uses a link between q and x.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import listing_steps
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import present


class Listed(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("listed_by",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column("listed", "closeness", "it lists items that list the query", replaces=True, log=True),
    )

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.listed_by)
        listing_steps(links.start, links.item, links.share_plus, asked.query, out[0])
