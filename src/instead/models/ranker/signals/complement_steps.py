"""One step over substitutes and one over complements, in either order.

goes with a substitute of q: sum over a of 1 / c(a), q-a substitutes, a-x complements; substitutes what q goes with: sum
over a of 1 / d(a), q-a complements, a-x substitutes. Cost: d(q) c + c(q) d. Never uses a link between q and x.
"""

from __future__ import annotations

from typing import ClassVar

from instead.models.ranker.asked import Asked
from instead.models.ranker.loops import mixed_steps
from instead.models.ranker.signals.signal import Column, Floats, Signal
from instead.models.ranker.tables.all_tables import present


class ComplementSteps(Signal):
    tables_needed: ClassVar[tuple[str, ...]] = ("substitutes", "complements")
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            "goes with a substitute", "closeness", "it is bought with substitutes of the query", replaces=True, log=True
        ),
        Column(
            "replaces a companion",
            "closeness",
            "it is a substitute of what the query is bought with",
            replaces=True,
            log=True,
        ),
    )

    def fill(self, asked: Asked, out: Floats) -> None:
        one, other = present(self.tables.substitutes), present(self.tables.complements)
        mixed_steps(one.start, one.item, other.start, other.item, other.share, asked.query, out[0])
        mixed_steps(other.start, other.item, one.start, one.item, one.share, asked.query, out[1])
