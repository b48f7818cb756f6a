"""`POST /v1/feedback`: accepted and rejected suggestions, a short way to send an event of kind verdict."""

from __future__ import annotations

import uuid

from fastapi import APIRouter
from starlette.responses import Response

from instead.live.events import Event
from instead.service.bodies import GivenFeedback, Kept
from instead.service.keeping import keep
from instead.service.state import Here, Now, answer, problems

router = APIRouter(prefix="/v1", tags=["events"])


@router.post(
    "/feedback", status_code=201, response_model=Kept, responses=problems(409, 507), summary="Accepted or rejected"
)
def feedback(given: GivenFeedback, now: Now, here: Here) -> Response:
    """Answered when the verdict is on disk. Items need not be known: the model may be a newer one by now. Which reasons
    were wrong may be said later, by the same verdict with the same id and `wrong`."""
    said = given.model_dump(exclude={"substitute", "id"})
    verdict = Event.model_validate(
        {**said, "kind": "verdict", "id": given.id or uuid.uuid4().hex, "item": given.substitute, "model": now.version}
    )
    (kept,) = keep([verdict], here)
    return answer({"id": kept.id, "time": kept.time}, 201)
