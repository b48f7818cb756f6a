"""The store, as everybody may rely on it: the same tests for SQLite and for a real PostgreSQL server."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from instead.errors import WrongEvent
from instead.live import sql_store
from instead.live.event_rows import SCHEMA as EVENT_SCHEMA
from instead.live.events import Event
from instead.live.shown import Shown, ShownOffer
from instead.live.shown_rows import SCHEMA as SHOWN_SCHEMA
from instead.live.store import Conflict, Cursor, LiveStore
from tests.live.conftest import Open

VERDICT = Event(id="v", kind="verdict", item="i2", query="i1", verdict="rejected", attributes=("price", "case"))
ANSWER = Shown(
    "r1", 100.0, "i1", "u1", "s1", "m",
    (ShownOffer("i2", 1.5, (("case", "better"), ("price", "worse")), "rule-1"), ShownOffer("i3", 0.5)),
)  # fmt: skip


def view(name: str, **more: Any) -> Event:
    return Event.model_validate({"id": name, "kind": "view", "item": "i1", **more})


def ids(store: LiveStore, **wanted: Any) -> list[str]:
    return [name for frame in store.events(**wanted) for name in frame["id"]]


def test_an_event_comes_back_as_it_was_sent(store: LiveStore) -> None:
    whole = Event(
        id="e", kind="review", item="i1", time=1_000, user="Ü 1", session="s", recommendation_id="r", query="q",
        position=3, attributes=("a", 'b"'), comment="", text="It's 100 % good?\n\u2028", rating=4.5, price=9.99,
        quantity=2, model="m",
    )  # fmt: skip
    before = time.time()
    (kept,) = store.add([whole])
    assert (kept.id, kept.seq, kept.repeated) == ("e", 1, False)
    assert before <= kept.time <= time.time()
    ((seq, at, found),) = store.since(Cursor()).events
    assert (seq, at, found) == (1, 1_000.0, whole)
    (frame,) = store.events()
    assert frame.schema == pl.Schema(EVENT_SCHEMA)
    assert frame.drop("seq", "received").to_dicts() == [
        whole.model_dump() | {"time": 1_000.0, "attributes": ["a", 'b"'], "wrong": []}
    ]


def test_an_event_without_a_time_has_that_of_its_coming(store: LiveStore) -> None:
    (kept,) = store.add([view("a")])
    assert store.since(Cursor()).events[0][1] == kept.time


def test_the_same_event_counts_once(store: LiveStore) -> None:
    (first,) = store.add([view("a", user="u")])
    again, new, twice = store.add([view("a", user="u", time=5), view("b"), view("b")])
    assert again == replace(first, repeated=True)
    assert (new.seq, new.repeated, twice.seq, twice.repeated) == (2, False, 2, True)
    assert ids(store) == ["a", "b"]


@pytest.mark.parametrize("other", [{"user": "v"}, {"item": "i2"}, {"kind": "cart"}, {"price": 1.0}, {"quantity": 2}])
def test_an_id_for_something_else_is_refused_with_its_whole_batch(store: LiveStore, other: dict[str, Any]) -> None:
    store.add([view("a", user="u")])
    with pytest.raises(Conflict, match="'a' was used before"):
        store.add([view("b"), view("a", **{"user": "u"} | other), view("c")])
    with pytest.raises(Conflict, match="'d'"):
        store.add([view("d"), view("d", item="i9")])
    assert ids(store) == ["a"]
    assert store.add([view("b")])[0].seq == 2


def test_what_was_wrong_may_be_said_later(store: LiveStore) -> None:
    (first,) = store.add([VERDICT])
    more = VERDICT.model_copy(update={"wrong": ("price",), "comment": "no"})
    assert store.add([more]) == [replace(first, repeated=True)]
    store.add([VERDICT])  # a retry of the first takes nothing back
    with pytest.raises(Conflict):
        store.add([VERDICT.model_copy(update={"wrong": ("case",), "query": "i9"})])
    (frame,) = store.events()
    assert frame.select("id", "wrong", "comment").rows() == [("v", ["price"], "no")]


def test_times_to_come_are_refused(store: LiveStore) -> None:
    soon = int(time.time()) + 200
    with pytest.raises(WrongEvent, match=r"event 'b' .* still to come") as refused:
        store.add([view("a"), view("b", time=soon + 400)])
    assert refused.value.place == 1
    assert ids(store) == []
    store.add([view("a", time=soon)])  # clocks differ


def test_events_by_what_is_asked_for(store: LiveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_store, "PIECE", 2)
    store.add([
        view("a", user="u", session="s", time=10), view("b", session="s", time=20), view("c", kind="cart", time=30),
        view("d", user="u", time=40), view("e", kind="purchase", user="v", time=50),
    ])  # fmt: skip
    assert [frame.height for frame in store.events()] == [2, 2, 1]
    assert ids(store) == ["a", "b", "c", "d", "e"]
    assert ids(store, after=2, until=4) == ["c", "d"]
    assert ids(store, kinds=["cart", "purchase"]) == ["c", "e"]
    assert ids(store, user="u") == ["a", "d"]
    assert ids(store, session="s", user="u") == ["a"]
    assert ids(store, since=20, before=50) == ["b", "c", "d"]
    assert list(store.events(user="nobody")) == []


def test_what_was_shown_is_there_before_a_later_event(store: LiveStore) -> None:
    empty = replace(ANSWER, id="r0", offers=(), user=None, session=None, experiment="x", variant="b")
    store.record(ANSWER)
    store.record(empty)
    store.record(ANSWER)  # once
    store.add([view("a", recommendation_id="r1")])
    (frame,) = store.shown()
    assert frame.schema == pl.Schema(SHOWN_SCHEMA)
    assert frame["id"].to_list() == ["r0", "r1"]
    assert frame["offers"].to_list() == [
        [],
        [
            {"item": "i2", "score": 1.5, "rule": "rule-1", "reasons": [
                {"name": "case", "verdict": "better"}, {"name": "price", "verdict": "worse"}]},
            {"item": "i3", "score": 0.5, "rule": "", "reasons": []},
        ],
    ]  # fmt: skip
    assert frame.drop("offers").rows() == [
        ("r0", 100.0, "i1", None, None, "m", "x", "b"), ("r1", 100.0, "i1", "u1", "s1", "m", "", "")
    ]  # fmt: skip


def test_what_was_shown_by_time_and_id(store: LiveStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_store, "PIECE", 2)
    for place, at in enumerate((1.0, 2.0, 2.0, 2.0, 3.0)):
        store.record(replace(ANSWER, id=f"r{place}", time=at))
    store.add([view("a")])

    def found(**wanted: Any) -> list[str]:
        return [name for frame in store.shown(**wanted) for name in frame["id"]]

    assert found() == ["r0", "r1", "r2", "r3", "r4"]
    assert [frame.height for frame in store.shown()] == [2, 2, 1]
    assert found(since=2.0) == ["r1", "r2", "r3", "r4"]
    assert found(since=1.5, until=3.0) == ["r1", "r2", "r3"]
    assert found(ids=["r4", "none", "r0", "r0"]) == ["r0", "r4"]
    assert found(ids=["r4", "r0"], until=3.0) == ["r0"]


def test_documents_and_their_changes(store: LiveStore) -> None:
    assert store.put("rule", {"a": {"pin": 1, "says": "Ü"}, "b": {"pin": 2}}) == 2
    assert store.put("item", {"a": {"price": 3}}) == 3
    assert store.put("rule", {"a": {"says": "Ü", "pin": 1}, "c": None}) == 3  # equal to what is there
    assert store.documents("rule") == {"a": {"pin": 1, "says": "Ü"}, "b": {"pin": 2}}
    assert store.documents("item") == {"a": {"price": 3}}
    assert store.put("rule", {"a": None}) == 4
    assert store.documents("rule") == {"b": {"pin": 2}}
    assert store.since(Cursor()).documents == (
        (2, "rule", "b", {"pin": 2}),
        (3, "item", "a", {"price": 3}),
        (4, "rule", "a", None),
    )
    assert store.put("rule", {"a": {"pin": 1}}) == 5
    assert store.since(Cursor(0, 4)).documents == ((5, "rule", "a", {"pin": 1}),)


def test_reading_on_from_a_cursor(store: LiveStore) -> None:
    assert store.newest() == Cursor()
    store.add([view(str(place)) for place in range(5)])
    store.put("rule", {"a": {}})
    first = store.since(Cursor(), limit=2)
    assert ([seq for seq, _, _ in first.events], first.cursor, first.more) == ([1, 2], Cursor(2, 1), True)
    rest = store.since(first.cursor)
    assert ([one.id for _, _, one in rest.events], rest.documents, rest.more) == (["2", "3", "4"], (), False)
    assert rest.cursor == store.newest() == Cursor(5, 1)
    assert store.since(rest.cursor).cursor == rest.cursor


def test_numbers_are_never_used_again(store: LiveStore, opened: Open) -> None:
    store.add([view("a", time=1), view("b", time=1, user="u")])
    store.expire(time.time())
    assert ids(store) == []
    assert opened().add([view("c")])[0].seq == 3


def test_two_services_on_one_store(store: LiveStore, opened: Open) -> None:
    """Both write as fast as they can; whoever reads on meanwhile sees every number once and in order."""
    other, ended = opened(), threading.Event()
    seen: list[int] = []

    def write(own: LiveStore, name: str) -> None:
        for place in range(60):
            own.record(replace(ANSWER, id=f"{name}-{place}"))
            own.add([view(f"{name}-{place}-{part}") for part in range(3)])

    def read_on() -> None:
        cursor, last = Cursor(), False
        while not last:
            last = ended.is_set()
            found = store.since(cursor, limit=50)
            seen.extend(seq for seq, _, _ in found.events)
            cursor = found.cursor
            last = last and not found.more

    writers = [threading.Thread(target=write, args=(own, str(n))) for n, own in enumerate((store, other, store, other))]
    reader = threading.Thread(target=read_on)
    for thread in (*writers, reader):
        thread.start()
    for thread in writers:
        thread.join()
    ended.set()
    reader.join()
    assert seen == list(range(1, 721))
    assert len(set(ids(other))) == 720
    assert sum(frame.height for frame in store.shown()) == 240


def test_retention(store: LiveStore) -> None:
    store.add([view("a", time=10), view("b", time=20)])
    store.record(replace(ANSWER, id="r1", time=19.9))
    store.record(replace(ANSWER, id="r2", time=20.0))
    assert store.expire(20.0) == {"events": 1, "shown": 1}
    assert ids(store) == ["b"]
    assert [one["id"].to_list() for one in store.shown()] == [["r2"]]


def test_a_closed_store(store: LiveStore, opened: Open) -> None:
    store.record(ANSWER)
    store.close()
    store.close()
    with pytest.raises(RuntimeError, match="closed"):
        store.add([view("a")])
    assert [one["id"].to_list() for one in opened().shown()] == [["r1"]]


def test_nothing_given_is_nothing_kept(store: LiveStore) -> None:
    assert store.add([]) == []
    assert store.put("rule", {}) == 0
    assert store.since(Cursor()).events == ()


def test_verdicts_by_day_and_reasons_called_wrong(store: LiveStore) -> None:
    day = 86_400
    nothing = store.verdicts(days=2, now=100.5 * day)
    assert (nothing.accepted, nothing.rejected, nothing.wrong, nothing.latest) == (0, 0, (), ())
    assert [(one["accepted"], one["rejected"]) for one in nothing.days] == [(0, 0), (0, 0)]
    for name, at, verdict in (("a", 99 * day - 1, "accepted"), ("b", 99 * day, "accepted"),
                              ("c", 100 * day - 1, "rejected"), ("d", 100 * day, "rejected")):  # fmt: skip
        store.add([VERDICT.model_copy(update={"id": name, "time": at, "verdict": verdict,
                                              "wrong": ("case",) if name == "c" else ()})])  # fmt: skip
    store.add([view("e", time=100 * day)])
    made = store.verdicts(days=2, now=100.5 * day, latest=3)
    assert (made.accepted, made.rejected) == (2, 2)
    assert [(one["day"], one["accepted"], one["rejected"]) for one in made.days] == [
        ("1970-04-10", 1, 1), ("1970-04-11", 0, 1)
    ]  # fmt: skip
    assert made.wrong == ({"attribute": "case", "wrong": 1},)
    assert [(one["id"], one["item"], one["attributes"]) for one in made.latest] == [
        (name, "i2", ["price", "case"]) for name in "dcb"
    ]
    assert len(store.verdicts().days) == 14


def test_how_much_there_is(store: LiveStore, address: str) -> None:
    empty = store.status()
    assert (empty.events, empty.shown, empty.documents, empty.first, empty.last) == ({}, 0, 0, None, None)
    store.record(ANSWER)
    store.put("rule", {"a": {}, "b": {}})
    store.put("rule", {"a": None})
    store.add([view("a", time=5), view("b", time=7), VERDICT.model_copy(update={"time": 6})])
    found = store.status()
    assert (found.address, found.shown, found.documents) == (address, 1, 1)
    assert (found.events, found.first, found.last) == ({"view": 2, "verdict": 1}, 5.0, 7.0)
