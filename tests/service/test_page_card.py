"""The card in a real Chromium: one sentence first, evidence on demand, wishes that go on from an offer, refusing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

import instead
from instead.live.store import open_store
from tests.open_shop import quoted_shop
from tests.service.conftest import Running, running
from tests.service.test_page import browser, faults, opened
from tests.service.test_page_troubles import BUSY, once

__all__ = ["browser", "faults"]  # the fixtures
WIDTHS = (390, 768, 1280)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("carded")
    return instead.train(quoted_shop(folder), out=folder / "m").folder


@pytest.fixture(scope="module")
def carded(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(model, tmp_path_factory.mktemp("carded_service")) as service:
        yield service


@pytest.fixture
def page(browser: Browser, carded: Running, faults: list[str]) -> Iterator[Page]:
    yield from opened(browser, carded.address, faults)


def asked_of(page: Page) -> list[dict[str, Any]]:
    """What is asked from now on."""
    found: list[dict[str, Any]] = []

    def noted(request: Request) -> None:
        if request.url.endswith("/v1/recommend"):
            found.append(dict(request.post_data_json or {}))

    page.on("request", noted)
    return found


def test_evidence_is_there_on_demand(page: Page) -> None:
    page.goto("/#/item/i03")
    card = page.locator(".card", has=page.locator(".evidence")).first
    expect(card.locator(".because")).to_be_visible()
    expect(card.locator(".reason").first).to_be_hidden()
    expect(card.locator(".tag").first).to_be_visible()
    card.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(card.locator(".reason").first).to_be_visible()
    expect(card.locator(".quotes blockquote").first).to_be_visible()
    expect(card.locator(".keys")).to_be_visible()
    page.locator(".slider input").first.press("End")  # a new list leaves open what is open
    expect(page.locator("#said")).to_have_text(re.compile("first now|changed places|stays as it was"))
    item = page.locator(".evidence[open]").first
    expect(item.locator(".reason").first).to_be_visible()


def test_not_for_me_takes_the_offer_away_and_asks_why(page: Page, carded: Running, model: Path) -> None:
    asked = asked_of(page)
    page.goto("/#/item/i03")
    cards = page.locator(".card")
    expect(cards).to_have_count(6)
    gone, second = (cards.nth(at).get_attribute("data-item") for at in (0, 1))
    title = cards.nth(0).get_by_role("heading").inner_text()
    cards.nth(0).get_by_role("button", name="Not for me").click()
    question = page.get_by_role("group", name="Which reason was wrong?")
    expect(question).to_be_focused()
    expect(question).to_contain_text(f"“{title}” is gone.")
    expect(page.locator("#said")).to_have_text(f"“{title}” is gone. Which reason was wrong?")
    expect(page.locator(f".card[data-item={gone}]")).to_have_count(0)
    expect(cards.nth(0)).to_have_attribute("data-item", str(second))  # the next one moves up
    expect(cards).to_have_count(6)  # and another comes
    assert asked[-1]["k"] == 7
    wanted = [one.item for one in instead.load(model).recommend(None, "i03", 7, z=4)]
    assert wanted[0] == gone
    assert [card.get_attribute("data-item") for card in cards.all()] == wanted[1:]  # in the order they had
    question.get_by_role("button", name="something else").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".gone").get_by_text("Thank you, that is noted.")).to_be_visible()
    store = open_store(carded.log.parent / "live.sqlite")
    rows = [row for row in store.verdicts().latest if row["item"] == gone]
    assert [(row["verdict"], row["wrong"], row["position"]) for row in rows] == [("rejected", ["other"], 1)]
    (shown,) = store.shown(ids=[rows[0]["recommendation_id"]])  # tied to the answer that offered it
    assert (shown["query"][0], shown["offers"][0][0]["item"]) == ("i03", gone)
    store.close()
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".gone")).to_have_count(0)


def test_a_reason_that_was_wrong_reaches_the_staff(page: Page) -> None:
    page.goto("/#/item/i05")
    card = page.locator(".card", has=page.locator(".evidence")).first
    name = str(card.locator(".reason").first.get_attribute("data-attribute"))
    card.get_by_role("button", name="Not for me").click()
    page.locator(".gone").get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".gone").get_by_text("Thank you, that is noted.")).to_be_visible()
    page.get_by_role("link", name="Staff").click()
    row = page.locator(".panel", has=page.get_by_role("heading", name="Reasons that were called wrong")).locator(
        "tr", has_text=name
    )
    expect(row.locator("td").nth(1)).to_have_text("1")


def test_a_refusal_that_fails_once_counts_once(page: Page) -> None:
    page.goto("/#/item/i09")
    card = page.locator(".card").first
    expect(page.locator(".card")).to_have_count(6)
    sent = once(page, "**/v1/feedback", status=503, json=BUSY)
    card.get_by_role("button", name="Not for me").click()
    said = page.locator(".gone .trouble")
    expect(said).to_contain_text("That did not work.")
    said.get_by_role("button", name="Try again").click()
    expect(said).to_have_count(0)
    expect(page.locator(".card")).to_have_count(6)
    page.wait_for_timeout(300)
    first, second = (dict(one.post_data_json or {}) for one in sent)
    assert first == second
    assert first["id"]


def test_a_wish_goes_on_from_an_offer(page: Page, model: Path) -> None:
    asked = asked_of(page)
    page.goto("/#/item/i03?user=u01")
    card = page.locator(".card").first
    item = str(card.get_attribute("data-item"))
    card.get_by_role("link", name="Like this, but cheaper").click()
    expect(page).to_have_url(re.compile(rf"#/item/{item}\?user=u01&than=price$"))
    pressed = page.locator(".query").get_by_role("button", name="Like this, but cheaper")
    expect(pressed).to_have_attribute("aria-pressed", "true")
    shop = instead.load(model)
    wanted = shop.recommend("u01", item, 6, z=4, than=["price"])
    for place, one in enumerate(wanted):
        expect(page.locator(".card").nth(place)).to_have_attribute("data-item", one.item)
        expect(page.locator(".card").nth(place).locator(".gave-up")).to_have_text(one.gave_up)
    assert asked[-1]["than"] == ["price"]
    expect(page.locator(".note")).to_have_text([*wanted.notes])
    pressed.press("Enter")  # dropped again
    expect(page).to_have_url(re.compile(rf"#/item/{item}\?user=u01$"))
    expect(pressed).to_have_attribute("aria-pressed", "false")
    expect(pressed).to_be_focused()
    expect(page.locator(".gave-up")).to_have_count(0)
    assert "than" not in asked[-1]


def test_a_wish_that_no_review_speaks_of_is_left_out(page: Page) -> None:
    page.goto("/#/item/i03?than=gone,battery")
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator(".note").first).to_have_text("No review here speaks of “gone”, so that wish is left out.")
    expect(page).to_have_url(re.compile(r"than=battery$"))
    expect(page.get_by_role("button", name="Better battery than this", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_kind_is_shown_and_can_be_left(page: Page, model: Path) -> None:
    asked = asked_of(page)
    page.goto("/#/item/i03")
    found = instead.load(model).recommend(None, "i03", 6, z=4)
    expect(page.locator(".card")).to_have_count(len(found))
    if found.kind is None:
        expect(page.locator(".kind")).to_be_empty()
        pytest.skip("this shop has one kind of thing")
    expect(page.locator(".kind span")).to_have_text(found.kind_text)
    page.get_by_role("button", name="Show anything").click()
    expect(page).to_have_url(re.compile("kind=any$"))
    expect(page.get_by_role("button", name="Only the same kind")).to_be_visible()
    assert asked[-1]["filters"] == {"any_kind": True}
    page.get_by_role("button", name="Only the same kind").click()
    expect(page.locator(".kind span")).to_have_text(found.kind_text)


def test_the_advice_to_keep_it_stands_above_what_comes_closest(page: Page) -> None:
    said = {"keep": True, "keep_text": "Reviews speak for the one you are looking at; these come closest."}

    def kept(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | said)

    page.goto("/#/item/i03")
    expect(page.locator(".keep")).to_be_hidden()
    expect(page.locator(".results h2")).to_have_text("Try this instead")
    page.route("**/v1/recommend", kept)
    page.goto("/#/item/i04")
    expect(page.locator(".keep")).to_have_text(str(said["keep_text"]))
    expect(page.locator(".results h2")).to_have_text("What comes closest")
    expect(page.locator(".best")).to_be_hidden()
    expect(page.locator(".card").first).to_be_visible()


def test_groups_under_headings(page: Page, model: Path) -> None:
    shop = instead.load(model)
    item, groups = next(
        (item, groups)
        for item in shop.catalogue.ids
        if len(groups := shop.grouped(None, item, 6, z=4)) > 1 and any(len(one.substitutes) > 1 for one in groups)
    )
    page.goto(f"/#/item/{item}")
    expect(page.locator(".cards .group")).to_have_count(0)
    page.get_by_role("button", name="By what is better").click()
    expect(page.locator(".cards .group h3")).to_have_text([one.text for one in groups])
    order = [one.item for group in groups for one in group.substitutes]
    assert page.locator(".card").evaluate_all("(all) => all.map((one) => one.dataset.item)") == order
    expect(page.get_by_role("button", name="By what is better")).to_be_focused()
    page.get_by_role("button", name="Best first").click()
    expect(page.locator(".cards .group")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_everything_fits(browser: Browser, carded: Running, faults: list[str], width: int, scheme: str) -> None:
    for page in opened(browser, carded.address, faults, viewport={"width": width, "height": 800}, color_scheme=scheme):
        for lang in ("en", "de", "fr"):
            page.goto(f"/?lang={lang}#/item/i03?care=battery:5&than=price")
            card = page.locator(".card", has=page.locator(".evidence")).first
            card.locator("summary").click()
            card.locator(".why").click()
            card.locator(".compare table").wait_for()
            page.locator(".card .no").last.click()
            page.locator(".gone").wait_for()
            over = page.locator("main *:not(.hidden):not(.track *)").evaluate_all(
                """(all, width) => all.filter((one) => one.offsetParent)
                .filter((one) => one.getBoundingClientRect().right > width + 1)
                .map((one) => one.outerHTML.slice(0, 120))""",
                width,
            )
            assert over == []
            cut = page.locator(".compare th, .compare td, .chip, .because, .button").evaluate_all(
                """(all) => all.filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1)
                .map((one) => one.textContent)"""
            )
            assert cut == []
            expect(card.locator(".verdict-line").first).to_be_visible()
            page.goto("about:blank")


def test_the_panel_beside_does_not_scroll_inside_itself(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 520})
    page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    expect(page.locator(".best")).to_be_visible()
    inside = page.locator(".side").evaluate(
        "(one) => [getComputedStyle(one).overflowY, one.scrollHeight - one.clientHeight]"
    )
    assert inside[0] == "visible"
    assert inside[1] <= 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(200)
    box = page.locator(".side .best").bounding_box()  # its end is seen beside the last card
    assert box is not None
    assert 0 < box["y"] + box["height"] <= 520


def test_no_reviewer_is_named(page: Page, carded: Running) -> None:
    with instead.Client(carded.address) as client:
        found = client.recommend("u01", "i03", 6, z=4)
        assert any(reason.substitute.quotes for one in found for reason in one.reasons)
    with page.expect_response("**/v1/recommend") as got:
        page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    assert "quotes" in got.value.text()
    assert not re.search(r'"u\d\d"', got.value.text())
    assert not re.search(r"\bu\d\d\b", page.locator(".results").inner_text())


def test_an_offer_that_the_shop_placed_says_so(page: Page, carded: Running) -> None:
    with instead.Client(carded.address) as client:
        usual = [one.item for one in client.recommend(None, "i03", 19)]
        client.put_rule({"id": "up", "kind": "pin", "reason": "a test", "items": [usual[-1]], "place": 2})
        try:
            page.goto("/#/item/i03")
            cards = page.locator(".card")
            expect(cards.nth(1)).to_have_attribute("data-item", usual[-1])
            expect(cards.nth(1).locator(".placed")).to_have_text("placed by the shop")
            expect(page.locator(".placed")).to_have_count(1)
        finally:
            client.remove_rule("up")
