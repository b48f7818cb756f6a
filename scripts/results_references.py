"""Figures of the reference models and lists on real data, written to docs/results/references.md: `make results`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import polars as pl

from instead.evaluation.evaluate import evaluate
from instead.evaluation.explanations import evaluate_explanations
from instead.evaluation.lists import reference_lists
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.models.blend import Blend, BlendSettings
from instead.settings import Supervision
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


def models(dataset: Dataset, split: str, wanted: list[tuple[str, str]]) -> Iterator[list[str]]:
    """A row per reference model; those of the second regime only where it makes a difference."""
    graphs: dict[Supervision, str] = {"graph": "", "triples": ", triples only"}
    seen: set[str] = set()
    for supervision, suffix in graphs.items():
        made = reference_models(dataset, split, supervision=supervision)
        made["blend"] = Blend(BlendSettings(), {name: made[name] for name in BlendSettings().weights})
        for name, model in made.items():
            own = name in {"random", "popularity", "item-knn", "attribute-tf-idf"}
            if own and name in seen:
                continue
            seen.add(name)
            found = evaluate(model, dataset, split=split, protocols=PROTOCOLS if split == "paper" else None)
            yield [name + ("" if own else suffix), *cells(found, wanted)]


def explanations(dataset: Dataset) -> Iterator[list[str]]:
    ranking = evaluate(reference_models(dataset)["adamic-adar"], dataset, protocols=["paper"])
    for each in reference_lists(dataset):
        table = {row["measure"]: row for row in evaluate_explanations(each, dataset, ranking).table().to_dicts()}
        shown = (table[measure] for measure in ("AP", "AP positive", "precision@3"))
        yield [each.name, *(f"{row['value']:.3f} ± {(row['high'] - row['low']) / 2:.3f}" for row in shown)]


def report(name: str, dataset: Dataset) -> Iterator[str]:
    edges, about = dataset.manifest["graph"]["edges"], dataset.split().about
    reserved = about["reserved_pairs"]
    yield f"\n## {name}\n\n"
    yield (
        f"{about['triples']['test']:,} test triples among {dataset.items.height:,} items. The graph has "
        f"{edges:,} edges, of which {reserved:,} ({reserved / edges:.0%}) are "
        f"reserved for validation and test. Split hash `{dataset.split_hash[:16]}`.\n\n"
    )
    yield from lines(["model", *(f"{p} {m}" for p, m in SHOWN)], models(dataset, "paper", SHOWN))
    for split in ("choice", "choice_matched"):
        cases = dataset.split(split).about["candidates"]["test"]["cases"]
        if cases < FEWEST:
            yield f"\nSplit `{split}` has {cases} test triples: too few to say anything.\n"
            continue
        yield f"\nSplit `{split}`, {cases:,} test triples; chance is 0.100 / 0.300 / 0.293:\n\n"
        yield from lines(["model", *(measure for _, measure in CHOICE)], models(dataset, split, CHOICE))
    yield "\nLists of attributes against the real review of the chosen item:\n\n"
    yield from lines(["list", "AP", "AP, praise only", "precision@3"], explanations(dataset))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--only", nargs="*", default=DATASETS, help="datasets to look at")
    parser.add_argument("--out", type=Path, default=OUT / "references.md")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    text = [HEAD]
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only:
            text += report(name, prepare_one(name, options.data, Path(scratch)))
    options.out.write_text("".join(text))
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
