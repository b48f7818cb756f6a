"""Small frozen records at the edge of the package. Inside, everything travels as columns."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Review:
    """One user's opinion on one item. `time` is in seconds since 1970, `None` where unknown."""

    user: str
    item: str
    rating: float | None
    time: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """(u, v, a, s) of section 2.2: what a user said about one attribute of an item.

    `start` and `end` are character offsets of the sentence in the review; `None` for imported mentions.
    """

    user: str
    item: str
    attribute: str
    opinion: str
    sentiment: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row that was not taken over, and why. Lines count from 1 in the decompressed file."""

    file: str
    line: int
    cause: str
    content: str
