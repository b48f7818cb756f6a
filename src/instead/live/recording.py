"""From an answer to the record of what it showed."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator

from instead.live.shown import Shown, ShownOffer
from instead.records import Fact, Recommendation, Substitute
from instead.wording import BETTER, COMPARABLE, WORSE


def shown_of(
    found: Recommendation, model: str, *, experiment: str = "", variant: str = "", now: float | None = None
) -> Shown:
    """The record of an answer, under its `recommendation_id` or a new one; `model` is the version of the model."""
    return Shown(
        id=found.recommendation_id or uuid.uuid4().hex,
        time=time.time() if now is None else now,
        query=found.query,
        user=found.user,
        session=found.session,
        model=model,
        offers=tuple(
            ShownOffer(one.item, float(one.score), tuple(said_for(one)), one.placed_by) for one in found.substitutes
        ),
        experiment=experiment,
        variant=variant,
    )


def said_for(one: Substitute) -> Iterator[tuple[str, str]]:
    """What was said of an offer, as (attribute or kind of fact, verdict); first what its headline speaks of: the first
    advantage that reviews show, else the first fact that speaks for it."""
    head = next((reason for reason in one.reasons if reason.verdict == BETTER), None)
    fact = next((fact for fact in one.facts if fact.favours > 0), None) if head is None else None
    if head is not None:
        yield head.attribute, head.verdict
    if fact is not None:
        yield fact.kind, BETTER
    yield from ((reason.attribute, reason.verdict) for reason in one.reasons if reason is not head)
    yield from ((other.kind, _verdict(other)) for other in one.facts if other is not fact)


def _verdict(fact: Fact) -> str:
    return BETTER if fact.favours > 0 else WORSE if fact.favours < 0 else COMPARABLE
