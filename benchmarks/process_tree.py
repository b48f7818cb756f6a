"""What a command and every process it starts take: clock, processor time, memory, bytes, and what they wait for.

Linux only: everything is read from /proc. Memory is the sum of proportional set sizes (a page that three processes
share counts a third in each), so that several processes add up to what the machine gave them. States of threads
are looked at ten times a second: how many wanted a processor, or waited for a disk. That says what the work is bound by
even when others use the machine, because a thread that has to queue for a processor still wants one.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PROC = Path("/proc")
TICK = os.sysconf("SC_CLK_TCK")
LOOK, WEIGH, DEAREST = 0.1, 0.5, 0.05
"""Seconds between two looks at the states of threads and at memory, and the share of the time that looking may take."""


@dataclass(frozen=True)
class Taken:
    """What a tree of processes took."""

    seconds: float
    cpu: float  # processor seconds, of the user and of the system
    system: float  # the part of the system
    peak: int  # bytes
    processes: int  # most of them at a time
    read: int  # bytes that came from the disk; what the file cache had is not in it
    written: int  # bytes sent to the disk
    looks: int
    parallel: float  # share of the time at which two threads or more wanted a processor
    serial: float  # ... exactly one
    disk: float  # ... none, and one waited for a disk
    others: float  # processors that others kept busy, on average
    load: float  # load average of the last minute at the end

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Watch(threading.Thread):
    """Looks at a running process and all it starts until `close`."""

    def __init__(self, root: int, *, look: float = LOOK) -> None:
        super().__init__(daemon=True)
        self.root, self.look = root, look
        self.begun, self.machine = time.perf_counter(), busy_ticks()
        self.peak = self.processes = self.looks = 0
        self.parallel = self.serial = self.disk = self.seen = 0.0
        self.cpu, self.system, self.read, self.written = 0.0, 0.0, 0, 0
        self._ended = threading.Event()

    def run(self) -> None:
        weighed, seen = 0.0, self.begun
        while not self._ended.is_set():
            start = time.perf_counter()
            pids = tree(self.root)
            self.processes = max(self.processes, len(pids))
            self._count(pids, start - seen)
            seen = start
            if start >= weighed:
                self.peak = max(self.peak, sum(proportional(pid) for pid in pids))
                self.account()
                weighed = start + max(WEIGH, (time.perf_counter() - start) / DEAREST)
            spent = time.perf_counter() - start
            self._ended.wait(max(self.look - spent, spent / DEAREST))

    def _count(self, pids: Sequence[int], seconds: float) -> None:
        """A look stands for the time since the one before: where looking is dear there are fewer of them."""
        states = "".join(thread_states(pid) for pid in pids)
        if not states:
            return
        wanting = states.count("R")
        self.looks += 1
        self.seen += seconds
        self.parallel += seconds * (wanting >= 2)
        self.serial += seconds * (wanting == 1)
        self.disk += seconds * (wanting == 0 and "D" in states)

    def account(self) -> None:
        """Totals of the process and of children it has waited for, and of those that still run; also of one that has
        ended and was not waited for."""
        pids = tree(self.root)
        user, system = (sum(times) for times in zip(*(processor_ticks(pid) for pid in pids), strict=True))
        self.cpu, self.system = max(self.cpu, (user + system) / TICK), max(self.system, system / TICK)
        read, written = (sum(moved) for moved in zip(*(disk_bytes(pid) for pid in pids), strict=True))
        self.read, self.written = max(self.read, read), max(self.written, written)

    def close(self) -> Taken:
        """After the last of the process, before somebody waits for it."""
        self.account()
        self._ended.set()
        self.join()
        seconds, seen = time.perf_counter() - self.begun, max(self.seen, 1e-9)
        others = max((busy_ticks() - self.machine) / TICK - self.cpu, 0.0) / max(seconds, 1e-9)
        return Taken(
            seconds, self.cpu, self.system, self.peak, self.processes, self.read, self.written, self.looks,
            self.parallel / seen, self.serial / seen, self.disk / seen, others, os.getloadavg()[0],
        )  # fmt: skip


def run_measured(command: Sequence[str], log: Path, *, folder: Path, variables: dict[str, str]) -> tuple[int, Taken]:
    """Run a command to its end; what it prints goes to a file. Its exit code, and what it took."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=folder, env=variables
        )
    watch = Watch(process.pid)
    watch.start()
    try:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its last figures can still be read
        taken = watch.close()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # looks may have missed the highest moment; the kernel has noted it, though of the largest process alone
    return process.returncode, Taken(**{**taken.as_dict(), "peak": max(taken.peak, usage.ru_maxrss * 1024)})


def tree(root: int) -> list[int]:
    """A process and all that descend from it."""
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        for children in _tasks(pid, "children"):
            waiting += [int(child) for child in children.split()]
    return found


def thread_states(pid: int) -> str:
    """A letter for each thread: R wants or has a processor, D waits for a disk, others wait for something else."""
    return "".join(text.rpartition(")")[2].split()[0] for text in _tasks(pid, "stat"))


def proportional(pid: int) -> int:
    """Bytes of memory, pages shared with others in proportion."""
    for line in _text(PROC / str(pid) / "smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def processor_ticks(pid: int) -> tuple[int, int]:
    """Of the user and the system, with those of children that were waited for."""
    fields = _text(PROC / str(pid) / "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[13]), int(fields[12]) + int(fields[14])) if fields else (0, 0)


def disk_bytes(pid: int) -> tuple[int, int]:
    """Read from the disk and sent to it, with those of children that were waited for."""
    pairs = (line.partition(": ")[::2] for line in _text(PROC / str(pid) / "io").splitlines())
    found = {name: int(value) for name, value in pairs}
    return found.get("read_bytes", 0), found.get("write_bytes", 0)


def busy_ticks() -> int:
    """Of all processors since the machine started, whoever used them."""
    user, nice, system, _idle, _waiting, irq, soft, *_ = map(int, _text(PROC / "stat").split("\n", 1)[0].split()[1:])
    return user + nice + system + irq + soft


def _tasks(pid: int, name: str) -> list[str]:
    try:
        threads = list((PROC / str(pid) / "task").iterdir())
    except OSError:  # it has just ended
        return []
    return [text for one in threads if (text := _text(one / name))]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
