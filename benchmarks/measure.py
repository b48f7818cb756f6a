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
    with process.stdout:
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


@dataclass(frozen=True)
class Cost:
    """Least wall-clock and least processor seconds of several runs; the latter count all threads."""

    seconds: float = float("inf")
    cpu: float = float("inf")

    def __truediv__(self, parts: float) -> Cost:
        """Of one of so many equal parts."""
        return Cost(self.seconds / parts, self.cpu / parts)


def in_turn(works: Mapping[str, Callable[[], object]], budget: float = 3.0, bunch: int = 3) -> dict[str, Cost]:
    """Cost of each work, taken in turn in this process until each has used `budget` seconds; the first call of each
    is not counted, unless it takes all of that.

    A work runs `bunch` times before the next one has its turn: threads that another library left spinning would
    otherwise be measured with it. The least is what a shared machine allows to compare.
    """
    costs, left = dict.fromkeys(works, Cost()), {}
    for name, work in works.items():
        first = _timed(work)
        if first.seconds < budget:
            left[name] = budget
        else:
            costs[name] = first
    while left:
        for name in list(left):
            for _ in range(bunch):
                once, best = _timed(works[name]), costs[name]
                costs[name] = Cost(min(best.seconds, once.seconds), min(best.cpu, once.cpu))
                left[name] -= once.seconds
                if left[name] < 0:
                    del left[name]
                    break
    return costs


def _timed(work: Callable[[], object]) -> Cost:
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return Cost(time.perf_counter() - start, time.process_time() - cpu)


def faster(plain: Mapping[str, Cost], ours: Cost, bar: float | None = None) -> str:
    """The fastest of the plain variants beside ours: `23.1 times by the clock, at least 20 wanted: reached; ...`"""
    seconds, cpu = min(one.seconds for one in plain.values()), min(one.cpu for one in plain.values())
    times = seconds / ours.seconds
    said = f"{times:.1f} times by the clock"
    if bar is not None:
        said += f", at least {bar:g} wanted: {'reached' if times >= bar else 'SHORT OF THE BAR'}"
    return f"{said}; {cpu / ours.cpu:.1f} times in processor time"
