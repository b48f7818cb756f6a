"""Walks of three steps over substitutes, for pairs without a common neighbour.

walk3(q, x) = sum over q-a-b-x, a != x, b != q, of 1 / (d(a) d(b)); and whether there is any. Cost: d(q) d^2. Walks over
the edge q-x are left out.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import three_steps
from instead.models.ranker.signals.signal import Column, Floats, Here, Ints, Short, Signal
from instead.models.ranker.tables.all_tables import present


class Walks(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "walks of three steps",
            "closeness",
            "many ways of three steps lead from one to the other",
            replaces=True,
            log=True,
            curved=True,
        ),
        Column("within three steps", "closeness", "some way of three steps leads there", replaces=True),
    )

    @cached_property
    def _last(self) -> tuple[Ints, Short, Short]:
        """The table of the last step, start and places, and (items,) the place of each item."""
        links = present(self.tables.substitutes)
        return links.start, links.item, np.arange(self.tables.items, dtype=np.int32)

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        start, place, _ = here.columns(*self._last[:2])
        made.here, made.__dict__["_last"] = here, (start, place, here.place)
        return made

    @property
    def entries(self) -> int:
        return int(self._last[1].size)

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.substitutes)
        three_steps(links.start, links.item, links.share, *self._last, asked.query, out[0])
        out[1] = out[0] > 0.0
