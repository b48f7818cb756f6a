"""The paper's three shops at full size through every stage, measured: `make scale`.

    python benchmarks/scale.py                                     everything: many hours; goes on where it was stopped
    python benchmarks/scale.py --shops cellphone --sizes 1/8 1/4 --stages world prepare extract ranker
    python benchmarks/scale.py --report                            write docs/results/scale.md of what is recorded

Every stage is the command line's own verb in a process of its own, measured with all processes it starts. What has been
measured is recorded at once in the work folder (`scale/` unless --work says another), keyed by settings and code: a run
that was stopped goes on, and a stage that fails is recorded with its sentence and stops only what stands on it. With
--older records of earlier code count too; the report names the code of each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from process_tree import run_measured
from scale_records import SOURCE, Records, code_version, settings_key
from scale_report import write_report
from scale_serving import serve_measured
from scale_stages import PAIRS, SHOPS, SIZES, STAGES, Part, Stage, bytes_of, chosen_stages

ROOT = Path(__file__).parents[1]
INSTEAD = (sys.executable, "-m", "instead")


class Failed(Exception):
    """A stage ended with an error; its last line."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--work", type=Path, default=ROOT / "scale", help="folder for shops, models and records")
    parser.add_argument("--shops", nargs="+", choices=SHOPS, default=list(SHOPS))
    parser.add_argument("--sizes", nargs="+", type=Fraction, default=list(SIZES), help="1 is the paper's size")
    parser.add_argument("--stages", nargs="+", help=f"{', '.join(STAGES)}; a verb or a model for several")
    parser.add_argument("--older", action="store_true", help="take records of other code as they are")
    parser.add_argument("--load-seconds", type=float, default=20.0, help="of the steady load on the service")
    parser.add_argument("--report", action="store_true", help="measure nothing, write the report")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results", help="folder of the report")
    options = parser.parse_args()
    records = Records(options.work.resolve())
    stages = chosen_stages(options.stages)
    if not options.report:
        for size in options.sizes:
            for shop in options.shops:
                run_part(Part(shop, size), stages, records, older=options.older, seconds=options.load_seconds)
    write_report(records, options.out)
    print(f"written to {options.out / 'scale.md'} and scale.json")
    return 0


def run_part(part: Part, stages: list[Stage], records: Records, *, older: bool = False, seconds: float = 20.0) -> None:
    """All stages of a shop of one size that are not recorded yet and whose needs are met."""
    code = code_version()
    for stage in stages:
        record = records.valid(part, stage, code, older=older)
        if record is not None and record["error"] is None:
            print(f"{part}, {stage.name}: recorded", flush=True)
            continue
        wanted = [name for name in stage.needs if not done(records, part, name, code, older=older)]
        if wanted:
            print(f"{part}, {stage.name}: not run, because it needs {' and '.join(wanted)}", flush=True)
            continue
        print(f"{part}, {stage.name} ...", flush=True)
        record = measured(part, stage, records, code, seconds)
        records.write(part, stage, record)
        said = record["error"] or "{seconds:,.1f} s, {cpu:,.1f} processor seconds, {gib:.2f} GiB".format(
            **record["taken"], gib=record["taken"]["peak"] / 2**30
        )
        print(f"{part}, {stage.name}: {said}", flush=True)


def done(records: Records, part: Part, name: str, code: str, *, older: bool) -> bool:
    record = records.valid(part, STAGES[name], code, older=older)
    return record is not None and record["error"] is None


def measured(part: Part, stage: Stage, records: Records, code: str, seconds: float) -> dict[str, Any]:
    """Run a stage; its record, with the sentence of its error if it has failed."""
    folder = records.folder / part.folder
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"{stage.name}.log"
    variables = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "COLUMNS": "300"}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: modules are compiled once, not at every start
    words = stage.words(part)
    record: dict[str, Any] = {
        "shop": part.shop,
        "size": str(part.size),
        "stage": stage.name,
        "words": words,
        "settings": settings_key(part, stage),
        "code": code,
        "when": time.strftime("%Y-%m-%d %H:%M"),
        "yardstick": yardstick(),
        "taken": None,
        "found": {},
        "counts": {},
        "disk": 0,
        "error": None,
    }
    try:
        if stage.verb == "serve":
            model = folder / str(stage.model)
            taken, record["found"] = serve_measured(
                [*INSTEAD, *words], model, folder=folder, variables=variables, seconds=seconds
            )
        else:
            if stage.verb == "recommend":
                write_pairs(folder)
            status, taken = run_measured([*INSTEAD, *words], log, folder=folder, variables=variables)
            if status:
                raise Failed(last_line(log) or f"ended with {status}")
            if stage.verb == "train":
                record["found"] = epochs_of(folder / str(stage.model))
        record["taken"] = taken.as_dict()
    except (Failed, SystemExit) as error:
        record["error"] = str(error)
    record["counts"] = counts_of(folder)
    record["disk"] = bytes_of(folder, stage.writes)
    return record


def yardstick() -> float:
    """Processor seconds of a fixed piece of work: how quick the machine is just now. Machines of one description differ
    by a factor of two and more, and so do hours of one machine."""
    begun, values = time.process_time(), np.random.default_rng(0).random(1 << 20)
    for _ in range(4):
        np.sort(values)
    total = 0
    for number in range(2_000_000):
        total += number
    return time.process_time() - begun


def last_line(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else ""


def epochs_of(model: Path) -> dict[str, float]:
    """Seconds of an epoch of each stage of a training and of a validation, on average, from the model's log."""
    log, took, before = model / "log.jsonl", dict[str, list[float]](), 0.0
    for text in log.read_text(encoding="utf-8").splitlines() if log.is_file() else ():
        told = json.loads(text)
        if "seconds" in told:
            took.setdefault(str(told.get("stage", "validation")), []).append(told["seconds"] - before)
            before = told["seconds"]
    return {stage: sum(each) / len(each) for stage, each in took.items()}


def counts_of(folder: Path) -> dict[str, int]:
    """Of the shop, and of the triples of its dataset where there is one."""
    world, data = folder / "world" / "truth" / "truth.json", folder / "data" / "manifest.json"
    counts: dict[str, int] = {}
    if world.is_file():
        told = json.loads(world.read_text(encoding="utf-8"))["counts"]
        counts |= {name: told[name] for name in ("users", "items", "reviews", "attributes", "mentions", "links")}
    if data.is_file():
        manifest = json.loads(data.read_text(encoding="utf-8"))
        counts |= {f"{name} triples": count for name, count in manifest["splits"]["paper"]["triples"].items()}
        counts["extracted mentions"] = manifest["counts"]["mentions"]
        counts["extracted attributes"] = manifest["counts"]["attributes"]
    return counts


def write_pairs(folder: Path) -> None:
    """Who asks for what in all test triples, by their ids."""
    from instead.store.dataset import Dataset  # noqa: PLC0415 - a run of other stages needs none of it

    data = Dataset.open(folder / "data")
    triples = data.split("paper").triples("test")
    names = {"user": data.users["user"], "query": data.items["item"]}
    pl.DataFrame({name: ids.gather(triples[name]) for name, ids in names.items()}).write_parquet(folder / PAIRS)


if __name__ == "__main__":
    raise SystemExit(main())
