"""What reasons need to know of whoever asks: care, wishes, and why we think that something matters to them."""

from __future__ import annotations

import numpy as np

from instead.explanation.reasons import Person
from instead.models.evidence import Evidence
from instead.models.posteriors import Doubles, Ints
from instead.models.statement_order import StatementOrder
from instead.ranking.askers import Asker
from instead.wording import Wording


def person_of(
    asker: Asker, evidence: Evidence, family: Ints, scale: float, wording: Wording, order: StatementOrder
) -> Person:
    """The person of an asker; `family` (columns,) is the family of each attribute, `scale` the highest care, `order`
    what people write about.

    A wish is an attribute whose stated care is above the middle of the scale.
    """
    wishes = [int(one) for one in asker.stated if asker.care[one] > (1.0 + scale) / 2.0]
    stated = {int(family[one]) for one in wishes}
    counts: dict[int, int] = {}
    if asker.askers.known.user.size:
        mentioned, count = evidence.mentions_of(int(asker.askers.known.user[0]))
        for one, times in zip(family[mentioned].tolist(), np.asarray(count).tolist(), strict=True):
            counts[one] = counts.get(one, 0) + times

    def why(attribute: int) -> str:
        one = int(family[attribute])
        if one in stated:
            return wording.why_stated
        times = counts.get(one, 0)
        if not times:
            return ""
        return wording.why_written_once if times == 1 else wording.why_written.format(count=wording.number(times))

    user = int(asker.askers.known.user[0]) if asker.askers.known.user.size else -1

    def likely(items: Ints, attributes: Ints) -> Doubles:
        return order.at(user, items, attributes)

    return Person(asker.care, asker.observed, wishes, why, likely)
