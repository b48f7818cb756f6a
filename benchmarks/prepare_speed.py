"""`prepare` beside polars alone, which only scans the same review file and writes it back as Parquet.

    python benchmarks/prepare_speed.py                  the cellphone shop, 1.64 million reviews
    python benchmarks/prepare_speed.py --scale 0.05     a quick run
    python benchmarks/prepare_speed.py --world DIR      a shop that is already written

Once with the file as it is and once packed as gzip, the way the public dumps come.
Bars: at most three times polars alone, and under 4 GiB. Each is the best of some runs, taken in turn, because the
machines are shared; compiled loops are cached (the first run of all, which compiles them, is not counted).
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import tempfile
from pathlib import Path

from measure import Measured, run_child, verdict

GIB = 1 << 30
ALONE, ALL_USERS, CORE = "polars: scan and write back", "prepare, every user kept", "prepare, 5-core alone"
WHOLE = "prepare, default (all)"

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
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
reviews, meta, out, least = sys.argv[1:]
settings = PrepareSettings.as_published(min_user=int(least)) if int(least) else PrepareSettings()
data = prepare([reviews, meta], out=out, settings=settings, replace=True)
print(json.dumps([time.perf_counter() - start, data.counts["reviews"]]))
"""
WORLD = """
import sys
from instead.lab.world.world_settings import WorldSettings
from instead.lab.world import build_world
build_world(WorldSettings.of_preset(sys.argv[1], scale=float(sys.argv[2])), sys.argv[3])
"""


def best(runs: list[Measured]) -> Measured:
    return min(runs, key=lambda run: run.seconds)


def compare(reviews: str, meta: str, out: str, written: str, runs: int) -> None:
    """One review file: polars alone, prepare with every user kept, with the 5-core alone, with its default, in turn."""
    rows: dict[str, list[Measured]] = {ALONE: [], ALL_USERS: [], CORE: [], WHOLE: []}
    for _ in range(runs):
        rows[ALONE].append(run_child(POLARS, reviews, written))
        rows[ALL_USERS].append(run_child(PREPARE, reviews, meta, out, "1"))
        rows[CORE].append(run_child(PREPARE, reviews, meta, out, "5"))
        rows[WHOLE].append(run_child(PREPARE, reviews, meta, out, "0"))
    print(f"{Path(reviews).name:<34}{'seconds':>9}{'cpu s':>9}{'peak GiB':>10}")
    for name, measured in rows.items():
        one = best(measured)
        kept = "" if name == ALONE else f"   {one.result[1]:,} reviews kept"
        print(f"{name:<34}{one.seconds:9.2f}{one.cpu:9.2f}{one.peak / GIB:10.2f}{kept}")
    base = best(rows[ALONE])
    for name in (CORE, ALL_USERS, WHOLE):
        one = best(rows[name])
        print(f"{name}: time {verdict(one.seconds / base.seconds, 3.0, 'x')}; cpu {one.cpu / base.cpu:.2f}x; ", end="")
        print("memory " + verdict(max(run.peak for run in rows[name]) / GIB, 4.0, " GiB"), flush=True)


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
        plain, packed = world / "reviews.jsonl", Path(scratch) / "reviews.jsonl.gz"
        with plain.open("rb") as source, gzip.open(packed, "wb", compresslevel=1) as target:
            shutil.copyfileobj(source, target, 1 << 22)
        meta, out = str(world / "meta.json"), str(Path(scratch) / "data")
        run_child(PREPARE, str(plain), meta, out, "5")  # compiles and warms the file cache
        for file in (plain, packed):
            compare(str(file), meta, out, str(Path(scratch) / "polars.parquet"), options.runs)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
