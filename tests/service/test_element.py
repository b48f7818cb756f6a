"""`<instead-offers>` in pages of other sites: who may embed, on whose behalf, what leaves, what it shows and tells."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from starlette.testclient import TestClient

import instead
from instead.live.store import LiveStore
from instead.settings import ServiceSettings
from tests.service.conftest import HOSTILE, Make, Running, running
from tests.service.test_page import PATIENCE, browser

__all__ = ["browser"]  # a fixture

PAGE = Path(__file__).parents[2] / "examples" / "foreign_page"
HERE, OTHER = "https://www.shop.example", "https://elsewhere.example"


# --- who may embed ---------------------------------------------------------------------------------------------------


def test_nothing_is_embedded_unless_pages_are_named(make: Make) -> None:
    said = make().post("/embed/offers", json={"item": "i03"}, headers={"Origin": HERE})
    assert said.status_code == 403
    assert "embed_origins" in said.json()["detail"]


def test_named_pages_may_ask_and_others_may_not(make: Make) -> None:
    service = make(embed_origins=[HERE], api_key="secret")
    cross = {"Origin": HERE, "Sec-Fetch-Site": "cross-site"}
    said = service.post("/embed/offers", json={"item": "i03", "k": 2}, headers=cross)
    assert said.status_code == 200
    assert len(said.json()["offers"]) == 2
    assert said.headers["access-control-allow-origin"] == HERE
    assert said.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "Origin" in said.headers["vary"]
    refused = service.post("/embed/offers", json={"item": "i03"}, headers={"Origin": OTHER})
    assert refused.status_code == 403
    assert "access-control-allow-origin" not in refused.headers
    # the rest of the service is as closed to them as ever
    assert service.post("/v1/recommend", json={"query": "i03"}, headers=cross).status_code == 403
    assert "access-control-allow-origin" not in service.get("/v1/about", headers={"Origin": HERE}).headers


def test_what_was_seen_of_an_answer_without_a_record_takes_nothing_else_with_it(make: Make) -> None:
    service = make(embed_origins=[HERE], record=False)
    seen = {"id": "a", "kind": "seen", "recommendation_id": None}
    both = [seen, {"id": "b", "kind": "view", "item": "i03"}]
    said = service.post("/embed/events", json={"session": "s", "events": both})
    assert (said.status_code, said.json()) == (202, {"kept": 1})
    assert service.post("/embed/events", json={"session": "s", "events": [seen]}).json() == {"kept": 0}


def test_any_page_where_the_setting_says_so(make: Make) -> None:
    service = make(embed_origins=["*"])
    assert service.post("/embed/offers", json={"item": "i03"}, headers={"Origin": OTHER}).status_code == 200


def test_a_browser_asks_before_it_sends(make: Make) -> None:
    service = make(embed_origins=[HERE], api_key="secret")
    asked = {"Origin": HERE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    said = service.options("/embed/offers", headers=asked)
    assert said.status_code == 204
    assert said.headers["access-control-allow-origin"] == HERE
    assert "content-type" in said.headers["access-control-allow-headers"]
    assert service.options("/embed/offers", headers={**asked, "Origin": OTHER}).status_code == 403


def test_the_script_comes_without_a_key_and_for_other_sites(make: Make) -> None:
    said = make(embed_origins=[HERE], api_key="secret").get("/embed/offers.js")
    assert said.status_code == 200
    assert said.headers["content-type"].startswith("text/javascript")
    assert said.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "instead-offers" in said.text


@pytest.mark.parametrize("origin", ["shop.example", "https://", "https://shop.example/page", "https://*.example"])
def test_origins_are_addresses(origin: str) -> None:
    with pytest.raises(instead.InputError, match="embed_origins"):
        ServiceSettings.checked({"embed_origins": [origin]})


# --- on whose behalf -------------------------------------------------------------------------------------------------


def store_of(service: TestClient) -> LiveStore:
    app: Any = service.app
    found: LiveStore = app.state.service.store
    return found


def shown_to(service: TestClient) -> str | None:
    """Whom the latest answer was recorded for."""
    (piece,) = store_of(service).shown()
    return str(piece["user"][-1]) if piece["user"][-1] is not None else None


@pytest.mark.parametrize(
    ("settings", "signature", "whom"),
    [
        ({}, None, "u01"),
        ({"api_key": "secret"}, None, None),
        ({"api_key": "secret", "embed_secret": "s3"}, None, None),
        ({"api_key": "secret", "embed_secret": "s3"}, instead.sign_user("s3", "u02"), None),
        ({"api_key": "secret", "embed_secret": "s3"}, instead.sign_user("s3", "u01"), "u01"),
        ({"embed_secret": "s3"}, "ü", None),
    ],
)
def test_a_user_counts_as_far_as_the_shop_vouches(
    make: Make, settings: dict[str, str], signature: str | None, whom: str | None
) -> None:
    service = make(embed_origins=[HERE], **settings)
    asked = {"item": "i03", "user": "u01", "session": "v1", "signature": signature}
    assert service.post("/embed/offers", json=asked, headers={"Origin": HERE}).status_code == 200
    # an event waits for what was recorded before it
    told = {"session": "v1", "events": [{"id": "e1", "kind": "view", "item": "i03"}], "user": "u01"}
    assert (
        service.post("/embed/events", json={**told, "signature": signature}, headers={"Origin": HERE}).status_code
        == 202
    )
    assert shown_to(service) == whom
    (events,) = store_of(service).events()
    assert events["user"].to_list() == [whom]
    assert events["session"].to_list() == ["v1"]


def test_nothing_personal_leaves(make: Make) -> None:
    service = make(embed_origins=[HERE])
    said = service.post("/embed/offers", json={"item": "i03", "user": "u01"}, headers={"Origin": HERE})
    names = {name for one in said.json()["offers"] for name in one} | set(said.json())
    names |= {name for one in said.json()["offers"] for reason in one["reasons"] for name in reason}
    assert not names & {"user", "care", "why", "score", "history", "basis_text", "user_basis"}


def test_events_of_pages_are_few_kinds_and_kept_once(make: Make) -> None:
    service = make(embed_origins=[HERE])
    answer = service.post("/embed/offers", json={"item": "i03", "session": "v"}, headers={"Origin": HERE}).json()
    offer = answer["offers"][0]["item"]
    click = {"id": "c1", "kind": "click", "item": offer, "query": "i03", "position": 1,
             "recommendation_id": answer["recommendation_id"]}  # fmt: skip
    for _ in range(2):
        body = {"session": "v", "events": [click]}
        assert service.post("/embed/events", json=body, headers={"Origin": HERE}).status_code == 202
    (kept,) = store_of(service).events()
    assert kept["recommendation_id"].to_list() == [answer["recommendation_id"]]
    wrong = {"session": "v", "events": [{"id": "p1", "kind": "purchase", "item": offer}]}
    assert service.post("/embed/events", json=wrong, headers={"Origin": HERE}).status_code == 422
    many = {"events": [{"id": f"v{n}", "kind": "view", "item": "i03"} for n in range(51)]}
    assert service.post("/embed/events", json=many, headers={"Origin": HERE}).status_code == 422


# --- in a real browser -----------------------------------------------------------------------------------------------


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *told: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def foreign() -> Iterator[str]:
    """The page of another shop, at an address of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(PAGE)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def embedding(models: tuple[Path, Path], foreign: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("embedding")
    with running(models[0], folder, "--set", f'embed_origins=["{foreign}"]') as service:
        yield service


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert not faults


def look(page: Page, foreign: str, service: Running, item: str = "i03", more: str = "", user: str = "u01") -> None:
    page.goto(f"{foreign}/?service={service.address}/&item={item}&user={user}{more}")


def test_offers_stand_in_the_page_with_their_reasons(page: Page, foreign: str, embedding: Running, models: Any) -> None:
    look(page, foreign, embedding)
    offers = page.locator("instead-offers [part=offer]")
    expect(offers).to_have_count(4)
    said = instead.load(models[0]).recommend("u01", "i03", 4, z=3)
    for card, one in zip(offers.all(), said, strict=True):
        expect(card.locator("[part=title]")).to_have_text(one.title)
        expect(card.locator("[part=reason]")).to_have_text(one.headline or one.text)


def test_no_style_of_the_page_reaches_in(page: Page, foreign: str, embedding: Running) -> None:
    look(page, foreign, embedding)
    title = page.locator("instead-offers [part=title]").first
    expect(title).to_be_visible()
    style = title.evaluate(
        "(one) => { const s = getComputedStyle(one); return [s.fontSize, s.textTransform, s.color, s.letterSpacing] }"
    )
    assert style == ["16px", "none", "rgb(28, 32, 36)", "normal"]
    assert (
        title.evaluate("(one) => getComputedStyle(one.closest('li')).backgroundColor") == "rgb(255, 250, 242)"
    )  # the theme
    assert (
        page.locator("h2#title").evaluate("(one) => getComputedStyle(one).textTransform") == "uppercase"
    )  # nor ours out


def test_texts_are_never_markup(page: Page, foreign: str, embedding: Running, models: Any) -> None:
    shop = instead.load(models[0])
    query = next(
        item for item in shop.items["item"].to_list() if any(o.item == "i07" for o in shop.recommend(None, item, 4))
    )
    look(page, foreign, embedding, query, user="")
    expect(page.locator("instead-offers [part=title]", has_text="onerror")).to_have_text(HOSTILE)
    assert page.title() != "caught"


def test_what_happens_is_told_to_service_and_page(page: Page, foreign: str, embedding: Running) -> None:
    sent: list[dict[str, Any]] = []

    def heard(one: Request) -> None:
        if one.url.endswith("/embed/events") and one.method == "POST":
            sent.extend((one.post_data_json or {})["events"])

    page.on("request", heard)
    look(page, foreign, embedding)
    with page.expect_request(lambda one: "seen" in (one.post_data or "")):
        page.locator("instead-offers [part=offer]").first.scroll_into_view_if_needed()
    with page.expect_response(
        lambda one: one.url.endswith("/embed/events") and "click" in (one.request.post_data or "")
    ) as told:
        page.locator("instead-offers [part=title]").nth(1).click()
    assert told.value.status == 202
    expect(page.locator("#log")).to_contain_text("at place 2")
    with page.expect_request(lambda one: "rejected" in (one.post_data or "")):
        page.locator("instead-offers [part=refuse]").first.click()
    expect(page.locator("instead-offers [part=offer]")).to_have_count(3)
    kinds = [one["kind"] for one in sent]
    assert kinds.count("view") == kinds.count("seen") == kinds.count("click") == 1
    assert len({one["id"] for one in sent}) == len(sent)
    assert len({one["recommendation_id"] for one in sent if one["kind"] != "view"}) == 1


def test_another_item_asks_again_and_an_unknown_one_leaves_nothing(
    page: Page, foreign: str, embedding: Running
) -> None:
    look(page, foreign, embedding)
    offers = page.locator("instead-offers [part=offer]")
    expect(offers).to_have_count(4)
    before = offers.all_inner_texts()
    page.locator("instead-offers").evaluate("(one) => one.setAttribute('item', 'i05')")
    expect(offers).to_have_count(4)
    page.wait_for_function(
        "(old) => [...document.querySelector('instead-offers').shadowRoot.querySelectorAll('li')]"
        ".map((one) => one.innerText).join() !== old",
        arg=",".join(before),
    )
    page.locator("instead-offers").evaluate("(one) => one.setAttribute('item', 'nothing-of-ours')")
    expect(offers).to_have_count(0)
    expect(page.locator("instead-offers")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("unknown item")


def test_other_languages_and_widths(page: Page, foreign: str, embedding: Running) -> None:
    look(page, foreign, embedding, more="&lang=de")
    expect(page.locator("instead-offers [part=heading]")).to_have_text("Statt dessen käme in Frage")
    for width in (390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width


def test_a_page_that_is_not_named_shows_nothing(page: Page, foreign: str, embedding: Running) -> None:
    other = foreign.replace("127.0.0.1", "localhost")  # the same page, another origin
    page.goto(f"{other}/?service={embedding.address}/&item=i03")
    expect(page.locator("#log")).to_contain_text("The page was told")
    expect(page.locator("instead-offers")).to_be_hidden()
