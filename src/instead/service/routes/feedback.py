"""`POST /v1/feedback`: accepted and rejected suggestions, idempotent by id."""

from __future__ import annotations

import time
import uuid

import orjson
from fastapi import APIRouter
from starlette.responses import Response

from instead.service.bodies import GivenFeedback, Kept
from instead.service.feedback_store import Conflict, Feedback
from instead.service.problems import Refusal
from instead.service.state import Here, Now, answer, problems

router = APIRouter(prefix="/v1", tags=["feedback"])


@router.post(
    "/feedback", status_code=201, response_model=Kept, responses=problems(409, 507), summary="Accepted or rejected"
)
def feedback(given: GivenFeedback, now: Now, here: Here) -> Response:
    """Answered when the verdict is on disk. Items need not be known: the model may be a newer one by now. Which reasons
    were wrong may be said later, by the same verdict with the same id and `wrong`."""
    row = Feedback(
        id=given.id or uuid.uuid4().hex,
        time=time.time(),
        verdict=given.verdict,
        query=given.query,
        substitute=given.substitute,
        user=given.user,
        position=given.position,
        attributes=orjson.dumps(given.attributes).decode(),
        comment=given.comment,
        model=now.version,
        wrong=orjson.dumps(given.wrong).decode(),
    )
    try:
        kept = here.store.add(row)
    except Conflict as error:
        raise Refusal(409, "id-used-before", str(error)) from None
    if kept is not row and kept.time != row.time:  # a repeated id: already counted
        return answer({"id": kept.id, "time": kept.time}, 201)
    here.measures.feedback.labels(given.verdict).inc()
    return answer({"id": kept.id, "time": kept.time}, 201)
