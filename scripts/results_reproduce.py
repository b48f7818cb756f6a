"""The paper's experiments on real data, written to docs/results/NAME/: `make results`. An interrupted run goes on."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

from instead.engine.threads import processors
from instead.lab.reproduction.reproduce import reproduce
from instead.store.dataset import Dataset
from results import prepare_one

OUT = Path(__file__).parent.parent / "docs" / "results"

# Shorter than the presets and the same for all lines of a model, so that a study of toys ends within an hour or so.
SCHEDULES: dict[str, dict[str, Any]] = {
    "toys_and_games": {
        "rounds": 8, "clva.rounds": 6,
        "a2cf.rounds": 4, "attribute_epochs": 8, "later_attribute_epochs": 1,
    },
    "cell_phones": {"rounds": 10, "a2cf.rounds": 8, "attribute_epochs": 10, "later_attribute_epochs": 1},
}  # fmt: skip
TRIALS = 4
"""Settings tried for every model."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="models and ranks are kept here")
    parser.add_argument("--processes", type=int, default=processors(), help="trainings at the same time")
    parser.add_argument("--only", choices=list(SCHEDULES), help="one dataset")
    options = parser.parse_args()
    for name, schedule in SCHEDULES.items():
        if options.only not in {None, name}:
            continue
        prepared = options.scratch / "seed0" / name
        data = Dataset.open(prepared) if prepared.is_dir() else prepare_one(name, options.data, prepared.parent)
        study = options.scratch / "studies" / name
        reproduce(data, out=study, schedule=schedule, trials=TRIALS, processes=options.processes,
                  tell=lambda line: print(line, flush=True))  # fmt: skip
        target = OUT / name
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for part in ("report.html", "report.md"):
            shutil.copyfile(study / part, target / part)
        shutil.copytree(study / "plots", target / "plots")
        print(f"written to {target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
