"""The staff's page with a model that can be read: an offer's score taken apart, and the weights, in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import instead
from tests.open_shop import quoted_shop
from tests.service.conftest import Running, running
from tests.service.test_page import browser, faults, opened

__all__ = ["browser", "faults"]  # fixtures
WIDTHS = (1280, 800, 390)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readable")
    return instead.train(quoted_shop(folder), out=folder / "m").folder


@pytest.fixture(scope="module")
def readable(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(model, tmp_path_factory.mktemp("served")) as service:
        with instead.Client(service.address) as client:
            client.feedback("i05", "i06", "accepted", user="u03", position=1)
            client.feedback("i02", "i09", "rejected", position=2)
        yield service


@pytest.fixture
def page(browser: Browser, readable: Running, faults: list[str]) -> Iterator[Page]:
    yield from opened(browser, readable.address, faults)


def shown(points: float) -> str:
    return f"{'−' if points < 0 else '+'}{abs(points):.2f}"


def check_sum(page: Page, why: Any) -> None:
    table = page.locator("table.sum")
    expect(table.locator("caption")).to_have_text(why.title)
    expect(table.locator("tbody th")).to_have_text([name for name, _ in why.score_parts])
    expect(table.locator("tbody td.number")).to_have_text([shown(points) for _, points in why.score_parts])
    expect(table.locator("tfoot td.number")).to_have_text(shown(why.score))


def test_an_offer_is_taken_apart(page: Page, model: Path) -> None:
    shop = instead.load(model)
    page.goto("/#/staff")
    page.get_by_role("button", name="Take the score apart: Item 6").click()
    check_sum(page, shop.explain("u03", "i05", "i06"))
    expect(page.get_by_label("Customer, if known")).to_have_value("u03")
    page.get_by_label("Item offered").fill("i09")
    page.get_by_label("Customer, if known").fill("")
    page.get_by_role("button", name="Take apart", exact=True).last.click()
    check_sum(page, shop.explain(None, "i05", "i09"))
    page.get_by_label("Item offered").fill("i99")
    page.keyboard.press("Enter")
    expect(page.locator(".trouble")).to_contain_text("unknown item 'i99'")
    expect(page.locator("table.sum")).to_have_count(0)


def test_bars_go_to_their_side(page: Page, model: Path) -> None:
    why = instead.load(model).explain("u03", "i05", "i06")
    page.goto("/#/staff")
    page.get_by_role("button", name="Take the score apart: Item 6").click()
    expect(page.locator("table.sum")).to_be_visible()
    largest = max(abs(points) for _, points in why.score_parts)
    for bar, (_, points) in zip(page.locator(".sum-bar").all(), why.score_parts, strict=True):
        left, right = (float(side.evaluate("one => parseFloat(one.style.width)")) for side in bar.locator("i").all())
        wide = 100 * abs(points) / largest
        assert (left, right) == pytest.approx((wide, 0.0) if points < 0 else (0.0, wide), abs=0.01)


def test_the_weights(page: Page, model: Path) -> None:
    page.goto("/#/staff")
    tables = instead.load(model).weights
    expect(page.locator("table.weights")).to_have_count(len(tables))
    for table, told in zip(page.locator("table.weights").all(), tables, strict=True):
        expect(table.locator("thead th")).to_have_text(["Signal", *told.askers])
        expect(table.locator("tbody tr")).to_have_count(len(told.rows))
        for line, row in zip(table.locator("tbody tr").all(), told.rows, strict=True):
            expect(line.locator("th")).to_have_text(f"{row.signal}{row.part}: {row.says}")
            pairs = zip(row.points, row.errors, strict=True)
            said = ["" if points is None else f"{shown(points)} ± {error:.2f}" for points, error in pairs]
            expect(line.locator("td")).to_have_text(said)


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_hangs_over_the_edge(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/#/staff")
    page.get_by_role("button", name="Take the score apart: Item 6").click()
    expect(page.locator("table.sum")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    names = page.locator("table.sum th[scope=row], table.weights th[scope=row]")
    widths = [one.evaluate("one => one.offsetWidth") for one in names.all()]
    assert min(widths) > 60  # words, not letters, stand below each other
