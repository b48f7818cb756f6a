"""Lists of items, users and attributes: pages, order, and the sizes that hold when nobody names one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import orjson
import polars as pl
import pytest

from instead.records import Category
from instead.service.routes import items as routes
from instead.service.routes import people
from tests.service.conftest import Make


def content(response: Any) -> Any:
    return orjson.loads(response.body)


def shop_with(**tables: Any) -> Any:
    return SimpleNamespace(shop=SimpleNamespace(**tables))


NAMES = ("id", "title", "brand", "category", "price", "currency", "image", "reviews", "basis", "available")


def searching(count: int) -> Any:
    """A shop of so many items, found in order."""
    lines = [SimpleNamespace(**dict.fromkeys(NAMES, None) | {"id": f"i{n}", "secret": n}) for n in range(count)]
    return shop_with(
        search=lambda text, limit, offset, category: lines[offset : offset + limit],
        categories=lambda text, limit: (Category(text, limit),),
        catalogue=SimpleNamespace(near_only=lambda text, category: text == "typo"),
    )


@pytest.mark.parametrize(("count", "following"), [(4, None), (5, None), (6, 5)])
def test_a_page_of_items_says_where_the_next_begins(count: int, following: int | None) -> None:
    page = content(routes.items(searching(count), limit=5))
    assert [one["id"] for one in page["items"]] == [f"i{n}" for n in range(min(count, 5))]
    assert page["next"] == following
    assert set(page["items"][0]) == set(NAMES)
    last = content(routes.items(searching(8), limit=3, offset=5))
    assert ([one["id"] for one in last["items"]], last["next"]) == (["i5", "i6", "i7"], None)
    assert content(routes.items(searching(9), limit=3, offset=5))["next"] == 8


def test_categories_come_with_the_first_page_of_words() -> None:
    five = [{"name": "tea", "items": 5}]
    assert content(routes.items(searching(9), text="tea", limit=3))["categories"] == five
    assert content(routes.items(searching(9), text="tea", limit=3, offset=3))["categories"] == []
    assert content(routes.items(searching(9), text=" ", limit=3))["categories"] == []
    assert content(routes.items(searching(9), text="tea", category="Cups"))["categories"] == []
    assert content(routes.items(searching(9), text="typo"))["near"] is True
    assert content(routes.items(searching(0), text="typo"))["near"] is False
    assert content(routes.items(searching(9), text="tea"))["near"] is False


@pytest.mark.parametrize(("count", "following"), [(4, None), (5, None), (6, 5)])
def test_a_page_of_users_says_where_the_next_begins(count: int, following: int | None) -> None:
    now = shop_with(users=pl.DataFrame({"user": [*(f"u{n}" for n in reversed(range(count))), "x"]}))
    assert content(people.users(now, text="u", limit=5)) == {
        "users": [f"u{n}" for n in range(min(count, 5))], "next": following,
    }  # fmt: skip
    assert content(people.users(now, text="u", limit=2, offset=2)) == {
        "users": ["u2", "u3"], "next": 4 if count > 4 else None,
    }  # fmt: skip


def test_attributes_by_mentions_where_they_are_counted() -> None:
    table = pl.DataFrame({"attribute": ["case", "battery", "button"], "mentions": [2, 1, 3]})
    now = shop_with(attributes=table)
    assert content(routes.attributes(now)) == {"attributes": ["button", "case", "battery"]}
    assert content(routes.attributes(now, text="b", limit=1)) == {"attributes": ["button"]}
    without = shop_with(attributes=table.drop("mentions"))
    assert content(routes.attributes(without)) == {"attributes": ["case", "battery", "button"]}


def test_names_that_look_alike_are_twenty_at_most() -> None:
    now = shop_with(attributes=pl.DataFrame({"attribute": ["Battery", *(f"battery{n:02d}" for n in range(40))]}))
    near = content(routes.attributes(now, like=" BATTERY "))["attributes"]
    assert (near[0], len(near)) == ("Battery", 20)
    assert len(content(routes.attributes(now, like="battery", limit=3))["attributes"]) == 3
    assert content(routes.attributes(now, text="B", like="battery")) == {"attributes": ["Battery"]}


def test_sizes_when_nobody_names_one(make: Make) -> None:
    described = make().get("/openapi.json").json()["paths"]
    defaults = {
        path: {
            one["name"]: one["schema"].get("default")
            for one in about["get"].get("parameters", ())
            if one["in"] != "header"
        }
        for path, about in described.items()
        if "get" in about
    }
    assert defaults["/v1/items"] == {"text": "", "limit": 20, "offset": 0, "category": ""}
    assert defaults["/v1/users"] == {"text": "", "limit": 20, "offset": 0}
    assert defaults["/v1/attributes"] == {"text": "", "like": "", "limit": 100}
    assert defaults["/v1/users/{user}/cares"] == {"user": None, "n": 20, "attribute": []}


def test_limits_are_told_as_they_are_set(make: Make) -> None:
    limits = {"max_k": 7, "max_batch": 8, "max_answers": 9, "max_events": 6, "currency": "CHF"}
    about = make(**limits).get("/v1/about").json()
    assert {name: about[name] for name in limits} == limits
