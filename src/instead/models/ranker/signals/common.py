"""Common neighbours (resource allocation): substitutes of the query that the item is a substitute of, too.

common(q, x) = sum over z of 1 / d(z), z a substitute of both. Cost: d(q) d. Without the edge q-x by construction.
"""

from __future__ import annotations

import copy
from functools import cached_property
from typing import ClassVar, Self

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import two_steps
from instead.models.ranker.signals.signal import Column, Floats, Here, Ints, Short, Signal
from instead.models.ranker.tables.all_tables import present


class Common(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "common neighbours", "closeness", "both have substitutes in common", replaces=True, log=True, curved=True
        ),
    )

    @cached_property
    def _last(self) -> tuple[Ints, Short]:
        """The table of the last step: start, place."""
        links = present(self.tables.substitutes)
        return links.start, links.item

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        made.here, made.__dict__["_last"] = here, here.columns(*self._last)[:2]
        return made

    @property
    def entries(self) -> int:
        return int(self._last[1].size)

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.substitutes)
        two_steps(links.start, links.item, links.share, *self._last, asked.query, out[0])
        out[0, self.row_of(asked.query)] = 0.0
