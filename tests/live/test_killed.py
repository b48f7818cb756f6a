"""kill -9 under load: nothing that was acknowledged is lost, nothing is there twice, no batch is there by half."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from instead.errors import StoreAway
from instead.live.store import StoreStatus, open_store
from tests.live.test_store import ANSWER, ids, view
from tests.postgres_server import Server

RUNS = 4


def killed(address: str, run: int, chance: random.Random) -> dict[str, int]:
    """Numbers of the events that a process had acknowledged when it was killed, after some lines of its output."""
    command = [sys.executable, "-m", "tests.live.killed_writer", address, str(run)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(chance.randrange(3, 120))]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
        process.wait(60)
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {name: int(seq) for name, seq in whole}


def test_nothing_acknowledged_is_lost_or_twice(address: str) -> None:
    chance = random.Random(7)
    acknowledged: dict[str, int] = {}
    for run in range(RUNS):
        acknowledged |= killed(address, run, chance)
    store = open_store(address)
    rows = [row for frame in store.events() for row in frame.select("id", "seq", "recommendation_id").iter_rows()]
    shown = {name for frame in store.shown() for name in frame["id"]}
    status: StoreStatus = store.status()
    store.close()
    found = {name: seq for name, seq, _ in rows}
    assert len(found) == len(rows) == len({seq for _, seq, _ in rows}) == status.events["click"]
    assert {name: found.get(name) for name in acknowledged} == acknowledged
    assert {answer for _, _, answer in rows} <= shown  # what was shown is there before what followed from it
    batches = Counter(name.rpartition("-")[0] for name in found)
    assert set(batches.values()) == {3}
    assert len(rows) <= len(acknowledged) + RUNS * 4 * 3  # at most one batch on its way for each thread


def test_a_server_that_crashes_and_comes_back(postgres: Server) -> None:
    """Its own server restarts beneath an open store: nothing acknowledged is lost, and the store goes on by itself."""
    address = postgres.address()
    store = open_store(address)
    store.add([view("before")])
    assert ids(store) == ["before"]
    postgres.stop(signal.SIGQUIT)
    with pytest.raises(StoreAway):
        store.add([view("lost")])
    with pytest.raises(StoreAway):
        ids(store)
    store.record(ANSWER)  # waits in memory
    postgres.start()
    store.add([view("after")])
    assert ids(store) == ["before", "after"]
    assert [frame["id"].to_list() for frame in store.shown()] == [["r1"]]
    store.close()
