"""The state of a served shop: every event counts once, in bounded memory, at every service on the same store."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import instead
from instead.live.asking import with_what_is_known
from instead.live.bounded import Bounded
from instead.live.events import Event
from instead.live.histories import Histories
from instead.live.live_state import LiveState
from instead.live.sessions import TIMEOUT, CoViews, Sessions
from instead.live.store import LiveStore
from instead.live.visit_days import DAY, DAYS, VisitDays
from instead.request import Request
from instead.settings import RankerSettings
from instead.shop import Shop, load
from tests.spoken_shop import spoken_shop

QUICK = RankerSettings(dimension=4, factor_rounds=2, lists=40, pools=30, uniform=6, hard=6, decoys=2, bends=1)
NOW = time.time()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with a reader of its own."""
    folder = tmp_path_factory.mktemp("spoken")
    data = spoken_shop(folder)
    instead.extract(str(data.folder))
    return instead.train(str(data.folder), out=folder / "model", model="ranker", settings=QUICK).folder


@pytest.fixture(scope="module")
def shop(model: Path) -> Shop:
    return load(model).warm()


def living(shop: Shop, store: LiveStore, **more: Any) -> LiveState:
    state = LiveState(shop, store, **more)
    state.follow(lambda made: None, now=True)
    return state


_number = iter(range(10**9))


def event(kind: str, item: str, **more: Any) -> Event:
    return Event.model_validate({"id": f"e{next(_number)}", "kind": kind, "item": item, **more})


def settle(state: LiveState) -> None:
    while state.follow(lambda made: None, now=True):
        pass


def test_a_review_is_read_counted_and_quoted(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    said = event("review", "i3", user="new", text="The battery is excellent.", rating=5)
    store.add([said, said])
    settle(state)
    number, battery = shop.catalogue.number("i3"), shop.askers.attribute("battery")
    before, after = shop.evidence, state.shop.evidence
    cell, old = after.place(number, battery), before.place(number, battery)
    assert after.praised[cell] == before.praised[old] + 1
    assert any("excellent" in text for text in after.quotes(cell, 1))
    assert after.reviews[number] == before.reviews[number] + 1


def test_two_services_see_each_other_and_count_once(shop: Shop, opened: Callable[[], LiveStore]) -> None:
    one, other = (living(shop, opened()) for _ in range(2))
    one.store.add([event("purchase", "i3", user="a"), event("purchase", "i3", user="b")])
    one.store.put("item", {"i4": {"price": 77.0}})
    for state in (one, other, one):
        settle(state)
    started = living(shop, opened())
    for state in (one, other, started):
        assert state.days.visits(len(shop.catalogue)).counts.sum() == 2.0  # type: ignore[union-attr]
        assert state.shop.item("i4").price == 77.0
        standing = state.shop.model.tables.standing.visits  # type: ignore[attr-defined]
        before = shop.model.tables.standing.visits  # type: ignore[attr-defined]
        assert (standing - before).tolist() == [2.0 if item == "i3" else 0.0 for item in shop.catalogue.ids]


def test_a_purchase_and_its_review_are_one_visit(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.add([event("purchase", "i3", user="a"), event("review", "i3", user="a", rating=4)])
    known = shop.users["user"][0]
    had = shop.catalogue.ids[int(shop.visited(known)[0])]
    store.add([event("purchase", had, user=known), event("view", "i5", user="a")])
    settle(state)
    assert state.days.visits(len(shop.catalogue)).counts.sum() == 1.0  # type: ignore[union-attr]


def test_what_the_model_has_learned_does_not_count_again(model: Path, store: LiveStore) -> None:
    store.add([event("purchase", "i3", user="a")])
    shop = load(model)
    shop.manifest = {**shop.manifest, "live_until": {"events": store.newest().events, "time": NOW}}
    state = living(shop, store)
    assert state.days.visits(12) is None and state.histories.of("a") == ((), ())
    store.add([event("purchase", "i4", user="a")])
    settle(state)
    assert state.histories.of("a")[0] == ("i4",)


def test_somebody_who_is_forgotten_counts_no_longer(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.add(
        [event("purchase", "i3", user="a"), event("review", "i3", user="b", rating=1, text="The screen is awful.")]
    )
    store.put("item", {"i4": {"price": 5.0}})
    settle(state)
    reviews = int(state.shop.evidence.reviews.sum())
    store.forget("b")
    settle(state)
    assert int(state.shop.evidence.reviews.sum()) == reviews - 1
    assert state.days.visits(len(shop.catalogue)).counts.sum() == 1.0  # type: ignore[union-attr]
    assert state.shop.item("i4").price == 5.0
    assert not state.follow(lambda made: None, now=True)  # nothing is left to do


def test_a_snapshot_that_was_being_made_when_somebody_was_forgotten_is_made_anew(
    shop: Shop, store: LiveStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = living(shop, store)
    store.add([event("review", "i3", user="b", rating=1), event("review", "i4", user="a", rating=5)])
    make, made = state._updated, list[Shop]()

    def forgotten_meanwhile(before: Shop, changes: Any) -> Shop:
        found = make(before, changes)
        if not store.documents("forgotten"):
            store.forget("b")
            state.catch_up()
        return found

    monkeypatch.setattr(state, "_updated", forgotten_meanwhile)
    assert state.follow(made.append, now=True)
    assert int(made[-1].evidence.reviews.sum()) == int(shop.evidence.reviews.sum()) + 1
    assert made == [state.shop]


def test_a_review_that_comes_before_its_item_counts_when_the_item_is_there(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.add([event("review", "n1", user="a", rating=5, text="The battery is great.")])
    settle(state)
    store.put("item", {"n1": {"title": "New phone", "put": True}})
    settle(state)
    restarted = living(shop, store)
    number = state.shop.catalogue.number("n1")
    assert state.shop.evidence.reviews[number] == restarted.shop.evidence.reviews[number] == 1


def test_a_document_that_was_mended_is_no_fault_any_more(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.put("item", {"n1": {"title": "New phone", "mentions": [["no such attribute", 1]], "put": True}})
    settle(state)
    assert "no such attribute" in state.faults["n1"]
    store.put("item", {"n1": {"title": "New phone", "put": True}})
    settle(state)
    assert "n1" in state.shop.catalogue
    assert state.faults == {}


def test_a_request_gets_what_is_known_of_its_asker(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.add(
        [
            event("review", "i3", user="a", text="The battery is great.", rating=5),
            event("view", "i5", session="s", user="a"),
            event("view", "i6", session="s"),
            event("view", "gone", session="s"),
        ]
    )
    state.catch_up()
    asked = with_what_is_known(Request(query="i1", user="a", session="s", history=("i9",)), state, NOW)
    assert asked.history == ("i3", "i9") and asked.viewed == ("i5", "i6")
    assert [one.attribute for review in asked.reviews for one in review.mentions] == ["battery"]
    assert with_what_is_known(Request(query="i1", user="a"), state, NOW).viewed == ("i5",)
    assert with_what_is_known(Request(query="i1", session="s", viewed=("i2",)), state, NOW).viewed == ("i2",)
    stranger = Request(query="i1", session="other")
    assert with_what_is_known(stranger, state, NOW) is stranger
    assert with_what_is_known(Request(query="i1", session="s"), state, NOW + 2 * TIMEOUT).viewed == ()


def test_things_that_happen_to_an_item_before_it_is_there(shop: Shop, store: LiveStore) -> None:
    store.add([event("purchase", "NEW", user="a"), event("review", "NEW", user="b", rating=5, text="Excellent sound!")])
    store.put("item", {"NEW": {"put": True, "title": "Something new"}})
    state = living(shop, store)
    settle(state)
    number = state.shop.catalogue.number("NEW")
    assert state.days.visits(len(state.shop.catalogue)).counts[:, number].sum() == 2.0  # type: ignore[union-attr]
    assert state.shop.item("NEW").reviews == 1


def test_a_document_that_is_wrong_is_named_and_harms_nobody(shop: Shop, store: LiveStore) -> None:
    store.put("item", {"i3": {"price": "dear"}, "i4": {"price": 3.0}, "nobody": {"price": 3.0}})
    state = living(shop, store)
    assert list(state.faults) == ["i3"] and state.shop.item("i4").price == 3.0


def test_snapshots_take_a_bounded_share_of_the_time(shop: Shop, store: LiveStore) -> None:
    moment = [0.0]
    state = LiveState(shop, store, every=1.0, clock=lambda: moment[0])
    made: list[Shop] = []
    store.add([event("purchase", "i3", user="a")])
    assert state.follow(made.append)
    store.add([event("purchase", "i4", user="a")])
    assert not state.follow(made.append) and state.histories.of("a")[0] == ("i3", "i4")  # theirs counts at once
    store.put("item", {"i4": {"price": 9.0}})
    assert state.follow(made.append)  # the catalogue does not wait
    moment[0] += 10.0
    assert not state.follow(made.append)  # nothing new
    assert len(made) == 2 and made[-1].item("i4").price == 9.0


def test_looks_within_a_visit_become_links(shop: Shop, store: LiveStore) -> None:
    state = living(shop, store)
    store.add([event("view", item, session=f"s{n}") for n in range(3) for item in ("i0", "i7", "i0")])
    settle(state)
    one, other = (shop.catalogue.number(item) for item in ("i0", "i7"))
    assert state.coviews.counts == {(min(one, other), max(one, other)): 3}
    _, visits, _ = state.shop.fact_table.links("viewed", one, np.array([other]))
    assert visits[0] >= 3


def test_memory_is_bounded() -> None:
    table: Bounded[int, int] = Bounded(3)
    for key in range(5):
        table.put(key, key)
        table.get(2)
    assert len(table) == 3 and 2 in table and 0 not in table
    sessions = Sessions(10)
    for key in range(100):
        sessions.look(f"s{key}", None, f"i{key}", 0.0)
    assert len(sessions) == 10
    pairs = CoViews(50)
    for key in range(400):
        pairs.add(0, 1)
        pairs.add(key, key + 1_000)
    assert len(pairs.counts) <= 50 and pairs.counts[0, 1] > 300
    days = VisitDays()
    for day in range(1_000):
        days.add(day % 5, day * DAY, 5)
    assert len(days) <= DAYS + 1_000 // 30 + 1
    found = days.visits(7)
    assert found is not None and found.counts.sum() == 1_000 and found.counts.shape[1] == 7
    assert (np.diff(found.days) >= 0).all()


def test_a_history_that_grows_while_it_is_loaded_is_whole(store: LiveStore) -> None:
    class Slow:
        """Something comes in between the answer of the store and its use."""

        def __init__(self) -> None:
            self.late: list[Event] = [event("purchase", "i2", user="a")]

        def events(self, **asked: Any) -> Any:
            yield from list(store.events(**asked))
            while self.late:
                (kept,) = store.add([one := self.late.pop()])
                histories.note(kept.seq, "a", str(one.item), "")

    histories = Histories(Slow(), 0, lambda texts: [])  # type: ignore[arg-type]
    store.add([event("purchase", "i1", user="a")])
    assert histories.of("a")[0] == ("i1", "i2")
