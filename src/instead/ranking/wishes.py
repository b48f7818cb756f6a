"""Re-ranking by stated care: the attributes that a request names change the order of the best items.

A model learns from choices, and in most shops choices say far more about which items are substitutes than about who
cares for which attribute: stated care alone hardly changes its scores, though a user who states "price: 5" expects it
to count. So the best items by score, all of them substitutes of the query, are re-ranked by

    (score - mean) / deviation  +  weight * sum over stated attributes a of strength_a * (share_ja - usual_a)

share is the item's share of praise, smoothed towards the shop's mean by a few pseudo-reviews, so an item without
mentions neither gains nor loses; what is said of parts and kinds of an attribute counts for it. strength goes from 0
(care in the middle of the scale, or less) to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.models.evidence import Evidence
from instead.ranking.askers import Asker

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Wishes:
    """Re-ranks items by the share of praise on the attributes whose care a request states."""

    evidence: Evidence
    prior: float  # pseudo-reviews of the prior
    weight: float
    scale: float  # N
    members: Callable[[int], Sequence[int]] = lambda attribute: (attribute,)
    """What belongs to an attribute, itself included: praise of the shoulder straps counts for a wish for straps."""

    def of(self, asker: Asker) -> tuple[Ints, Floats]:
        """Attributes whose care is stated, and their strengths, 0 to 1."""
        middle = (1.0 + self.scale) / 2.0
        strength = (asker.care[asker.stated] - middle) / (self.scale - middle)
        wanted = strength > 0
        return asker.stated[wanted], np.asarray(strength[wanted], np.float32)

    def worth(self, asker: Asker, items: Ints, scores: Floats) -> Floats:
        """(c,) re-ranking scores of the items; the scores themselves where no care is stated."""
        attributes, strength = self.of(asker)
        if not attributes.size or not self.weight or len(items) < 2:
            return scores
        families = [np.array(self.members(one), np.int64) for one in attributes.tolist()]
        lean = self.evidence.lean(items, families, self.prior)  # (c, wishes)
        deviation = max(float(scores.std()), 1e-6)
        return np.asarray((scores - scores.mean()) / deviation + self.weight * (lean @ strength), np.float32)
