"""Events over HTTP, what was shown, and who may know whom."""

from __future__ import annotations

import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from instead.errors import DiskFull, StoreAway
from instead.live.store import Cursor, LiveStore
from instead.service import retention
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.training.train import train
from tests.open_shop import quoted_shop
from tests.service.conftest import Make

VIEW = {"id": "e-1", "kind": "view", "item": "i03", "session": "s"}


def store_of(service: TestClient) -> LiveStore:
    found: LiveStore = service.app.state.service.store  # type: ignore[attr-defined]
    return found


def test_one_event_and_several(service: TestClient) -> None:
    one = service.post("/v1/events", json=VIEW)
    assert one.status_code == 201
    (kept,) = one.json()["events"]
    assert (kept["id"], kept["seq"], kept["repeated"]) == ("e-1", 1, False)
    assert abs(kept["time"] - time.time()) < 60
    more = service.post("/v1/events", json={"events": [VIEW, {**VIEW, "id": "e-2", "kind": "cart"}]}).json()["events"]
    assert more[0] == {**kept, "repeated": True}
    assert (more[1]["id"], more[1]["seq"], more[1]["repeated"]) == ("e-2", 2, False)
    assert [one.id for _, _, one in store_of(service).since(Cursor()).events] == [
        "e-1",
        "e-2",
    ]
    metrics = service.get("/metrics").text
    assert 'instead_events_total{kind="view"} 1.0' in metrics
    assert 'instead_events_total{kind="cart"} 1.0' in metrics


def test_a_verdict_is_an_event(service: TestClient) -> None:
    verdict = {"id": "v", "kind": "verdict", "item": "i04", "query": "i03", "verdict": "accepted"}
    assert service.post("/v1/events", json=verdict).status_code == 201
    same = {"id": "v", "query": "i03", "substitute": "i04", "verdict": "accepted", "wrong": ["price"]}
    assert service.post("/v1/feedback", json=same).status_code == 201  # by either way it is the same one
    assert service.post("/v1/feedback", json={**same, "session": "s"}).status_code == 409
    seen = service.get("/admin/overview").json()["feedback"]
    assert (seen["accepted"], seen["latest"][0]["wrong"]) == (1, ["price"])
    assert 'instead_feedback_total{verdict="accepted"} 1.0' in service.get("/metrics").text


@pytest.mark.parametrize(
    ("body", "index", "said"),
    [
        ({**VIEW, "kind": "stare"}, None, "kind is 'stare'; it must be"),
        ({**VIEW, "item": None}, None, "a view names its item"),
        ({"kind": "view", "item": "i03"}, None, "id is missing"),
        ({**VIEW, "nonsense": 1}, None, "there is no field nonsense"),
        ({"events": [VIEW, {**VIEW, "id": "b", "position": 0}]}, 1, "events.1.position is 0; it must be 1 or more"),
        ({"events": []}, None, "events is []"),
        ({"events": [VIEW], "id": "x"}, None, "there is no field id"),
        ([VIEW], None, "it must be a mapping"),
    ],
)  # fmt: skip
def test_events_that_cannot_be_kept(service: TestClient, body: Any, index: int | None, said: str) -> None:
    refused = service.post("/v1/events", json=body)
    assert refused.status_code == 422
    assert (refused.json()["type"], refused.json().get("index")) == ("urn:instead:wrong-input", index)
    assert said in refused.json()["detail"]
    assert not any("(" in one["field"] for one in refused.json()["errors"])
    assert store_of(service).status().events == {}


def test_all_of_a_batch_or_nothing(make: Make) -> None:
    service = make(max_events=2)
    service.post("/v1/events", json=VIEW)
    clash = service.post("/v1/events", json={"events": [{**VIEW, "id": "new"}, {**VIEW, "item": "i04"}]})
    assert (clash.status_code, clash.json()["type"]) == (409, "urn:instead:id-used-before")
    assert "'e-1'" in clash.json()["detail"]
    future = {**VIEW, "id": "later", "time": int(time.time()) + 1_000}
    early = service.post("/v1/events", json={"events": [{**VIEW, "id": "new"}, future]})
    assert (early.status_code, early.json()["index"]) == (422, 1)
    many = service.post("/v1/events", json={"events": [{**VIEW, "id": str(n)} for n in range(3)]})
    assert (many.status_code, many.json()["type"]) == (422, "urn:instead:too-many")
    assert store_of(service).status().events == {"view": 1}
    limit = service.get("/openapi.json").json()["components"]["schemas"]["EventsBody"]["properties"]["events"]
    assert limit["maxItems"] == 2


@pytest.mark.parametrize(
    ("error", "status", "kind"), [(DiskFull("/x"), 507, "disk-full"), (StoreAway("x", "gone"), 503, "store-away")]
)
def test_a_store_that_cannot_keep_it(
    service: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, kind: str
) -> None:
    def fail(*given: object) -> None:
        raise error

    monkeypatch.setattr(store_of(service), "add", fail)
    monkeypatch.setattr(store_of(service), "record", fail)
    refused = service.post("/v1/events", json=VIEW)
    assert (refused.status_code, refused.json()["type"]) == (status, f"urn:instead:{kind}")
    assert refused.headers.get("retry-after") == ("1" if status == 503 else None)
    answered = service.post("/v1/recommend", json={"query": "i03", "k": 2})  # an answer is worth more than its record
    assert (answered.status_code, answered.json()["recommendation_id"]) == (200, None)
    assert "instead_unrecorded_total 1.0" in service.get("/metrics").text


def test_a_store_that_is_away_is_a_line_of_the_log(
    service: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: object) -> None:
        raise StoreAway("x", "gone")

    monkeypatch.setattr(store_of(service), "add", fail)
    monkeypatch.setattr(logging.getLogger("instead"), "propagate", True)
    with caplog.at_level("ERROR"):
        service.post("/v1/events", json=VIEW)
    said = [one for one in caplog.records if one.getMessage() == "store away"]
    assert len(said) == 1
    assert not any(one.exc_info for one in caplog.records)


def test_what_was_shown_is_recorded(service: TestClient) -> None:
    body = {"query": "i03", "user": "u01", "session": "visit", "k": 3}
    one = service.post("/v1/recommend", json={**body, "grouped": True}).json()
    many = service.post("/v1/recommend/batch", json={"requests": [body, {"query": "none"}, {"query": "i05", "k": 1}]})
    answers = [one, *(each["recommendation"] for each in many.json()["results"] if each["recommendation"])]
    service.post("/v1/events", json={**VIEW, "recommendation_id": one["recommendation_id"]})
    rows = [row for frame in store_of(service).shown() for row in frame.to_dicts()]
    assert {row["id"] for row in rows} == {each["recommendation_id"] for each in answers}
    assert len(rows) == 3
    first = next(row for row in rows if row["id"] == one["recommendation_id"])
    assert (first["query"], first["user"], first["session"]) == ("i03", "u01", "visit")
    assert first["model"] == service.get("/v1/about").json()["model"]
    assert (first["experiment"], first["variant"]) == ("", "")
    assert [offer["item"] for offer in first["offers"]] == [each["item"] for each in one["substitutes"]]
    assert [offer["score"] for offer in first["offers"]] == [each["score"] for each in one["substitutes"]]
    for offer, each in zip(first["offers"], one["substitutes"], strict=True):
        said = {(reason["attribute"], reason["verdict"]) for reason in each["reasons"]}
        assert said <= {(reason["name"], reason["verdict"]) for reason in offer["reasons"]}
    assert "instead_shown_total 3.0" in service.get("/metrics").text


def test_recording_can_be_turned_off(make: Make) -> None:
    service = make(record=False)
    assert service.post("/v1/recommend", json={"query": "i03"}).json()["recommendation_id"] is None
    assert store_of(service).status().shown == 0


def test_who_there_is_is_the_staffs_to_know(make: Make) -> None:
    service = make(api_key="open", admin_key="sesame")
    caller, staff = ({"X-API-Key": key} for key in ("open", "sesame"))
    for method, path in (("GET", "/v1/users"), ("GET", "/v1/users/u01/cares"), ("DELETE", "/v1/users/u01"),
                         ("GET", "/v1/users/someone/cares"), ("GET", "/v1/users/average/cares/cares"),
                         ("DELETE", "/v1/users/average/cares")):  # fmt: skip
        assert service.request(method, path, headers=caller).status_code == 401, path
        assert service.request(method, path, headers=staff).status_code == 200, path
    assert service.get("/v1/users/average/cares", headers=caller).status_code == 200
    assert service.get("/v1/users/average/cares").status_code == 401
    alone = make(api_key="open")  # with one key, whoever has it is staff
    assert alone.get("/v1/users", headers=caller).status_code == 200
    public = make(host="0.0.0.0")  # noqa: S104
    assert public.get("/v1/users").json()["type"] == "urn:instead:locked"
    assert public.get("/v1/users/average/cares").status_code == 200
    local = make()
    assert local.get("/v1/users").status_code == 200
    assert local.get("/v1/users", headers={"Origin": "https://elsewhere.example"}).status_code == 403


def test_forgetting_somebody(service: TestClient) -> None:
    asked = service.post("/v1/recommend", json={"query": "i03", "user": "team/5", "k": 2}).json()
    service.post("/v1/events", json={"events": [{**VIEW, "user": "team/5"}, {**VIEW, "id": "o", "session": "t"}]})
    gone = service.delete("/v1/users/team%2F5")
    assert (gone.status_code, gone.json()) == (200, {"rows": {"events": 1, "shown": 1, "documents": 0}})
    assert asked["recommendation_id"]
    status = store_of(service).status()
    assert (status.events, status.shown) == ({"view": 1}, 0)


def test_reviewer_ids_never_leave(tmp_path: Path) -> None:
    folder = train(quoted_shop(tmp_path), out=tmp_path / "model", model="item-knn").folder
    settings = ServiceSettings(store=str(tmp_path / "live.sqlite"))
    with TestClient(create(LiveShop(folder), settings), "http://127.0.0.1") as service:
        users = service.get("/v1/users", params={"limit": 100}).json()["users"]
        asked = {"query": "i05", "z": 20, "quotes": 5, "filters": {"any_kind": True}}
        said = service.post("/v1/recommend", json=asked).text
        said += service.post("/v1/explain", json={"query": "i05", "substitute": "i01", "quotes": 5}).text
        said += service.get("/v1/items/i05").text
    assert '"quotes":[{' in said  # words of theirs leave
    assert users
    assert not [name for name in users if name in said]


def test_what_is_too_old_is_dropped_at_the_start(make: Make) -> None:
    kept = make()
    old, new = ({**VIEW, "id": name, "time": int(time.time()) - days * 86_400} for name, days in (("a", 31), ("b", 29)))
    kept.post("/v1/events", json={"events": [old, new]})
    limited = make(retention_days=30)
    store = store_of(limited)
    end = time.monotonic() + 30
    while store.status().events != {"view": 1} and time.monotonic() < end:
        time.sleep(0.01)
    assert [one.id for _, _, one in store.since(Cursor()).events] == ["b"]
    assert store_of(kept).status().events == {"view": 1}  # the same file


def test_retention_goes_on_after_a_fault(service: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(retention, "event", lambda name, *level, **facts: heard.append((name, facts)))

    faults = [StoreAway("x", "gone"), sqlite3.OperationalError("disk I/O error")]

    def fails(before: float) -> None:
        raise faults.pop(0)

    store = store_of(service)
    with monkeypatch.context() as patch:
        patch.setattr(store, "expire", fails)
        retention.drop(store, 3)
        retention.drop(store, 3)
    retention.drop(store, 3)
    assert heard == [
        ("retention failed", {"reason": "x: the store does not answer (gone)"}),
        ("retention failed", {"reason": "disk I/O error"}),
        ("retention", {"days": 3, "events": 0, "shown": 0}),
    ]


def test_a_name_that_is_nothing_but_nul_is_refused(service: TestClient) -> None:
    body = {"query": "i03", "substitute": "i04", "verdict": "accepted", "attributes": ["\x00"]}
    assert service.post("/v1/feedback", json=body).status_code == 422
    event = {"id": "v", "kind": "verdict", "item": "i04", "query": "i03", "verdict": "accepted", "wrong": ["\x00"]}
    assert service.post("/v1/events", json=event).status_code == 422
