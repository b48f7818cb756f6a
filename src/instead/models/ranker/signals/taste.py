"""Taste: cosine of the asker's folded-in vector and the item's, of implicit matrix factorisation (iALS).

Cost: items times d, one product of a matrix and a vector.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import products
from instead.models.ranker.signals.signal import Column, Floats, Signal, Some
from instead.models.ranker.tables.all_tables import present


class Taste(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("factors",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "latent taste",
            "your taste",
            "it lies in the direction of what you had",
            takes=True,
            curved=True,
            personal=True,
        ),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("history", "viewed"))

    def fill(self, asked: Asked, out: Floats) -> None:
        factors = present(self.tables.factors)
        products(factors.unit, factors.everything, factors.taste(asked.history), out[0])

    def at(self, asked: Asked, some: Some, out: Floats) -> None:
        factors = present(self.tables.factors)
        products(factors.unit, some.items, factors.taste(asked.history), out[0])
