"""The page of a shop that has orders and nothing else: it promises nothing that reviews would have to say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import instead
from tests.service.conftest import Running, running
from tests.service.test_page import browser, faults, opened
from tests.small_shop import put, small_settings

__all__ = ["browser", "faults"]  # the fixtures


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Orders of two kinds of things: nobody has both."""
    folder = tmp_path_factory.mktemp("plain")
    orders = [f"u{user},{'ab'[user % 2]}{(user + step) % 7}" for user in range(40) for step in range(5)]
    files = put(folder / "orders.csv", ["user,item", *orders])
    data = instead.prepare([files], out=folder / "data", settings=small_settings(), without_links=True)
    made = instead.train(data, out=folder / "m", model="item-knn")
    with running(made.folder, folder / "served") as service:
        yield service


@pytest.fixture
def page(browser: Browser, plain: Running, faults: list[str]) -> Iterator[Page]:
    yield from opened(browser, plain.address, faults)


def test_nothing_is_said_of_reviews(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".grid a")).to_have_count(14)
    expect(page.get_by_role("heading", level=2)).to_have_text("What there is")
    expect(page.locator("body")).not_to_contain_text("review")
    expect(page.locator("body")).not_to_contain_text("matter")


def test_a_stranger_is_offered_what_goes_with_the_item(page: Page) -> None:
    page.goto("/#/item/b3")
    expect(page.locator(".card")).to_have_count(6)
    offered = page.locator(".card").evaluate_all("(all) => all.map((one) => one.dataset.item)")
    assert sorted(offered) == ["b0", "b1", "b2", "b4", "b5", "b6"]
    expect(page.get_by_role("heading", name="Who you are")).to_be_visible()
    expect(page.locator(".keys")).to_have_count(0)
    expect(page.locator("#more-care")).to_have_count(0)
