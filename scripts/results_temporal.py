"""What is left when test is the future: toys_and_games split by time, written to docs/results/temporal.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.slices import slices
from instead.models.interface import Model
from instead.models.model_folder import load_folder
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from instead.training.train import run_folder, train
from results import OUT, prepare_one
from results_references import cells, lines

NAME = "toys_and_games"
SHOWN = [("paper", "HR@10"), ("paper", "NDCG@10"), ("filtered", "HR@10"), ("filtered", "NDCG@10")]
HEAD = """# Split by time

Written by `make results` (`scripts/results_temporal.py`), seed 0, default settings. The newest tenth of all reviews is
test and the tenth before it validation, over the whole shop. Users and items first reviewed in the last fifth
are unknown to every model then, as they are in a shop. Beside it: the random split, in [references](references.md) and
[a2cf](a2cf.md). `±` is half of the 95 % interval, resampling users.
"""


def report(dataset: Dataset, models: dict[str, Model]) -> Iterator[str]:
    about = dataset.split().about
    yield f"\n## {NAME}\n\n"
    yield f"{about['triples']['test']:,} test triples, hash `{dataset.split_hash[:16]}`.\n\n"
    found = {name: evaluate(model, dataset) for name, model in models.items()}
    rows = ([name, *cells(evaluation, SHOWN)] for name, evaluation in found.items())
    yield from lines(["model", *(f"{protocol} {measure}" for protocol, measure in SHOWN)], rows)
    yield "\nHR@10 of A2CF in `paper`, by how well users and items are known:\n\n"
    frame = slices(found["a2cf"], dataset, protocol="paper", measure="HR@10")
    yield from lines(frame.columns, ([_word(value) for value in row] for row in frame.iter_rows()))


def _word(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="models are kept here")
    options = parser.parse_args()
    place = options.scratch / "by-time"
    ready = (place / NAME).is_dir()
    settings = PrepareSettings(split="time")
    dataset = Dataset.open(place / NAME) if ready else prepare_one(NAME, options.data, place, settings)
    out = place / "a2cf"
    if not out.is_dir():
        train(dataset, out=out, resume=run_folder(out).is_dir())
    text = [HEAD, *report(dataset, {**reference_models(dataset), "a2cf": load_folder(out).model})]
    (OUT / "temporal.md").write_text("".join(text), encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
