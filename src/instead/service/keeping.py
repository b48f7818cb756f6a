"""Events and answers on their way into the store: conflicts as problems, and what was kept counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from instead.errors import InsteadError
from instead.live.asking import with_what_is_known
from instead.live.events import Event
from instead.live.recording import shown_of
from instead.live.store import Conflict, KeptEvent
from instead.records import Recommendation
from instead.request import Request
from instead.service.live import Loaded
from instead.service.logs import event
from instead.service.problems import Refusal
from instead.service.state import State

_Asked = TypeVar("_Asked", bound=Request)


def keep(events: Sequence[Event], here: State) -> list[KeptEvent]:
    """Keep events; when this returns they are on disk."""
    try:
        kept = here.store.add(events)
    except Conflict as error:
        raise Refusal(409, "id-used-before", str(error)) from None
    for one, row in zip(events, kept, strict=True):
        if not row.repeated:
            here.measures.events.labels(one.kind).inc()
            if one.verdict is not None:
                here.measures.feedback.labels(one.verdict).inc()
    if any(not row.repeated for row in kept):
        _heard(events, here)
    return kept


def _heard(events: Sequence[Event], here: State) -> None:
    """What was kept counts with the next request of whoever did it; what reviews say counts for everybody, where it is
    time for a snapshot, and soon otherwise."""
    state = here.live.current.state
    if state is None:
        return
    try:
        if any(one.kind == "review" for one in events):
            here.live.follow(wait=False)
        else:
            state.catch_up()
        here.variants.catch_up()
    except InsteadError:
        return  # it is in the store: it counts when that can be read again
    except Exception as error:  # acknowledged is acknowledged, whatever its snapshot cannot do
        event("following failed", logging.ERROR, reason=repr(error))


def known(asked: _Asked, now: Loaded) -> _Asked:
    """The request with what is known of whoever asks."""
    return asked if now.state is None else with_what_is_known(asked, now.state, time.time())


def recorded(
    found: Recommendation, now: Loaded, here: State, experiment: str = "", variant: str = ""
) -> Recommendation:
    """The answer under an id by which it was recorded, with the variant of an experiment that gave it. Without one
    where that cannot be done: an answer is worth more than its record, and the missing id tells."""
    if not here.settings.record:
        return found
    shown = shown_of(found, now.version, experiment=experiment, variant=variant)
    try:
        here.store.record(shown)
    except InsteadError:
        here.measures.unrecorded.inc()
        return found
    here.measures.shown.inc()
    return replace(found, recommendation_id=shown.id)
