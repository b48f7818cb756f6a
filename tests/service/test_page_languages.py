"""The page and the API in every language: the browser's, the visitor's choice, the caller's header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

import instead
from instead.languages import packaged
from instead.settings import ServiceSettings
from instead.wording import ENGLISH
from tests.service.conftest import Make, Running
from tests.service.test_page import browser, faults, opened, page

__all__ = ["browser", "faults", "page"]  # the fixtures
GERMAN, FRENCH = packaged()["de"], packaged()["fr"]


def test_the_settings_offer_what_the_package_has() -> None:
    assert ServiceSettings().languages == (*packaged(),)


@pytest.mark.parametrize(
    ("header", "tag"), [("de-AT,de;q=0.9", "de"), ("fr", "fr"), ("es", "en"), ("*", "en"), ("", "en")]
)
def test_a_request_is_answered_in_its_language(service: TestClient, header: str, tag: str) -> None:
    words = packaged()[tag]
    got = service.post("/v1/recommend", json={"query": "i03", "user": "u01"}, headers={"Accept-Language": header})
    assert got.json()["basis_text"] == words.user_bases["trained"]
    assert (got.headers["content-language"], got.headers["vary"]) == (tag, "Accept-Language")
    about = service.get("/v1/about", headers={"Accept-Language": header}).json()
    assert about["language"] == tag
    assert about["languages"] == {"en": "English", "de": "Deutsch", "fr": "Français"}
    assert about["words"]["not_for_me"] == words.words.not_for_me
    many = service.post(
        "/v1/recommend/batch", json={"requests": [{"query": "i03"}]}, headers={"Accept-Language": header}
    )
    assert many.json()["results"][0]["recommendation"]["basis_text"] == words.user_bases["average"]
    why = service.post("/v1/explain", json={"query": "i03", "substitute": "i04"}, headers={"Accept-Language": header})
    assert tuple(why.json()["heads"]) == words.words.heads


def test_the_first_file_of_the_page(service: TestClient) -> None:
    for address, header, tag in (
        ("/", "de", "de"), ("/?lang=fr", "de", "fr"), ("/?lang=xx", "de", "de"), ("/?lang=", "", "en"),
        ("/?lang=%3Cscript%3E", "xx", "en"),
    ):  # fmt: skip
        got = service.get(address, headers={"Accept-Language": header})
        assert f'<html lang="{tag}">' in got.text
        assert packaged()[tag].words.search_hint in got.text
        assert got.headers["content-language"] == tag
        assert got.text.count("<script") == 2
    assert service.get("/page/index.html").status_code == 404


def test_hostile_words_stay_inside_their_place(make: Make) -> None:
    from instead.service.routes.page import rendered

    words = ENGLISH.words.model_copy(
        update={"skip": "</script><script>alert(1)</script>", "page_title": '"><img src=x>'}
    )
    shop = make().app.state.service.live.current.shop.in_words(ENGLISH.model_copy(update={"words": words}))  # type: ignore[attr-defined]
    html = rendered(shop, {"en": shop})
    assert html.count("<script") == 2
    assert html.count("</script>") == 2
    assert "<img" not in html


def test_a_client_with_a_language(served: Running, models: tuple[Path, Path]) -> None:
    german = instead.load(models[0], wording="de")
    with instead.Client(served.address, language="de") as client:
        assert client.recommend("u01", "i03", 3) == german.recommend("u01", "i03", 3)
        assert client.compare("u01", "i03", "i04").heads == GERMAN.words.heads
        assert client.explain(None, "i03", "i04") == german.explain(None, "i03", "i04")


def test_the_browsers_language(browser: Browser, served: Running, faults: list[str]) -> None:
    for seen in opened(browser, served.address, faults, locale="de-AT"):
        seen.goto("/")
        expect(seen.get_by_role("heading", level=1)).to_have_text(f"{GERMAN.words.hero} {GERMAN.words.hero_instead}")
        expect(seen.get_by_role("button", name="Suchen")).to_be_visible()
        seen.goto("/#/item/i03?user=u01")
        expect(seen.locator(".heading .small")).to_have_text(GERMAN.user_bases["trained"])
        expect(seen.locator(".card").first.get_by_role("button", name="Nichts für mich")).to_be_visible()
        assert seen.evaluate("document.documentElement.lang") == "de"
        expect(seen.locator(".money").first).to_contain_text(re.compile(r"\d,\d\d"))  # numbers, too


def test_the_visitor_chooses(page: Page) -> None:
    page.goto("/#/item/i03")
    expect(page.locator(".card")).to_have_count(6)
    choice = page.get_by_label("Language")
    expect(choice.locator("option")).to_have_text(["English", "Deutsch", "Français"])
    choice.select_option("fr")
    expect(page).to_have_url(re.compile(r"/\?lang=fr#/item/i03$"))
    expect(page.locator(".card").first.get_by_role("button", name=FRENCH.words.take_it)).to_be_visible()
    page.get_by_role("link", name=FRENCH.words.staff).click()  # the choice stays
    expect(page.get_by_role("heading", level=1)).to_have_text(FRENCH.words.staff_heading)
    page.get_by_label("Langue").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("How the shop is doing")


def test_nothing_english_is_left(page: Page) -> None:
    """Words that no German text, title or attribute of this shop has."""
    english = re.compile(
        r"\b(the|this|you|your|with|reviews?|items?|better|worse|happy|looking|suggestions?)\b", re.IGNORECASE
    )
    for address in (
        "/?lang=de#/",
        "/?lang=de#/item/i03?user=u01&care=battery:5",
        "/?lang=de#/item/nowhere",
        "/?lang=de#/?text=zebra",
    ):
        page.goto("about:blank")
        page.goto(address)
        page.locator(".grid a, .card, .state").first.wait_for()
        page.wait_for_load_state("networkidle")
        for name in ("summary", ".why"):
            for one in page.locator(f".card {name}").all()[:2]:
                one.click()
        page.wait_for_load_state("networkidle")
        shown = page.locator("body").inner_text()
        left = [line for line in shown.splitlines() if english.search(re.sub(r"Item \d+|Instead", "", line))]
        assert [line for line in left if "“" not in line and "<" not in line] == []
