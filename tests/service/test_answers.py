"""What every address answers, and that it is what the shop itself says."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import orjson
import polars as pl
import pytest
from starlette.testclient import TestClient

from instead import grouped
from instead.request import Request
from instead.service.application import create
from instead.service.live import LiveShop
from instead.settings import ServiceSettings
from instead.wording import ENGLISH
from tests.service.conftest import HOSTILE, Make, without_checksums


def unnamed(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of the service without the name by which it was recorded."""
    assert len(answer["recommendation_id"]) == 32
    return answer | {"recommendation_id": None}


def plain(record: Any) -> Any:
    """A record as it looks after a journey through JSON."""
    return orjson.loads(orjson.dumps(record))


def test_a_recommendation_is_what_the_shop_says(service: TestClient, live: LiveShop) -> None:
    for body in (
        {"query": "i03"},
        {"query": "i03", "user": "u01", "k": 3, "z": 2, "quotes": 0},
        {"query": "i03", "care": {"price": 5.0, "battery": 1.0}, "style": "paper", "diversity": 0.5},
        {"query": "i03", "filters": {"max_price": 9.0, "exclude": ["i04"], "same_category": True}},
        {"query": "i03", "reviews": [{"mentions": [{"attribute": "battery", "sentiment": -1}]}]},
        {"query": "i03", "session": "visit-7", "viewed": ["i05", "i06"], "history": ["i07"], "time": 1_500_000_000},
        {"query": "i03", "chosen": [["i05", "i06"], ["i07", "i01", "i02"]]},
    ):
        got = service.post("/v1/recommend", json=body)
        assert got.status_code == 200, got.text
        assert unnamed(got.json()) == plain(live.current.shop.answer(Request.of(**body)))
        assert got.json()["substitutes"]
    cheap = service.post("/v1/recommend", json={"query": "i03", "filters": {"max_price": 5.0}}).json()["substitutes"]
    assert cheap
    assert all(one["price"] <= 5.0 for one in cheap)


def test_a_batch_answers_each_on_its_own(service: TestClient, live: LiveShop) -> None:
    body = {"requests": [{"query": "i03", "k": 2}, {"query": "nowhere"}, {"query": "i04", "user": "u02", "k": 1}]}
    results = service.post("/v1/recommend/batch", json=body).json()["results"]
    results[0]["recommendation"] = unnamed(results[0]["recommendation"])
    assert results[0] == {"recommendation": plain(live.current.shop.recommend(query="i03", k=2)), "problem": None}
    assert results[1]["recommendation"] is None
    assert results[1]["problem"]["type"] == "urn:instead:unknown-item"
    assert len(results[2]["recommendation"]["substitutes"]) == 1


def test_groups_name_what_speaks_for_whom(service: TestClient, live: LiveShop) -> None:
    body = {"query": "i03", "user": "u01", "k": 8}
    plainly = service.post("/v1/recommend", json=body).json()
    assert "groups" not in plainly
    got = service.post("/v1/recommend", json={**body, "grouped": True}).json()
    wanted = grouped(live.current.shop.recommend("u01", "i03", 8))
    assert got.pop("groups") == [
        {"attribute": one.attribute, "text": one.text, "items": [each.item for each in one.substitutes]}
        for one in wanted
    ]
    names = [got.pop("recommendation_id"), plainly.pop("recommendation_id")]
    assert got == plainly
    many = service.post("/v1/recommend/batch", json={"requests": [{**body, "grouped": True}, body]}).json()["results"]
    assert many[0]["recommendation"]["groups"]
    names += [one["recommendation"].pop("recommendation_id") for one in many]
    assert len(set(names)) == 4  # each answer has a name of its own
    assert many[1]["recommendation"] == plainly


def test_ids_with_a_slash(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Servers decode %2F before anybody can look at the path."""
    place = tmp_path / "model"
    shutil.copytree(models[0], place)
    for table, column, old, new in (("items", "item", "i08", "A/B ü"), ("users", "user", "u05", "team/5")):
        frame = pl.read_parquet(place / f"{table}.parquet")
        frame.with_columns(pl.col(column).replace(old, new)).write_parquet(place / f"{table}.parquet")
    without_checksums(place)
    settings = ServiceSettings(store=str(tmp_path / "live.sqlite"))
    with TestClient(create(LiveShop(place), settings), "http://127.0.0.1") as service:
        assert service.get("/v1/items/A%2FB%20%C3%BC").json()["id"] == "A/B ü"
        got = service.get("/v1/users/team%2F5/cares").json()
        assert (got["user"], got["known"]) == ("team/5", True)
        assert service.get("/v1/items/A%2FC").json()["type"] == "urn:instead:unknown-item"
        assert service.get("/v1/users/line%0Abreak/cares").json()["known"] is False
        metrics = service.get("/metrics").text
        assert 'route="/v1/items/{item}"' in metrics
        assert "/v1/items/{item}" in service.get("/openapi.json").json()["paths"]


def test_an_explanation_has_its_table(service: TestClient, live: LiveShop) -> None:
    got = service.post("/v1/explain", json={"query": "i03", "substitute": "i04", "user": "u01", "rows": 5}).json()
    shop = live.current.shop
    assert got["substitute"] == plain(shop.explain("u01", "i03", "i04"))
    assert got["comparison"] == plain(tuple(shop.compare("u01", "i03", "i04", n=5)))
    assert got["comparison"]
    none = service.post("/v1/explain", json={"query": "i03", "substitute": "i04", "rows": 0}).json()
    assert none["comparison"] == []


def test_items_are_found_paged_and_shown(service: TestClient, live: LiveShop) -> None:
    first = service.get("/v1/items", params={"limit": 12}).json()
    second = service.get("/v1/items", params={"limit": 12, "offset": first["next"]}).json()
    ids = [one["id"] for one in first["items"] + second["items"]]
    assert len(ids) == len(set(ids)) == 20
    assert second["next"] is None
    found = service.get("/v1/items", params={"text": "item 12"}).json()["items"]
    assert found[0]["title"] == "Item 12"
    nothing: dict[str, Any] = {"items": [], "next": None, "categories": [], "near": False}
    assert service.get("/v1/items", params={"text": "zebra"}).json() == nothing
    assert service.get("/v1/items/i07").json() == plain(live.current.shop.item("i07"))
    assert service.get("/v1/items/i07").json()["title"] == HOSTILE


def test_users_and_what_they_care_about(service: TestClient, live: LiveShop) -> None:
    assert service.get("/v1/users", params={"text": "u0", "limit": 3}).json() == {
        "users": ["u00", "u01", "u02"],
        "next": 3,
    }
    known = service.get("/v1/users/u01/cares", params={"n": 3}).json()
    assert known == {"user": "u01", "known": True, "cares": plain(live.current.shop.cares("u01", n=3))}
    stranger = service.get("/v1/users/someone/cares").json()
    assert (stranger["known"], stranger["cares"]) == (False, plain(live.current.shop.cares()))
    average = service.get("/v1/users/average/cares").json()
    assert average == {"user": "average", "known": False, "cares": plain(live.current.shop.cares())}
    two = service.get("/v1/users/u01/cares", params={"attribute": ["price", "screen"]}).json()["cares"]
    assert {one["attribute"] for one in two} == {"price", "screen"}
    assert "battery" in service.get("/v1/attributes").json()["attributes"]
    assert service.get("/v1/attributes", params={"text": "bu"}).json() == {"attributes": ["button"]}
    assert service.get("/v1/attributes", params={"like": "batery"}).json()["attributes"][0] == "battery"
    assert service.get("/v1/attributes", params={"like": "battery", "limit": 1}).json() == {"attributes": ["battery"]}
    assert service.get("/v1/attributes", params={"like": "zzzz"}).json() == {"attributes": []}


def test_feedback_is_kept_once(service: TestClient) -> None:
    body = {"query": "i03", "substitute": "i04", "verdict": "accepted", "attributes": ["price"], "id": "mine"}
    first, again = (service.post("/v1/feedback", json=body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = service.post("/v1/feedback", json={**body, "verdict": "rejected"})
    assert other.status_code == 409
    assert other.json()["type"] == "urn:instead:id-used-before"
    assert service.post("/v1/feedback", json={**body, "id": None, "verdict": "rejected"}).status_code == 201
    seen = service.get("/admin/overview").json()["feedback"]
    assert (seen["accepted"], seen["rejected"]) == (1, 1)
    assert seen["wrong"] == []
    assert service.post("/v1/feedback", json={**body, "wrong": ["price", "other"]}).status_code == 201
    told = service.get("/admin/overview").json()["feedback"]["wrong"]
    assert told == [{"attribute": "other", "wrong": 1}, {"attribute": "price", "wrong": 1}]
    assert [sum(day[name] for day in seen["days"]) for name in ("accepted", "rejected")] == [1, 1]
    assert {row["substitute_title"] for row in seen["latest"]} == {"Item 4"}
    assert {row["model"] for row in seen["latest"]} == {service.get("/v1/about").json()["model"]}
    metrics = service.get("/metrics").text
    assert 'instead_feedback_total{verdict="accepted"} 1.0' in metrics


def test_health_metrics_and_the_staffs_view(service: TestClient, live: LiveShop) -> None:
    for path in ("/", "/health/live", "/health/ready", "/page/app.js"):
        seen = service.head(path)
        assert (seen.status_code, seen.content) == (200, b"")
    assert service.get("/health/live").json() == {"status": "alive"}
    assert service.get("/health/ready").json() == {"status": "ready", "model": live.current.version}
    service.post("/v1/recommend", json={"query": "i03"})
    metrics = service.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'instead_requests_total{method="POST",route="/v1/recommend",status="200"} 1.0' in metrics.text
    assert 'instead_model_size{what="items"} 20.0' in metrics.text
    seen = service.get("/admin/overview").json()
    assert seen["model"]["manifest"]["model"] == "a2cf"
    assert "# Model card" in seen["model"]["card"]
    timed = {one["route"]: one for one in seen["latency"]}["/v1/recommend"]
    assert timed["requests"] == 1
    assert 0 < timed["p50"] <= timed["p99"]
    about = service.get("/v1/about").json()
    assert (about["items"], about["users"], about["scale"]) == (20, 30, 5.0)
    assert about["looks_at"] == ["care", "user"]
    assert about["words"] == plain(ENGLISH.words.model_dump())


@pytest.mark.parametrize("path", ["/", "/page/app.js", "/page/base.css", "/page/icon.svg"])
def test_the_page_is_served_with_its_policy(service: TestClient, path: str) -> None:
    got = service.get(path)
    assert got.status_code == 200
    policy = got.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert got.headers["x-content-type-options"] == "nosniff"
    assert "http" not in policy  # no other host at all


def test_pictures_come_only_from_hosts_the_shop_names(make: Make) -> None:
    service = make(picture_hosts=("https://images.example.org",))
    assert "img-src 'self' data: https://images.example.org;" in service.get("/").headers["content-security-policy"]
    assert service.get("/v1/about").json()["picture_hosts"] == ["https://images.example.org"]


def test_the_description_has_examples_that_work(service: TestClient) -> None:
    made = service.get("/openapi.json").json()
    tried = 0
    for path, methods in made["paths"].items():
        for method, about in methods.items():
            assert about["summary"]
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = next(
                (part["$ref"].rpartition("/")[2] for part in (body, *body.get("anyOf", [])) if "$ref" in part), None
            )
            for example in made["components"]["schemas"][name].get("examples", []) if name else ():
                there = path.replace("{name}", example.get("id", ""))
                assert service.request(method, there, json=example).status_code in {200, 201}, (path, example)
                tried += 1
    assert tried >= 5
