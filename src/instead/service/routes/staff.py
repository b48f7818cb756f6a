"""`/admin/*` and `/metrics`: hot reload, overview and Prometheus metrics for operators."""

from __future__ import annotations

import logging
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Body
from starlette.responses import Response

from instead.errors import FolderError
from instead.service.bodies import Reload, Reloaded
from instead.service.live import Loaded
from instead.service.logs import event
from instead.service.state import Here, Now, State, answer, problems

router = APIRouter(tags=["staff"])
SAID = ("id", "time", "verdict", "query", "user", "position", "attributes", "wrong", "comment", "model")
"""What the overview says of a verdict."""


@router.post("/admin/reload", response_model=Reloaded, responses=problems(409), summary="Swap to a new model")
def reload(here: Here, wish: Annotated[Reload | None, Body()] = None) -> Response:
    """Hot reload: load a model beside the one in use and swap. No request fails; on any error the old model stays."""
    folder = Path(wish.folder) if wish is not None and wish.folder is not None else None
    loaded = swap(here, folder)
    return answer({"folder": str(loaded.shop.folder), "model": loaded.version, "seconds": round(loaded.seconds, 3)})


def swap(here: State, folder: Path | None = None) -> Loaded:
    """Reload, and record it in log and metrics; also called on SIGHUP."""
    try:
        loaded = here.live.reload(folder)
    except Exception as error:
        here.measures.reloads.labels("failed").inc()
        event("reload failed", logging.ERROR, reason=str(error))
        if isinstance(error, OSError):
            place = f"{error.filename}: " if error.filename else ""
            raise FolderError(f"{place}{error.strerror or error}") from None
        raise
    here.measures.reloads.labels("done").inc()
    here.announce(loaded)
    event("reloaded", folder=str(loaded.shop.folder), model=loaded.version, seconds=round(loaded.seconds, 3))
    return loaded


@router.get("/admin/overview", response_model=dict[str, Any], responses=problems(), summary="The staff's view")
def overview(here: Here, now: Now) -> Response:
    """Model card, weights where the model can tell them, sizes, recent latency, and feedback counts."""
    verdicts = here.store.verdicts(latest=20)
    latest = [{**{name: row[name] for name in SAID}, "substitute": row["item"]} for row in verdicts.latest]
    titles = _titles(now, {row[side] for row in latest for side in ("query", "substitute")})
    for row in latest:
        row["query_title"], row["substitute_title"] = titles.get(row["query"]), titles.get(row["substitute"])
    return answer(
        {
            "model": {
                "version": now.version,
                "folder": str(now.shop.folder),
                "since": now.since,
                "load_seconds": round(now.seconds, 3),
                "manifest": now.shop.manifest,
                "card": now.card,
                "final": now.shop.final,
                "held_out": now.shop.held_out,
                "explains": now.shop.explains_scores,
                "weights": now.shop.weights,
            },
            "reloads": {"done": here.live.reloads, "failed": here.live.failures},
            "latency": here.measures.percentiles(),
            "feedback": {**asdict(verdicts), "latest": latest},
        }
    )


def _titles(now: Loaded, ids: set[str]) -> dict[str, str]:
    items = now.shop.items
    found = items.filter(items["item"].is_in(sorted(ids))).select("item", "title")
    return {name: title or name for name, title in found.iter_rows()}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}}, summary="Prometheus")
def metrics(here: Here) -> Response:
    """Counters and times in Prometheus' text format."""
    return Response(here.measures.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
