"""Counts of the day for the staff's view, kept for a while: a page that is opened again does not count again."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import polars as pl

from instead.live.tally import Tally

EVENTS = {"kind": pl.String, "item": pl.String, "user": pl.String, "session": pl.String}
"""What is kept of today's events."""


@dataclass
class Counted:
    """The counts as of a moment."""

    at: float = 0.0
    counts: Tally = field(default_factory=Tally)
    events: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=EVENTS))
    lock: threading.Lock = field(default_factory=threading.Lock)
