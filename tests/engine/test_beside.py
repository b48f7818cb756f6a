"""Work beside the caller: the same results in the same order on any number of processors, and nobody left behind."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.engine import threads
from instead.engine.beside import ahead, beside, in_order

WAIT = 20.0  # seconds after which a test that waits for another thread fails


@pytest.fixture(params=[1, 2, 5], ids=lambda count: f"{count} processors")
def processors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(threads, "processors", lambda: request.param)
    return int(request.param)


@pytest.fixture(autouse=True)
def nobody_left_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def numbers(count: int, breaks_at: int | None = None) -> Iterator[int]:
    for number in range(count):
        if number == breaks_at:
            raise ZeroDivisionError(f"piece {number}")
        yield number


def halved(number: int) -> float:
    if number < 0:
        raise ValueError(f"negative: {number}")
    return number / 2


# --- beside ---------------------------------------------------------------------------------------------------------


def test_what_the_work_gives_comes_back(processors: int) -> None:
    with beside(divmod, 17, 5) as result:
        assert result() == (3, 2)
    assert result() == (3, 2)


def test_work_nobody_asks_for_is_done_by_the_end(processors: int) -> None:
    done: list[str] = []
    with beside(done.append, "work"):
        pass
    assert done == ["work"]


def test_work_is_done_once(processors: int) -> None:
    done: list[str] = []
    with beside(done.append, "work") as result:
        result()
        result()
    assert done == ["work"]


def test_the_work_runs_while_the_block_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 2)
    meeting = Barrier(2)
    with beside(meeting.wait, WAIT) as result:
        meeting.wait(WAIT)  # breaks if the work is not under way now
        assert result() in {0, 1}


def test_on_one_processor_the_caller_does_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 1)

    def who(_: object = None) -> threading.Thread:
        return threading.current_thread()

    def made() -> Iterator[threading.Thread]:
        yield who()

    with beside(who) as result:
        assert result() is threading.current_thread()
    assert {*in_order(who, range(3)), *ahead(made())} == {threading.current_thread()}


def test_an_error_of_the_work_comes_out_where_its_result_would(processors: int) -> None:
    reached = False
    with pytest.raises(ValueError, match="negative"), beside(halved, -1) as result:
        reached = True
        result()
        raise AssertionError("no result, and no error")
    assert reached


def test_an_error_of_the_work_is_not_lost_when_nobody_asks(processors: int) -> None:
    with pytest.raises(ValueError, match="negative"), beside(halved, -1):
        pass


def test_an_error_of_the_block_comes_first(processors: int) -> None:
    with pytest.raises(KeyError, match="block"), beside(halved, -1):
        raise KeyError("block")


def test_an_error_of_the_block_waits_for_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody writes into a folder that its owner is about to remove."""
    monkeypatch.setattr(threads, "processors", lambda: 2)
    begun, may_end, ended = Event(), Event(), Event()

    def work() -> None:
        begun.set()
        may_end.wait(WAIT)
        ended.set()

    with pytest.raises(KeyError, match="block"), beside(work):
        begun.wait(WAIT)
        threading.Timer(0.05, may_end.set).start()
        raise KeyError("block")
    assert ended.is_set()
    may_end.set()


# --- in order -------------------------------------------------------------------------------------------------------


@given(count=st.integers(0, 30), most=st.none() | st.integers(1, 4), processors=st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_results_come_in_the_order_of_the_pieces(count: int, most: int | None, processors: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "processors", lambda: processors)
        assert list(in_order(halved, numbers(count), most=most)) == [number / 2 for number in range(count)]


def test_several_pieces_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 3)
    meeting = Barrier(3)
    assert sorted(in_order(lambda _: meeting.wait(WAIT), range(3))) == [0, 1, 2]


@pytest.mark.parametrize(("processors", "most", "under_way"), [(1, None, 1), (3, None, 4), (8, 2, 3), (2, 7, 3)])
def test_no_more_pieces_are_taken_than_may_be_under_way(
    monkeypatch: pytest.MonkeyPatch, processors: int, most: int | None, under_way: int
) -> None:
    """With a slow caller, the store of finished pieces does not grow."""
    monkeypatch.setattr(threads, "processors", lambda: processors)
    taken: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    made = in_order(halved, pieces(), most=most)
    for asked in range(1, 20):
        next(made)
        assert len(taken) == under_way + asked - 1
    made.close()  # type: ignore[attr-defined]
    assert len(taken) < 30


def test_an_error_comes_at_its_place_and_ends_the_rest(processors: int) -> None:
    made = in_order(halved, [4, 2, -1, 8])
    assert [next(made), next(made)] == [2.0, 1.0]
    with pytest.raises(ValueError, match="negative: -1"):
        next(made)
    assert list(made) == []


def test_an_error_among_the_pieces_reaches_the_caller(processors: int) -> None:
    with pytest.raises(ZeroDivisionError, match="piece 3"):
        list(in_order(halved, numbers(9, breaks_at=3)))


# --- ahead ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 7])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_the_same_pieces_come_out(processors: int, count: int, depth: int) -> None:
    assert list(ahead(numbers(count), depth=depth)) == list(range(count))


def test_pieces_before_an_error_come_out_first(processors: int) -> None:
    got: list[int] = []
    with pytest.raises(ZeroDivisionError, match="piece 5"):
        got.extend(iter_into(got, ahead(numbers(9, breaks_at=5), depth=3)))
    assert got == [0, 1, 2, 3, 4]


def iter_into(got: list[int], pieces: Iterator[int]) -> list[int]:
    for piece in pieces:
        got.append(piece)
    return []


def test_the_next_piece_is_made_while_the_caller_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "processors", lambda: 2)
    second = Event()

    def pieces() -> Iterator[int]:
        yield 1
        second.set()
        yield 2

    made = ahead(pieces())
    assert next(made) == 1
    assert second.wait(WAIT)
    assert list(made) == [2]


def test_a_caller_who_has_enough_leaves_nothing_open(processors: int) -> None:
    """Files are closed: the source is ended, not forgotten."""
    closed: list[str] = []

    def pieces() -> Iterator[int]:
        try:
            yield from range(1000)
        finally:
            closed.append("source")

    made = ahead(pieces())
    assert [next(made), next(made)] == [0, 1]
    made.close()  # type: ignore[attr-defined]
    assert closed == ["source"]


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------

INTERRUPTED = """
import os, signal, sys, threading, time
from instead.engine import threads
from instead.engine.beside import ahead, beside, in_order
threads.processors = lambda: 2

pressed = threading.Lock()

def interrupt(*_):
    # Ctrl-C, once, while the caller waits or works; the work under way goes on for a moment
    if pressed.acquire(blocking=False):
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)

def endless():
    while True:
        interrupt()
        yield 1

try:
    if sys.argv[1] == "beside":
        with beside(interrupt) as result:
            result()
            time.sleep(20)
    else:
        for _ in in_order(interrupt, range(9)) if sys.argv[1] == "in_order" else ahead(endless()):
            time.sleep(20)
except KeyboardInterrupt:
    print("stopped", threading.active_count())
"""


@pytest.mark.parametrize("verb", ["beside", "in_order", "ahead"])
def test_ctrl_c_ends_the_work_and_its_threads(verb: str) -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, verb], cwd=root / "src", capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert run.stdout == "stopped 1\n", run.stderr
