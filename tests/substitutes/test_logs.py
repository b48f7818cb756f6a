"""Logs of shops: who did what when, with and without users, and what is made of words that mean nothing here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from instead.errors import EmptyResult, InputError
from instead.files.rejects import FileTally, RejectLog
from instead.preparation.inspection import inspect_file
from instead.preparation.sources import understand
from instead.settings import ReadSettings
from instead.substitutes.actions import ACTIONS, WORDS, action_of
from instead.substitutes.shown_lists import listed
from instead.substitutes.view_formats import GA4, JD_LOG, TRIVAGO
from instead.substitutes.views import LOG_SCHEMA, NOBODYS, ViewLog, links_from_views, read_views
from tests.small_shop import put, put_json

ANY = ReadSettings(max_rejected=1.0)
T = 1_700_000_000


def read(path: Path, settings: ReadSettings = ANY) -> tuple[ViewLog, FileTally]:
    log = RejectLog()
    source = understand(path, {})
    assert source.kind == "views"
    return read_views(source, log, settings), log.tally(str(path))


def test_every_log_has_the_same_columns(tmp_path: Path) -> None:
    made, _ = read(put(tmp_path / "v.csv", ["user,item,time", f"u,a,{T}", f"u,b,{T}"]))
    assert dict(made.rows.schema) == LOG_SCHEMA
    assert made.rows["session"].to_list() == [None, None]
    assert made.rows["action"].to_list() == ["view", "view"]
    assert made.shown.is_empty()


def test_rows_without_a_user_fall_back_to_the_session(tmp_path: Path) -> None:
    rows = [f"{T},s1,,a,view", f"{T + 5},s1,42,b,purchase", f"{T},s2,null,a,view", f"{T},s3,7,a,view",
            f"{T},s3,8,b,view", f"{T},s3,,c,view", f"{T},,,a,view"]  # fmt: skip
    made, tally = read(put(tmp_path / "v.csv", ["time,session_id,customer_id,sku,event", *rows]))
    assert made.rows.select("user", "session", "item").rows() == [
        ("42", "s1", "a"),  # signed in later in the same session
        ("42", "s1", "b"),
        ("session:s2", "s2", "a"),
        ("7", "s3", "a"),
        ("8", "s3", "b"),
        ("session:s3", "s3", "c"),  # two people used it: nobody knows which
    ]
    assert tally.repaired == {
        "without a user, taken for the user of their session": 1,
        "without a user, taken as those of somebody unknown, by visitor or session": 2,
    }
    assert tally.rejected == 0
    assert dict(tally.unused) == {NOBODYS: 1}


def test_a_visitor_stands_for_somebody_before_the_session_does(tmp_path: Path) -> None:
    rows = [f"{T},s1,,v1,a,view", f"{T},s2,,v1,b,view", f"{T},s3,u,v2,a,view"]
    made, _ = read(put(tmp_path / "v.csv", ["time,session_id,user_id,visitor_id,sku,event", *rows]))
    assert made.rows["user"].to_list() == ["visitor:v1", "visitor:v1", "u"]


def test_a_log_of_sessions_alone(tmp_path: Path) -> None:
    path = put(tmp_path / "v.csv", ["time,session_id,sku", f"{T},s1,a", f"{T},s1,b"])
    made, _ = read(path)
    assert made.rows["user"].to_list() == ["s1", "s1"]
    assert "no column of users: every session_id counts as somebody else" in understand(path, {}).notes


def test_sessions_cut_visits(tmp_path: Path) -> None:
    """Two sessions of one user at the same time are two visits."""
    rows = [f"u,{session},{item},{T + n}" for n, (session, item) in enumerate(zip("xyxy", "acbd", strict=True))]
    made, _ = read(put(tmp_path / "v.csv", ["user,session,item,time", *rows]))
    pairs = links_from_views(made.rows, ReadSettings(min_views=1)).select("source", "target").rows()
    assert set(pairs) == {("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")}


@pytest.mark.parametrize("word", WORDS)
def test_every_known_word_has_an_action(word: str) -> None:
    assert WORDS[word] in (*ACTIONS, "ignore")


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("Ansicht", "view"), ("view_item", "view"), ("ADD_TO_CART", "cart"), ("addtocart", "cart"),
        ("Kauf", "purchase"), ("transaction", "purchase"), ("fav", "wish"), ("remove from cart", "remove"),
        ("refund", "return"), ("view_item_list", "shown"), ("session_start", "ignore"), ("1", "purchase"),
        ("0", "view"), ("wobble", None),
    ],
)  # fmt: skip
def test_words_of_logs(word: str, action: str | None) -> None:
    assert action_of(word, {}) == action


def test_other_events_are_counted_and_not_rejected(tmp_path: Path) -> None:
    rows = [f"u,a,{T},view", f"u,,{T},search", f"u,,{T},page_view", f"u,a,{T},wobble", f"u,b,{T},impression"]
    made, tally = read(put(tmp_path / "v.csv", ["user,item,time,event", *rows]), ReadSettings(max_rejected=0.0))
    assert made.rows.height == 1
    assert tally.unused == {
        "search: about no item": 1,
        "page_view: about no item": 1,
        "wobble: an action that is not known (--action wobble=view says what it is)": 1,
        "impression: shown, not looked at": 1,
    }
    assert tally.rows == 5


def test_words_of_ones_own(tmp_path: Path) -> None:
    path = put(tmp_path / "v.csv", ["user,item,time,event", f"u,a,{T},wobble", f"u,b,{T},view", f"u,b,{T},bounce"])
    made, tally = read(path, ReadSettings(actions=("Wobble=purchase", "bounce=ignore")))
    assert made.rows["action"].to_list() == ["purchase", "view"]
    assert tally.unused == {"bounce: about no item": 1}
    for wrong in ("wobble", "=view", "wobble=sold"):
        with pytest.raises(InputError, match="WORD=ACTION"):
            ReadSettings.checked({"actions": (wrong,)})


def test_a_log_of_unknown_words_says_which(tmp_path: Path) -> None:
    path = put(tmp_path / "v.csv", ["user,item,time,event", f"u,a,{T},7", f"u,b,{T},8"])
    made, _ = read(path)  # none of its words is an action: the column is not taken for one
    assert made.rows["action"].to_list() == ["view", "view"]
    assert "event has no word for an action that is known" in understand(path, {}).notes[0]
    with pytest.raises(EmptyResult, match="no usable row: 1 rows 7: an action that is not known"):
        read_views(understand(path, {"action": "event"}), RejectLog(), ANY)


def test_an_event_with_a_price_is_no_list_of_items(tmp_path: Path) -> None:
    header = "event_time,event_type,product_id,category_code,brand,price,user_id,user_session"
    path = put(tmp_path / "v.csv", [header, f"{T},view,1,a.b,acme,9.5,u,s", f"{T},cart,1,a.b,acme,9.5,u,s"])
    made, _ = read(path)
    assert made.rows.rows() == [("u", "s", "1", T, "view"), ("u", "s", "1", T, "cart")]


def test_the_log_of_jd(tmp_path: Path) -> None:
    rows = [f"2018-03-01 00:00:0{kind},9,i{kind},{kind},42,{T}.0" for kind in (1, 2, 3, 4)]
    path = put(tmp_path / "jd.csv", ["action_time,user_id,sku_id,type,sessionId,index", *rows])
    assert understand(path, {}).format == JD_LOG
    made, _ = read(path)
    assert made.rows["action"].to_list() == ["view", "purchase", "wish", "rate"]
    assert made.rows["session"].unique().to_list() == ["42"]


def test_sessions_of_trivago_have_the_list_that_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    base: dict[str, Any] = {"user_id": "u", "session_id": "s", "timestamp": T, "impressions": None, "prices": None}
    rows = [
        base | {"action_type": "interaction item image", "reference": "5"},
        base | {"action_type": "search for destination", "reference": "Marseille, France"},
        base | {"action_type": "clickout item", "reference": "7", "impressions": "5|7|9", "prices": "71|107|119"},
        base | {"action_type": "clickout item", "reference": "9", "impressions": "5|9", "prices": "71"},
    ]
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(path)
    assert understand(path, {}).format == TRIVAGO
    made, tally = read(path)
    assert made.rows.select("item", "action").rows() == [("5", "view"), ("7", "purchase"), ("9", "purchase")]
    assert made.shown.rows() == [
        ("u", "s", T, "7", ["5", "7", "9"], [71.0, 107.0, 119.0]),
        ("u", "s", T, "9", ["5", "9"], None),
    ]
    assert tally.unused == {"search for destination: about no item": 1}


@pytest.mark.parametrize(
    ("cell", "found"),
    [("a|b", ["a", "b"]), ("a,b", ["a", "b"]), ('["a", "b"]', ["a", "b"]), ("[a, b]", ["a", "b"]), ("a", ["a"]),
     ("['a','b']", ["a", "b"]), ("[1, 2]", ["1", "2"]), ("", None), (None, None), ("[]", None), (" | ", None)],
)  # fmt: skip
def test_lists_in_one_cell(cell: str | None, found: list[str] | None) -> None:
    assert listed(cell) == found


def event(name: str, items: list[dict[str, Any]], *, session: int | None = 5, **more: Any) -> dict[str, Any]:
    params = [{"key": "page_location", "value": {"string_value": "https://shop"}}]
    if session is not None:
        params.append({"key": "ga_session_id", "value": {"int_value": str(session)}})
    return {
        "event_name": name, "event_timestamp": str(T * 1_000_000), "user_pseudo_id": "p1", "user_id": None,
        "event_params": params, "items": items,
    } | more  # fmt: skip


def test_events_of_ga4(tmp_path: Path) -> None:
    phone, case = {"item_id": "A", "item_name": "Phone", "price": 9.5}, {"item_id": 7, "item_name": "Case"}
    events = [
        event("session_start", []),
        event("view_item", [phone]),
        event("view_item_list", [phone, case]),
        event("add_to_cart", [case]),
        event("purchase", [phone, case, {"item_name": "Gift wrap"}], user_id="u9"),
        event("view_item", [phone], user_pseudo_id="p2", session=None),
        event("view_item", [{"item_id": "(not set)"}]),
    ]
    path = put_json(tmp_path / "ga4.jsonl", events)
    assert understand(path, {}).format == GA4
    made, tally = read(path)
    assert made.rows.select("user", "session", "item", "action").rows() == [
        ("u9", "p1.5", "A", "view"),  # signed in later in the same session
        ("u9", "p1.5", "7", "cart"),
        ("u9", "p1.5", "A", "purchase"),
        ("u9", "p1.5", "7", "purchase"),
        ("u9", "p1.5", "Gift wrap", "purchase"),
        ("visitor:p2", None, "A", "view"),
    ]
    assert made.shown.select("user", "item", "shown").rows() == [("u9", None, ["A", "7"])]
    assert tally.rows == 7
    assert tally.unused == {"session_start: about no item": 1, "view_item: about no item": 1}


def test_damaged_lists_inside_an_event_are_events_without_items(tmp_path: Path) -> None:
    events = [event("view_item", [{"item_id": "A"}]), event("view_item", []) | {"items": "none", "event_params": 3}]
    made, tally = read(put(tmp_path / "ga4.jsonl", [json.dumps(one) for one in events]))
    assert made.rows.height == 1
    assert tally.unused == {"view_item: about no item": 1}


def test_flat_events_of_ga4(tmp_path: Path) -> None:
    header = "event_date,event_timestamp,event_name,user_pseudo_id,user_id,ga_session_id,item_id,item_name,price"
    rows = [f"20231114,{T * 1000},view_item,p1,,5,A,Phone,9.5", f"20231114,{T * 1000},purchase,p1,u,5,A,Phone,9.5"]
    path = put(tmp_path / "ga4.csv", [header, *rows])
    assert understand(path, {}).format == "GA4 events (table)"
    made, _ = read(path)
    assert made.rows.select("user", "item", "action").rows() == [("u", "A", "view"), ("u", "A", "purchase")]


def test_inspect_counts_what_was_done(tmp_path: Path) -> None:
    rows = [f"u,s,a,{T},view", f"u,s,b,{T},view", f"u,s,b,{T},purchase", f"u,s,,{T},search"]
    found = inspect_file(put(tmp_path / "v.csv", ["user,session,item,time,event", *rows]))
    assert found.counts == {"users": 1, "items": 2, "sessions": 1, "of view": 2, "of purchase": 1}
    assert found.unused.pop("search: about no item") == 1
    ((why, count),) = found.unused.items()  # and one visit makes no link
    assert ("no link is made of them: 1 visits" in why, count) == (True, 3)
