"""Substitutes of what the asker had: people replace what they liked.

near(u, x) = sum over h in H of the sum over z, z != q, of 1 / d(z), z a substitute of h and x; direct(u, x) = items of
H that x is a known substitute of; goes(u, x) = items of H that x is a complement of. Never through the query.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.context import Aspect
from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import history_sum, history_two_steps
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import present


class Owned(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "like what you had",
            "your taste",
            "it has substitutes in common with your items",
            takes=True,
            log=True,
            curved=True,
            personal=True,
        ),
        Column(
            "replaces what you had",
            "your taste",
            "it is a known substitute of your items",
            takes=True,
            log=True,
            personal=True,
        ),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("history", "viewed"))

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.substitutes)
        history_two_steps(links.start, links.item, links.share, asked.history, asked.query, out[0])
        history_sum(links.start, links.item, links.ones, asked.history, asked.query, out[1])


class GoesWith(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("complements",)
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "goes with what you had",
            "your taste",
            "it is bought together with your items",
            takes=True,
            log=True,
            personal=True,
        ),
    )
    looks_at: ClassVar[frozenset[Aspect]] = frozenset(("history", "viewed"))

    def fill(self, asked: Asked, out: Floats) -> None:
        links = present(self.tables.complements)
        history_sum(links.start, links.item, links.ones, asked.history, asked.query, out[0])
