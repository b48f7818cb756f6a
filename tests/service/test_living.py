"""The staff's day: what was shown and what became of it, what to mend, and how healthy the data are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from instead.live.data_health import health_lines
from instead.refreshing.refresh import Refreshed
from instead.refreshing.refresh_report import document
from tests.service.conftest import Make
from tests.service.test_page import browser, faults, page

__all__ = ["browser", "faults", "page"]  # fixtures

NOW = 1_700_000_000.0
ITEMS = pl.DataFrame(
    {"item": ["a", "b", "c", "d"], "price": [1.0, None, 3.0, 4.0], "category": [["X"], [], None, ["Y"]]},
    schema_overrides={"category": pl.List(pl.String)},
)
EVENTS = pl.DataFrame(
    {"kind": ["view"] * 4, "item": ["a", "zz", None, "b"], "user": ["u", None, None, None],
     "session": [None, "s", None, "s"]}
)  # fmt: skip


def test_health_says_what_is_missing_and_whether_that_matters() -> None:
    lines = health_lines(ITEMS, np.array([0, 3, 0, 1]), 1, NOW - 10 * 86_400, NOW - 1_800, EVENTS, NOW)
    found = {one.what: (one.value, one.fine) for one in lines}
    assert found == {
        "fresh": (0.5, True),
        "unknown_items": (33.33, False),
        "nobody": (25.0, False),
        "no_price": (25.0, False),
        "no_category": (50.0, False),
        "no_reviews": (50.0, True),
        "sold_out": (25.0, True),
        "model_age": (10.0, False),
    }


def test_a_shop_that_sends_nothing_is_told_so() -> None:
    first, *_ = health_lines(ITEMS, np.ones(4, np.int64), 0, None, None, EVENTS.clear(), NOW)
    assert (first.what, first.fine) == ("no_events", False)


def asked(service: TestClient, query: str, session: str) -> dict[str, Any]:
    found: dict[str, Any] = service.post("/v1/recommend", json={"query": query, "session": session, "k": 3}).json()
    return found


def test_the_day_counts_answers_and_what_followed(make: Make) -> None:
    service = make()
    first, second = asked(service, "i03", "s1"), asked(service, "i05", "s2")
    offer = first["substitutes"][0]
    about = {"query": "i03", "recommendation_id": first["recommendation_id"], "session": "s1"}
    told = [
        {"id": "1", "kind": "click", "item": offer["item"], "position": 1, **about},
        {"id": "2", "kind": "purchase", "item": offer["item"], "recommendation_id": first["recommendation_id"]},
        {"id": "3", "kind": "view", "item": "i05", "session": "s2"},
    ]
    assert service.post("/v1/events", json={"events": told}).status_code == 201
    day = service.get("/admin/live").json()
    assert day["answers"]["shown"] == 2
    clicked = day["answers"]["rates"]["clicked"]
    assert (clicked["count"], clicked["of"], clicked["share"]) == (1, 2, 0.5)
    assert clicked["low"] < 0.5 < clicked["high"]
    assert day["answers"]["rates"]["bought"]["count"] == 1
    spoke = {r["attribute"] for r in offer["reasons"] if r["verdict"] == "better"}
    against = {r["attribute"] for one in (first, second) for s in one["substitutes"] for r in s["reasons"]} - {
        r["attribute"] for one in (first, second) for s in one["substitutes"] for r in s["reasons"]
        if r["verdict"] == "better"
    }  # fmt: skip
    convinced = {one["name"] for one in day["by_reason"] if one["rates"]["clicked"]["count"]}
    assert spoke <= convinced
    assert not against & {one["name"] for one in day["by_reason"]}
    assert {one["what"] for one in day["health"]} >= {"fresh", "unknown_items", "no_price"}
    assert sum(one["shown"] for one in day["by_category"]) == 2


def test_what_is_sold_out_and_asked_for_is_named(make: Make) -> None:
    service = make()
    assert service.patch("/v1/items", json={"items": [{"item": "i05", "available": False}]}).status_code == 200
    asked(service, "i05", "s")
    service.post("/v1/events", json={"id": "1", "kind": "view", "item": "i06"})  # on disk after what was shown before
    assert [one["item"] for one in service.get("/admin/live").json()["sold_out"]] == ["i05"]


def test_refreshes_stand_there_as_they_were_written_the_newest_first(make: Make) -> None:
    service = make()
    made = [
        (Refreshed("kept", Path("shop"), "kept the serving model: worse"), NOW),
        (Refreshed("swapped", Path("shop"), "model-2 serves now"), NOW + 86_400),
    ]
    for one, when in made:
        content = document(one, when, None)
        service.app.state.service.store.put("refresh", {content["time"]: content})  # type: ignore[attr-defined]
    answered = service.get("/admin/live")
    assert answered.status_code == 200, answered.text
    assert [(one["time"], one["outcome"], one["text"]) for one in answered.json()["refreshes"]] == [
        (NOW + 86_400, "swapped", "model-2 serves now"),
        (NOW, "kept", "kept the serving model: worse"),
    ]


def test_the_day_is_the_staffs(make: Make) -> None:
    service = make(api_key="k", admin_key="a")
    assert service.get("/admin/live", headers={"X-API-Key": "k"}).status_code == 401
    assert service.get("/admin/live", headers={"X-API-Key": "a"}).status_code == 200


def test_a_rule_is_tried_put_live_and_taken_out_on_the_page(page: Page, models: tuple[Path, Path]) -> None:
    page.goto("/#/staff")
    box = page.get_by_label("A new rule, or another content for one of these")
    box.fill("no rule")
    page.get_by_role("button", name="What would change?").click()
    expect(page.get_by_text("This is no JSON")).to_be_visible()
    box.fill('{"id": "gone", "kind": "hide", "reason": "Recalled.", "items": ["i04"]}')
    page.get_by_role("button", name="What would change?").click()
    expect(page.get_by_text("lists change")).to_be_visible()
    page.get_by_role("button", name="Put it live").click()
    row = page.locator(".rules tr", has_text="gone")
    expect(row).to_contain_text("Recalled.")
    page.get_by_role("button", name="Take out: gone").click()
    expect(row).to_have_count(0)


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_day_fits_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/#/staff")
    expect(page.get_by_role("heading", name="Health of the data")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
