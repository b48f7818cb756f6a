"""The page in a real Chromium: what a customer and the staff see, do and cannot break."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect, sync_playwright

import instead
from tests.service.conftest import HOSTILE, Running, running

PATIENCE = 30_000  # milliseconds: a busy machine is slow, not wrong


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong inside the page, or left this machine."""
    return []


@pytest.fixture
def page(browser: Browser, served: Running, faults: list[str]) -> Iterator[Page]:
    yield from opened(browser, served.address, faults)


def opened(browser: Browser, address: str, faults: list[str], **options: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=address, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page = context.new_page()

    def looked_at(request: Request) -> None:
        if not request.url.startswith((address, "data:")):
            faults.append(f"asked for {request.url}")

    page.on("request", looked_at)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def test_search_and_look(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".grid a")).to_have_count(20)
    expect(page.locator(".tile svg")).to_have_count(20)  # none has a picture, all look like something
    page.get_by_label("Search for an item").fill("item 12")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="Found for “item 12”")).to_be_visible()
    page.get_by_role("link", name="Item 12").click()
    expect(page).to_have_url(re.compile(r"#/item/i12$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Item 12")
    expect(page.locator(".card")).to_have_count(6)
    expect(page).to_have_title("Instead of Item 12")
    page.go_back()
    expect(page.get_by_role("heading", name="Found for")).to_be_visible()
    page.get_by_label("Search for an item").fill("zebra")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing found for “zebra”")).to_be_visible()


def test_cards_show_what_the_shop_says(page: Page, models: tuple[Path, Path]) -> None:
    page.goto("/#/item/i03?user=u01")
    expect(page.locator(".card")).to_have_count(6)
    said = instead.load(models[0]).recommend("u01", "i03", 6, z=4)
    before = 4.5
    for card, one in zip(page.locator(".card").all(), said, strict=True):
        expect(card.get_by_role("heading")).to_have_text(one.title)
        expect(card.locator(".because")).to_have_text(one.headline)
        assert one.price is not None
        difference = one.price - before
        chip = f"${abs(difference):.2f} {'less' if difference < 0 else 'more'}"
        expect(card.locator(".chip")).to_have_text([chip, *(fact.text for fact in one.facts if fact.kind != "price")])
        expect(card.locator(".evidence")).to_have_count(1 if one.reasons else 0)
        assert card.locator(".reason").count() == len(one.reasons)
        for row, reason in zip(card.locator(".reason").all(), one.reasons, strict=True):
            assert reason.verdict in (row.get_attribute("class") or "")
            shown = row.locator(".bar > span:nth-child(2)").all_text_contents()
            sides = (reason.substitute, reason.query)
            assert shown == [f"{side.praised} of {side.praised + side.blamed}" for side in sides]
            assert [share_of(bar) for bar in row.locator(".fill").all()] == pytest.approx(
                [max(2, 100 * (side.share or 0.0)) for side in sides], abs=0.06
            )
            for band, side in zip(row.locator(".unsure").all(), sides, strict=True):
                assert side.low is not None
                assert side.high is not None
                assert side.low <= (side.share or 0.0) <= side.high
                assert share_of(band) == pytest.approx(100 * (side.high - side.low), abs=0.06)
            expect(row.locator(".say").first).to_have_text(reason.said)
    expect(page.get_by_label("Shopping as")).to_have_value("u01")


def share_of(bar: Locator) -> float:
    return float((bar.get_attribute("style") or "").partition("width: ")[2].rstrip("%;"))


def test_a_slider_changes_what_is_asked_and_seen(page: Page, models: tuple[Path, Path]) -> None:
    asked: list[dict[str, Any]] = []

    def noted(request: Request) -> None:
        if request.url.endswith("/v1/recommend"):
            asked.append(dict(request.post_data_json or {}))

    page.on("request", noted)
    page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    first = [card.get_attribute("data-item") for card in page.locator(".card").all()]
    names = page.locator(".slider label").all_inner_texts()
    shop = instead.load(models[0])
    # a wish that changes the order, found with the shop itself
    wish = next(
        {name.lower(): value}
        for name in names
        for value in (5.0, 1.0)
        if [one.item for one in shop.recommend(query="i03", k=6, care={name.lower(): value})] != first
    )
    ((name, value),) = wish.items()
    slider = page.get_by_label(name, exact=True)
    slider.focus()
    page.keyboard.press("End" if value == 5 else "Home")
    wanted = [one.item for one in shop.recommend(query="i03", k=6, care=wish)]
    for place, item in enumerate(wanted):
        expect(page.locator(".card").nth(place)).to_have_attribute("data-item", item)
    expect(page.locator(".shift").first).to_be_visible()  # what moved is marked
    expect(page.locator("#said")).to_have_text(re.compile("first now|changed places"))
    expect(page).to_have_url(re.compile(rf"care={name}%3A{value:g}"))
    expect(slider).to_be_focused()
    assert asked[-1]["care"] == wish
    page.reload()  # the address brings it all back
    expect(page.locator(".card").first).to_have_attribute("data-item", wanted[0])
    expect(page.get_by_label(name, exact=True)).to_have_value(f"{value:g}")
    page.get_by_role("button", name="Back to how it was").click()
    for place, before in enumerate(first):
        expect(page.locator(".card").nth(place)).to_have_attribute("data-item", str(before))


def test_a_late_answer_to_an_old_question_is_dropped(page: Page) -> None:
    page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/v1/recommend", hold_first)
    slider = page.locator(".slider input").first
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_timeout(400)  # the first question is on its way, and held
    page.keyboard.press("Home")
    expect(page.locator("#said")).to_have_text(re.compile("first now|changed places|stays as it was"))
    order = [card.get_attribute("data-item") for card in page.locator(".card").all()]
    assert held
    held[0].fulfill(
        json={
            "user": None,
            "query": "i03",
            "user_basis": "average",
            "query_basis": "trained",
            "substitutes": [],
            "notes": [],
        }
    )
    page.wait_for_timeout(300)
    assert [card.get_attribute("data-item") for card in page.locator(".card").all()] == order


def test_verdicts_reach_the_staff(page: Page) -> None:
    page.goto("/#/item/i05")
    cards = page.locator(".card")
    expect(cards).to_have_count(6)
    cards.nth(0).get_by_role("button", name="I’d take this").click()
    expect(cards.nth(0).get_by_text("Noted: you would take this one")).to_be_visible()
    cards.nth(1).get_by_role("button", name="Not for me").click()
    expect(page.get_by_role("group", name="Which reason was wrong?")).to_be_visible()
    expect(cards).to_have_count(6)
    cards.nth(2).get_by_role("button", name="Compare in full").click()
    expect(cards.nth(2).get_by_role("table")).to_be_visible()
    assert cards.nth(2).locator("tbody tr").count() > 1
    page.get_by_role("link", name="Staff").click()
    expect(page.get_by_role("heading", name="How the shop is doing")).to_be_visible()
    expect(page.get_by_text("50 %")).to_be_visible()
    latest = page.locator(".panel", has=page.get_by_role("heading", name="Latest verdicts"))
    expect(latest.locator("tbody tr")).to_have_count(2)
    expect(latest.get_by_text("accepted")).to_be_visible()
    expect(page.get_by_role("cell", name="/v1/recommend", exact=True)).to_be_visible()
    page.get_by_text("Model card", exact=True).click()
    expect(page.get_by_role("heading", name="Model card: a2cf")).to_be_visible()


def test_the_staff_swap_the_model(page: Page, models: tuple[Path, Path], tmp_path: Path) -> None:
    page.goto("/#/staff")
    field = page.get_by_label("Swap to the model in this folder")
    field.fill(str(tmp_path / "nowhere"))
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_text("Not loaded, the old one stays")).to_be_visible()
    field.fill(str(models[0]))
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_text("1 done, 1 failed")).to_be_visible()


def test_an_unknown_item_in_the_address(page: Page) -> None:
    page.goto("/#/item/i033")
    expect(page.get_by_role("heading", name="We do not have that item")).to_be_visible()
    page.get_by_role("link", name="i03").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Item 3")


def test_an_unknown_customer_is_the_average(page: Page) -> None:
    page.goto("/#/item/i03?user=stranger")
    expect(page.get_by_text("We have not met this customer")).to_be_visible()
    expect(page.locator(".note")).to_contain_text("average care")
    expect(page.locator(".card")).to_have_count(6)


def test_titles_are_text_and_nothing_else(page: Page) -> None:
    page.goto("/#/item/i07")
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    expect(page.locator(".card")).to_have_count(6)
    page.goto("/#/?text=i07")
    expect(page.locator(".grid .name").first).to_have_text(HOSTILE)
    page.goto("/#/?text=" + "%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E")
    expect(page.get_by_role("heading", name="Nothing found for")).to_contain_text("<img src=x")
    assert page.locator("main img").count() == 0
    assert page.locator("main script").count() == 0
    assert page.title() == "Instead"


def test_a_dead_service_is_waited_for(
    browser: Browser, models: tuple[Path, Path], tmp_path: Path, faults: list[str]
) -> None:
    with running(models[0], tmp_path / "first") as first:
        port = int(first.address.rpartition(":")[2])
        pages = opened(browser, first.address, faults)
        page = next(pages)
        page.goto("/#/item/i03")
        expect(page.locator(".card")).to_have_count(6)
        expect(page.locator(".slider input").first).to_be_visible()  # they are asked for beside the cards
        first.stop(signal.SIGKILL)
    page.locator(".slider input").first.press("End")
    banner = page.get_by_role("alert")
    expect(banner).to_contain_text("does not answer")
    banner.get_by_role("button", name="Try again").click()
    expect(banner).to_contain_text("does not answer")
    expect(page.locator(".card")).to_have_count(6)  # what was there stays there
    with running(models[0], tmp_path / "second", port=port):
        expect(banner).to_be_hidden()
        expect(page.locator("#said")).to_have_text(re.compile("first now|changed places|stays as it was"))
        for _ in pages:
            raise AssertionError("one page only")


def test_a_narrow_screen(browser: Browser, served: Running, faults: list[str]) -> None:
    for page in opened(
        browser, served.address, faults, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ):
        for address in ("/#/", "/#/item/i07?care=price:5", "/#/staff"):
            page.goto(address)
            page.locator(".grid a, .card, .figures").first.wait_for()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, f"{address} is {width} wide"
        page.goto("/#/item/i03")
        expect(page.locator(".card")).to_have_count(6)
        matters = page.get_by_role("heading", name="What matters to you")
        expect(page.locator(".slider").first).to_be_hidden()
        matters.click()
        expect(page.locator(".slider").first).to_be_visible()
        heights = page.locator(".actions button, .slider input").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().height)"
        )
        assert min(heights) >= 24


def test_the_keyboard_is_enough(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".grid a")).to_have_count(20)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".grid a").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".card")).to_have_count(6)
    expect(page.locator("main")).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.card .yes')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_text("Noted: you would take this one")).to_be_visible()


def test_every_field_and_picture_has_a_name(page: Page) -> None:
    nameless = """[...document.querySelectorAll('a, button, input, select, [role=img]')].filter(e =>
        !(e.ariaLabel || e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby'))).length"""
    for address in ("/#/", "/#/item/i03", "/#/staff"):
        page.goto(address)
        page.locator(".grid a, .card, .figures").first.wait_for()
        assert page.evaluate(nameless) == 0
        assert page.locator("h1").count() == 1
        assert page.locator("header, main, nav, footer").count() == 4


def contrast(page: Page, scheme: str) -> dict[str, float]:
    """Contrast of the page's inks on the grounds they stand on, WCAG's formula."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    pairs = (
        "ink paper, ink card, soft paper, soft card, soft sunk, accent card, accent tint, accent-ink accent, "
        "edge card, better better-tint, worse worse-tint, same same-tint, unknown unknown-tint, better card, worse card"
    )
    program = """(pairs) => { const style = getComputedStyle(document.documentElement);
      const light = (name) => { const hex = style.getPropertyValue('--' + name).trim().slice(1);
        const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
        const [r, g, b] = [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16) / 255)
          .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      return Object.fromEntries(pairs.split(', ').map((pair) => { const [a, b] = pair.split(' ').map(light);
        return [pair, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]; })); }"""
    found: dict[str, float] = page.evaluate(program, pairs)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough(page: Page, scheme: str) -> None:
    page.goto("/")
    for pair, ratio in contrast(page, scheme).items():
        assert ratio >= (3.0 if pair.startswith("edge") else 4.5), (scheme, pair, ratio)


def test_customers_do_not_see_who_there_is(
    browser: Browser, models: tuple[Path, Path], tmp_path: Path, faults: list[str]
) -> None:
    """With a key of its own for the staff; the customer's is asked for once, and no other."""
    with running(models[0], tmp_path, INSTEAD_API_KEY="open", INSTEAD_ADMIN_KEY="sesame") as service:
        for page in opened(browser, service.address, faults):
            page.goto("/#key=open")
            expect(page.locator(".grid a")).to_have_count(20)
            page.goto("/#/item/i03?user=u01")
            expect(page.locator(".card")).to_have_count(6)
            expect(page.locator(".matters .slider").first).to_be_visible()  # of the average customer
            expect(page.get_by_label("Shopping as")).to_have_count(0)
            expect(page.get_by_label("Key", exact=True)).to_have_count(0)
            faults[:] = [one for one in faults if "401" not in one]  # the browser notes that it was refused
        for page in opened(browser, service.address, faults):
            page.goto("/#key=sesame")
            expect(page.locator(".grid a")).to_have_count(20)
            page.goto("/#/item/i03?user=u01")
            expect(page.get_by_label("Shopping as")).to_have_value("u01")


def test_a_key_is_asked_for_once(
    browser: Browser, models: tuple[Path, Path], tmp_path: Path, faults: list[str]
) -> None:
    with running(models[0], tmp_path, INSTEAD_API_KEY="sesame") as service:
        for page in opened(browser, service.address, faults):
            page.goto("/#/item/i03")
            page.get_by_label("Key", exact=True).fill("wrong")
            page.keyboard.press("Enter")
            expect(page.get_by_text("That key does not fit here")).to_be_visible()
            page.get_by_label("Key", exact=True).fill("sesame")
            page.keyboard.press("Enter")
            expect(page.locator(".card")).to_have_count(6)
            page.reload()
            expect(page.locator(".card")).to_have_count(6)
        for page in opened(browser, service.address, faults):
            page.goto("/#key=sesame")
            expect(page.locator(".grid a")).to_have_count(20)
            assert "sesame" not in page.url
