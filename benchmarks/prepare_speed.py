"""`prepare` beside polars alone, which only scans the same review file and writes it back as Parquet.

    python benchmarks/prepare_speed.py                  the cellphone shop, 1.64 million reviews
    python benchmarks/prepare_speed.py --scale 0.05     a quick run
    python benchmarks/prepare_speed.py --world DIR      a shop that is already written

Bars: at most three times polars alone, and under 4 GiB. Each is the best of some runs, taken in turn, because the
machines are shared; compiled loops are cached (the first run of all, which compiles them, is not counted).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from measure import Measured, run_child, verdict

GIB = 1 << 30

POLARS = """
import sys, json, time
import polars as pl
start = time.perf_counter()
pl.scan_ndjson(sys.argv[1]).sink_parquet(sys.argv[2])
print(json.dumps(time.perf_counter() - start))
"""
PREPARE = """
import sys, json, time
start = time.perf_counter()
from instead.preparation.run import prepare
from instead.settings import PrepareSettings
reviews, meta, out, least = sys.argv[1:]
settings = PrepareSettings(min_user=int(least))
data = prepare([reviews, meta], out=out, settings=settings, replace=True)
print(json.dumps([time.perf_counter() - start, data.counts["reviews"]]))
"""
WORLD = """
import sys
from instead.settings import WorldSettings
from instead.world import build_world
build_world(WorldSettings.of_preset(sys.argv[1], scale=float(sys.argv[2])), sys.argv[3])
"""


def best(runs: list[Measured]) -> Measured:
    return min(runs, key=lambda run: run.seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--preset", default="cellphone")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--world", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        world = options.world or Path(scratch) / "world"
        if not world.exists():
            print(f"writing the {options.preset} shop ...", flush=True)
            run_child(WORLD, options.preset, str(options.scale), str(world))
        reviews, meta, out = str(world / "reviews.jsonl"), str(world / "meta.json"), str(Path(scratch) / "data")
        run_child(PREPARE, reviews, meta, out, "5")  # compiles and warms the file cache
        alone, all_users, core = [], [], []
        for _ in range(options.runs):
            alone.append(run_child(POLARS, reviews, str(Path(scratch) / "polars.parquet")))
            all_users.append(run_child(PREPARE, reviews, meta, out, "1"))
            core.append(run_child(PREPARE, reviews, meta, out, "5"))
        print(f"{'':34}{'seconds':>9}{'cpu s':>9}{'peak GiB':>10}")
        rows = {"polars: scan and write back": alone, "prepare, every user kept": all_users, "prepare, 5-core": core}
        for name, runs in rows.items():
            one = best(runs)
            kept = "" if name.startswith("polars") else f"   {one.result[1]:,} reviews kept"
            print(f"{name:<34}{one.seconds:9.2f}{one.cpu:9.2f}{one.peak / GIB:10.2f}{kept}")
        ratio, peak = best(all_users).seconds / best(alone).seconds, max(run.peak for run in all_users) / GIB
        print("time, every user kept:", verdict(ratio, 3.0, "x"))
        print("time, 5-core:         ", verdict(best(core).seconds / best(alone).seconds, 3.0, "x"))
        print("memory:               ", verdict(peak, 4.0, " GiB"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
