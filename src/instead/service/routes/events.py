"""`POST /v1/events`: what people did in the shop, idempotent by id, durable before it is acknowledged."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from instead.service.bodies import EventsBody, GivenEvents, KeptEvents
from instead.service.keeping import keep
from instead.service.problems import Refusal
from instead.service.state import Here, answer, problems

router = APIRouter(prefix="/v1", tags=["events"])


@router.post(
    "/events", status_code=201, response_model=KeptEvents, responses=problems(409, 507), summary="What people did"
)
def events(given: GivenEvents, here: Here) -> Response:
    """One event, or several as `{"events": [...]}`: all of them are kept, or none. Answered when they are on disk.

    The same id with the same content counts once, so that sending again is harmless; with other content it is refused
    (409). Items need not be known to the model. Of a verdict, what was wrong may be said later by the same id.
    """
    several = given.events if isinstance(given, EventsBody) else [given]
    limit = here.settings.max_events
    if len(several) > limit:
        raise Refusal(422, "too-many", f"a request may carry {limit:,} events, not {len(several):,}")
    return answer({"events": keep(several, here)}, 201)
