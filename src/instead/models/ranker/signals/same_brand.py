"""Same brand as the query: 1 or 0, 0 where one is unknown."""

from __future__ import annotations

import copy
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Here, Signal, Some
from instead.models.ranker.tables.all_tables import Tables


class SameBrand(Signal):
    columns: ClassVar[tuple[Column, ...]] = (
        Column("same brand", "closeness", "both are of one brand", replaces=True, rising=False),
    )

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        return bool((tables.standing.brand >= 0).any())

    _brand: NDArray[np.int32] | None = None
    """(c,) of what is here."""

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        made.here, made._brand = here, self.tables.standing.brand[here.items]
        return made

    def fill(self, asked: Asked, out: Floats) -> None:
        self._same(asked, self.tables.standing.brand if self._brand is None else self._brand, out)

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        self._same(asked, self.tables.standing.brand[some.items] if self._brand is None else self._brand, out)

    def _same(self, asked: Asked, brand: NDArray[np.int32], out: Floats) -> None:
        own = self.tables.standing.brand[asked.query]
        out[0] = brand == own if own >= 0 else 0.0
