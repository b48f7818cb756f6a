"""The gate alone, around an application that only reads: keys, sizes, the crowd, the log."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import orjson
import pytest

from instead.service import gate as module
from instead.service.gate import Gate, safety_headers
from instead.service.measures import Measures
from instead.settings import ServiceSettings


class Reading:
    """Reads until the body ends or the caller leaves, then answers with what it read."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.kinds: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            self.kinds.append(message["type"])
            body += message.get("body", b"")
            more = message.get("more_body", False)
        self.bodies.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"SAMEORIGIN")]})
        await send({"type": "http.response.body", "body": body})


class Answer:
    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status = messages[0]["status"]
        self.pairs = messages[0]["headers"]
        self.headers = {name.decode(): value.decode() for name, value in self.pairs}
        self.content = messages[1]["body"]

    @property
    def kind(self) -> str:
        return str(orjson.loads(self.content)["type"])


def ask(
    gate: Gate, path: str = "/v1/items", method: str = "GET", pieces: tuple[bytes, ...] = (b"",), **headers: Any
) -> Answer:
    """One request through the gate; the body arrives in pieces. Names of headers with _ for -."""
    said: list[dict[str, Any]] = []
    waiting = [
        {"type": "http.request", "body": piece, "more_body": place < len(pieces) - 1}
        for place, piece in enumerate(pieces)
    ]

    async def receive() -> Any:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        said.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "method": method, "headers": given}
    asyncio.run(gate(scope, receive, send))
    return Answer(said)


def gate_of(**settings: Any) -> Gate:
    return Gate(Reading(), ServiceSettings.checked(settings), Measures())


# --- size -------------------------------------------------------------------------------------------------------------


def test_a_body_may_be_as_large_as_the_limit_says_and_no_larger() -> None:
    gate = gate_of(max_body=2_000)
    assert ask(gate, method="POST", pieces=(b"x" * 600, b"x" * 1_400)).status == 200
    assert ask(gate, method="POST", pieces=(b"x" * 2_000,), content_length="2000").status == 200
    told = ask(gate, method="POST", pieces=(b"",), content_length="2001")
    assert (told.status, told.kind, told.headers["connection"]) == (413, "urn:instead:too-large", "close")
    assert ask(gate, method="POST", content_length="nonsense").status == 200  # then it is counted as it comes


def test_pieces_that_were_not_announced_are_counted() -> None:
    gate = gate_of(max_body=2_000)
    told = ask(gate, method="POST", pieces=(b"x" * 600, b"x" * 1_401))
    assert (told.status, told.kind, told.headers["connection"]) == (413, "urn:instead:too-large", "close")
    assert isinstance(gate.app, Reading)
    assert gate.app.bodies == []


def test_a_caller_who_leaves_sends_no_body() -> None:
    """Messages without a body count nothing."""
    gate = gate_of()
    assert ask(gate, pieces=()).status == 200
    assert isinstance(gate.app, Reading)
    assert gate.app.kinds == ["http.disconnect"]


# --- keys -------------------------------------------------------------------------------------------------------------

KEY, STAFF = "open-sesame-1234", "staff-sesame-1234"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"x_api_key": KEY}, 200),
        ({"x_api_key": KEY + "x"}, 401),
        ({"authorization": f"Bearer {KEY}"}, 200),
        ({"authorization": f"bearer  {KEY} "}, 200),
        ({"authorization": f"Basic {KEY}"}, 401),
        ({"x_api_key": KEY, "authorization": "Bearer of-somebody-else"}, 200),
        ({"x_api_key": "wrong", "authorization": f"Bearer {KEY}"}, 401),
    ],
)
def test_how_a_key_is_sent(headers: dict[str, Any], status: int) -> None:
    answer = ask(gate_of(api_key=KEY), **headers)
    assert answer.status == status
    if status == 401:
        assert (answer.kind, answer.headers["www-authenticate"]) == ("urn:instead:key-wanted", "Bearer")


@pytest.mark.parametrize(
    ("settings", "path", "opens"),
    [
        ({"api_key": KEY}, "/v1/items", {KEY}),
        ({"api_key": KEY}, "/admin/overview", {KEY}),
        ({"api_key": KEY}, "/metrics", {KEY}),
        ({"admin_key": STAFF}, "/v1/items", {KEY, STAFF, ""}),
        ({"admin_key": STAFF}, "/metrics", {STAFF}),
        ({"api_key": KEY, "admin_key": STAFF}, "/v1/items", {KEY, STAFF}),
        ({"api_key": KEY, "admin_key": STAFF}, "/admin/overview", {STAFF}),
        ({"api_key": KEY, "admin_key": STAFF}, "/health/live", {KEY, STAFF, ""}),
        ({"api_key": KEY, "admin_key": STAFF}, "/", {KEY, STAFF, ""}),
    ],
)
def test_which_key_opens_what(settings: dict[str, str], path: str, opens: set[str]) -> None:
    gate = gate_of(**settings)
    found = {key for key in (KEY, STAFF, "") if ask(gate, path, x_api_key=key).status == 200}
    assert found == opens


def test_other_sites_may_look_and_not_touch() -> None:
    gate = gate_of()
    assert ask(gate, method="POST", sec_fetch_site="cross-site").kind == "urn:instead:foreign-page"
    for method in ("GET", "HEAD"):
        assert ask(gate, method=method, sec_fetch_site="cross-site").status == 200
    assert ask(gate, method="POST", sec_fetch_site="same-origin").status == 200


# --- the crowd --------------------------------------------------------------------------------------------------------


def test_whoever_leaves_makes_room_for_one() -> None:
    inside: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        inside.append(gate.crowd.inside)
        await Reading()(scope, receive, send)

    gate = Gate(app, ServiceSettings(max_waiting=1), Measures())
    for _ in range(3):
        assert ask(gate).status == 200
    assert (inside, gate.crowd.inside) == ([1, 1, 1], 0)
    assert b"instead_requests_inside 0.0" in gate.measures.text()
    gate.crowd.inside = 1
    told = ask(gate)
    assert (told.status, told.kind, told.headers["retry-after"]) == (503, "urn:instead:too-busy", "1")
    assert b"instead_refused_total 1.0" in gate.measures.text()
    assert ask(gate, "/health/live").status == 200
    assert gate.crowd.inside == 1


# --- what is noted ----------------------------------------------------------------------------------------------------


def test_every_request_is_logged_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "event", lambda name, level, **facts: lines.append((name, level, facts)))
    ticks = iter([5.0, 5.0125, 7.0, 7.5])
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    gate = gate_of()
    ask(gate, "/v1/items", x_request_id="mine:1")
    ask(gate, "/health/live", "HEAD", x_request_id="probe")
    facts = {"request_id": "mine:1", "method": "GET", "path": "/v1/items", "status": 200, "ms": 12.5}
    probe = {"request_id": "probe", "method": "HEAD", "path": "/health/live", "status": 200, "ms": 500.0}
    assert lines == [("request", logging.INFO, facts), ("request", logging.DEBUG, probe)]
    assert b'instead_request_seconds_sum{route="(none)"} 0.5125' in gate.measures.text()


def test_files_of_the_page_share_one_label() -> None:
    gate = gate_of()
    ask(gate, "/page/app.js")
    ask(gate, "/page/base.css")
    ask(gate, "/pages")
    told = gate.measures.text().decode()
    assert 'instead_requests_total{method="GET",route="/page",status="200"} 2.0' in told
    assert 'instead_requests_total{method="GET",route="(none)",status="200"} 1.0' in told


def test_a_fault_after_the_answer_began_adds_nothing_to_it() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half"})
        raise OSError("secret")

    answer = ask(Gate(app, ServiceSettings(), Measures()))
    assert (answer.status, answer.content) == (200, b"half")


def test_an_answer_keeps_the_headers_it_has() -> None:
    answer = ask(gate_of(), x_request_id="mine")
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    assert len(answer.pairs) == len({name for name, _ in answer.pairs}) == len(safety_headers(ServiceSettings())) + 1
    assert answer.headers["x-request-id"] == "mine"


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "a\n", "<script>"])
def test_strange_ids_are_replaced(given: str) -> None:
    made = ask(gate_of(), x_request_id=given).headers["x-request-id"]
    assert made != given
    assert len(bytes.fromhex(made)) == 8


def test_other_protocols_pass() -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(Gate(app, ServiceSettings(), Measures())({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["lifespan"]
