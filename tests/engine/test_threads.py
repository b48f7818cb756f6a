"""Work in pieces: each index once, the same bits on any number of processors, and errors reach the caller."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instead.engine import threads
from instead.engine.threads import in_pieces


@given(count=st.integers(0, 200), size=st.integers(1, 40), processors=st.integers(1, 9))
@settings(max_examples=150, deadline=None)
def test_each_index_once_and_cuts_at_multiples(count: int, size: int, processors: int) -> None:
    seen: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "processors", lambda: processors)
        in_pieces(lambda first, last: seen.append((first, last)), count, size)
    seen.sort()
    assert [index for first, last in seen for index in range(first, last)] == list(range(count))
    assert all(first % size == 0 and first < last for first, last in seen)
    assert len(seen) <= processors


def test_sums_taken_piece_by_piece_have_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(0).standard_normal(1000).astype(np.float32)

    def total() -> float:
        sums = np.zeros(-(-1000 // 32), np.float32)

        def work(first: int, last: int) -> None:
            for left in range(first, last, 32):
                sums[left // 32] = numbers[left : min(left + 32, last)].sum()

        in_pieces(work, 1000, 32)
        return float(sums.sum())

    found = set()
    for processors in (1, 2, 3, 5, 8):
        monkeypatch.setattr(threads, "processors", lambda number=processors: number)
        found.add(total())
    assert len(found) == 1


@pytest.mark.parametrize("failing", [0, 1, 2, 3])
def test_an_error_in_any_piece_reaches_the_caller(monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    """Only after the other pieces are through: nobody writes into an array whose owner has gone on."""
    monkeypatch.setattr(threads, "processors", lambda: 4)
    done: list[int] = []
    lock = threading.Lock()

    def work(first: int, last: int) -> None:
        if first == failing:
            raise ZeroDivisionError("piece")
        time.sleep(0.05)
        with lock:
            done.append(first)

    with pytest.raises(ZeroDivisionError, match="piece"):
        in_pieces(work, 4, 1)
    assert sorted(done) == [first for first in range(4) if first != failing]
