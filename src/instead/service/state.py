"""Shared state of the request handlers of one application, and JSON responses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import orjson
from fastapi import Depends, Header, Request
from starlette.responses import Response

from instead.live.experiment_report import Report
from instead.live.rules import LiveRules
from instead.live.store import LiveStore
from instead.service.day_counts import Counted
from instead.service.live import LiveShop, Loaded
from instead.service.measures import Measures
from instead.service.problems import MEDIA_TYPE, Problem
from instead.service.variants import Variants
from instead.settings import ServiceSettings


@dataclass(slots=True)
class State:
    """State of one application, created at start-up."""

    settings: ServiceSettings
    live: LiveShop
    store: LiveStore
    measures: Measures
    ending: bool = False
    rules: LiveRules = field(init=False, repr=False)
    """Rules of the shop's owners; like `variants`, set when the application starts."""
    variants: Variants = field(init=False, repr=False)
    reports: dict[tuple[str, float | None, str], tuple[float, Report]] = field(default_factory=dict, repr=False)
    """Reports of experiments by id, end and language, and until when each may be shown again."""
    counted: Counted = field(default_factory=Counted, repr=False)

    def announce(self, loaded: Loaded) -> None:
        """Update the metrics with the model in use."""
        shop = loaded.shop
        sizes = {"users": shop.users.height, "items": shop.items.height, "attributes": shop.attributes.height}
        self.measures.in_use(loaded.version, str(shop.folder), **sizes)


def _state(request: Request) -> State:
    state: State = request.app.state.service
    return state


Language = Annotated[
    str | None,
    Header(description="Languages of the answer, as browsers send them: `de-AT,de;q=0.9`. None fits: the shop's own."),
]


def _loaded(request: Request, accept_language: Language = None) -> Loaded:
    """The shop for the whole duration of this request, in the language of its headers."""
    found = _state(request).live.current.in_language(accept_language or "")
    request.state.language = found.shop.wording.language
    return found


Here = Annotated[State, Depends(_state)]
Now = Annotated[Loaded, Depends(_loaded)]


def answer(content: Any, status: int = 200) -> Response:
    """A JSON response of records, dictionaries and lists; orjson serialises our frozen records directly."""
    return Response(orjson.dumps(content), status, media_type="application/json")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Error responses of a route, for the OpenAPI description."""
    schema = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}
    said = {
        400: "The request cannot be read.",
        401: "A key is wanted.",
        403: "Not open to this caller.",
        404: "Unknown.",
        405: "No such method here.",
        408: "The body did not come in time.",
        409: "In conflict with what is there.",
        413: "Too large.",
        415: "Not JSON.",
        422: "Wrong input.",
        500: "A fault of the service.",
        503: "Too busy, or not ready.",
        507: "No space is left to keep it.",
    }
    usual = (400, 401, 403, 405, 408, 413, 415, 422, 500, 503)
    return {s: {"description": said[s], "content": {MEDIA_TYPE: schema}} for s in sorted({*usual, *statuses})}
