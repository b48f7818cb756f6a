"""What is PostgreSQL's own: a full disk on its server, numbers in order, and addresses without passwords."""

from __future__ import annotations

import threading

import pytest

from instead.errors import DiskFull, FolderError
from instead.live.store import Cursor, open_store
from tests.live.test_store import ANSWER, ids, view
from tests.postgres_server import Server

psycopg = pytest.importorskip("psycopg")

FULL = """
CREATE FUNCTION instead.full() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
"""


def test_a_full_disk_of_the_server(postgres: Server) -> None:
    address = postgres.address()
    store = open_store(address)
    store.add([view("kept")])
    with psycopg.connect(address, autocommit=True) as own:
        own.execute(FULL)
        for table in ("events", "shown"):
            own.execute(f"CREATE TRIGGER full_{table} BEFORE INSERT ON instead.{table} EXECUTE FUNCTION instead.full()")
        store.record(ANSWER)
        with pytest.raises(DiskFull, match=r"shop\d+: no space is left"):
            store.add([view("refused")])
        assert store.unwritten == 1
        for table in ("events", "shown"):
            own.execute(f"DROP TRIGGER full_{table} ON instead.{table}")
    store.add([view("after")])
    assert ids(store) == ["kept", "after"]
    assert store.unwritten == 0
    assert [frame["id"].to_list() for frame in store.shown()] == [["r1"]]
    store.close()


def test_a_writer_waits_for_the_one_before(postgres: Server) -> None:
    """A transaction that has taken a number and not ended yet: nobody gets a later one before it."""
    address = postgres.address()
    store = open_store(address)
    store.add([view("a")])
    with psycopg.connect(address) as slow:
        slow.execute("SELECT pg_advisory_xact_lock(%s)", (0x696E7374,))
        slow.execute("UPDATE instead.counters SET value = value + 1 WHERE name = 'events'")
        done = threading.Event()

        def write() -> None:
            store.add([view("b")])
            done.set()

        other = threading.Thread(target=write)
        other.start()
        assert not done.wait(0.3)
        assert store.newest() == Cursor(1, 0)
    other.join(30)
    assert store.since(Cursor(1, 0)).events[0][0] == 3
    store.close()


def test_somebody_without_the_right_to_make_tables(postgres: Server) -> None:
    address = postgres.address()
    with psycopg.connect(address, autocommit=True) as own:
        own.execute("CREATE ROLE reader LOGIN")
    with pytest.raises(FolderError, match=r"cannot keep events here .*permission denied"):
        open_store(address.replace("shop@", "reader:word@"))


def test_passwords_are_not_shown() -> None:
    from instead.live.postgres_database import without_password

    assert (
        without_password("postgresql://a:b@host:5/x?password=c&sslmode=require")
        == "postgresql://a@host:5/x?sslmode=require"
    )
    assert without_password("postgresql:///x?host=/tmp") == "postgresql:///x?host=%2Ftmp"
