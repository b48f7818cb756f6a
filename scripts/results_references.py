"""Figures of the reference models and lists on real data, written to docs/results/references.md: `make results`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import polars as pl

from instead.evaluation.evaluate import evaluate
from instead.evaluation.explanations import evaluate_explanations
from instead.evaluation.lists import reference_lists
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.models.blend import Blend, BlendSettings
from instead.models.interface import Model, StoredModel
from instead.models.registry import entry_of
from instead.settings import GraphFitSettings, Supervision
from instead.store.dataset import Dataset
from results import OUT, prepare_one

DATASETS = ("toys_and_games", "cell_phones")
PROTOCOLS = ["paper", "filtered", "popular", "full", "full_filtered"]
SHOWN = [("paper", "HR@10"), ("paper", "NDCG@10"), ("filtered", "HR@10"), ("filtered", "NDCG@10"), ("popular", "HR@10"),
         ("full", "HR@10"), ("full", "HR@50"), ("full", "substitutes@10"), ("full_filtered", "HR@10")]  # fmt: skip
CHOICE = [("choice", measure) for measure in ("HR@1", "HR@3", "MRR")]
FEWEST = 100  # triples of a choice split worth a table
HEAD = """# Reference models and lists

Written by `make results` (`scripts/results_references.py`) from public review data; default settings, seed 0. Nothing
here is trained: this is what a trained model has to beat. `blend` is the sum of 3-hop and item-knn, each
standardised over the catalogue. What each protocol measures: [evaluation](../evaluation.md).
`±` is half of the 95 % interval, resampling users. Full and popular protocols: 5,000 triples at most.
*Told*: told the time of the held-out choice. That changes the figures of models that look at the time alone; in this
random split the training part has visits from before and after it.
"""


def cells(evaluation: Evaluation, wanted: Iterable[tuple[str, str]]) -> Iterator[str]:
    table = evaluation.table()
    for protocol, measure in wanted:
        row = table.filter((pl.col("protocol") == protocol) & (pl.col("measure") == measure)).row(0, named=True)
        yield f"{row['value']:.3f} ± {(row['high'] - row['low']) / 2:.3f}"


def lines(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(columns)
    for row in (head, ["---"] * len(head), *rows):
        yield "| " + " | ".join(row) + " |\n"


def every_reference(dataset: Dataset, split: str) -> Iterator[tuple[str, Model]]:
    """Reference models and their blend; those of the second regime only where it makes a difference."""
    whole, few = (reference_models(dataset, split, supervision=kind) for kind in get_args(Supervision))
    yield from whole.items()
    yield "blend", _blend(whole)
    for name, model in few.items():
        if issubclass(entry_of(name).settings, GraphFitSettings):
            yield f"{name}, triples only", model
    yield "blend, triples only", _blend(few)


def _blend(models: Mapping[str, StoredModel]) -> Model:
    return Blend(BlendSettings(), {name: models[name] for name in BlendSettings().weights})


def catalogue_rows(
    dataset: Dataset,
    models: Iterable[tuple[str, Model]],
    wanted: list[tuple[str, str]],
    protocols: list[str],
    sample: int | None = None,
) -> Iterator[list[str]]:
    """A row per model in the protocols of `paper`, and one told the time where a model looks at it."""
    for name, model in models:
        for told in (False, True) if "time" in model.looks_at else (False,):
            found = evaluate(model, dataset, protocols=protocols, sample=sample, tell_time=told)
            yield [name + (", told the time" if told else ""), *cells(found, wanted)]


def choice_tables(dataset: Dataset, sample: int | None = None) -> Iterator[str]:
    """A table per choice split, each model not told and told the time, and the controls of matched decoys."""
    tellings = {"": False, " told": True} if dataset.times.null_count() < dataset.times.len() else {"": False}
    for split in ("choice", "choice_matched"):
        cases = dataset.split(split).about["candidates"]["test"]["cases"] if split in dataset.splits else 0
        if cases < FEWEST:
            yield f"\nSplit `{split}` has {cases} test triples: too few to say anything.\n"
            continue
        about: dict[str, Any] = {}
        rows = []
        for name, model in every_reference(dataset, split):
            row = [name]
            for told in tellings.values():
                found = evaluate(model, dataset, split=split, sample=sample, tell_time=told)
                row += cells(found, CHOICE)
                about = found.about
            rows.append(row)
        yield f"\nSplit `{split}`, {cases:,} test triples; chance is 0.100 / 0.300 / 0.293:\n\n"
        yield from lines(["model", *(f"{measure}{told}" for told in tellings for _, measure in CHOICE)], rows)
        if "controls" in about:
            controls = about["controls"]
            hits = ", ".join(f"the {name} {value:.3f}" for name, value in controls["HR@1"].items())
            yield f"\nControls, HR@1 without a user: {hits}; standard error {controls['standard_error']:.3f}.\n"


def explanations(dataset: Dataset) -> Iterator[list[str]]:
    ranking = evaluate(reference_models(dataset)["adamic-adar"], dataset, protocols=["paper"])
    for each in reference_lists(dataset):
        table = {row["measure"]: row for row in evaluate_explanations(each, dataset, ranking).table().to_dicts()}
        shown = (table[measure] for measure in ("AP", "AP positive", "precision@3"))
        yield [each.name, *(f"{row['value']:.3f} ± {(row['high'] - row['low']) / 2:.3f}" for row in shown)]


def report(name: str, dataset: Dataset, sample: int | None = None) -> Iterator[str]:
    edges, about = dataset.manifest["graph"]["edges"], dataset.split().about
    reserved = about["reserved_pairs"]
    yield f"\n## {name}\n\n"
    yield (
        f"{about['triples']['test']:,} test triples among {dataset.items.height:,} items. The graph has "
        f"{edges:,} edges, of which {reserved:,} ({reserved / edges:.0%}) are "
        f"reserved for validation and test. Split hash `{dataset.split_hash[:16]}`.\n\n"
    )
    rows = catalogue_rows(dataset, every_reference(dataset, "paper"), SHOWN, PROTOCOLS, sample)
    yield from lines(["model", *(f"{p} {m}" for p, m in SHOWN)], rows)
    yield from choice_tables(dataset, sample)
    yield "\nLists of attributes against the real review of the chosen item:\n\n"
    yield from lines(["list", "AP", "AP, praise only", "precision@3"], explanations(dataset))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--only", nargs="*", default=DATASETS, help="datasets to look at")
    parser.add_argument("--out", type=Path, default=OUT / "references.md")
    parser.add_argument("--sample", type=int, help="triples of every protocol, for a quick look")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    text = [HEAD]
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only:
            text += report(name, prepare_one(name, options.data, Path(scratch)), options.sample)
    options.out.write_text("".join(text))
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
