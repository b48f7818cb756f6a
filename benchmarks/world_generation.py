"""Time and memory of writing a synthetic shop, in a child process, against the bar of 2 GiB.

python benchmarks/world_generation.py --preset cellphone --scale 1.0
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BAR = 2 * 1024**3

CHILD = """
import json, sys
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world import build_world
preset, scale, views, out = sys.argv[1:]
settings = WorldSettings.of_preset(preset, scale=float(scale), views=views == "True" or None)
summary = build_world(settings, out)
print(json.dumps(summary.as_dict()))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--preset", default="cellphone", choices=["demo", "cellphone", "automotive", "office"])
    parser.add_argument("--scale", type=float, default=1.0, help="a fraction of the preset, for a quick run")
    parser.add_argument("--views", action="store_true", help="write the view log too")
    parser.add_argument("--keep", type=Path, help="keep the world in this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        out = options.keep or Path(scratch) / "world"
        command = [
            sys.executable,
            "-c",
            CHILD,
            options.preset,
            str(options.scale),
            str(options.views),
            str(out),
        ]
        start = time.perf_counter()
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    made = json.loads(done.stdout)
    size = sum(made["files"].values())
    print(f"{options.preset} x {options.scale:g}: {made['users']:,} users, {made['items']:,} items, ", end="")
    print(f"{made['reviews']:,} reviews, {made['attributes']:,} attributes, {made['mentions']:,} mentions")
    print(f"time      {seconds:10.1f} s")
    print(f"speed     {made['reviews'] / seconds:10,.0f} reviews/s")
    print(f"written   {size / 1024**2:10,.0f} MiB")
    print(f"peak RSS  {peak / 1024**2:10,.0f} MiB of {BAR / 1024**2:,.0f} MiB allowed")
    print("within the bar" if peak <= BAR else "OVER THE BAR")
    return int(peak > BAR)


if __name__ == "__main__":
    sys.exit(main())
