"""The same results in the same order, on one process or several."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from instead.engine.pool import map_shards
from instead.engine.threads import processors


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


@pytest.mark.parametrize("processes", [1, 2])
def test_results_may_come_as_they_are_ready(processes: int) -> None:
    found = list(map_shards(scaled, 3, range(9), processes=processes, in_order=False))
    assert sorted(found) == [3 * n for n in range(9)]


def threads_of_a_worker(state: None, shard: int) -> int:
    return processors()


def test_a_worker_has_one_thread() -> None:
    assert list(map_shards(threads_of_a_worker, None, range(3), processes=2)) == [1, 1, 1]


def noted(folder: Path, shard: int) -> None:
    """Takes its time, except for the one that fails."""
    if shard == 0:
        raise ValueError("first")
    time.sleep(5)
    (folder / str(shard)).touch()


def test_an_error_gives_up_the_others_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="first"):
        list(map_shards(noted, tmp_path, range(20), processes=2, in_order=False))
    assert not list(tmp_path.iterdir())


INTERRUPTED = """
import sys
from pathlib import Path
from instead.engine.pool import map_shards
from tests.engine.test_pool import waiting
if __name__ == "__main__":
    try:
        list(map_shards(waiting, Path(sys.argv[1]), range(4), processes=2))
    except KeyboardInterrupt:
        print("stopped")
"""


def waiting(folder: Path, shard: int) -> None:
    (folder / str(shard)).write_text(str(os.getpid()))
    time.sleep(60)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_workers_end_with_their_parent(tmp_path: Path, sign: signal.Signals) -> None:
    script = tmp_path / "run.py"
    script.write_text(INTERRUPTED)
    marks = tmp_path / "marks"
    marks.mkdir()
    root = Path(__file__).parents[2]
    run = subprocess.Popen(
        [sys.executable, str(script), str(marks)], cwd=root, env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    while len(list(marks.iterdir())) < 2:
        assert run.poll() is None, run.communicate()
        time.sleep(0.05)
    run.send_signal(sign)  # to the parent alone
    out, _ = run.communicate(timeout=20)  # returns when the workers have let go of the pipe, too
    assert out == ("stopped\n" if sign == signal.SIGINT else "")
    for mark in marks.iterdir():
        assert not _runs(int(mark.read_text()))


def _runs(process: int) -> bool:
    """Whether it is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
