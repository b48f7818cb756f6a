"""All benchmarks, one after the other, printed and written to docs/results/speed.md: `make bench`.

`--scale 0.02` is for a quick look at all of them; it writes nothing, because the bars are for the full size.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
REPORT = HERE.parent / "docs" / "results" / "speed.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", default="1.0", help="size of the cellphone shop; the bars are for 1.0")
    options = parser.parse_args()
    full = float(options.scale) == 1.0
    with tempfile.TemporaryDirectory() as scratch:
        world = str(Path(scratch) / "world")  # written once, read by the next
        benchmarks = (
            ("world_generation.py", "--scale", options.scale, "--keep", world),
            ("prepare_speed.py", "--world", world),
            ("extraction_speed.py",),
            ("extraction_scale.py", "--scale", options.scale),
            ("a2cf_speed.py", "--scale", options.scale, *(("--plots", str(REPORT.parent)) if full else ())),
        )
        printed = [(name, run(name, *arguments)) for name, *arguments in benchmarks]
    if full:
        REPORT.write_text(report(printed), encoding="utf-8")
        print(f"written to {REPORT}")
    return 0


def run(name: str, *arguments: str) -> str:
    """One benchmark, shown while it runs; what it printed."""
    print(f"== {name}", flush=True)
    lines = []
    command = [sys.executable, str(HERE / name), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    if process.returncode:
        raise SystemExit(f"{name} ended with {process.returncode}")
    return "".join(lines)


def report(printed: list[tuple[str, str]]) -> str:
    load = " / ".join(f"{value:.1f}" for value in os.getloadavg())
    head = (
        "# Speed and memory\n\n"
        f"Written by `make bench` on {date.today().isoformat()}: {platform.machine()}, {os.cpu_count()} cores, Python "
        f"{platform.python_version()}, load average at the end {load} (1 / 5 / 15 minutes). Ours and the plain "
        "alternative run in turn in one session; the ratios are what counts, and on a shared machine the processor "
        "seconds are steadier than the clock.\n"
    )
    return head + "".join(f"\n## {name}\n\n```\n{text}```\n" for name, text in printed)


if __name__ == "__main__":
    raise SystemExit(main())
