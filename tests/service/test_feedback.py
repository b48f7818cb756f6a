"""The feedback file: nothing acknowledged is lost, nothing is counted twice."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import instead
from instead.errors import FolderError
from instead.service import feedback_store
from instead.service.feedback_store import Conflict, Feedback, FeedbackStore
from tests.service.conftest import running

ROW = Feedback("a", 1000.0, "accepted", "i1", "i2", "u1", 1, '["price"]', "", "m")


def test_many_writers_share_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FeedbackStore(tmp_path / "very" / "deep" / "feedback.sqlite")
    sizes: list[int] = []
    commit = store._commit

    def counted(rows: list[object]) -> None:
        sizes.append(len(rows))
        time.sleep(0.002)  # a slow disk: others gather meanwhile
        commit(rows)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "_commit", counted)

    def writer(name: int) -> None:
        for place in range(20):
            store.add(replace(ROW, id=f"{name}-{place}"))

    threads = [threading.Thread(target=writer, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    assert sum(sizes) == 160
    assert max(sizes) > 1
    with sqlite3.connect(tmp_path / "very" / "deep" / "feedback.sqlite") as connection:
        assert connection.execute("SELECT COUNT(*) FROM feedback").fetchone() == (160,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_repeated_ids_and_a_closed_store(tmp_path: Path) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    assert store.add(ROW) == ROW
    assert store.add(replace(ROW, time=2000.0)) == ROW  # the first one stays
    with pytest.raises(Conflict, match="given before"):
        store.add(replace(ROW, substitute="i3"))
    assert store.latest() == [ROW]
    store.close()
    store.close()
    with pytest.raises(RuntimeError):
        store.add(replace(ROW, id="b"))
    again = FeedbackStore(tmp_path / "f.sqlite")
    assert again.latest() == [ROW]
    again.close()


def test_a_row_that_cannot_be_written_is_not_acknowledged(tmp_path: Path) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    with sqlite3.connect(tmp_path / "f.sqlite") as connection:
        connection.execute("DROP TABLE feedback")
    with pytest.raises(sqlite3.OperationalError):
        store.add(ROW)
    store.close()


class SlowDisk:
    """Commits wait until the test says so."""

    def __init__(self, store: FeedbackStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = threading.Event(), threading.Event()
        self.sizes: list[int] = []
        self._commit = store._commit
        monkeypatch.setattr(store, "_commit", self)

    def __call__(self, rows: list[Any]) -> None:
        self.sizes.append(len(rows))
        self.begun.set()
        assert self.go.wait(30)
        self._commit(rows)


def test_a_stream_of_rows_is_cut_into_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feedback_store, "GATHER", 3)
    store = FeedbackStore(tmp_path / "f.sqlite")
    disk = SlowDisk(store, monkeypatch)
    ready: list[Future[Feedback]] = [Future() for _ in range(9)]
    store._waiting.put((replace(ROW, id="0"), ready[0]))
    assert disk.begun.wait(30)
    for place in range(1, 9):  # all of them wait while the first is written
        store._waiting.put((replace(ROW, id=str(place)), ready[place]))
    disk.go.set()
    assert [one.result(30).id for one in ready] == [str(place) for place in range(9)]
    store.close()
    assert [size for size in disk.sizes if size] == [1, 3, 3, 2]


def test_closing_waits_for_what_is_being_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    disk = SlowDisk(store, monkeypatch)
    ready: Future[Feedback] = Future()
    store._waiting.put((ROW, ready))
    assert disk.begun.wait(30)
    threading.Timer(0.05, disk.go.set).start()
    store.close()
    assert not store._writer.is_alive()
    assert ready.result(0) == ROW


def test_a_caller_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    disk = SlowDisk(store, monkeypatch)
    monkeypatch.setattr(feedback_store, "PATIENCE", 0.02)
    with pytest.raises(TimeoutError):
        store.add(ROW)
    disk.go.set()
    store.close()


def test_all_rows_of_a_failed_commit_hear_of_it(tmp_path: Path) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    with sqlite3.connect(tmp_path / "f.sqlite") as connection:
        connection.execute("DROP TABLE feedback")
    ready: list[Future[Feedback]] = [Future(), Future()]
    store._commit([(replace(ROW, id=str(place)), one) for place, one in enumerate(ready)])
    assert all(isinstance(one.exception(0), sqlite3.OperationalError) for one in ready)
    store.close()


def test_a_day_begins_at_midnight_and_nothing_is_nothing(tmp_path: Path) -> None:
    store, day = FeedbackStore(tmp_path / "f.sqlite"), 86_400.0
    nothing = store.summary(days=2, now=100.5 * day)
    assert (nothing["accepted"], nothing["rejected"], nothing["attributes"]) == (0, 0, [])
    assert [(one["accepted"], one["rejected"]) for one in nothing["days"]] == [(0, 0), (0, 0)]
    for name, when in (("a", 99 * day - 1), ("b", 99 * day), ("c", 100 * day - 1), ("d", 100 * day)):
        store.add(replace(ROW, id=name, time=when))
    assert [one["accepted"] for one in store.summary(days=2, now=100.5 * day)["days"]] == [2, 1]
    assert [one["accepted"] for one in store.summary(days=2, now=100 * day)["days"]] == [2, 1]
    assert len(store.summary()["days"]) == 14
    assert [one.id for one in store.latest(2)] == ["d", "c"]
    store.close()


def test_what_was_wrong_may_be_said_later(tmp_path: Path) -> None:
    store = FeedbackStore(tmp_path / "f.sqlite")
    first = store.add(ROW)
    later = store.add(replace(ROW, time=2000.0, wrong='["price"]', model="n"))
    assert later == replace(first, wrong='["price"]')  # one row, of the first time
    assert store.add(ROW) == later  # a retry of the first takes nothing back
    with pytest.raises(Conflict):
        store.add(replace(ROW, query="i9", wrong='["case"]'))
    assert store.latest() == [later]  # and a stranger's id changes nothing
    store.close()


def test_a_file_of_an_earlier_version(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "f.sqlite") as old:
        old.execute(feedback_store.TABLE.replace(",\n  wrong TEXT NOT NULL DEFAULT '[]'", ""))
        old.execute("INSERT INTO feedback VALUES ('z', 1.0, 'rejected', 'i1', 'i2', NULL, NULL, '[]', '', 'm')")
    store = FeedbackStore(tmp_path / "f.sqlite")
    store.add(ROW)
    assert [(row.id, row.wrong) for row in store.latest()] == [("a", "[]"), ("z", "[]")]
    store.close()
    FeedbackStore(tmp_path / "f.sqlite").close()  # and once more


def test_summary_by_day_and_reason(tmp_path: Path) -> None:
    store, day = FeedbackStore(tmp_path / "f.sqlite"), 86_400.0
    for name, when, verdict in (
        ("a", 0.5, "accepted"),
        ("b", 1.5, "accepted"),
        ("c", 1.7, "rejected"),
        ("d", -3, "rejected"),
    ):
        store.add(replace(ROW, id=name, time=(100 + when) * day, verdict=verdict, attributes='["price", "case"]',
                          wrong='["case"]' if name == "c" else "[]"))  # fmt: skip
    made = store.summary(days=3, now=101.9 * day)
    assert (made["accepted"], made["rejected"]) == (2, 2)
    assert [(one["accepted"], one["rejected"]) for one in made["days"]] == [(0, 0), (1, 0), (1, 1)]
    assert made["days"][2]["day"] == "1970-04-12"
    assert made["attributes"][0] == {"attribute": "case", "accepted": 2, "rejected": 2, "wrong": 1}
    store.close()


def test_a_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database, and long enough not to be taken for an empty one")
    with pytest.raises(FolderError, match="cannot keep feedback here"):
        FeedbackStore(tmp_path / "file")


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(models: tuple[Path, Path], tmp_path: Path) -> None:
    """Several clients give feedback as fast as they can; the process is killed in the middle."""
    acknowledged: list[str] = []
    with running(models[0], tmp_path) as service:

        def customer(name: int) -> None:
            with instead.Client(service.address, retries=0) as client:
                try:
                    for place in range(100_000):
                        acknowledged.append(client.feedback("i03", "i04", "accepted", id=f"{name}-{place}"))
                except instead.InsteadError:
                    return

        customers = [threading.Thread(target=customer, args=(name,)) for name in range(4)]
        for one in customers:
            one.start()
        end = time.monotonic() + 60
        while len(acknowledged) < 40 and time.monotonic() < end:
            time.sleep(0.01)
        assert service.stop(signal.SIGKILL) == -signal.SIGKILL
        for one in customers:
            one.join()
    with sqlite3.connect(tmp_path / "feedback.sqlite") as connection:
        kept = Counter(name for (name,) in connection.execute("SELECT id FROM feedback"))
    assert len(acknowledged) >= 40
    assert set(acknowledged) <= set(kept)
    assert len(kept) <= len(acknowledged) + len(customers)  # at most one on its way for each customer
