"""Price: how near the item's is to the query's, and how much cheaper it is; 0 where one of the two is unknown or in
another currency.

near(q, x) = -|log p(q) - log p(x)|, cheaper(q, x) = log p(q) - log p(x), both within a factor of e^2.
"""

from __future__ import annotations

import copy
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.asked import Asked
from instead.models.ranker.signals.signal import Column, Floats, Here, Ints, Signal, Some
from instead.models.ranker.tables.all_tables import Tables

_MOST = 2.0


class Price(Signal):
    columns: ClassVar[tuple[Column, ...]] = (
        Column("near in price", "price", "it costs about the same", replaces=True),
        Column("cheaper", "price", "it costs less", takes=True, rising=False, compared=True),
    )

    @classmethod
    def ready(cls, tables: Tables) -> bool:
        return bool(np.isfinite(tables.standing.price).any())

    _prices: tuple[Floats, NDArray[np.int32]] | None = None
    """(c,) logarithms of prices and currencies of what is here."""

    def narrowed(self, here: Here) -> Self:
        made = copy.copy(self)
        made.here, made._prices = here, self._of(here.items)
        return made

    def fill(self, asked: Asked, out: Floats) -> None:
        standing = self.tables.standing
        self._apart(asked, *(self._prices or (standing.price, standing.currency)), out)

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        self._apart(asked, *(self._prices or self._of(some.items)), out)

    def _of(self, items: Ints) -> tuple[Floats, NDArray[np.int32]]:
        return self.tables.standing.price[items], self.tables.standing.currency[items]

    def _apart(self, asked: Asked, price: Floats, currency: NDArray[np.int32], out: Floats) -> None:
        """From logarithms of prices (n,) and their currencies."""
        standing = self.tables.standing
        apart = np.asarray(standing.price[asked.query] - price)
        apart[np.isnan(apart) | (currency != standing.currency[asked.query])] = 0.0
        np.clip(apart, -_MOST, _MOST, out=out[1])
        np.abs(out[1], out=out[0])
        np.negative(out[0], out=out[0])
