"""Same brand as the query: 1 or 0, 0 where one is unknown."""

from __future__ import annotations

from typing import ClassVar

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Signal, Some
from instead.models.ranker.tables.all_tables import Tables


class SameBrand(Signal):
    columns: ClassVar[tuple[Column, ...]] = (
        Column("same brand", "closeness", "both are of one brand", replaces=True, rising=False),
    )

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        return bool((tables.standing.brand >= 0).any())

    def fill(self, asked: Asked, out: Floats) -> None:
        brand = self.tables.standing.brand
        out[0] = brand == brand[asked.query] if brand[asked.query] >= 0 else 0.0

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        brand = self.tables.standing.brand
        out[0] = brand[some.items] == brand[asked.query] if brand[asked.query] >= 0 else 0.0
