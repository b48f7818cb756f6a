"""The ASGI application: `create(live, settings)` builds it with routes, problem documents and OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.responses import Response

from instead import __version__
from instead.errors import InsteadError, StoreAway
from instead.live.rules import LiveRules
from instead.live.store import open_store
from instead.request import sentence_of
from instead.service.bodies import TAGS, BatchBody, ChangeItems, EventsBody, ExplainBody, RecommendBody
from instead.service.following import following
from instead.service.gate import Gate
from instead.service.live import LiveShop
from instead.service.logs import LOG, event
from instead.service.measures import Measures
from instead.service.problems import Problem, Refusal, of_error, problem, respond
from instead.service.retention import retention
from instead.service.routes import (
    catalogue,
    embed,
    events,
    experiments,
    feedback,
    health,
    items,
    living,
    page,
    people,
    recommend,
    rules,
    staff,
)
from instead.service.state import State
from instead.service.variants import Variants
from instead.service.watching import watching
from instead.settings import ServiceSettings

_JSON = re.compile(r"application/([\w.-]+\+)?json")
ABOUT = """Personalised, explained substitutes: *you are looking at q, try j instead, because ...*

Errors are RFC 9457 problem documents. `X-Request-ID` is taken from the request or made, and stands in every answer
and in the log."""


def create(live: LiveShop, settings: ServiceSettings) -> FastAPI:
    """An application around a loaded shop. The store is opened when it starts and closed when it ends."""
    measures = Measures()

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        # plain `def` handlers run in this thread pool: bounds the requests computed at the same time
        anyio.to_thread.current_default_thread_limiter().total_tokens = settings.threads
        state = State(settings, live, open_store(settings.store), measures)
        state.rules = LiveRules(live.book, state.store, settings.rules)
        await anyio.to_thread.run_sync(live.attach, state.store, settings.live_every)
        live.book.steering(live.current.shop.catalogue)  # compiled before anybody waits for it
        state.variants = Variants(live, state.store)
        state.announce(live.current)
        app.state.service = state
        shop = live.current.shop
        event("ready", model=live.current.version, folder=str(shop.folder), store=state.store.address)
        try:
            async with (
                retention(state.store, settings.retention_days),
                watching(state.rules, state.variants, settings.watch),
                following(state),
            ):
                yield
        finally:
            state.ending = True
            live.detach(state.store)
            await anyio.to_thread.run_sync(state.store.close)
            event("ended", unwritten=state.store.unwritten)

    app = FastAPI(
        title="Instead",
        version=__version__,
        description=ABOUT,
        lifespan=running,
        docs_url=None,  # FastAPI's own pages load scripts from other hosts
        redoc_url=None,
        openapi_url="/openapi.json",
        redirect_slashes=False,
    )
    routers = (
        *(recommend, embed, items, catalogue, people, events, feedback),
        *(staff, living, rules, experiments, health, page),
    )
    for routes in routers:
        app.include_router(routes.router)
    app.mount("/page", page.files)
    app.add_middleware(Gate, settings=settings, measures=measures)
    _problems_everywhere(app)
    app.openapi = lambda: _description(app, settings)  # type: ignore[method-assign]
    return app


def _problems_everywhere(app: FastAPI) -> None:
    def request_id(request: Request) -> str | None:
        return getattr(request.state, "request_id", None)

    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        return respond(of_error(error), request_id(request), error.headers)

    @app.exception_handler(InsteadError)
    async def ours(request: Request, error: InsteadError) -> Response:
        content = of_error(error)
        if isinstance(error, StoreAway):  # each request meets it: a line, no traceback
            LOG.error("store away", extra={"facts": {"request_id": request_id(request), "reason": str(error)}})
        elif content["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
            LOG.error("failed", exc_info=error, extra={"facts": {"request_id": request_id(request)}})
        wait = {"Retry-After": "1"} if isinstance(error, StoreAway) else None
        return respond(content, request_id(request), wait)

    @app.exception_handler(RequestValidationError)
    async def wrong(request: Request, error: RequestValidationError) -> Response:
        sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        wrongs: list[Any] = [
            {**one, "loc": tuple(part for part in one["loc"] if part not in TAGS)} for one in error.errors()
        ]
        if any(one["loc"] == ("body",) for one in wrongs) and not _JSON.fullmatch(sent):
            said = f"not {_plain(sent)!r}" if sent else "which is missing"
            detail = f"send JSON, with the header Content-Type: application/json, {said}"
            return respond(problem(415, "not-json", detail), request_id(request))
        found = [
            {"field": ".".join(str(part) for part in one["loc"]), "message": sentence_of(one, within=1)}
            for one in wrongs
        ]
        first = found[0]["message"] if found else "the request is not understood"
        more = _place(wrongs[0]["loc"]) if wrongs else {}
        return respond(problem(422, "wrong-input", _plain(first), errors=_plain(found), **more), request_id(request))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        detail = {404: "nothing is at this address", 405: "this method is not for this address"}
        said = detail.get(error.status_code, str(error.detail))
        kind = "too-large" if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE else None
        return respond(problem(error.status_code, kind, said), request_id(request), dict(error.headers or {}))


def _place(path: tuple[Any, ...]) -> dict[str, int]:
    """Which of several events is wrong."""
    return {"index": path[2]} if path[:2] == ("body", "events") and len(path) > 2 and isinstance(path[2], int) else {}


def _plain(value: Any) -> Any:
    """The same value with texts that can be encoded as UTF-8: field names of callers may contain lone surrogates."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return {_plain(name): _plain(one) for name, one in value.items()}


def _description(app: FastAPI, settings: ServiceSettings) -> dict[str, Any]:
    """The OpenAPI description with our limits, problem documents instead of FastAPI's errors, and API keys."""
    if app.openapi_schema:
        return app.openapi_schema
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = made["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas.setdefault("Problem", Problem.model_json_schema(ref_template="#/components/schemas/{model}"))
    schemas[RecommendBody.__name__]["properties"]["k"]["maximum"] = settings.max_k
    schemas[BatchBody.__name__]["properties"]["requests"]["maxItems"] = settings.max_batch
    schemas[EventsBody.__name__]["properties"]["events"]["maxItems"] = settings.max_events
    schemas[ChangeItems.__name__]["properties"]["items"]["maxItems"] = settings.max_items
    for body in (RecommendBody, ExplainBody):
        schemas[body.__name__]["properties"]["reviews"]["maxItems"] = settings.max_reviews
    if settings.api_key is not None or settings.admin_key is not None:
        made["components"]["securitySchemes"] = {"key": {"type": "apiKey", "in": "header", "name": "X-API-Key"}}
        for path, methods in made["paths"].items():
            for method in methods.values() if not path.startswith("/health") else ():
                method["security"] = [{"key": []}]
    app.openapi_schema = made
    return made
