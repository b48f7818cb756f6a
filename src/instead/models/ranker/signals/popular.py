"""Standing of the item alone: visits and stars. popularity(x) = log(1 + n_x); stars shrunk by five mean ratings."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import Tables


class Popular(Signal):
    columns: ClassVar[tuple[Column, ...]] = (
        Column("popular", "popularity", "many people had it", takes=True, rising=False, curved=True, item_only=True),
    )

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        return bool(tables.standing.visits.any())

    @cached_property
    def _visits(self) -> Floats:
        return np.log1p(self.tables.standing.visits)

    def unmoved(self, tables: Tables) -> bool:
        return tables.standing.visits is self.tables.standing.visits

    def fill(self, asked: Asked, out: Floats) -> None:
        out[0] = self._visits


class Stars(Signal):
    columns: ClassVar[tuple[Column, ...]] = (
        Column("stars", "popularity", "people rated it well", takes=True, rising=False, item_only=True),
    )

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        return bool(tables.standing.stars.any())

    def fill(self, asked: Asked, out: Floats) -> None:
        out[0] = self.tables.standing.stars
