"""The serve stage of `make scale`: the service under load, started twice, the second time measured as a restart is."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from process_tree import Taken, Watch
from service_speed import Target, asked_at, at, free_port, ids

RATE, CONNECTIONS, WARM = 50.0, 16, 50


def serve_measured(
    command: Sequence[str], model: Path, *, folder: Path, variables: dict[str, str], seconds: float
) -> tuple[Taken, dict[str, Any]]:
    """What the service took over start and load, and how it answered: top ten with three reasons each."""
    port, store = free_port(), folder / "live.sqlite"
    words = [*command, "--port", str(port), "--store", str(store)]
    before, here = dict(os.environ), Path.cwd()
    os.environ.update(variables)
    os.chdir(folder)  # the service is started by somebody else's code, which takes the folder as it is
    try:
        first = Target(words, port)
        first.stop()
        target = Target(words, port)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
    watch = Watch(target.process.pid, look=0.5)  # seldom: looking shares a process with the callers
    watch.start()
    try:
        started = target.cpu()
        bodies = ids(model, max(int(RATE * seconds), WARM))
        asked_at(port, bodies[:WARM], None, 2)
        spent = target.cpu()
        steady = asked_at(port, bodies, RATE, CONNECTIONS)
        spent = target.cpu() - spent
        begun = time.perf_counter()
        fast = asked_at(port, ids(model, len(bodies), seed=2), None, 4)
        rate = len(fast) / (time.perf_counter() - begun)
    finally:
        taken = watch.close()
        target.stop()
        for file in folder.glob("live.sqlite*"):
            file.unlink()
    return taken, {
        "first_start": first.start_seconds,
        "start": target.start_seconds,
        "start_cpu": started,
        "requests": len(steady),
        "p50": at(steady, 0.5),
        "p95": at(steady, 0.95),
        "p99": at(steady, 0.99),
        "cpu_ms": 1000 * spent / len(steady),
        "sustained": rate,
    }
