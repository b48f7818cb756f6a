"""`instead.Client` on the application itself, without a process: what it sends, and what it makes of answers."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient

import instead
from instead.errors import InputError, ServiceError, UnknownItem, Unreachable, WrongEvent
from instead.live.events import Event
from instead.records import Recommendation
from instead.request import Request
from instead.service import client as module
from instead.service.live import LiveShop
from tests.service.conftest import Make


class Wire:
    """Stands for the transport: hands requests to an application and keeps them."""

    def __init__(self, service: TestClient | None, headers: Any = None, answers: list[Any] | None = None) -> None:
        self.service, self.headers, self.answers = service, headers or {}, answers
        self.heard: list[tuple[str, str, Any, bool]] = []
        self.closed = 0

    def ask(self, method: str, target: str, sent: bytes | None, *, repeatable: bool) -> tuple[int, bytes]:
        self.heard.append((method, target, None if sent is None else orjson.loads(sent), repeatable))
        if self.answers is not None:
            answer: tuple[int, bytes] | Exception = self.answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer
        assert self.service is not None
        headers = {**self.headers, "Content-Type": "application/json"} if sent is not None else self.headers
        got = self.service.request(method, target, content=sent, headers=headers)
        return got.status_code, got.content

    def close(self) -> None:
        self.closed += 1


Connect = Callable[..., tuple[instead.Client, Wire]]


@pytest.fixture
def connect(make: Make, monkeypatch: pytest.MonkeyPatch) -> Connect:
    """A client and its wire to an application with settings of the test's choice."""

    def made(
        address: str = "http://shop.example", *, key: str | None = None, language: str | None = None, **settings: Any
    ) -> Any:
        wire = Wire(make(**settings))

        def connected(origin: str, headers: Any, timeout: float) -> Wire:
            wire.headers, wire.origin, wire.timeout = headers, origin, timeout  # type: ignore[attr-defined]
            return wire

        monkeypatch.setattr(module, "_connect", connected)
        return instead.Client(address, key=key, language=language), wire

    return made


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long it sleeps between attempts; nobody waits here."""
    slept: list[float] = []
    monkeypatch.setattr(module, "time", SimpleNamespace(sleep=slept.append))
    return slept


def answering(monkeypatch: pytest.MonkeyPatch, *answers: Any, retries: int = 2) -> tuple[instead.Client, Wire]:
    """A client of a service that gives these answers, one after the other."""
    wire = Wire(None, answers=list(answers))
    monkeypatch.setattr(module, "_connect", lambda *_: wire)
    return instead.Client(retries=retries), wire


def test_it_says_what_the_shop_says(connect: Connect, live: LiveShop) -> None:
    client, _ = connect()
    shop = live.current.shop
    assert client.recommend("u01", "i03", 3) == shop.recommend("u01", "i03", 3)
    assert len(client.recommend(query="i03").substitutes) == 10
    assert client.recommend(["u01", None], ["i03", "i04"], 2) == shop.recommend(["u01", None], ["i03", "i04"], 2)
    assert client.answer(Request.of(query="i03", k=1)) == shop.answer(Request.of(query="i03", k=1))
    assert client.grouped("u01", "i03", 8) == shop.grouped("u01", "i03", 8)
    assert sum(len(group.substitutes) for group in client.grouped(query="i03")) == 10
    assert client.explain("u01", "i03", "i04", z=1) == shop.explain("u01", "i03", "i04", z=1)
    assert client.compare("u01", "i03", "i04") == shop.compare("u01", "i03", "i04")
    assert client.compare("u01", "i03", "i04", 2) == shop.compare("u01", "i03", "i04", 2)
    assert len(client.compare("u01", "i03", "i04", 2)) == 2
    assert client.cares("u01", n=2) == shop.cares("u01", n=2)
    assert client.cares() == shop.cares()
    assert client.item("i07") == shop.item("i07")
    assert client.attributes("bu") == ("button",)
    assert len(client.attributes()) == shop.attributes.height
    assert len(client.attributes(limit=2)) == 2
    assert client.users("u0", limit=2, offset=1) == ("u01", "u02")
    assert client.users() == tuple(shop.users["user"].sort().head(20))


def test_a_search_turns_pages(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 6)
    client, wire = connect()
    ids = [one.id for one in client.search(limit=14, offset=1)]
    assert [target for _, target, *_ in wire.heard] == [
        "/v1/items?text=&limit=6&offset=1", "/v1/items?text=&limit=6&offset=7", "/v1/items?text=&limit=2&offset=13",
    ]  # fmt: skip
    whole = [one.id for one in client.search(limit=100)]
    assert (ids, len(whole)) == (whole[1:15], 20)
    assert len(wire.heard) == 3 + 4  # twenty items are four pages, and the last one says so
    assert client.search(limit=0) == ()
    assert len(client.search()) == 20


def test_many_requests_are_cut_to_what_the_service_takes(connect: Connect) -> None:
    client, wire = connect(max_batch=3, max_answers=8)
    found = client.recommend_many([{"query": f"i0{n}", "k": k} for n, k in enumerate((2, 2, 2, 2, 5, 1, 5, 4, 8))])
    sizes = [[one["k"] for one in body["requests"]] for _, path, body, _ in wire.heard if path.endswith("/batch")]
    assert sizes == [[2, 2, 2], [2, 5, 1], [5], [4], [8]]
    assert [len(one) for one in found if isinstance(one, Recommendation)] == [2, 2, 2, 2, 5, 1, 5, 4, 8]
    assert [path for _, path, *_ in wire.heard].count("/v1/about") == 1


def test_each_of_many_has_its_own_error_in_its_place(connect: Connect) -> None:
    client, wire = connect()
    good, wrong, unknown = client.recommend_many([{"query": "i03", "k": 1}, {"query": "i03", "k": -1}, {"query": "i0"}])
    assert isinstance(good, Recommendation)
    assert isinstance(wrong, InputError)
    assert isinstance(unknown, UnknownItem)
    assert unknown.item == "i0"
    assert list(unknown.near) == ["i10", "i09", "i08"]
    with pytest.raises(UnknownItem):
        client.recommend([None, None], ["i03", "i0"], 2)
    wire.heard.clear()
    assert client.recommend_many([]) == ()
    assert isinstance(client.recommend_many([{"query": "i03", "k": -1}])[0], InputError)
    assert wire.heard == []  # nothing to ask for


def test_errors_are_those_of_the_shop(connect: Connect) -> None:
    client, _ = connect()
    with pytest.raises(UnknownItem, match="i99"):
        client.item("i99")
    with pytest.raises(InputError, match="attribute"):
        client.recommend(query="i03", care={"nonsense": 3.0})
    with pytest.raises(ServiceError, match="k may be") as refused:
        connect(max_k=3)[0].recommend(query="i03", k=4)
    assert (refused.value.status, refused.value.kind) == (422, "urn:instead:too-many")
    assert refused.value.request_id


def test_events(connect: Connect) -> None:
    client, wire = connect(max_events=2)
    bought = Event(id="e", kind="purchase", item="i03", user="u01", price=2.5)
    kept = client.events([bought])
    assert [(one.id, one.seq, one.repeated) for one in kept] == [("e", 1, False)]
    assert wire.heard == [("POST", "/v1/events", {"events": [
        {"id": "e", "kind": "purchase", "item": "i03", "user": "u01", "price": 2.5}]}, True)]  # fmt: skip
    more = client.events([bought, {"kind": "view", "item": "i03"}, {"kind": "cart", "item": "i04", "id": "c"}])
    assert [one.repeated for one in more] == [True, False, False]
    assert [len(body["events"]) for _, path, body, _ in wire.heard if path == "/v1/events"] == [1, 2, 1]
    assert len(more[1].id) == 32
    assert client.events([]) == ()
    with pytest.raises(WrongEvent, match="event 1: kind is 'x'; it must be") as wrong:
        client.events([bought, {"kind": "x"}])
    late = {"kind": "view", "item": "i03", "time": 250_000_000_000}
    with pytest.raises(WrongEvent, match="still to come") as late_one:
        client.events([bought, bought, bought, late])
    assert (wrong.value.place, late_one.value.place) == (1, 3)
    with pytest.raises(ServiceError, match="used before") as clash:
        client.events([bought.model_copy(update={"item": "i09"})])
    assert clash.value.status == 409


def test_forgetting(connect: Connect) -> None:
    client, wire = connect()
    client.events([{"kind": "view", "item": "i03", "user": "team/5"}])
    assert client.forget("team/5") == {"events": 1, "shown": 0, "documents": 0}
    assert wire.heard[-1] == ("DELETE", "/v1/users/team%2F5", None, True)


def test_feedback_and_reload(connect: Connect, live: LiveShop) -> None:
    client, wire = connect()
    assert client.feedback("i03", "i04", "accepted", attributes=("price",), id="mine") == "mine"
    assert wire.heard[-1] == (
        "POST", "/v1/feedback",
        {"query": "i03", "substitute": "i04", "verdict": "accepted", "attributes": ["price"], "comment": "",
         "id": "mine"},
        True,
    )  # fmt: skip
    ids = {client.feedback("i03", "i04", "rejected", user="u01", position=2, comment="no") for _ in range(2)}
    assert len(ids) == 2
    assert wire.heard[-1][2] | {"id": ""} == {
        "query": "i03", "substitute": "i04", "verdict": "rejected", "user": "u01", "position": 2, "attributes": [],
        "comment": "no", "id": "",
    }  # fmt: skip
    assert client.reload() == live.current.version
    assert wire.heard[-1] == ("POST", "/admin/reload", {}, False)
    assert client.reload(str(live.current.shop.folder)) == live.current.version


def test_whether_it_is_ready(connect: Connect, monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> None:
    assert connect()[0].ready()
    busy, wire = answering(monkeypatch, (503, b'{"type": "urn:instead:ending", "detail": "soon"}'))
    assert not busy.ready()
    assert (len(wire.heard), pauses) == (1, [])
    assert not answering(monkeypatch, (200, b'{"status": "starting"}'))[0].ready()


def test_the_key_the_path_and_the_address(connect: Connect) -> None:
    client, wire = connect("https://shop.example:8443/suggest/", key="sesame")
    assert client.address == "https://shop.example:8443/suggest"
    assert wire.origin == "https://shop.example:8443"  # type: ignore[attr-defined]
    assert wire.timeout == 10.0  # type: ignore[attr-defined]
    assert wire.headers == {"Accept": "application/json", "X-API-Key": "sesame"}
    wire.answers = [(200, b'{"cares": []}')]
    client.cares("team/5")
    assert wire.heard == [("GET", "/suggest/v1/users/team%2F5/cares?n=20", None, True)]
    wire.answers = [(404, b'{"type": "urn:instead:unknown-item", "item": "A/B"}')]
    with pytest.raises(UnknownItem):
        client.item("A/B")
    assert wire.heard[-1][1] == "/suggest/v1/items/A%2FB"
    assert connect()[1].headers == {"Accept": "application/json"}
    assert connect(language="de")[1].headers == {"Accept": "application/json", "Accept-Language": "de"}


def test_closing_closes_the_connections(connect: Connect) -> None:
    client, wire = connect()
    with client as same:
        assert same is client
        assert wire.closed == 0
    assert wire.closed == 1


# --- attempts ---------------------------------------------------------------------------------------------------------

BUSY = (503, b'{"type": "urn:instead:too-busy", "detail": "try again", "request_id": "r1"}')
FINE = (200, b'{"max_batch": 3}')


def test_a_busy_service_is_asked_again_after_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    client, wire = answering(monkeypatch, BUSY, ConnectionError("refused"), FINE)
    assert client.about() == {"max_batch": 3}
    assert pauses == pytest.approx([0.1, 0.2])
    assert len(wire.heard) == 3


def test_after_the_last_attempt_it_says_so(monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> None:
    client, _ = answering(monkeypatch, BUSY, BUSY, BUSY, FINE)
    with pytest.raises(ServiceError, match="try again") as busy:
        client.about()
    assert (busy.value.status, busy.value.request_id) == (503, "r1")
    client, _ = answering(monkeypatch, *[ConnectionError("refused")] * 3, FINE)
    with pytest.raises(Unreachable, match=r"no service answers at http://127\.0\.0\.1:8000 \(refused\)"):
        client.about()
    assert pauses == pytest.approx([0.1, 0.2, 0.1, 0.2])
    client, wire = answering(monkeypatch, ConnectionError("refused"), FINE, retries=0)
    with pytest.raises(Unreachable):
        client.about()
    assert len(wire.heard) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((200, b"<html>"), "status 200 and no JSON"),
        ((502, b"[1]"), "status 502 without a word"),
        ((400, b'{"detail": "cannot be read"}'), "cannot be read"),
        ((500, b"{}"), "status 500 without a word"),
    ],
)
def test_what_is_no_answer_of_ours(monkeypatch: pytest.MonkeyPatch, answer: Any, said: str) -> None:
    with pytest.raises(ServiceError, match=said) as wrong:
        answering(monkeypatch, answer)[0].about()
    assert wrong.value.status == answer[0]


@pytest.mark.parametrize("address", ["http://127.0.0.1:0", "http://:80", "//shop.example", "http://h:x"])
def test_addresses_without_host_scheme_or_port_are_refused(address: str) -> None:
    with pytest.raises(InputError, match="an address like"):
        instead.Client(address)
