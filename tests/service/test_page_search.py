"""Searching on the page: categories, typing errors, and items that are not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import instead
from instead.errors import UnknownItem
from instead.service.live import LiveShop
from tests.service.conftest import Make, Running
from tests.service.test_page import browser, faults, page

__all__ = ["browser", "faults", "page"]  # the fixtures


def test_the_api_finds_categories_and_forgives(make: Make, live: LiveShop) -> None:
    service, shop = make(), live.current.shop
    category = shop.categories()[0]
    found = service.get("/v1/items", params={"text": category.name[:4]}).json()
    assert {"name": category.name, "items": category.items} in found["categories"]
    listed = service.get("/v1/items", params={"category": category.name.upper(), "limit": 50}).json()
    assert len(listed["items"]) == category.items
    assert service.get("/v1/items", params={"category": "Nowhere"}).json()["items"] == []
    wrong = service.get("/v1/items", params={"text": "itme 12"}).json()
    assert (wrong["near"], wrong["items"][0]["title"]) == (True, "Item 12")


def test_the_client_finds_as_the_shop_does(served: Running, models: tuple[Path, Path]) -> None:
    shop = instead.load(models[0])
    name = shop.categories()[0].name
    with instead.Client(served.address) as client:
        assert client.categories(name) == shop.categories(name)
        assert [one.id for one in client.search("", category=name)] == [one.id for one in shop.search(category=name)]
        assert [one.id for one in client.search("itme 12")] == [one.id for one in shop.search("itme 12")]
        with pytest.raises(UnknownItem) as caught:
            client.item("i3")
        with pytest.raises(UnknownItem) as wanted:
            shop.item("i3")
    assert (caught.value.near, caught.value.titles) == (wanted.value.near, wanted.value.titles)
    assert str(caught.value) == str(wanted.value)


def test_an_unknown_item_over_http(make: Make) -> None:
    got = make().get("/v1/items/i3")
    assert got.status_code == 404
    content = got.json()
    assert len(content["near"]) == len(content["titles"]) > 0
    assert all(
        f"{item} ({title})" in content["detail"] for item, title in zip(content["near"], content["titles"], strict=True)
    )


def test_a_typing_error_is_forgiven_and_said(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Search for an item").fill("itme 12")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is called “itme 12”; this comes near")
    expect(page.locator(".grid .name").first).to_have_text("Item 12")
    expect(page.locator("#said")).to_contain_text("this comes near")


def test_a_category_is_a_hit_that_lists_its_items(page: Page) -> None:
    line = {"brand": None, "price": 3.0, "image": None, "reviews": 4, "basis": "trained"}
    tea, cup = ({**line, "id": name, "title": name.title(), "category": "Tea Makers"} for name in ("kettle", "cup"))
    shelf = [{"name": "Tea & Makers", "items": 2}]
    first = {"items": [tea], "next": None, "near": False, "categories": shelf}
    second = {"items": [tea, cup], "next": None, "near": False, "categories": []}
    page.route("**/v1/items?text=tea*", lambda route: route.fulfill(json=first))
    page.route("**/v1/items?category=*", lambda route: route.fulfill(json=second))
    page.goto("/#/?text=tea")
    hit = page.get_by_role("navigation", name="Categories").get_by_role("link")
    expect(hit).to_have_text("Tea & Makers 2 items")
    hit.press("Enter")
    expect(page).to_have_url(re.compile(r"#/\?category=Tea%20%26%20Makers$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("In “Tea & Makers”")
    expect(page.locator(".grid .name")).to_have_text(["Kettle", "Cup"])


def test_an_unknown_item_is_answered_with_titles(page: Page) -> None:
    page.goto("/#/item/i3")
    expect(page.get_by_role("heading", name="We do not have that item")).to_be_visible()
    near = page.locator(".near-item")
    expect(near.first).to_contain_text("Item")
    assert re.fullmatch(r"Item \d+ i\d\d", near.first.locator(":scope > span").last.inner_text())
    near.first.click()
    expect(page.locator(".card")).to_have_count(6)
