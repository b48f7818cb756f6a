"""What is left when test is the future: toys_and_games split by time, written to docs/results/temporal.md."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from instead.evaluation.evaluate import evaluate
from instead.evaluation.slices import slices
from instead.models.interface import Model
from instead.models.model_folder import load_folder
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from instead.training.train import run_folder, train
from results import OUT, prepare_one
from results_references import catalogue_rows, choice_tables, every_reference, lines

NAME = "toys_and_games"
PROTOCOLS = ["paper", "filtered", "full"]
SHOWN = [("paper", "HR@10"), ("paper", "NDCG@10"), ("filtered", "HR@10"), ("filtered", "NDCG@10"), ("full", "HR@10"),
         ("full", "NDCG@10"), ("full", "substitutes@10")]  # fmt: skip
HEAD = """# Split by time

Written by `make results` (`scripts/results_temporal.py`), seed 0, default settings. The newest tenth of all reviews is
test and the tenth before it validation, over the whole shop. Users and items first reviewed in the last fifth
are unknown to every model then, as they are in a shop. Beside it: the random split, in [references](references.md) and
[a2cf](a2cf.md). `±` is half of the 95 % interval, resampling users. `full`: 5,000 triples at most.

*Told*: told the time of the held-out choice, as a shop knows it; nearly all training visits are older. It changes the
figures of models that look at the time alone. Decoys of `choice_matched` are items that others took in the same tenth
of the shop's time, so that what is sold just now says little there ([evaluation](../evaluation.md)).
"""


def report(dataset: Dataset, a2cf: Model, sample: int | None = None) -> Iterator[str]:
    about = dataset.split().about
    yield f"\n## {NAME}\n\n"
    yield f"{about['triples']['test']:,} test triples, hash `{dataset.split_hash[:16]}`.\n\n"
    models = [*every_reference(dataset, "paper"), ("a2cf", a2cf)]
    rows = catalogue_rows(dataset, models, SHOWN, PROTOCOLS, sample)
    yield from lines(["model", *(f"{protocol} {measure}" for protocol, measure in SHOWN)], rows)
    yield from choice_tables(dataset, sample)
    yield "\nHR@10 of A2CF in `paper`, by how well users and items are known:\n\n"
    frame = slices(evaluate(a2cf, dataset, sample=sample), dataset, protocol="paper", measure="HR@10")
    yield from lines(frame.columns, ([_word(value) for value in row] for row in frame.iter_rows()))


def _word(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="models are kept here")
    parser.add_argument("--out", type=Path, default=OUT / "temporal.md")
    parser.add_argument("--sample", type=int, help="triples of every protocol, for a quick look")
    options = parser.parse_args()
    place = options.scratch / "by-time"
    ready = (place / NAME).is_dir()
    settings = PrepareSettings.as_published(split="time")
    dataset = Dataset.open(place / NAME) if ready else prepare_one(NAME, options.data, place, settings)
    out = place / "a2cf"
    if not out.is_dir():
        train(dataset, out=out, model="a2cf", resume=run_folder(out).is_dir())
    text = [HEAD, *report(dataset, load_folder(out).model, options.sample)]
    options.out.write_text("".join(text), encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
