"""The two forms of the ranker side by side on validation triples, written to docs/results/trees.md."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from instead.engine.threads import one_blas_thread
from instead.evaluation.compare import compare
from instead.evaluation.evaluate import evaluate
from instead.models.context import Context
from instead.models.interface import Model
from instead.models.model_folder import load_folder
from instead.models.ranker.ranker_model import Ranker
from instead.settings import RankerSettings
from instead.settings.ranker import Form
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from instead.training.train import train
from results import OUT, prepare_one
from results_references import lines

NAME = "toys_and_games"
FORMS: tuple[Form, ...] = ("curves", "trees")
SHOWN = {
    "paper": [("paper", "HR@10"), ("paper", "NDCG@10"), ("filtered", "HR@10"), ("filtered", "NDCG@10")],
    "choice": [("choice", "HR@1")],
    "choice_matched": [("choice", "HR@1")],
}
REQUESTS = 200
HEAD = """# The strong form of the ranker

Written by `scripts/results_trees.py`, seed 0, default settings, on *validation* triples: these figures decide which
form is the default, so none of them is a test figure. The trees add to the score of the curves; all else is the same.
The interval is that of the difference, 95 %, resampling users, not corrected for the number of rows. *Told*: told the
time of the held-out choice.
"""


def report(dataset: Dataset, scratch: Path, sample: int) -> Iterator[str]:
    yield f"\n## {NAME}\n\nSplit hash `{dataset.split_hash[:16]}`; at most {sample:,} triples.\n\n"
    rows: list[list[str]] = []
    costs: list[list[str]] = []
    for split in SHOWN:
        made, seconds = {}, []
        for form in FORMS:
            out, settings = scratch / f"{split}-{form}", RankerSettings(form=form)
            start = time.process_time()
            train(dataset, out=out, model="ranker", settings=settings, split=split, replace=True)
            seconds.append(f"{time.process_time() - start:.0f}")
            made[form] = load_folder(out).model
        for told in (False, True):
            rows += figures(made, dataset, split, sample, told=told)
        scoring = [f"{milliseconds(made[form], dataset):.2f}" for form in FORMS]
        strong = made["trees"]
        kinds = strong.trees if isinstance(strong, Ranker) else {}
        costs.append([split, *seconds, *scoring, "; ".join(f"{kind}: {len(one)}" for kind, one in kinds.items())])
    yield from lines(["protocol", "measure", "told", *FORMS, "difference"], rows)
    yield f"\nCosts in processor time; a request scores all {dataset.items.height:,} items:\n\n"
    yield from lines(["split", "s to train curves", "with trees", "ms a request, curves", "with trees", "trees"], costs)


def figures(
    made: Mapping[Form, Model], dataset: Dataset, split: str, sample: int, *, told: bool
) -> Iterator[list[str]]:
    """Rows of one split, told the time or not."""
    found = [
        replace(evaluate(one, dataset, split=split, part="validation", sample=sample, tell_time=told), model=form)
        for form, one in made.items()
    ]
    for protocol, measure in SHOWN[split]:
        table = compare(found, protocol=protocol, measure=measure, against=FORMS[0])
        values = [f"{table.filter(table['model'] == form)['value'].item():.4f}" for form in FORMS]
        by, low, high = table.filter(table["model"] == FORMS[1]).select("^difference.*$").row(0)
        name = split if protocol == "choice" else protocol
        yield [name, measure, "yes" if told else "no", *values, f"{by:+.4f} [{low:+.4f}, {high:+.4f}]"]


def milliseconds(model: Model, dataset: Dataset) -> float:
    """Processor time of a request over the whole catalogue: the least of some rounds, the first not counted."""
    rng = np.random.default_rng(0)
    users, queries = (rng.integers(0, count, REQUESTS) for count in (dataset.users.height, dataset.items.height))
    context = Context.of_users(users, queries, training_visits(dataset))
    took = []
    for _ in range(4):
        start = time.process_time()
        with one_blas_thread():  # threads that wait for work count as processor time
            model.score_all(context)
        took.append(time.process_time() - start)
    return min(took[1:]) / REQUESTS * 1e3


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument(
        "--scratch", type=Path, default=Path("results.scratch"), help="dataset and models are kept here"
    )
    parser.add_argument("--out", type=Path, default=OUT / "trees.md")
    parser.add_argument("--sample", type=int, default=4000, help="triples of every protocol")
    options = parser.parse_args()
    place = options.scratch / NAME
    dataset = Dataset.open(place) if place.is_dir() else prepare_one(NAME, options.data, options.scratch)
    text = "".join([HEAD, *report(dataset, options.scratch, options.sample)])
    options.out.write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
