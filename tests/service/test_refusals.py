"""What the service does not do, and how it says so: always a problem document with the request's id."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from httpx2 import Response
from pydantic import ValidationError
from starlette.testclient import TestClient

from instead.errors import InputError
from instead.request import Request
from instead.service.live import LiveShop
from instead.service.logs import JsonLines, TextLines
from instead.settings import ServiceSettings
from tests.service.conftest import Make


def problem(got: Response, status: int, kind: str | None = None) -> dict[str, Any]:
    """The problem document of an answer, its common parts checked."""
    assert got.status_code == status, got.text
    assert got.headers["content-type"] == "application/problem+json"
    content: dict[str, Any] = got.json()
    assert content["status"] == status
    assert content["type"] == (f"urn:instead:{kind}" if kind else "about:blank")
    assert content["request_id"] == got.headers["x-request-id"]
    assert content["title"]
    assert content["detail"]
    return content


def test_unknown_things(service: TestClient) -> None:
    content = problem(service.post("/v1/recommend", json={"query": "i033"}), 404, "unknown-item")
    assert "i03" in content["near"]
    assert content["item"] == "i033"
    problem(service.get("/v1/items/i333"), 404, "unknown-item")
    problem(service.post("/v1/explain", json={"query": "i03", "substitute": "x"}), 404, "unknown-item")
    problem(service.get("/v2/anything"), 404)
    problem(service.get("/page/nothing.js"), 404)
    problem(service.get("/page/../../errors.py"), 404)
    assert "POST" in service.get("/v1/recommend").headers["allow"]
    problem(service.get("/v1/recommend"), 405)
    problem(service.delete("/v1/recommend"), 405)
    problem(service.delete("/v1/items/i333"), 404, "unknown-item")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body.query"),
        ({"query": ""}, "body.query"),
        ({"query": "i03", "k": 0}, "body.k"),
        ({"query": "i03", "k": "many"}, "body.k"),
        ({"query": "i03", "style": "loud"}, "body.style"),
        ({"query": "i03", "kk": 3}, "body.kk"),
        ({"query": "i03", "filters": {"colour": "red"}}, "body.filters.colour"),
        ({"query": "i03", "care": {"price": 0.2}}, "body.care.price"),
        ({"query": "i03", "viewed": ["i04", 5]}, "body.viewed.1"),
        ({"query": "i03", "z": 21}, "body.z"),
    ],
)
def test_wrong_fields_are_named(service: TestClient, body: dict[str, Any], field: str) -> None:
    content = problem(service.post("/v1/recommend", json=body), 422, "wrong-input")
    assert [one["field"] for one in content["errors"]] == [field]
    if field != "body.z":  # a limit of the service alone
        with pytest.raises(InputError) as ours:
            Request.of(**body)
        assert content["detail"] == str(ours.value)  # one sentence, whichever way a request comes


def test_wrong_words_inside_the_shop(service: TestClient) -> None:
    content = problem(service.post("/v1/recommend", json={"query": "i03", "care": {"batery": 5}}), 422, "wrong-input")
    assert "battery" in content["detail"]
    problem(service.post("/v1/recommend", json={"query": "i03", "care": {"price": 50}}), 422, "wrong-input")


def test_what_is_no_json(service: TestClient) -> None:
    send = {"content-type": "application/json"}
    said = problem(service.post("/v1/recommend", content=b"{bad", headers=send), 422, "wrong-input")["detail"]
    assert said.startswith("this is no JSON: ")
    assert said.endswith("at character 1")
    half = b'{"query": "\\ud800"}'
    problem(service.post("/v1/recommend", content=half, headers=send), 422, "wrong-input")
    problem(service.post("/v1/recommend", content=b'{"\\ud800": 1, "query": "i03"}', headers=send), 422, "wrong-input")
    for sent, said in (({"content-type": "text/plain"}, "not 'text/plain'"), ({}, "which is missing")):
        got = service.post("/v1/recommend", content=b'{"query": "i03"}', headers=sent)
        content = problem(got, 415, "not-json")
        assert content["detail"].startswith("send JSON, with the header Content-Type: application/json")
        assert content["detail"].endswith(said)
    one = b'{"events": [{"id": "e", "kind": "view", "item": "i03"}]}'
    problem(service.post("/v1/events", content=one, headers={"content-type": "text/plain"}), 415, "not-json")


def test_what_a_value_must_be_is_said_in_its_own_words(service: TestClient) -> None:
    for time in (1_795_012_434_000, 1_795_012_434.5, "2026-11-18T12:00:00Z", -5):
        event = {"id": "e", "kind": "view", "item": "i03", "time": time}
        said = problem(service.post("/v1/events", json={"events": [event]}), 422, "wrong-input")["detail"]
        assert said.endswith("times are whole seconds since 1970")
    euros = {"items": [{"item": "i03", "currency": "euros"}]}
    said = problem(service.patch("/v1/items", json=euros), 422, "wrong-input")["detail"]
    assert said == "items.0.currency is 'euros'; it must be three capital letters, such as EUR"


def test_limits(make: Make) -> None:
    service = make(max_k=5, max_batch=2, max_reviews=1, max_body=2_000)
    problem(service.post("/v1/recommend", json={"query": "i03", "k": 6}), 422, "too-many")
    three = {"requests": [{"query": "i03", "k": 1}] * 3}
    content = problem(service.post("/v1/recommend/batch", json=three), 422, "too-many")
    assert content["detail"] == "a batch may have 2 requests, not 3"
    spread = make(max_k=5, max_batch=4, max_answers=9)
    five = {"query": "i03", "k": 5}
    content = problem(spread.post("/v1/recommend/batch", json={"requests": [five, five]}), 422, "too-many")
    assert content["detail"].startswith("a batch may ask for 9 substitutes in all, not 10")
    fitting = {"requests": [{"query": "i03", "k": 3}] * 3}
    assert spread.post("/v1/recommend/batch", json=fitting).status_code == 200
    mixed = {"requests": [{"query": "i03", "k": 6}, {"query": "i03", "k": 2}]}  # one of them asks for too much
    first, second = spread.post("/v1/recommend/batch", json=mixed).json()["results"]
    assert (first["recommendation"], first["problem"]["status"]) == (None, 422)
    assert first["problem"]["detail"] == "k may be 5 at most, not 6"
    assert len(second["recommendation"]["substitutes"]) == 2
    many = {"query": "i03", "reviews": [{"mentions": [{"attribute": "price"}]}] * 2}
    problem(service.post("/v1/recommend", json=many), 422, "too-many")
    big = json.dumps({"query": "x" * 3_000}).encode()
    send = {"content-type": "application/json"}
    problem(service.post("/v1/recommend", content=big, headers=send), 413, "too-large")

    def slowly() -> Any:  # no length is announced
        for start in range(0, len(big), 100):
            yield big[start : start + 100]

    problem(service.post("/v1/recommend", content=slowly(), headers=send), 413, "too-large")
    schemas = service.get("/openapi.json").json()["components"]["schemas"]
    one, why = (schemas[name]["properties"] for name in ("RecommendBody", "ExplainBody"))
    assert (one["k"]["maximum"], one["z"]["maximum"], one["quotes"]["maximum"]) == (5, 20, 5)
    assert schemas["BatchBody"]["properties"]["requests"]["maxItems"] == 2
    assert one["reviews"]["maxItems"] == why["reviews"]["maxItems"] == 1
    problem(service.post("/v1/explain", json={**many, "substitute": "i04"}), 422, "too-many")


def test_a_crowd_is_turned_away_but_probes_come_in(make: Make) -> None:
    service = make(max_waiting=1)
    gate = service.app
    while not hasattr(gate, "crowd"):
        gate = getattr(gate, "middleware_stack", None) or gate.app  # type: ignore[attr-defined]
    gate.crowd.inside = 1  # one is in the house already
    got = service.post("/v1/recommend", json={"query": "i03"})
    problem(got, 503, "too-busy")
    assert got.headers["retry-after"] == "1"
    assert service.get("/health/ready").status_code == 200


def test_keys(make: Make) -> None:
    service = make(api_key="open sesame", admin_key="staff only")
    for path in ("/v1/about", "/v1/items", "/admin/overview", "/metrics"):
        problem(service.get(path), 401, "key-wanted")
        problem(service.get(path, headers={"x-api-key": "open sesam"}), 401, "key-wanted")
        assert service.get(path, headers={"x-api-key": "staff only"}).status_code == 200
    assert service.get("/v1/about", headers={"authorization": "Bearer open sesame"}).status_code == 200
    problem(service.get("/metrics", headers={"x-api-key": "open sesame"}), 401, "key-wanted")
    problem(service.get("/v1/about", headers={b"x-api-key": "schlüssel".encode()}), 401, "key-wanted")
    for path in ("/", "/page/app.js", "/health/live", "/health/ready", "/openapi.json"):
        assert service.get(path).status_code == 200
    assert service.get("/openapi.json").json()["paths"]["/v1/items"]["get"]["security"] == [{"key": []}]
    one = make(api_key="only")
    assert one.get("/admin/overview", headers={"x-api-key": "only"}).status_code == 200


def test_staff_addresses_are_closed_to_the_world_without_a_key(make: Make) -> None:
    service = make(host="0.0.0.0")  # noqa: S104 - the case in question
    problem(service.post("/admin/reload"), 403, "locked")
    problem(service.get("/metrics"), 403, "locked")
    assert service.get("/v1/about").status_code == 200


def test_pages_of_other_sites_send_nothing(service: TestClient) -> None:
    foreign = {"sec-fetch-site": "cross-site"}
    problem(service.post("/admin/reload", headers=foreign), 403, "foreign-page")
    assert service.get("/v1/about", headers=foreign).status_code == 200


def test_a_fault_of_ours_tells_nothing_but_the_id(
    service: TestClient, live: LiveShop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the secret")

    monkeypatch.setattr(type(live.current.shop), "answer", broken)
    with caplog.at_level(logging.ERROR, "instead.service"):
        got = service.post("/v1/recommend", json={"query": "i03"}, headers={"x-request-id": "abc-1"})
    content = problem(got, 500)
    assert content["request_id"] == "abc-1"
    assert "secret" not in got.text
    assert "ZeroDivisionError" in caplog.text


def test_request_ids_are_taken_or_made(service: TestClient) -> None:
    assert (
        service.get("/health/live", headers={"x-request-id": "shop:7.a_b-c"}).headers["x-request-id"] == "shop:7.a_b-c"
    )
    for bad in ("a b", "x" * 200, "<b>", ""):
        made = service.get("/health/live", headers={"x-request-id": bad}).headers["x-request-id"]
        assert made != bad
        assert len(made) == 16


def test_log_lines() -> None:
    record = logging.LogRecord("instead.service", logging.INFO, "", 0, "request", None, None)
    record.facts = {"path": "/v1/items", "ms": 1.5}
    line = json.loads(JsonLines().format(record))
    assert (line["event"], line["path"], line["level"]) == ("request", "/v1/items", "info")
    assert line["time"].endswith("Z")
    assert TextLines().format(record).endswith("request path=/v1/items ms=1.5")


def test_settings_that_would_open_a_door() -> None:
    for wrong in ({"api_key": ""}, {"picture_hosts": ["https://a; script-src *"]}, {"picture_hosts": ["a.org"]}):
        with pytest.raises(InputError, match=r"setting (api_key|picture_hosts)"):
            ServiceSettings.checked(wrong)
    with pytest.raises(ValidationError):
        ServiceSettings(host="localhost", nonsense=1)  # type: ignore[call-arg]
    assert ServiceSettings(host="::1").loopback
    assert not ServiceSettings(host="shop.example.org").loopback
    assert "open sesame" not in repr(ServiceSettings.checked({"api_key": "open sesame"}))
