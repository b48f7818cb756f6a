"""Controls of the split `choice_matched`: popularity or degree alone must not tell the chosen item from its decoys.

The split is there to ask about the user alone. Were the items that are most popular, least popular, most or least
linked the answer more often than chance, every model would have the figure of that leak for nothing. So every
evaluation on this split has their figures beside its own, on the very same cases, and is refused where they are out of
all reach of chance.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from instead.errors import ImpossibleFigures
from instead.evaluation.protocols import HeldOutTriples, Pools
from instead.metrics import Ranks

CONTROLLED = "choice_matched"
"""The split whose decoys are matched."""
ERRORS = 4.0
"""Standard errors above chance that are no accident: four controls have one in some 8,000 evaluations by chance."""
FEWEST = 200
"""Triples without which nothing is refused."""


def positions(cases: HeldOutTriples, pools: Pools) -> dict[str, Any]:
    """`chance`, and `HR@1` and `MRR` of the first and of the last in the list of each true choice, by name.

    The list is what was shown, in its order, or what was looked at, by the first look: what stands first, or was met
    last, is taken more often than anything else explains. A model that does not know the place is seen beside it.
    """
    there = pools.listed(cases)[1]
    some = there.any(axis=1)
    length, place = there.sum(axis=1)[some], pools.places(cases)[some]
    found = {"first of the list": place, "last of the list": length - place}
    return {
        "chance": float(np.mean(1.0 / (length + 1))) if some.any() else 0.0,
        "choices": int(some.sum()),
        "HR@1": {name: float(np.mean(before == 0)) for name, before in found.items()},
        "MRR": {name: float(np.mean(1.0 / (before + 1.0))) for name, before in found.items()},
    }


def controls(cases: HeldOutTriples, pools: Pools) -> dict[str, Any]:
    """`chance`, `standard_error`, and `HR@1` of popularity and degree in either direction, by name.

    Raises an error where one of them is far above chance.
    """
    others = pools.stored(cases)
    listed, chance = others.shape[1] + 1, 1.0 / (others.shape[1] + 1)
    error = float(np.sqrt(chance * (1.0 - chance) / len(cases)))
    hits: dict[str, float] = {}
    for word, measure in (("popular", pools.popularity), ("linked", pools.graph.degree)):
        right, beside = measure[cases.chosen].astype(np.float64), measure[others].astype(np.float64)
        hits[f"most {word}"] = float(Ranks.of(right, beside).hits(1).mean())
        hits[f"least {word}"] = float(Ranks.of(-right, -beside).hits(1).mean())
    for name, share in hits.items():
        if len(cases) >= FEWEST and share > chance + ERRORS * error:
            raise ImpossibleFigures(
                f"split {pools.split}: the {name} of the {listed} is the chosen one in {share:.1%} of {len(cases):,} "
                f"{pools.part} triples, and chance is {chance:.1%}, so these decoys show who was chosen without any "
                f"user; prepare {pools.dataset.folder} again"
            )
    return {"chance": chance, "standard_error": error, "HR@1": hits}
