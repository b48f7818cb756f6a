"""All benchmarks, one after the other: `make bench`. `--scale 0.02` for a quick look at all of them."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", default="1.0", help="size of the cellphone shop; the bars are for 1.0")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        world = str(Path(scratch) / "world")  # written once, read by the next
        benchmarks = (
            ("world_generation.py", "--scale", options.scale, "--keep", world),
            ("prepare_speed.py", "--world", world),
        )
        for name, *arguments in benchmarks:
            print(f"== {name}", flush=True)
            subprocess.run([sys.executable, str(HERE / name), *arguments], check=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
