"""The writer: callers share commits, the order stays, and what nobody waits for is not lost when a commit fails."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from instead.errors import DiskFull, StoreAway
from instead.live import database, group_commit
from instead.live.database import Connection
from instead.live.group_commit import Row, Work, Writer
from instead.live.sqlite_database import SqliteDatabase
from instead.live.store import Conflict

ADD = "INSERT INTO notes VALUES (?)"


class Disk(SqliteDatabase):
    """A file whose commits wait or fail when the test says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.go, self.begun = threading.Event(), threading.Event()
        self.go.set()
        self.trouble: Exception | None = None
        self.begins = 0
        with closing(sqlite3.connect(path)) as own, own:
            own.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)")

    def begin(self, connection: Connection) -> None:
        self.begun.set()
        assert self.go.wait(30)
        if self.trouble is not None:
            raise self.trouble
        self.begins += 1
        super().begin(connection)

    def notes(self) -> list[str]:
        with closing(sqlite3.connect(self.path)) as own:
            return [text for (text,) in own.execute("SELECT text FROM notes ORDER BY rowid")]


def full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "f.sqlite")


@pytest.fixture
def writer(disk: Disk) -> Any:
    made = Writer(disk, ADD)
    yield made
    disk.go.set()
    made.close()


def note(text: str) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        connection.execute(ADD, (text,))
        return text

    return work


def put(writer: Writer, text: str) -> Future[str]:
    work = Work(note(text))
    writer._line.put(work)
    return work.ready


def test_what_waits_is_committed_together_and_in_order(disk: Disk, writer: Writer, monkeypatch: Any) -> None:
    monkeypatch.setattr(group_commit, "GATHER", 3)
    disk.go.clear()
    first = put(writer, "0")
    assert disk.begun.wait(30)
    ready = [put(writer, str(place)) for place in range(1, 4)]
    writer.keep(Row(("row",)))
    ready += [put(writer, str(place)) for place in range(4, 6)]
    assert not first.done()
    disk.go.set()
    assert [one.result(30) for one in (first, *ready)] == ["0", "1", "2", "3", "4", "5"]
    assert disk.notes() == ["0", "1", "2", "3", "row", "4", "5"]
    assert disk.begins == 3  # the first alone, then three and three


def test_rows_alone_wait_for_others_and_for_nobody_long(disk: Disk, writer: Writer, monkeypatch: Any) -> None:
    monkeypatch.setattr(group_commit, "LINGER", 0.2)
    for place in range(20):
        writer.keep(Row((str(place),)))
    end = time.monotonic() + 30
    while len(disk.notes()) < 20 and time.monotonic() < end:
        time.sleep(0.01)
    assert disk.notes() == [str(place) for place in range(20)]
    assert disk.begins < 20
    monkeypatch.setattr(group_commit, "LINGER", 3_600.0)
    writer.keep(Row(("row",)))
    writer.do(note("work"))  # whoever waits ends the waiting of the rows
    assert disk.notes()[-2:] == ["row", "work"]


def test_many_threads_share_commits(disk: Disk, writer: Writer) -> None:
    def write(name: int) -> None:
        for place in range(25):
            assert writer.do(note(f"{name}-{place}")) == f"{name}-{place}"

    threads = [threading.Thread(target=write, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(disk.notes())) == 200
    assert disk.begins <= 200
    for name in range(8):  # each in its own order
        assert [one for one in disk.notes() if one.startswith(f"{name}-")] == [f"{name}-{n}" for n in range(25)]


def test_a_conflict_is_a_matter_of_its_caller_alone(disk: Disk, writer: Writer) -> None:
    def refuse(connection: Connection) -> None:
        raise Conflict("used before")

    disk.go.clear()
    before, wrong, after = put(writer, "a"), Work(refuse), Work(note("b"))
    writer._line.put(wrong)
    writer._line.put(after)
    disk.go.set()
    assert (before.result(30), after.ready.result(30)) == ("a", "b")
    with pytest.raises(Conflict):
        wrong.ready.result(30)
    assert disk.notes() == ["a", "b"]


def test_a_statement_that_cannot_be_done_is_a_matter_of_its_caller_alone(disk: Disk, writer: Writer) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(ADD, ("half",))
        connection.execute("INSERT INTO nowhere VALUES (1)")

    disk.go.clear()
    before, wrong, after = put(writer, "a"), Work(fail), Work(note("b"))
    writer._line.put(wrong)
    writer._line.put(after)
    disk.go.set()
    assert (before.result(30), after.ready.result(30)) == ("a", "b")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        wrong.ready.result(30)
    assert disk.notes() == ["a", "b"]  # and nothing half


def test_a_full_disk_refuses_callers_and_keeps_rows_for_later(disk: Disk, writer: Writer) -> None:
    disk.trouble = full()
    writer.keep(Row(("first",)))
    with pytest.raises(DiskFull, match=r"f\.sqlite: no space is left"):
        writer.do(note("refused"))
    writer.keep(Row(("second",)))
    with pytest.raises(DiskFull):
        writer.do(note("refused"))
    assert (writer.unwritten, disk.notes()) == (2, [])
    disk.trouble = None
    writer.do(note("after"))
    assert disk.notes() == ["first", "second", "after"]
    assert (writer.unwritten, writer.refused) == (0, 0)


def test_too_much_that_cannot_be_written_refuses_callers(disk: Disk, writer: Writer, monkeypatch: Any) -> None:
    monkeypatch.setattr(group_commit, "WAITING", 2)
    disk.trouble = full()
    for text in "ab":
        writer.keep(Row((text,)))
    with pytest.raises(DiskFull):
        writer.do(note("refused"))
    with pytest.raises(DiskFull):
        writer.keep(Row(("c",)))
    disk.trouble = None
    with pytest.raises(DiskFull):  # what it was told last; it also has it tried again
        writer.keep(Row(("c",)))
    writer.do(note("d"))
    writer.keep(Row(("e",)))
    writer.close()
    assert disk.notes() == ["a", "b", "d", "e"]


def test_a_row_that_no_database_takes_stops_nobody(disk: Disk, writer: Writer) -> None:
    writer.keep(Row(("before",)))
    writer.keep(Row((None,)))
    writer.keep(Row(("\ud800",)))  # no text in UTF-8
    assert writer.do(note("after")) == "after"
    assert disk.notes() == ["before", "after"]
    assert (writer.unwritten, writer.refused) == (0, 2)


def test_what_is_left_is_written_at_the_end(disk: Disk, writer: Writer) -> None:
    disk.trouble = full()
    writer.keep(Row(("row",)))
    with pytest.raises(DiskFull):
        writer.do(note("refused"))
    disk.trouble = None
    writer.close()
    writer.close()
    assert disk.notes() == ["row"]
    with pytest.raises(RuntimeError, match="closed"):
        writer.keep(Row(("late",)))


def test_closing_waits_for_what_is_being_written(disk: Disk, writer: Writer) -> None:
    disk.go.clear()
    ready = put(writer, "a")
    assert disk.begun.wait(30)
    threading.Timer(0.05, disk.go.set).start()
    writer.close()
    assert ready.result(0) == "a"
    assert disk.notes() == ["a"]


def test_callers_do_not_wait_for_ever(disk: Disk, writer: Writer, monkeypatch: Any) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.02)
    disk.go.clear()
    with pytest.raises(StoreAway, match="may be yet"):
        writer.do(note("a"))
    disk.go.set()
    writer.close()
    assert disk.notes() == ["a"]


def test_a_full_line_holds_callers_back(disk: Disk, monkeypatch: Any) -> None:
    monkeypatch.setattr(group_commit, "WAITING", 2)
    monkeypatch.setattr(group_commit, "BRIEFLY", 0.02)
    writer = Writer(disk, ADD)
    disk.go.clear()
    put(writer, "0")
    assert disk.begun.wait(30)
    for text in "ab":
        writer.keep(Row((text,)))
    with pytest.raises(StoreAway, match="too much waits"):
        writer.keep(Row(("c",)))
    disk.go.set()
    writer.close()
    assert disk.notes() == ["0", "a", "b"]


class Lost(sqlite3.OperationalError):
    """A connection that is gone."""


class Server(Disk):
    def is_away(self, error: Exception) -> bool:
        return isinstance(error, Lost)


def test_a_lost_connection_is_made_anew(tmp_path: Path) -> None:
    server = Server(tmp_path / "f.sqlite")
    writer = Writer(server, ADD)
    writer.do(note("a"))
    (old := writer._connection) and old.close()  # type: ignore[func-returns-value]
    monkey = iter([Lost("gone")])
    begin = server.begin

    def once(connection: Connection) -> None:
        if (error := next(monkey, None)) is not None:
            raise error
        begin(connection)

    server.begin = once  # type: ignore[method-assign]
    assert writer.do(note("b")) == "b"
    assert writer._connection is not old
    server.trouble = Lost("gone for good")
    writer.keep(Row(("row",)))
    with pytest.raises(StoreAway, match=r"does not answer \(gone for good\)"):
        writer.do(note("c"))
    server.trouble = None
    writer.close()
    assert server.notes() == ["a", "b", "row"]
