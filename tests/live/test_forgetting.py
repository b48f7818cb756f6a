"""Forgetting somebody, and files of earlier versions."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from instead.errors import FolderError, StoreAway
from instead.live.events import Event
from instead.live.forgetting import mark_of, was_forgotten, without_user
from instead.live.store import Conflict, Cursor, LiveStore, open_store
from tests.live.conftest import Open
from tests.live.test_store import ANSWER, VERDICT, ids, view

NEEDLE = "Nadia-Needle-4711"


def test_everything_of_a_person_goes_and_nothing_else(store: LiveStore, opened: Open) -> None:
    store.record(replace(ANSWER, id="r1", user=NEEDLE, session="s1"))
    store.record(replace(ANSWER, id="r2", user=None, session="s1"))  # before they logged in
    store.record(replace(ANSWER, id="r3", user="other", session="s1"))
    store.record(replace(ANSWER, id="r4", user=None, session="s2"))
    store.add([
        view("a", user=NEEDLE, session="s3"), view("b", session="s3"), view("c", session="s1"),
        view("d", user="other", session="s3"), view("e", recommendation_id="r1"), view("f", session="s2"),
        view("g", user="other", recommendation_id="r1"), view("h"),
    ])  # fmt: skip
    store.put("experiment", {"x": {"user": NEEDLE, "arms": [{"users": [NEEDLE, "other"], "name": NEEDLE}]}})
    store.put("rule", {"y": {"user": "other"}})
    gone = store.forget(NEEDLE)
    assert gone.rows == {"events": 4, "shown": 2, "documents": 1}
    assert ids(store) == ["d", "f", "g", "h"]
    assert [one["id"].to_list() for one in store.shown()] == [["r3", "r4"]]
    assert store.documents("experiment") == {"x": {"arms": [{"users": ["other"], "name": NEEDLE}]}}
    assert store.documents("rule") == {"y": {"user": "other"}}
    assert opened().forget(NEEDLE).rows == {"events": 0, "shown": 0, "documents": 0}
    assert opened().forget("nobody").rows == {"events": 0, "shown": 0, "documents": 0}


def test_a_mark_stays_by_which_others_know(store: LiveStore) -> None:
    store.add([view("a", user=NEEDLE, time=10)])
    before = store.newest()
    store.forget(NEEDLE)
    ((_, kind, name, content),) = store.since(before).documents
    assert (kind, name, list(content or {})) == ("forgotten", mark_of(NEEDLE), ["until"])
    marks = store.documents("forgotten")
    now = time.time()
    assert was_forgotten(marks, NEEDLE, 10.0)
    assert was_forgotten(marks, NEEDLE, None)
    assert not was_forgotten(marks, NEEDLE, now + 10)
    assert not was_forgotten(marks, "other", 10.0)
    assert not was_forgotten(marks, None, 10.0)
    assert not was_forgotten({}, NEEDLE, 10.0)
    # a retry that comes late brings nobody back; what they do from now on counts
    late, again = store.add([view("a", user=NEEDLE, time=10), view("b", user=NEEDLE)])
    assert (late.seq, late.repeated, again.repeated) == (0, True, False)
    assert ids(store) == ["b"]


def test_fields_that_name_somebody() -> None:
    assert without_user({"user": "a", "n": 1}, "a") == {"n": 1}
    assert without_user({"user": "b", "x": [{"user": "a"}, "a"]}, "a") == {"user": "b", "x": [{}, "a"]}
    assert without_user({"users": "a", "item": "a"}, "a") == {"users": "a", "item": "a"}


def test_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite"
    store = open_store(path)
    store.add([view(f"x{n}", user="other") for n in range(200)])
    store.record(replace(ANSWER, user=NEEDLE, session="Sesame-4711"))
    store.add([view(f"y{n}", user=NEEDLE, session="Sesame-4711") for n in range(200)])
    written = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert NEEDLE.encode() in written
    store.forget(NEEDLE)
    left = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert NEEDLE.encode() not in left
    assert b"Sesame-4711" not in left
    assert b"other" in left
    store.close()


OLD = """CREATE TABLE feedback (
  id TEXT PRIMARY KEY, time REAL NOT NULL, verdict TEXT NOT NULL, query TEXT NOT NULL, substitute TEXT NOT NULL,
  user TEXT, position INTEGER, attributes TEXT NOT NULL, comment TEXT NOT NULL, model TEXT NOT NULL{wrong}
) WITHOUT ROWID"""


@pytest.mark.parametrize("asked", [True, False], ids=["with wrong", "without"])
def test_a_file_of_an_earlier_version_is_taken_over_once(tmp_path: Path, asked: bool) -> None:
    path = tmp_path / "feedback.sqlite"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(OLD.format(wrong=", wrong TEXT NOT NULL DEFAULT '[]'" if asked else ""))
        rows = [
            ("v", 2.5, "rejected", "i1", "i2", None, None, '["price", "case"]', "", "m", '["case"]'),
            ("a", 1.5, "accepted", "i3", "i4", "u", 2, "[]", "good", "n", "[]"),
        ]
        width = 11 if asked else 10
        old.executemany(f"INSERT INTO feedback VALUES ({', '.join('?' * width)})", [row[:width] for row in rows])  # noqa: S608
    for _ in range(2):
        store = open_store(f"sqlite:{path}")
        (frame,) = store.events()
        assert frame.select("seq", "id", "kind", "time", "received", "user", "item", "query", "position").rows() == [
            (1, "a", "verdict", 1.5, 1.5, "u", "i4", "i3", 2), (2, "v", "verdict", 2.5, 2.5, None, "i2", "i1", None)
        ]  # fmt: skip
        assert frame.select("verdict", "attributes", "wrong", "comment", "model").rows() == [
            ("accepted", [], [], "good", "n"),
            ("rejected", ["price", "case"], ["case"] if asked else [], "", "m"),
        ]
        store.close()
    store = open_store(path)
    assert store.add([VERDICT])[0].repeated  # a verdict from before is known by its id
    with pytest.raises(Conflict):
        store.add([VERDICT.model_copy(update={"verdict": "accepted"})])
    assert store.add([view("new")])[0].seq == 3
    assert store.newest() == Cursor(3, 0)
    store.close()


def test_places_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database, and long enough not to be taken for an empty one")
    with pytest.raises(FolderError, match="cannot keep events here"):
        open_store(tmp_path / "file")
    with pytest.raises(FolderError, match="no store is here"):
        open_store(tmp_path / "none.sqlite", create=False)
    assert not (tmp_path / "none.sqlite").exists()
    made = open_store(tmp_path / "very" / "deep" / "live.sqlite")
    made.close()
    with closing(sqlite3.connect(tmp_path / "very" / "deep" / "live.sqlite")) as own, own:
        assert own.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        own.execute("UPDATE counters SET value = 99 WHERE name = 'version'")
    with pytest.raises(FolderError, match=r"a store of a newer version \(99\)"):
        open_store(tmp_path / "very" / "deep" / "live.sqlite")


def test_nul_is_no_text() -> None:
    one = Event(id="a", kind="review", item="i", text="a\x00b", comment="\x00", attributes=("x\x00",))
    assert (one.text, one.comment, one.attributes) == ("ab", "", ("x",))


def test_a_server_that_is_not_there() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreAway, match=r"^postgresql://shop@127\.0\.0\.1:1/x.*: the store does not answer") as refused:
        open_store("postgresql://shop:secret@127.0.0.1:1/x?connect_timeout=2&password=secret")
    assert "secret" not in str(refused.value)
