"""What was shown: one record per answer, so that clicks, verdicts and purchases can be tied to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """One offer of an answer, at its place. `reasons` are (attribute or kind of fact, verdict) as they were shown, the
    first is what the headline speaks of; `rule` is the id of the shop's rule that placed it, empty for none."""

    item: str
    score: float
    reasons: tuple[tuple[str, str], ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One answer: who asked for what, when, what was offered in which order, by which model and variant.

    `experiment` and `variant` are empty where no experiment runs.
    """

    id: str
    time: float
    query: str
    user: str | None
    session: str | None
    model: str
    offers: tuple[ShownOffer, ...]
    experiment: str = ""
    variant: str = ""
