"""The claims that a shop makes, as a list of attributes that `evaluation` can judge by later reviews."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.explanation.reasons import Reasons
from instead.explanation.wording import BETTER, WORSE
from instead.ranking.people import People

Ints = NDArray[np.int64]


class SupportedClaims:
    """Numbers above 0 for what is called better, below for what is called worse, 0 for everything else.

    The size is what orders reasons: care times the difference of the shares of praise.
    """

    name = "honest reasons"

    def __init__(self, people: People, reasons: Reasons) -> None:
        self._people, self._reasons = people, reasons

    def gains(self, user: Ints, query: Ints, chosen: Ints) -> NDArray[np.floating[Any]]:
        """(n, A) by number of user, query and chosen item."""
        names = self._reasons.names
        found = np.zeros((len(user), len(names.attributes)), np.float32)
        for row, (u, q, j) in enumerate(zip(user.tolist(), query.tolist(), chosen.tolist(), strict=True)):
            care = self._people.person(names.users[u]).care
            weighed = self._reasons.weigh(q, np.array([j]), care)
            for attribute, verdict, weight in zip(weighed.attribute, weighed.verdict, weighed.weight, strict=True):
                if verdict in (BETTER, WORSE):
                    found[row, attribute] = weight
        return found
