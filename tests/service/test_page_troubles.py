"""The page when something goes wrong: what was there stays there, the trouble is said where it is, and goes away."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.service.conftest import Running
from tests.service.test_page import browser, faults, page

__all__ = ["browser", "faults", "page"]  # the fixtures

BUSY = {"type": "urn:instead:too-busy", "title": "Too busy", "status": 503, "detail": "too many requests are waiting"}


def once(page: Page, address: str, **answer: Any) -> list[Request]:
    """The first request to an address gets this answer, the others reach the service. All of them are noted."""
    seen: list[Request] = []

    def handle(route: Route) -> None:
        seen.append(route.request)
        if len(seen) == 1:
            route.fulfill(**answer)
        else:
            route.continue_()

    page.route(address, handle)
    return seen


def test_a_proxy_that_closes_the_staffs_addresses(page: Page) -> None:
    """As deploy/nginx.conf does it: 404, and no JSON."""
    asked: list[str] = []

    def closed(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, content_type="text/html", body="<html><h1>404 Not Found</h1></html>")

    page.route("**/admin/**", closed)
    page.goto("/#/staff")
    expect(page.get_by_role("heading", name="The staff’s view is closed here")).to_be_visible()
    page.wait_for_timeout(3_500)  # longer than the pulse of a page that waits for a dead service
    assert len(asked) == 1
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.get_by_role("link", name="Staff")).to_be_hidden()
    page.get_by_role("link", name="To the shop").click()
    expect(page.locator(".grid a")).to_have_count(20)


def test_a_proxy_without_a_service_behind_it_is_waited_for(page: Page) -> None:
    once(page, "**/v1/items?*", status=502, content_type="text/html", body="<html>Bad Gateway</html>")
    page.goto("/")
    expect(page.locator("#banner")).to_contain_text("does not answer")
    expect(page.locator(".grid a")).to_have_count(20)  # by itself
    expect(page.locator("#banner")).to_be_hidden()


@pytest.mark.parametrize("first", [True, False], ids=["first question", "later question"])
def test_a_question_that_fails_once(page: Page, first: bool) -> None:
    if not first:
        page.goto("/#/item/i03")
        expect(page.locator(".card")).to_have_count(6)
    once(page, "**/v1/recommend", status=503, json=BUSY)
    if first:
        page.goto("/#/item/i03")
    else:
        page.locator(".slider input").first.press("End")
    said = page.locator(".results .trouble")
    expect(said).to_contain_text("The shop is very busy just now.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Item 3")  # the view is still there
    expect(page.locator(".card")).to_have_count(0 if first else 6)
    said.get_by_role("button", name="Try again").click()
    expect(page.locator(".card")).to_have_count(6)
    expect(said).to_have_count(0)


def test_a_view_that_fails_once(page: Page) -> None:
    once(page, "**/v1/items/i03", status=500, json={**BUSY, "status": 500, "detail": "the log has it"})
    page.goto("/#/item/i03")
    expect(page.locator(".state")).to_contain_text("Something went wrong in the shop.")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".card")).to_have_count(6)


def test_a_wish_that_no_review_speaks_of(page: Page) -> None:
    page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    box = page.get_by_label("Something else?")
    box.fill("Batery")
    page.get_by_role("button", name="Add").click()
    said = page.locator(".said")
    expect(said).to_contain_text("No review here speaks of “batery”. Did you mean:")
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".card")).to_have_count(6)
    assert "batery" not in page.url.lower()
    said.get_by_role("button", name="battery").click()
    expect(page).to_have_url(re.compile("care=battery%3A"))
    expect(said).to_be_empty()
    box.fill("zzzz")
    box.press("Enter")
    expect(said).to_contain_text("No review here speaks of “zzzz”. Try another word.")
    page.reload()
    expect(page.locator(".card")).to_have_count(6)


def test_old_wishes_in_an_address(page: Page) -> None:
    page.goto("/#/item/i03?care=gone%3A5%2Cprice%3A40")
    expect(page.locator(".card")).to_have_count(6)
    expect(page.locator(".note")).to_have_text("No review here speaks of “gone”, so that wish is left out.")
    expect(page).to_have_url(re.compile("care=price%3A5$"))  # and no more than the scale has
    expect(page.get_by_label("gone", exact=True)).to_have_count(0)
    page.reload()
    expect(page.locator(".card")).to_have_count(6)
    expect(page.locator(".note")).to_have_count(0)


def test_a_new_model_that_speaks_of_less(page: Page) -> None:
    page.goto("/#/item/i03?care=battery%3A4")
    expect(page.locator(".card")).to_have_count(6)
    page.route("**/v1/attributes?like=battery*", lambda route: route.fulfill(json={"attributes": []}))
    wrong = {"type": "urn:instead:wrong-input", "status": 422, "detail": "unknown attribute: see `shop.cares()`"}
    sent = once(page, "**/v1/recommend", status=422, json=wrong)
    page.get_by_label("price", exact=True).press("End")
    expect(page.locator(".note")).to_have_text("No review here speaks of “battery”, so that wish is left out.")
    expect(page).to_have_url(re.compile("care=price%3A5$"))
    assert [dict(one.post_data_json or {})["care"] for one in sent][1:] == [{"price": 5}]


def test_a_verdict_that_fails_once_is_seen_and_counts_once(page: Page) -> None:
    page.goto("/#/item/i05")
    card = page.locator(".card").first
    expect(page.locator(".card")).to_have_count(6)
    sent = once(page, "**/v1/feedback", status=503, json=BUSY)
    card.get_by_role("button", name="I’d take this").click()
    expect(card.locator(".trouble")).to_contain_text("That did not work.")
    expect(card.get_by_role("button", name="Not for me")).to_be_enabled()
    card.locator(".trouble").get_by_role("button", name="Try again").click()
    expect(card.get_by_text("Noted: you would take this one")).to_be_visible()
    expect(card.locator(".trouble")).to_have_count(0)
    first, second = (dict(one.post_data_json or {}) for one in sent)
    assert first == second
    assert first["id"]


def test_a_comparison_that_fails_once(page: Page) -> None:
    page.goto("/#/item/i05")
    card = page.locator(".card").first
    once(page, "**/v1/explain", status=500, json={**BUSY, "status": 500})
    card.get_by_role("button", name="Compare in full").click()
    card.locator(".trouble").get_by_role("button", name="Try again").click()
    expect(card.get_by_role("table")).to_be_visible()
    expect(page.locator(".card")).to_have_count(6)


def test_more_of_a_service_that_is_away(page: Page) -> None:
    away = [True]

    def items(route: Route) -> None:
        if "offset=0" in route.request.url:
            route.fulfill(json={**route.fetch().json(), "next": 24})  # as if there were more
        elif away:
            route.abort()
        else:
            route.fulfill(json={"items": [], "next": None})

    page.route("**/v1/items?*", items)
    page.route("**/health/live", lambda route: route.abort() if away else route.continue_())
    page.goto("/")
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#banner")).to_contain_text("does not answer")
    expect(page.locator(".grid a")).to_have_count(20)
    away.clear()
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_below_a_path_of_a_proxy(page: Page, served: Running) -> None:
    """`location /shop/ { proxy_pass http://instead_service/; }`, and nothing of the page at the root."""

    def passed_on(route: Route) -> None:
        path = route.request.url.removeprefix(served.address)
        if path.startswith("/shop/"):
            route.fulfill(response=route.fetch(url=served.address + path.removeprefix("/shop")))
        else:
            route.fulfill(status=404, body="nothing here")

    page.route("**/*", passed_on)
    page.goto("/shop/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    page.get_by_role("link", name="Staff").click()
    expect(page.get_by_role("heading", name="How the shop is doing")).to_be_visible()
