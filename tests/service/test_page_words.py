"""The page of a shop that speaks otherwise and looks at visits: the same page, other words, another list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import instead
from instead.models.reference.item_knn import ItemKNNSettings
from tests.loud_words import LOUD, quiet_parts
from tests.open_shop import SENTENCE, quoted_shop
from tests.service.conftest import Running, running
from tests.service.test_page import browser, faults, opened

__all__ = ["browser", "faults"]  # the fixtures
OWN_TEXTS = """(all) => all.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  .map((node) => node.textContent.trim()).filter(Boolean))"""
LABELS = (
    "(all) => all.flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('placeholder')].filter(Boolean))"
)


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, instead.Shop]]:
    folder = tmp_path_factory.mktemp("loud")
    made = instead.train(quoted_shop(folder), out=folder / "near", model="item-knn", settings=ItemKNNSettings())
    words = folder / "loud.toml"
    words.write_text(LOUD.to_toml(), encoding="utf-8")
    with running(made.folder, folder / "served", "--wording", words) as service:
        yield service, instead.load(made.folder, wording=LOUD)


@pytest.fixture
def page(browser: Browser, loud: tuple[Running, instead.Shop], faults: list[str]) -> Iterator[Page]:
    yield from opened(browser, loud[0].address, faults)


def test_a_visit_changes_the_list(page: Page, loud: tuple[Running, instead.Shop]) -> None:
    shop, asked = loud[1], list[dict[str, Any]]()

    def noted(request: Request) -> None:
        if request.url.endswith("/v1/recommend"):
            asked.append(dict(request.post_data_json or {}))

    page.on("request", noted)
    seen: list[str] = []
    for item in ("i05", "i09", "i03"):
        page.goto(f"/#/item/{item}")
        wanted = shop.recommend(None, item, 6, z=4, viewed=seen)
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Item {int(item[1:])}")
        for place, one in enumerate(wanted):
            expect(page.locator(".card").nth(place)).to_have_attribute("data-item", one.item)
        expect(page.locator(".heading .small")).to_have_text(wanted.basis_text)
        seen.append(item)
    assert [one["viewed"] for one in asked] == [[], ["i05"], ["i05", "i09"]]
    assert wanted.user_basis == "session"


def test_the_page_says_it_in_the_words_of_the_shop(page: Page, loud: tuple[Running, instead.Shop]) -> None:
    shop = loud[1]
    names = [*shop.attributes["attribute"], *shop.catalogue.titles, "Acme", "Things", SENTENCE, "someone"]
    page.goto("/#/item/i03?user=someone&care=nonsense:5,battery:5")
    expect(page.locator(".card")).to_have_count(6)
    page.locator(".card").first.get_by_role("button", name="COMPARE IN FULL").click()
    page.locator(".compare table").wait_for()
    expect(page.locator(".note").first).to_contain_text("NO REVIEW HERE SPEAKS OF “nonsense”, SO")
    expect(page.locator(".who .soft").nth(1)).to_have_text(LOUD.words.stranger)
    page.locator(".card").nth(2).get_by_role("button", name=LOUD.words.not_for_me).click()
    page.locator(".gone").wait_for()
    for text in page.locator("body *:not(script):not(noscript):not(option)").evaluate_all(OWN_TEXTS):  # the whole page
        assert not quiet_parts(text, *names, "nonsense"), text
    for name in page.locator("[aria-label], [placeholder]").evaluate_all(LABELS):
        assert not quiet_parts(name, *names), name
    for title in page.locator(".bar, .compare td[title]").evaluate_all("(all) => all.map((one) => one.title)"):
        assert title and not quiet_parts(title, *names), title
    one = shop.recommend("someone", "i03", 6, z=4, care={"battery": 5})[0]
    because = LOUD.words.because_you
    told = [(reason.said, because.format(why=reason.why) if reason.why else "") for reason in one.reasons]
    said = [text for pair in told for text in pair if text]
    assert page.locator(".card").first.locator(".say").all_text_contents() == said


def test_the_table_fits_a_narrow_screen(
    browser: Browser, loud: tuple[Running, instead.Shop], faults: list[str]
) -> None:
    for page in opened(browser, loud[0].address, faults, viewport={"width": 360, "height": 740}):
        page.goto("/#/item/i03")
        page.locator(".card").first.get_by_role("button", name="COMPARE IN FULL").click()
        page.locator(".compare table").wait_for()
        wide, room = page.locator(".compare").evaluate("(box) => [box.scrollWidth, box.clientWidth]")
        assert wide <= room + 16  # capitals are wider than the usual words
