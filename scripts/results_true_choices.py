"""Writes docs/results/true_choices.md: the split `observed` of two real logs, beside what the place in a list tells.

    python scripts/results_true_choices.py --data FOLDER

Needs the public data (`view_logs`): JD's action log with its categories, and trivago's sessions with the lists shown.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.models.registry import DEFAULT
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from instead.training.train import train

OUT = Path(__file__).parent.parent / "docs" / "results" / "true_choices.md"
SHOPS: Mapping[str, tuple[str, ...]] = {
    "JD, three days of March 2018": (
        "jd_train.csv.gz", "jd_entity2id.tsv.gz", "jd_kg2id.tsv.gz", "jd_relation2id.tsv.gz",
    ),
    "trivago, November 2018": ("trivago_choice_sets.parquet",),
}  # fmt: skip
SETTINGS = PrepareSettings(validation=0.1, test=0.3)
SHOWN = (("observed", "HR@10"), ("observed", "MRR"), ("observed_choice", "HR@1"), ("observed_choice", "MRR"))
HEAD = """# True choices of two logs

Written by `make results` (`scripts/results_true_choices.py`). A choice is an order after a look at another item of the
same kind in the same visit; the newest 30 % are the test, and nothing of their visits or of anything later is known to
training ([rules](../data.md#true-choices)). `observed` ranks the whole catalogue for somebody who looks at the query;
`observed_choice` ranks the list that was shown (trivago), or what was looked at of the kind before the order (JD).
Intervals are 95 %, resampling users. Place alone: the order of the list, or of the first looks.

"""


def figure(found: Evaluation, protocol: str, measure: str) -> str:
    row = found.table().filter(protocol=protocol, measure=measure).to_dicts()[0]
    return f"{row['value']:.3f} ({row['low']:.3f} to {row['high']:.3f})"


def lines(name: str, data: Dataset, found: Mapping[str, Evaluation]) -> Iterator[str]:
    why, about = data.manifest["observed"], data.split("observed").about
    yield f"## {name}\n\n"
    yield "".join(f"- {what}: {count:,}\n" for what, count in why.items())
    parts = " / ".join(f"{count:,}" for count in about["triples"].values())
    yield f"- choices of training / validation / test: {parts}\n"
    yield f"- {data.counts['items']:,} items; {data.training_links.height:,} links of {data.links.height:,} are known "
    yield "before the first held-out visit\n\n"
    yield (
        "| order by | "
        + " | ".join(f"{protocol} {measure}" for protocol, measure in SHOWN)
        + " |\n|---|---|---|---|---|\n"
    )
    some: dict[str, Any] = next(iter(found.values())).about["positions"]
    yield f"| chance | | | {some['chance']:.3f} | |\n"
    for place, hits in some["HR@1"].items():
        yield f"| place alone: {place} | | | {hits:.3f} | {some['MRR'][place]:.3f} |\n"
    for model, one in found.items():
        yield f"| {model} | " + " | ".join(figure(one, *what) for what in SHOWN) + " |\n"
    triples = {name: next(iter(found.values())).of(name).height for name in ("observed", "observed_choice")}
    yield f"\n{triples['observed']:,} test choices, {triples['observed_choice']:,} of them among two or more.\n\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    folder = options.data / "view_logs"
    if not folder.is_dir():
        print(f"{folder} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    text = [HEAD]
    for name, files in SHOPS.items():
        with tempfile.TemporaryDirectory() as scratch:
            data = prepare([folder / file for file in files], out=Path(scratch) / "data", settings=SETTINGS)
            found = {DEFAULT: evaluate(train(data, out=Path(scratch) / "model", split="observed"), data)}
            for reference, model in reference_models(data, "observed").items():
                found[reference] = evaluate(model, data, split="observed")
            text += lines(name, data, found)
    options.out.write_text("".join(text).rstrip("\n") + "\n", encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
