"""The same results in the same order, on one process or several."""

from __future__ import annotations

import pytest

from instead.engine.pool import map_shards


def scaled(state: int, shard: int) -> int:
    if shard < 0:
        raise ValueError("negative")
    return state * shard


@pytest.mark.parametrize("processes", [1, 2])
def test_order_is_kept(processes: int) -> None:
    assert list(map_shards(scaled, 3, range(9), processes=processes)) == [3 * n for n in range(9)]


@pytest.mark.parametrize("processes", [1, 2])
def test_errors_come_back(processes: int) -> None:
    with pytest.raises(ValueError, match="negative"):
        list(map_shards(scaled, 3, [1, -1, 2], processes=processes))
