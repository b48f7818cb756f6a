"""Writes sections of docs/results/live.md: `python scripts/results_live.py [SECTION...]`.

A section is a function that returns its text, and stands in the page under a heading of its own; the others stay as
they are. `ten-days` runs a simulated shop (docs/world.md) with and without a nightly refresh: about ten minutes on two
free cores. `soak`, `snapshots`, `experiments` and `rules` are what benchmarks print: the first takes a quarter of an
hour of an idle machine.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import live_ten_days

PAGE = Path(__file__).parent.parent / "docs" / "results" / "live.md"
HEAD = "# A living shop: figures\n"
Section = Callable[[Path, Sequence[int]], str]
BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def printed(name: str, about: str) -> Section:
    """The section that shows what a benchmark prints at full size."""

    def section(work: Path, seeds: Sequence[int]) -> str:
        command = [sys.executable, str(BENCHMARKS / name)]
        made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return f"`python benchmarks/{name}`. {about}\n\n```\n{made.strip()}\n```"

    return section


SECTIONS: dict[str, tuple[str, Section]] = {
    "soak": (
        "Under load and under kill -9",
        printed(
            "live_soak.py",
            "Requests, events and their store in one service at the size of the paper's cellphone shop; callers in a "
            "second process on the same two cores; latency from the moment a request was due.",
        ),
    ),
    "snapshots": (
        "Snapshots",
        printed(
            "live_state.py",
            "What a change of each kind takes until it is in use, beside a shop made from scratch of tables in memory.",
        ),
    ),
    "experiments": (
        "Intervals that hold at every look",
        printed(
            "experiment_intervals.py",
            "Simulated experiments that are looked at every day, ours beside Wald's interval.",
        ),
    ),
    "rules": ("What rules cost", printed("steering_speed.py", "Rules of the shop over its catalogue.")),
    "ten-days": ("Ten days", live_ten_days.section),
}
"""Name -> heading and what writes it."""


def put_section(page: str, heading: str, text: str) -> str:
    """The page with this section in the place of the one of the same heading, or at its end."""
    made = f"## {heading}\n\n{text.strip()}\n"
    pattern = re.compile(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(page):
        return pattern.sub(lambda _: made + "\n", page).rstrip() + "\n"
    return f"{page.rstrip()}\n\n{made}"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="default: all")
    words.add_argument("--seeds", type=int, default=3, help="worlds that are run")
    words.add_argument("--work", type=Path, help="folder to work in; default: a temporary one")
    given = words.parse_args()
    for name in given.sections or SECTIONS:
        heading, write = SECTIONS[name]
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as scratch:
            text = write(given.work or Path(scratch), range(1, given.seeds + 1))
        page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else HEAD
        PAGE.write_text(put_section(page, heading, text), encoding="utf-8")
        print(f"{heading}: {time.perf_counter() - begun:.0f} s, {PAGE}")


if __name__ == "__main__":
    main()
