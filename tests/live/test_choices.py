"""Choices among what was shown: which event belongs to which list, what counts most, and when it was known."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.live.choices import DAY, as_of, choices_of, gathered, shown_choices, touched_lists
from instead.live.events import Event
from instead.live.shown import Shown, ShownOffer
from instead.live.store import LiveStore, open_store


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[None]:
    """Where the stores of a test are."""
    PLACE.append(tmp_path)
    yield
    PLACE.clear()


PLACE: list[Path] = []


def store_of(*events: dict[str, Any]) -> LiveStore:
    """Lists r1 (at 100, u1, s1) and r2 (at 200, u1, s2) of a, b, c, and then these events."""
    store = open_store(PLACE[0] / f"{len(list(PLACE[0].iterdir()))}.sqlite")
    for name, time, session in (("r1", 100.0, "s1"), ("r2", 200.0, "s2")):
        offers = tuple(ShownOffer(item, 0.0) for item in "abc")
        store.record(Shown(name, time, "q", "u1", session, "m", offers))
    store.add([Event(id=f"e{number}", **event) for number, event in enumerate(events)])
    return store


def rows(*events: dict[str, Any]) -> list[dict[str, Any]]:
    store = store_of(*events)
    found = choices_of(store).to_dicts()
    store.close()
    return found


def test_an_event_belongs_to_the_answer_it_names() -> None:
    (one,) = rows({"kind": "click", "item": "b", "time": 300, "recommendation_id": "r1"})
    assert (one["id"], one["chosen"], one["label"], one["items"]) == ("r1", 1, "click", ["a", "b", "c"])


def test_else_to_the_newest_list_of_the_visit_then_of_the_user() -> None:
    (one,) = rows({"kind": "click", "item": "b", "time": 300, "session": "s1", "user": "u1"})
    assert one["id"] == "r1"
    (one,) = rows({"kind": "purchase", "item": "c", "time": 300, "user": "u1"})
    assert (one["id"], one["chosen"]) == ("r2", 2)
    assert rows({"kind": "purchase", "item": "c", "time": 300, "user": "u2"}) == []
    assert rows({"kind": "purchase", "item": "c", "time": 50, "user": "u1"}) == []
    assert rows({"kind": "purchase", "item": "c", "time": int(200 + 8 * DAY), "user": "u1"}) == []
    assert rows({"kind": "purchase", "item": "z", "time": 300, "user": "u1"}) == []


def test_one_choice_per_list_by_the_strongest_sign() -> None:
    click = {"kind": "click", "item": "a", "time": 110, "recommendation_id": "r1"}
    bought = {"kind": "purchase", "item": "c", "time": 150, "recommendation_id": "r1"}
    (one,) = rows(click, bought)
    assert (one["chosen"], one["label"], one["known"]) == (2, "purchase", 150.0)
    (one,) = rows(click, {**click, "item": "b", "time": 120})
    assert (one["chosen"], one["known"]) == (0, 110.0)


def test_what_was_rejected() -> None:
    refused = {"kind": "verdict", "verdict": "rejected", "item": "a", "query": "q", "time": 120,
               "recommendation_id": "r1"}  # fmt: skip
    (one,) = rows(refused)
    assert (one["chosen"], one["rejected"], one["label"]) == (None, [0], "rejected")
    (one,) = rows({"kind": "click", "item": "a", "time": 110, "recommendation_id": "r1"}, refused)
    assert one["chosen"] is None, "a click on what was then refused took nothing"
    (one,) = rows({"kind": "purchase", "item": "a", "time": 110, "recommendation_id": "r1"}, refused)
    assert (one["chosen"], one["rejected"]) == (0, [])
    assert rows(*({**refused, "item": item} for item in "abc")) == [], "a list of which all was refused is no choice"


def test_late_labels_are_known_when_they_came_in() -> None:
    store = store_of(
        {"kind": "click", "item": "a", "time": 110, "recommendation_id": "r1"},
        {"kind": "view", "item": "x", "time": 5000, "session": "s9"},
        {"kind": "purchase", "item": "b", "time": 120, "recommendation_id": "r1"},  # told late
    )
    (one,) = choices_of(store).to_dicts()
    assert (one["label"], one["known"]) == ("purchase", 5000.0)
    (one,) = choices_of(store, until=2).to_dicts()
    assert (one["label"], one["known"]) == ("click", 110.0)
    events, shown = gathered(list(store.events())), touched_lists(store, gathered(list(store.events())))
    assert shown_choices(as_of(events, 4000.0), shown)["label"].to_list() == ["click"]
    assert shown_choices(as_of(events, 110.0), shown).is_empty()
    store.close()


def test_what_the_visit_had_looked_at() -> None:
    looks = [{"kind": "view", "item": item, "time": time, "session": "s1"} for item, time in (("x", 90), ("y", 95))]
    later = {"kind": "view", "item": "z", "time": 105, "session": "s1"}
    (one,) = rows(*looks, later, {"kind": "click", "item": "b", "time": 300, "recommendation_id": "r1"})
    assert one["viewed"] == ["x", "y"]


def test_nothing_shown_or_nothing_done() -> None:
    assert rows() == []
    assert shown_choices(pl.DataFrame(), pl.DataFrame()).is_empty()
