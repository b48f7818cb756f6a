"""Extraction and a table of pairs on the local pool and on a Ray cluster of this machine, as many workers each.

    python benchmarks/engine_overhead.py --scale 0.61           a million reviews (the bar is for that size)
    python benchmarks/engine_overhead.py --dataset DATA --model MODEL --pairs PAIRS     folders that are there already

The bar: Ray takes at most 15 % longer than the local pool. Both give the same bits, which is checked.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl

from instead.batch import recommend_batch
from instead.engine.chosen_engine import using
from instead.engine.threads import processors
from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.settings import ExtractSettings, PrepareSettings
from instead.store.dataset import Dataset

BAR = 1.15


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def compared(what: str, amount: int, unit: str, local: float, there: float) -> None:
    ratio = there / local
    verdict = "within the bar" if ratio <= BAR else "OVER THE BAR"
    print(f"{what}: local pool {local:.1f} s ({amount / local:,.0f} {unit}/s), Ray {there:.1f} s ", end="")
    print(f"({amount / there:,.0f} {unit}/s): {ratio:.2f} of at most {BAR:g}: {verdict}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=0.61, help="of the cellphone shop")
    parser.add_argument("--dataset", type=Path, help="a prepared dataset, in place of one that is made")
    parser.add_argument("--model", type=Path, help="a model folder, for tables")
    parser.add_argument("--pairs", type=Path, help="a table of pairs, for tables")
    options = parser.parse_args()
    workers = processors()
    print(f"{workers} workers each; load average before {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        folder = options.dataset
        if folder is None:
            build_world(WorldSettings.of_preset("cellphone", scale=options.scale), here / "world")
            settings = PrepareSettings.as_published(min_user=1, min_item=1)
            folder = prepare([here / "world" / "reviews.jsonl", here / "world" / "meta.json"], out=here / "data",
                             settings=settings).folder  # fmt: skip
        hashes: list[str] = []
        spent: list[float] = []
        for engine in (None, f"ray?workers={workers}"):
            copy = here / f"copy-{len(spent)}"
            shutil.copytree(folder, copy)
            reading = partial(extract, copy, settings=ExtractSettings(processes=workers))
            with using(engine):
                spent.append(timed(reading))
            hashes.append(Dataset.open(copy).hashes["mentions"])
        if hashes[0] != hashes[1]:
            raise SystemExit("the mentions differ")
        compared("extraction", Dataset.open(folder).interactions.height, "reviews", *spent)
        if options.model is not None and options.pairs is not None:
            tables, spent = [here / "table-local.parquet", here / "table-ray.parquet"], []
            for engine, out in zip((None, f"ray?workers={workers}"), tables, strict=True):
                with using(engine):
                    spent.append(timed(partial(recommend_batch, options.model, options.pairs, out, processes=workers)))
            local, there = (pl.read_parquet(table) for table in tables)
            if not local.equals(there):
                raise SystemExit("the tables differ")
            compared("table", local["row"].n_unique(), "pairs", *spent)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
