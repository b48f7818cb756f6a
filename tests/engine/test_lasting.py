"""What lasts is out of the collector's sight, and the collector is as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from instead.engine.lasting import lasting


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_what_is_made_meanwhile_is_scanned_neither_then_nor_later() -> None:
    before = gc.get_freeze_count()
    with lasting():
        assert not gc.isenabled()
        made: list[list[int]] = [[] for _ in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(made)


def test_a_collector_that_was_off_stays_off_also_after_an_error() -> None:
    gc.disable()
    with pytest.raises(ZeroDivisionError), lasting():
        print(1 // 0)
    assert not gc.isenabled()
