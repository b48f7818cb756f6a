"""Shards on a real Ray cluster of several nodes: same results, lost nodes, clear sentences."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tests.engine.ray_nodes import Nodes, nodes
from tests.engine.ray_work import GO, broken, dying, greedy, held, scaled, told

from instead.engine.chosen_engine import Engine, cluster, using
from instead.engine.pool import map_shards
from instead.engine.spread import spread
from instead.errors import EngineError, InputError, TruncatedFile

pytest.importorskip("ray", reason="Ray is not installed (pip install 'instead[ray]'): its engine is not tested")
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def engine(three: Nodes) -> Iterator[None]:
    with using(f"ray://{three.address}"):
        yield


@pytest.mark.parametrize("in_order", [True, False])
def test_results_are_those_of_one_process(engine: None, in_order: bool) -> None:
    state = np.arange(1000, dtype=np.float64) / 7
    here = [scaled(state, shard) for shard in range(40)]
    found = list(map_shards(scaled, state, range(40), in_order=in_order))
    if not in_order:
        found.sort(key=lambda one: float(one[-1]))
    assert all(np.array_equal(a, b) for a, b in zip(found, here, strict=True))


def test_pieces_of_threads_go_there_too_but_not_a_single_one(engine: None, tmp_path: Path) -> None:
    list(map_shards(told, None, range(2)))  # nobody waits for a first call any more
    pids = {pid for _, pid, _ in spread(told, tmp_path, range(12))}
    assert len(pids) == 2 and os.getpid() not in pids
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("POLARS_MAX_THREADS", "here")
        assert [(pid, where) for _, pid, where in spread(told, None, [0])] == [(os.getpid(), "here")]


def test_workers_have_one_thread_each_and_stay_for_the_next_work(engine: None, tmp_path: Path) -> None:
    list(map_shards(told, None, range(2)))  # nobody waits for a first call any more
    first = list(map_shards(told, tmp_path, range(12)))
    assert {(threads, polars) for threads, _, polars in first} == {(1, "1")}
    second = list(map_shards(told, tmp_path, range(12)))
    assert {pid for _, pid, _ in first} == {pid for _, pid, _ in second}
    assert list(map_shards(scaled, 2, range(3))) == [0, 2, 4], "another function and state on the same workers"


def test_relative_paths_begin_where_the_caller_stands(
    three: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with using(f"ray://{three.address}"):
        assert list(map_shards(os.path.relpath, "data", ["/"])) == [str(tmp_path / "data").lstrip("/")]


def test_an_error_arrives_whole(engine: None) -> None:
    with pytest.raises(TruncatedFile, match=r"reviews.gz: cut off") as caught:
        list(map_shards(broken, None, range(20)))
    assert caught.value.rows == 7
    assert list(map_shards(broken, None, range(3))) == [0, 1, 2], "and the engine can be used again"


def test_what_a_worker_may_use_is_bounded(three: Nodes) -> None:
    with using(f"ray://{three.address}?workers=1&memory=2"), pytest.raises(EngineError, match="limit of memory"):
        list(map_shards(greedy, None, [1 << 20, 3 << 30]))


def test_the_number_of_workers_is_bounded(three: Nodes) -> None:
    with using(f"ray://{three.address}?workers=1"):
        assert len({pid for _, pid, _ in map_shards(told, None, range(6))}) == 1


def test_a_full_object_store_is_one_sentence(engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray
    from ray.exceptions import ObjectStoreFullError

    def full(state: object) -> None:
        raise ObjectStoreFullError("no room for 9 GB\nand a long explanation")

    monkeypatch.setattr(ray, "put", full)
    with pytest.raises(EngineError, match=r"object store of the Ray cluster is full \(.*--object-store-memory"):
        list(map_shards(scaled, 3, range(4)))


def test_other_versions_are_refused(engine: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from instead.engine import ray_cluster

    monkeypatch.setattr(ray_cluster, "made_of", lambda: {"node": "here", "instead": "9.9.9"})
    with pytest.raises(EngineError, match=r"has instead .* \(here 9.9.9\); install the same versions"):
        list(map_shards(scaled, 3, range(4)))


def test_shards_of_a_node_that_is_killed_run_again(tmp_path: Path) -> None:
    known, tmp_path = tmp_path / "known", tmp_path / "work"
    for folder in (known, tmp_path):
        folder.mkdir()
    (known / GO).touch()
    with nodes(0, 1, 1) as found, using(f"ray://{found.address}"), ThreadPoolExecutor(1) as beside:
        assert list(map_shards(held, known, [3])) == [9], "nobody waits for a first call any more"
        results = beside.submit(lambda: list(map_shards(held, tmp_path, range(16))))
        there = under_way_in_both(tmp_path)
        lost = there.keys() & found.processes(2)
        assert len(lost) == 1, "each node has one worker, and each of them a shard under way"
        found.kill(2)
        (tmp_path / GO).touch()
        assert results.result() == [n * n for n in range(16)]
    done = {int(path.stem): int(path.read_text()) for path in tmp_path.glob("*.done")}
    assert done == {n: n * n for n in range(16)}
    (shard,) = (shard for pid, shard in there.items() if pid in lost)
    assert len(list(tmp_path.glob(f"{shard}.began.*"))) == 2, "the shard of the node that went ran again elsewhere"


def under_way_in_both(folder: Path) -> dict[int, int]:
    """The shard that each of two workers has begun and not done, by process, once there are two of them."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        began = [path.name.split(".") for path in folder.glob("*.began.*")]
        found = {int(pid): int(shard) for shard, _, pid in began if not (folder / f"{shard}.done").exists()}
        if len(found) == 2:
            return found
        time.sleep(0.02)
    raise AssertionError("two workers were to have a shard each")


def test_a_shard_that_ends_every_worker_is_given_up(tmp_path: Path, engine: None) -> None:
    with pytest.raises(EngineError, match="ended its worker 3 times"):
        list(map_shards(dying, tmp_path, range(4)))


def test_nobody_at_the_address_is_said_at_once() -> None:
    began = time.monotonic()
    with pytest.raises(EngineError, match=r"no Ray cluster answers at 127.0.0.1:1 .*ray start --head"), \
            using("ray://127.0.0.1:1"):  # fmt: skip
        pass
    assert time.monotonic() - began < 60, "Ray itself would wait for minutes"


def test_nothing_is_used_unasked() -> None:
    with using(None), using("local"):
        assert cluster() is None
        assert list(map_shards(scaled, 3, range(3))) == [0, 3, 6]


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("local", Engine()),
        ("ray", Engine("ray")),
        ("ray?workers=3", Engine("ray", None, 3)),
        ("ray://auto", Engine("ray", "auto")),
        ("ray://head.shop:6379?memory=1.5&workers=8", Engine("ray", "head.shop:6379", 8, 1.5)),
        ("ray://[::1]:6379", Engine("ray", "[::1]:6379")),
    ],
)
def test_engines_by_name(text: str, engine: Engine) -> None:
    assert Engine.of(text) == engine


@pytest.mark.parametrize(
    "text",
    ["", "dask", "ray:", "ray://", "ray://host", "ray://host:port", "ray?workers=0", "ray?workers=x", "ray?cores=2",
     "local?workers=2", "ray?memory=nan", "ray?memory=-1"],
)  # fmt: skip
def test_wrong_names_of_engines(text: str) -> None:
    with pytest.raises(InputError, match="unknown engine"):
        Engine.of(text)
