"""One request as the signals take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.models.context import Context
from instead.models.ranker.known import DAY

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """What one asker looks at, had, says and when."""

    query: int
    history: Ints
    """Items they had or have just looked at, without the query."""
    user: int | None
    """Number of a user of the training data."""
    now: float | None
    """Days since 1970; None where the time is not told."""
    attribute: Ints
    """Attributes that the request itself says they care about ..."""
    care: Floats
    """... and how much, 0 to N - 1."""


def asked_of(context: Context) -> Iterator[Asked]:
    """The requests of a context, one by one."""
    askers = context.askers
    touched, seconds = askers.touched, askers.time
    days = seconds.astype(np.int64) / DAY
    told = ~np.isnat(seconds)
    user: list[int | None] = [None] * len(context)
    for place, number in zip(askers.known.place.tolist(), askers.known.user.tolist(), strict=True):
        user[place] = number
    for row, query in enumerate(context.query.tolist()):
        history = touched.columns_of(row)
        cares: dict[int, float] = {}
        for cells in (askers.observed, askers.stated):  # what is stated wins over what is observed
            span = slice(int(cells.start[row]), int(cells.start[row + 1]))
            cares |= dict(zip(cells.column[span].tolist(), (cells.value[span] - 1.0).tolist(), strict=True))
        yield Asked(
            query,
            np.ascontiguousarray(history[history != query]),
            user[row],
            float(days[row]) if told[row] else None,
            np.array(list(cares), np.int64),
            np.array(list(cares.values()), np.float32),
        )
