"""`/health/live` and `/health/ready`: liveness and readiness probes, without a key."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from instead.service.problems import Refusal
from instead.service.state import Here, answer, problems

router = APIRouter(prefix="/health", tags=["health"])


@router.head("/live", include_in_schema=False)
@router.get("/live", response_model=dict[str, str], summary="Does the process answer?")
async def live() -> Response:
    """Answered by the event loop itself: true even while all threads are busy."""
    return answer({"status": "alive"})


@router.head("/ready", include_in_schema=False)
@router.get("/ready", response_model=dict[str, str], responses=problems(), summary="Should traffic come here?")
async def ready(here: Here) -> Response:
    """A model is loaded, and the service is not about to end."""
    if here.ending:
        raise Refusal(503, "ending", "the service is finishing its last requests")
    return answer({"status": "ready", "model": here.live.current.version})
