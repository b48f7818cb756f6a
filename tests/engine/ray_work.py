"""What workers of a test cluster do: functions of a module that every node can import."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from instead.engine.threads import processors
from instead.errors import TruncatedFile

GO = "go"


def scaled(state: Any, shard: int) -> Any:
    return state * shard


def told(folder: Path | None, shard: int) -> tuple[int, int, str]:
    """What a worker is; with a folder it waits there until there are two of them."""
    if folder is not None:
        (folder / f"{os.getpid()}").touch()
        until = time.monotonic() + 120
        while len(list(folder.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.02)
    return processors(), os.getpid(), os.environ["POLARS_MAX_THREADS"]


def broken(state: None, shard: int) -> int:
    if shard == 3:
        raise TruncatedFile("cut off", path="reviews.gz", rows=7)
    return shard


def greedy(state: None, shard: int) -> int:
    return int(np.ones(shard, np.uint8).sum())


def held(folder: Path, shard: int) -> int:
    """Notes that it began, waits until it may go on, and writes its result complete or absent."""
    (folder / f"{shard}.began.{os.getpid()}").touch()
    until = time.monotonic() + 200
    while not (folder / GO).exists():
        if time.monotonic() > until:
            raise TimeoutError("nobody let the shards go on")
        time.sleep(0.02)
    aside = folder / f"{shard}.{os.getpid()}.partial"
    aside.write_text(str(shard * shard))
    aside.replace(folder / f"{shard}.done")
    return shard * shard


def dying(folder: Path, shard: int) -> int:
    if shard == 2:
        os._exit(1)
    return shard
