"""Unlinked: the query or the item has no substitutes yet, apart from each other: links cannot say anything.

Where that is so, words decide more than elsewhere: `attributes` and `titles` have a weight of their own for it.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import Tables


class Unlinked(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column("unlinked", "closeness", "one of the two has no links yet", replaces=True, rising=False),
    )

    def fill(self, asked: Asked, out: Floats) -> None:
        out[0] = unlinked(self.tables, asked.query)


def unlinked(tables: Tables, query: int) -> NDArray[np.bool_]:
    """(items,) whether q or x has no substitutes apart from the other."""
    links = tables.substitutes
    if links is None:
        return np.ones(tables.items, np.bool_)
    mine = links.item[links.start[query] : links.start[query + 1]]
    if not mine.size:
        return np.ones(tables.items, np.bool_)
    none = links.alone.copy()
    none[mine[links.degree[mine] == 1]] = True
    if mine.size == 1:
        none[mine] = True
    return np.asarray(none)
