"""The claims of a shop ("better on battery") as signed numbers per attribute, to be tested on held-out reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.explanation.choosing import BETTER, WORSE
from instead.explanation.reasons import Reasons
from instead.models.context import Context

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


class SupportedClaims:
    """Above 0 for attributes called better, below 0 for those called worse, 0 for all others.

    The magnitude is the weight of the reason: care times the difference of the shares of praise.
    """

    name = "honest reasons"

    def __init__(self, care_of: Callable[[int], Floats], reasons: Reasons) -> None:
        """`care_of` gives x~ (A,) of a user by number."""
        self._care_of, self._reasons = care_of, reasons

    def gains(self, context: Context, chosen: Ints) -> NDArray[np.floating[Any]]:
        """(n, A) by number of user, query and chosen item; every asker must be a known user."""
        names, known = self._reasons.names, context.askers.known
        found = np.zeros((len(context), len(names.attributes)), np.float32)
        for row, user in zip(known.place.tolist(), known.user.tolist(), strict=True):
            compared = self._reasons.compare(int(context.query[row]), chosen[row : row + 1])
            claimed = compared.only((compared.verdict == BETTER) | (compared.verdict == WORSE))
            found[row, claimed.attribute] = self._care_of(user)[claimed.attribute] * claimed.difference
        return found
