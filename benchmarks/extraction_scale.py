"""Time and peak memory of `instead extract` on a large synthetic shop, with one process and with several.

    python benchmarks/extraction_scale.py [--preset automotive] [--scale 1.0] [--processes 2]

The full automotive shop has 2.2 million reviews; it is made and prepared first. Peak memory is that of the largest
process.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

_RUN = "from instead.cli.main import run; run()"


def measured(*arguments: str) -> tuple[float, float]:
    """Seconds and peak MiB of one command."""
    start = time.perf_counter()
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", _RUN, *arguments],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"instead {' '.join(arguments)} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="automotive")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="work here and keep the files")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        home = args.folder or Path(temporary)
        world, data = home / "world", home / "data"
        if not world.exists():
            measured("world", "--preset", args.preset, "--scale", str(args.scale), "--out", str(world))
        if not data.exists():
            measured("prepare", str(world / "reviews.jsonl"), str(world / "meta.json"), "--out", str(data))
        from instead.store.dataset import Dataset  # noqa: PLC0415 - after the measured work

        reviews = Dataset.open(data).counts["reviews"]
        first = 0.0
        for processes in sorted({1, args.processes}):
            seconds, peak = measured("extract", str(data), "--processes", str(processes))
            first = first or seconds
            sys.stdout.write(
                f"{reviews:,} reviews, {processes} process(es): {seconds:6.1f} s, {reviews / seconds:8,.0f} reviews/s, "
                f"peak {peak:,.0f} MiB, {first / seconds:.2f} times one process\n"
            )


if __name__ == "__main__":
    main()
