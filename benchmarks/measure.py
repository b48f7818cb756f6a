"""Run a piece of work in a process of its own and measure it; or several in one process, side by side."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measured:
    """Wall-clock and processor seconds of the whole process, its peak memory in bytes, and what it printed as JSON.

    On a shared machine the processor seconds are the steadier of the two.
    """

    seconds: float
    cpu: float
    peak: int
    result: Any


def run_child(code: str, *arguments: str) -> Measured:
    """`python -c code arguments`; the last line it prints is its result, as JSON."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)  # the usage of this child alone
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"the measured process ended with {process.returncode}")
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    lines = printed.strip().splitlines()
    return Measured(seconds, usage.ru_utime + usage.ru_stime, peak, json.loads(lines[-1]) if lines else None)


def verdict(value: float, bar: float, unit: str = "") -> str:
    """`2.1x of at most 3x`"""
    state = "within the bar" if value <= bar else "OVER THE BAR"
    return f"{value:.2f}{unit} of at most {bar:g}{unit}: {state}"


def reached(value: float, bar: float) -> str:
    """`23.1 times, at least 20 wanted`"""
    return f"{value:.1f} times, at least {bar:g} wanted: {'reached' if value >= bar else 'SHORT OF THE BAR'}"


def in_turn(works: Mapping[str, Callable[[], object]], runs: int, bunch: int = 3) -> dict[str, float]:
    """Least wall-clock seconds of each work, taken in turn in this process; the first call of each is not counted.

    A work runs `bunch` times before the next one has its turn: threads that another library left spinning would
    otherwise be measured with it. The least is what a shared machine allows to compare.
    """
    seconds = dict.fromkeys(works, float("inf"))
    for work in works.values():
        work()
    for _ in range(runs):
        for name, work in works.items():
            for _ in range(bunch):
                start = time.perf_counter()
                work()
                seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds
