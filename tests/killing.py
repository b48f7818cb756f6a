"""Work that is killed with SIGKILL at every step at which it touches the disk, in real processes.

Python tells an audit hook about every file it is about to open for writing, rename, remove or make. The process that
does the work counts these and kills itself before the n-th; n grows until the work survives. The processes are forked
from one that has imported everything and done nothing, because starting Python takes longer than the work.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

STEPS = {"os.rename", "os.mkdir", "shutil.rmtree"}
PATIENCE = 60
"""Seconds after which a process that hangs is ended by an alarm."""


def killed_at_every_step(program: str, pristine: Path, places: Path) -> list[Path]:
    """The places a program worked on, in order; the last one is where the work survived.

    The program is Python that ends with `until_survived(work, *sys.argv[1:])`.
    """
    words = [sys.executable, "-c", program, str(pristine), str(places)]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return [places / str(number) for number in range(1, len(list(places.iterdir())) + 1)]


def until_survived(work: Callable[[Path], object], pristine: str, places: str, *, opens: bool = True) -> None:
    """For n = 1, 2, ...: do the work on a copy in a process that is killed before its n-th step.

    Without `opens`, files that are opened for writing do not count: for work that writes many of them aside.
    """
    number, survived = 0, False
    while not survived:
        number += 1
        place = Path(places) / str(number)
        shutil.copytree(pristine, place)
        child = os.fork()
        if not child:
            _run(work, place, number, opens)
        status = os.waitpid(child, 0)[1]
        survived = status == 0
        if not survived and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL):
            raise SystemExit(f"step {number}: the work failed or hangs (status {status})")


def _run(work: Callable[[Path], object], place: Path, number: int, opens: bool) -> None:
    signal.alarm(PATIENCE)
    try:
        _die_before(number, opens)
        work(place)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _die_before(step: int, opens: bool) -> None:
    left, removed = step, 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal left, removed
        if event not in {*STEPS, "os.remove", "open"} or "__pycache__" in str(arguments[0]):  # compiled loops are kept
            return
        if event == "os.remove":  # the first and the second of a folder: before any file is gone, and with some gone
            removed += 1
        elif event in STEPS:
            removed = 0
        counts = event in STEPS or removed in (1, 2)
        if event == "open":
            counts = opens and _writes(*arguments)
        if counts:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def _writes(_path: object, _mode: str | None, flags: int) -> bool:
    return bool(flags & (os.O_WRONLY | os.O_RDWR))
