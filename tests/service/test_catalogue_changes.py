"""The catalogue over HTTP: prices, stock, hidden and new items count at once, are kept, and are the staff's affair."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import instead
from instead.cli.main import app
from instead.errors import UnknownItem
from instead.service.application import create
from instead.service.client import Client
from instead.service.live import LiveShop
from instead.settings import RankerSettings, ServiceSettings
from tests.service.conftest import running
from tests.talking_shop import talking_shop

QUICK = RankerSettings(dimension=4, factor_rounds=2, lists=60, pools=40, uniform=8, hard=8, decoys=2, bends=1)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ranker")
    data = talking_shop(folder)
    return instead.train(str(data.folder), out=folder / "model", model="ranker", settings=QUICK).folder


class Shop:
    """A service on a store of its own, which can be started again."""

    def __init__(self, model: Path, folder: Path, **changes: Any) -> None:
        self.model, self.folder, self.changes = model, folder, changes
        self.client: TestClient | None = None

    def start(self) -> TestClient:
        self.stop()
        settings = ServiceSettings.checked({"store": str(self.folder / "live.sqlite"), **self.changes})
        self.client = TestClient(create(LiveShop(self.model), settings), "http://127.0.0.1")
        return self.client.__enter__()

    def stop(self) -> None:
        if self.client is not None:
            self.client.__exit__(None, None, None)
            self.client = None


@pytest.fixture
def shop(model: Path, tmp_path: Path) -> Any:
    made = Shop(model, tmp_path)
    yield made
    made.stop()


def offered(client: TestClient, query: str = "i03", **more: Any) -> list[dict[str, Any]]:
    body = {"query": query, "k": 20, "filters": {"any_kind": True}, **more}
    found = client.post("/v1/recommend", json=body)
    assert found.status_code == 200, found.text
    return list(found.json()["substitutes"])


def ids(rows: list[dict[str, Any]], name: str = "item") -> list[str]:
    return [row[name] for row in rows]


def test_a_price_counts_at_once_and_after_a_restart(shop: Shop) -> None:
    client = shop.start()
    change = {
        "items": [{"item": "i03", "price": 100.0, "currency": "EUR"}, {"item": "i05", "price": 60.0, "currency": "EUR"}]
    }
    assert client.patch("/v1/items", json=change).json() == {"changed": 2, "unchanged": 0, "unknown": []}
    for restarted in (False, True):
        again = shop.start() if restarted else client
        assert again.get("/v1/items/i05").json()["price"] == 60.0
        facts = {one["item"]: one["facts"] for one in offered(again)}
        price = next(fact for fact in facts["i05"] if fact["kind"] == "price")
        assert price["favours"] == 1 and "40" in price["text"]
        assert "i05" in ids(offered(again, filters={"max_price": 70.0, "any_kind": True}))
    assert shop.client is not None
    assert shop.client.patch("/v1/items", json=change).json() == {"changed": 0, "unchanged": 2, "unknown": []}


def test_sold_out_and_hidden_items_are_queries_and_no_offers(shop: Shop) -> None:
    client = shop.start()
    assert {"i05", "i06"} <= set(ids(offered(client)))
    done = client.patch(
        "/v1/items", json={"items": [{"item": "i05", "available": False}, {"item": "i06", "hidden": True}]}
    )
    assert done.json()["changed"] == 2
    assert not {"i05", "i06"} & set(ids(offered(client)))
    for query in ("i05", "i06"):
        assert offered(client, query)
    found = ids(client.get("/v1/items", params={"limit": 100}).json()["items"], "id")
    assert "i05" in found and "i06" not in found
    assert "i06" not in ids(client.get("/v1/items", params={"text": "i06"}).json()["items"], "id")
    client.patch("/v1/items", json={"items": [{"item": "i05", "available": None}, {"item": "i06", "hidden": False}]})
    assert {"i05", "i06"} <= set(ids(offered(client)))


def test_unknown_items_are_named_and_wrong_values_refuse_all(shop: Shop) -> None:
    client = shop.start()
    done = client.patch("/v1/items", json={"items": [{"item": "nobody", "price": 1}, {"item": "i05", "price": 7}]})
    assert done.json() == {"changed": 1, "unchanged": 0, "unknown": ["nobody"]}
    wrong = client.patch("/v1/items", json={"items": [{"item": "i05", "price": 8}, {"item": "i06", "price": -1}]})
    assert wrong.status_code == 422 and "price" in wrong.json()["detail"]
    assert client.get("/v1/items/i05").json()["price"] == 7.0


def test_a_new_item_is_placed_by_its_words_and_survives(shop: Shop) -> None:
    client = shop.start()
    like = client.get("/v1/items/i03").json()
    body = {"title": like["title"] + " new", "price": 5.0, "fields": {"color": "red"}}
    made = client.put("/v1/items/NEW", json=body)
    assert made.status_code == 200 and made.json()["title"] == body["title"] and made.json()["basis"] == "new"
    for restarted in (False, True):
        again = shop.start() if restarted else client
        assert "NEW" in ids(offered(again))
        assert offered(again, "NEW")
        assert ids(again.get("/v1/items", params={"text": body["title"]}).json()["items"], "id")[0] == "NEW"
    assert shop.client is not None
    assert shop.client.delete("/v1/items/NEW").status_code == 200
    assert "NEW" not in ids(offered(shop.client))
    assert shop.client.delete("/v1/items/NEW").json()["unchanged"] == 1
    assert shop.client.delete("/v1/items/nobody").status_code == 404
    assert shop.client.put("/v1/items/NEW", json=body).status_code == 200
    assert "NEW" in ids(offered(shop.client))


def test_a_reload_keeps_the_state(shop: Shop) -> None:
    client = shop.start()
    client.patch("/v1/items", json={"items": [{"item": "i05", "price": 3.25}]})
    client.put("/v1/items/NEW", json={"title": "Something new", "mentions": [{"attribute": "battery", "sentiment": 1}]})
    assert client.post("/admin/reload", json={}).status_code == 200
    assert client.get("/v1/items/i05").json()["price"] == 3.25
    assert client.get("/v1/items/NEW").json()["basis"] == "attributes"


def test_only_the_staff_changes_the_catalogue(model: Path, tmp_path: Path) -> None:
    shop = Shop(model, tmp_path, api_key="people", admin_key="staff")
    client = shop.start()
    calls = (("PATCH", "/v1/items", {"items": [{"item": "i05", "price": 1}]}), ("PUT", "/v1/items/i05", {"title": "T"}),
             ("DELETE", "/v1/items/i05", None), ("POST", "/admin/feed", None))  # fmt: skip
    for method, path, body in calls:
        assert client.request(method, path, json=body, headers={"X-API-Key": "people"}).status_code == 401
    assert client.get("/v1/items/i05", headers={"X-API-Key": "people"}).status_code == 200
    assert client.request(*calls[0][:2], json=calls[0][2], headers={"X-API-Key": "staff"}).status_code == 200
    shop.stop()


def test_a_feed_is_read_again(model: Path, tmp_path: Path) -> None:
    feed = tmp_path / "products.jsonl"

    def write(*rows: dict[str, Any]) -> None:
        feed.write_text("\n".join(json.dumps(row) for row in rows))

    shop = Shop(model, tmp_path, feed=[str(feed)])
    client = shop.start()
    write({"asin": "i05", "title": "Item 5", "price": 12.5}, {"asin": "i06", "title": "Item 6", "price": 3.0},
          {"asin": "FED", "title": "Fed item 5", "price": 4.0})  # fmt: skip
    done = client.post("/admin/feed").json()
    assert (done["items"], done["added"], done["unknown"]) == (3, 1, [])
    assert client.get("/v1/items/i05").json()["price"] == 12.5
    assert client.get("/v1/items/FED").json()["price"] == 4.0
    again = client.post("/admin/feed").json()
    assert (again["changed"], again["unchanged"], again["added"]) == (0, 3, 0)
    shop.stop()
    unset = Shop(model, tmp_path)
    assert unset.start().post("/admin/feed").status_code == 409
    unset.stop()


def test_a_session_is_known_by_its_id(shop: Shop) -> None:
    client = shop.start()
    before = client.post("/v1/recommend", json={"query": "i03", "session": "visit"}).json()
    assert before["user_basis"] == "average"
    view = {"id": "e1", "kind": "view", "session": "visit", "item": "i08"}
    assert client.post("/v1/events", json=view).status_code == 201
    assert client.post("/v1/recommend", json={"query": "i03", "session": "visit"}).json()["user_basis"] == "session"
    assert client.post("/v1/recommend", json={"query": "i03", "session": "other"}).json()["user_basis"] == "average"


def test_what_somebody_bought_is_not_offered_to_them(shop: Shop) -> None:
    client = shop.start()
    first = ids(offered(client, user="somebody"))[0]
    bought = {"id": "e1", "kind": "purchase", "user": "somebody", "item": first}
    assert client.post("/v1/events", json=bought).status_code == 201
    assert first not in ids(offered(client, user="somebody"))
    assert first in ids(offered(client, user="somebody else"))
    again = shop.start()
    assert first not in ids(offered(again, user="somebody"))


def test_stars_of_a_new_review_count(shop: Shop) -> None:
    client = shop.start()
    before = client.get("/v1/items/i05").json()["reviews"]
    review = {"id": "r1", "kind": "review", "user": "somebody", "item": "i05", "rating": 5, "text": "Fine."}
    for _ in range(2):  # the second is the same event
        assert client.post("/v1/events", json=review).status_code == 201
    assert client.get("/v1/items/i05").json()["reviews"] == before + 1


def test_the_client_and_the_command_change_the_catalogue(model: Path, tmp_path: Path) -> None:
    feed = tmp_path / "products.jsonl"
    feed.write_text(json.dumps({"asin": "i06", "title": "Item 6", "price": 3.5}))
    with running(model, tmp_path, "--set", f'feed=["{feed}"]') as service, Client(service.address) as client:
        assert client.change_items([{"item": "i05", "price": 8.25}, {"item": "nobody", "price": 1.0}]) == ("nobody",)
        assert client.item("i05").price == 8.25
        assert client.put_item("NEW/1", title="Something new", category=["Things"]).id == "NEW/1"
        client.delete_item("NEW/1")
        assert "NEW/1" not in [one.id for one in client.search("Something new")]
        with pytest.raises(UnknownItem):
            client.delete_item("nobody")
        done = CliRunner().invoke(app, ["feed", service.address, "--json"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.output)["items"] == 1 and client.item("i06").price == 3.5
