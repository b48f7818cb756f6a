"""What somebody says they care about moves the order of what is offered.

A model learns from choices, and in most shops choices say far more about what replaces what than about who cares for
what: stated care alone hardly changes its scores. Somebody who says "price: 5" expects that it counts. So the best
items by score, all of which replace the query, are put in order by

    (score - mean) / deviation  +  weight * sum over stated attributes a of strength_a * (share_ja - usual_a)

share is the item's share of praise, drawn towards the shop's usual one by a few imaginary reviews: an item of which
nobody has spoken gains and loses nothing. strength goes from 0 (care in the middle of the scale, or less) to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.models.evidence import Evidence
from instead.ranking.askers import Asker

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Wishes:
    """Weighs what reviews say of items by what somebody has asked for."""

    evidence: Evidence
    prior: float  # imaginary reviews
    weight: float
    scale: float  # N

    def of(self, asker: Asker) -> tuple[Ints, Floats]:
        """Attributes that somebody has asked for, and how strongly, 0 to 1."""
        middle = (1.0 + self.scale) / 2.0
        strength = (asker.care[asker.stated] - middle) / (self.scale - middle)
        wanted = strength > 0
        return asker.stated[wanted], np.asarray(strength[wanted], np.float32)

    def worth(self, asker: Asker, items: Ints, scores: Floats) -> Floats:
        """(c,) what the items are worth by score and wishes; the scores themselves where nothing is asked for."""
        attributes, strength = self.of(asker)
        if not attributes.size or not self.weight or len(items) < 2:
            return scores
        lean = self.evidence.lean(items, attributes, self.prior)  # (c, wishes)
        deviation = max(float(scores.std()), 1e-6)
        return np.asarray((scores - scores.mean()) / deviation + self.weight * (lean @ strength), np.float32)
