"""ASGI middleware around every request: request id, API key, limits of the body, load shedding, timing, access log,
security headers.

A body is read whole before a request counts as being inside: callers who never finish one take nobody's place.

One plain ASGI layer: it adds microseconds, and responses are streamed through.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
import time
from collections.abc import Iterable
from http import HTTPStatus

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from instead.service.crowd import Crowd
from instead.service.embedding import PREFIX, allowed_origin, embed_headers
from instead.service.logs import LOG, event
from instead.service.measures import Measures
from instead.service.own_pages import foreign
from instead.service.problems import problem, respond
from instead.service.whole_body import Gone, TooLarge, TooSlow, whole_body
from instead.settings import ServiceSettings

GIVEN_ID = re.compile(rb"[A-Za-z0-9._:-]{1,128}\Z")
AVERAGE = "/v1/users/average/cares"
OPEN = ("/health/",)  # health probes need no key and are never shed
LOCKED_OUT = "this address is open only to the machine itself: set an admin key (or an API key) to use it from outside"


class Gate:
    """The middleware; wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: ServiceSettings, measures: Measures) -> None:
        self.app, self.settings, self.measures = app, settings, measures
        self.crowd = Crowd(settings.max_waiting, measures)
        self.too_busy = problem(503, "too-busy", "too many requests are waiting; try again in a second")
        self.too_large = f"the body of a request may have {settings.max_body:,} bytes"
        self.always = [(name.encode(), value.encode()) for name, value in safety_headers(settings).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request_id = given.decode() if GIVEN_ID.match(given) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        start, status, begun = time.perf_counter(), 500, False
        ending = getattr(getattr(scope.get("app"), "state", None), "service", None)

        async def answer(message: Message) -> None:
            nonlocal status, begun
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                mine = [*self.always, (b"x-request-id", request_id.encode())]
                if scope["path"].startswith(PREFIX):  # first: they stand in the place of stricter ones
                    mine = [*embed_headers(self.settings, headers), *mine]
                if language := scope["state"].get("language"):  # answered in one of several
                    mine += [(b"content-language", language.encode()), (b"vary", b"Accept-Language")]
                if ending is not None and ending.ending:  # the next request belongs to another process
                    mine.append((b"connection", b"close"))
                named = {name for name, _ in message["headers"]}  # what a route has set stands, then what comes first
                added: dict[bytes, bytes] = {}
                for name, value in mine:
                    if name not in named:
                        added.setdefault(name, value)
                message["headers"] = [*message["headers"], *added.items()]
            await send(message)

        probe = scope["path"].startswith(OPEN)
        try:
            if probe:
                await self.app(scope, receive, answer)
            else:
                await self._admit(scope, receive, answer, headers, request_id)
        except Gone:
            status = 499  # as proxies log it: nobody is there to be answered
        except Exception:
            # the caller gets the request id and no internals; the log has the rest
            LOG.exception("request failed", extra={"facts": {"request_id": request_id, "path": scope["path"]}})
            if not begun:
                said = problem(500, None, "something went wrong here; the log has it under this request id")
                await respond(said, request_id)(scope, receive, answer)
        finally:
            self._note(scope, status, time.perf_counter() - start, request_id, probe)

    async def _admit(
        self, scope: Scope, receive: Receive, answer: Send, headers: dict[bytes, bytes], request_id: str
    ) -> None:
        """Refuse a request, or read its body and let it in when there is room."""
        refusal = self._refusal(scope, headers, request_id)
        content = receive
        if refusal is None and self.crowd.full:
            await self.crowd.hold()
            await respond(self.too_busy, request_id, {"Retry-After": "1"})(scope, receive, answer)
            return
        if refusal is None and (scope["method"] not in {"GET", "HEAD"} or b"content-length" in headers):
            content, refusal = await self._body(receive, request_id)
        if refusal is None and scope["method"] == "OPTIONS" and scope["path"].startswith(PREFIX):
            refusal = Response(status_code=HTTPStatus.NO_CONTENT)  # preflight: the headers say what may be sent
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        if self.crowd.full:  # others came in while the body was read
            await self.crowd.hold()
            await respond(self.too_busy, request_id, {"Retry-After": "1"})(scope, receive, answer)
            return
        self.crowd.enter()
        try:
            await self.app(scope, content, answer)
        finally:
            self.crowd.leave()

    async def _body(self, receive: Receive, request_id: str) -> tuple[Receive, Response | None]:
        """What the application reads the body from, or the response that refuses it."""
        settings, closing = self.settings, {"Connection": "close"}
        try:
            found = await whole_body(receive, settings.max_body, settings.body_timeout)
        except TooLarge:
            return receive, respond(problem(413, "too-large", self.too_large), request_id, closing)
        except TooSlow:
            said = f"the body of the request did not come within {settings.body_timeout:g} seconds"
            return receive, respond(problem(408, "too-slow", said), request_id, closing)
        return found.receive, None

    def _note(self, scope: Scope, status: int, seconds: float, request_id: str, probe: bool) -> None:
        files = "/page" if scope["path"].startswith("/page/") else "(none)"
        route = getattr(scope.get("route"), "path_format", None) or files  # the pattern, not the path: few labels
        self.measures.note(route, scope["method"], status, seconds)
        shed = status == HTTPStatus.SERVICE_UNAVAILABLE and self.crowd.full  # `Crowd` counts those
        event(
            "request",
            logging.DEBUG if probe or shed else logging.INFO,
            request_id=request_id,
            method=scope["method"],
            path=scope["path"],
            status=status,
            ms=round(1000 * seconds, 2),
        )

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes], request_id: str) -> Response | None:
        """The response that refuses a request (key, host, origin, size), or None."""
        path, settings = scope["path"], self.settings
        if path.startswith(PREFIX):
            return self._embedding(headers, request_id)
        if scope["method"] not in {"GET", "HEAD"} and headers.get(b"sec-fetch-site") == b"cross-site":
            # cross-origin request: another site's page must not use the browser of a user who can reach us
            return respond(problem(403, "foreign-page", "pages of other sites may not send anything here"), request_id)
        staff = for_staff(path, scope["method"])
        if staff and settings.admin_key is None and settings.api_key is None and not settings.loopback:
            return respond(problem(403, "locked", LOCKED_OUT), request_id)
        if staff and (said := foreign(headers, settings)) is not None:
            return respond(problem(403, "foreign-page", said), request_id)
        wanted = (settings.admin_key or settings.api_key) if staff else settings.api_key
        also = settings.admin_key  # the admin key is valid for /v1, too
        if (staff or path.startswith("/v1")) and wanted is not None:
            fitting = [key.get_secret_value() for key in (wanted, also) if key is not None]
            if not _fits(headers, fitting):
                content = problem(401, "key-wanted", "send the key as X-API-Key or as Authorization: Bearer")
                return respond(content, request_id, {"WWW-Authenticate": "Bearer"})
        return self._announced(headers, request_id)

    def _announced(self, headers: dict[bytes, bytes], request_id: str) -> Response | None:
        """The response that refuses a body by its announced size, or None."""
        announced = headers.get(b"content-length", b"")
        if announced.isdigit() and int(announced) > self.settings.max_body:
            return respond(problem(413, "too-large", self.too_large), request_id, {"Connection": "close"})
        return None

    def _embedding(self, headers: dict[bytes, bytes], request_id: str) -> Response | None:
        """The response that refuses a page that embeds offers, or None: no key, but an origin that is named."""
        if not self.settings.embed_origins:
            said = "no page may embed offers of this service: name those that may with the setting embed_origins"
            return respond(problem(403, "foreign-page", said), request_id)
        if not allowed_origin(self.settings, headers):
            origin = headers[b"origin"].decode("latin-1")[:100]
            said = f"pages of {origin!r} may not embed offers of this service: name it with the setting embed_origins"
            return respond(problem(403, "foreign-page", said), request_id)
        return self._announced(headers, request_id)


def for_staff(path: str, method: str = "GET") -> bool:
    """Whether an address is the staff's: what tells of people too, but not what matters to the average customer; and
    what changes the catalogue."""
    if path.startswith("/v1/users"):
        return path != AVERAGE or method not in {"GET", "HEAD"}
    if path.startswith("/v1/items"):
        return method not in {"GET", "HEAD"}
    return path.startswith("/admin") or path == "/metrics"


def _fits(headers: dict[bytes, bytes], keys: Iterable[str]) -> bool:
    """Whether a valid key was sent. Compared in constant time, against timing attacks."""
    sent = headers.get(b"x-api-key", b"")
    scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
    if not sent and scheme.lower() == b"bearer":
        sent = token.strip()
    return sum(hmac.compare_digest(sent, key.encode()) for key in keys) > 0  # all keys are compared, whichever fits


def safety_headers(settings: ServiceSettings) -> dict[str, str]:
    """Security headers of every response (CSP and others). The page may load images from the configured hosts only."""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": " ".join(("'self'", "data:", *settings.picture_hosts)),
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=()",
    }
