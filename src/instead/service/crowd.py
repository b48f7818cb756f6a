"""Load shedding: how many requests may be inside, and how the others are told to come back.

A refusal is not free: a crowd that is refused at once asks again at once, and a server that does nothing but refuse
computes nothing (congestion collapse). So a refused request is held before it is answered, the longer the more of them
there are, and the processor goes to what was accepted.
"""

from __future__ import annotations

import asyncio
import time

from instead.service.logs import event
from instead.service.measures import Measures

REFUSALS = 100.0
"""Refusals a second that are aimed at: each costs a millisecond of reading, waiting, answering and waking up."""
LONGEST = 10.0
"""Seconds a refused request is held at most."""
MOST_HELD = 8_192
"""Refused requests that are held at a time; beyond that a refusal is at once."""


class Crowd:
    """Counts the requests that are computed or wait for it."""

    def __init__(self, most: int, measures: Measures) -> None:
        self.most, self.measures = most, measures
        self.inside = 0
        self._held, self._unsaid, self._said = 0, 0, 0.0

    @property
    def full(self) -> bool:
        return self.inside >= self.most

    def enter(self) -> None:
        self.inside += 1
        self.measures.inside.set(self.inside)

    def leave(self) -> None:
        self.inside -= 1
        self.measures.inside.set(self.inside)

    async def hold(self) -> None:
        """Wait before a refusal."""
        self.measures.refused.inc()
        self._say()
        if self._held >= MOST_HELD:
            return
        self._held += 1
        try:
            await asyncio.sleep(min(LONGEST, self._held / REFUSALS))
        finally:
            self._held -= 1

    def _say(self) -> None:
        """One line a second, not one for every refusal: a log that is written without pause is load, too."""
        self._unsaid += 1
        now = time.monotonic()
        if now - self._said >= 1.0:
            event("refused", count=self._unsaid, inside=self.inside)
            self._unsaid, self._said = 0, now
