"""The ranker beside every reference model on real data: docs/results/ranker.md. What each signal earns is measured by
`results_signals.py`.

    python scripts/results_ranker.py --data ../shared/data                       everything; an hour
    python scripts/results_ranker.py --data ../shared/data --only cell_phones --seeds 0

Settings are the defaults; nothing is chosen by what stands here. Finished trainings and evaluations are kept in
`results.scratch/ranker` and used again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from instead.engine.threads import one_blas_thread
from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.evaluation.significance import paired
from instead.material import Material
from instead.models.interface import Model
from instead.models.ranker.cases import Cases
from instead.models.ranker.fitting import learn_weights
from instead.models.ranker.known import Known
from instead.models.ranker.ranker_entry import make_all_cases
from instead.models.ranker.ranker_model import Ranker
from instead.models.ranker.tables.all_tables import Tables, described
from instead.settings import PrepareSettings, RankerSettings
from instead.store.dataset import Dataset
from results import OUT, prepare_one
from results_references import lines

DATASETS = {
    "toys_and_games": "random",
    "toys_and_games by time": "time",
    "cell_phones": "random",
    "office_products": "random",
}
PAPER = [("paper", "HR@10"), ("paper", "NDCG@10"), ("filtered", "HR@10"), ("filtered", "NDCG@10"), ("full", "HR@10"),
         ("full", "NDCG@10")]  # fmt: skip
CHOICE = [("choice", "HR@1")]
ASKERS = ("known", "known, told the time")  # all that these tables ask for
FEWEST = 60  # triples of a choice split worth a column
OWN = {"ranker": RankerSettings(), "ranker without exposure": RankerSettings(exposure=False)}
HEAD = """# The ranker

Written by `make results` (`scripts/results_ranker.py`) from public review data; default settings everywhere, chosen on
training and validation parts. Test part; means over the data seeds named; `±` is half of the 95 % interval of one seed
(the widest), resampling users. *Told*: the model is told the time of the held-out choice; elsewhere it is not. What
each protocol measures: [evaluation](../evaluation.md); how the model works: [ranker](../ranker.md). One model per
dataset, split and seed in all columns of a row. References: the first seed alone. What each signal earns:
[signals](signals.md); what was tried and left out: [tried](tried.md).
"""

Cells = dict[str, tuple[float, float]]
"""Column -> value and half of its interval."""


def columns_of(dataset: Dataset) -> dict[str, tuple[str, str, str, bool]]:
    """Column of the table -> split, protocol, measure, told."""
    found = {f"{p} {m}": ("paper", p, m, False) for p, m in PAPER}
    timed = not dataset.times.null_count()
    if timed:
        found |= {f"{p} {m}, told": ("paper", p, m, True) for p, m in (("paper", "HR@10"), ("full", "HR@10"))}
    for split in ("choice", "choice_matched"):
        if split in dataset.splits and dataset.split(split).about["candidates"]["test"]["cases"] >= FEWEST:
            for told in (False, True) if timed else (False,):
                found[f"{split} HR@1" + (", told" if told else "")] = (split, "choice", "HR@1", told)
    return found


def evaluations(model: Model, dataset: Dataset, split: str) -> Iterator[tuple[bool, Evaluation]]:
    """Not told and told the time, where that makes a difference."""
    protocols = ["paper", "filtered", "full"] if split == "paper" else None
    for told in (False, True) if "time" in model.looks_at and not dataset.times.null_count() else (False,):
        yield told, evaluate(model, dataset, split=split, protocols=protocols, tell_time=told)


def cells_of(found: dict[bool, Evaluation], split: str, columns: dict[str, tuple[str, str, str, bool]]) -> Cells:
    cells: Cells = {}
    for name, (its, protocol, measure, told) in columns.items():
        if its == split:
            table = (found[told] if told in found else found[False]).table(draws=500).to_dicts()
            row = next(r for r in table if (r["protocol"], r["measure"]) == (protocol, measure))
            cells[name] = row["value"], (row["high"] - row["low"]) / 2
    return cells


class Study:
    """One dataset with one seed; what is finished is kept as JSON."""

    def __init__(self, name: str, seed: int, data: Path, scratch: Path) -> None:
        self.name, self.seed = name, seed
        self.folder = scratch / f"{name.replace(' ', '_')}-{seed}"
        plain, kind = name.split(" ", maxsplit=1)[0], DATASETS[name]
        settings = (
            PrepareSettings.as_published(seed=seed, split="time")
            if kind == "time"
            else PrepareSettings.as_published(seed=seed)
        )
        place = self.folder / plain
        self.dataset = Dataset.open(place) if place.is_dir() else prepare_one(plain, data, self.folder, settings)
        self.columns = columns_of(self.dataset)
        self.splits = list(dict.fromkeys(split for split, *_ in self.columns.values()))

    def kept(self, name: str) -> Any:
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.is_file() else None

    def keep(self, name: str, content: Any) -> Any:
        (self.folder / f"{name}.json").write_text(json.dumps(content))
        return content

    def own(self) -> dict[str, Any]:
        """Rows of the ranker, with and without exposure, the table of its weights and the seconds it took."""
        if (done := self.kept("own")) is not None:
            return dict(done)
        rows: dict[str, Cells] = {name: {} for name in OWN}
        kept: dict[str, Any] = {"rows": rows, "weights": [], "seconds": [], "ranks": {}}
        for split in self.splits:
            cases, tables, took = self.learned(split, RankerSettings())
            for name, settings in OWN.items():
                begun = time.process_time()
                model = Ranker(settings, tables, learn_weights(cases, settings, kinds=ASKERS))
                kept["seconds"].append(round(took + time.process_time() - begun, 1))
                found = dict(evaluations(model, self.dataset, split))
                rows[name] |= cells_of(found, split, self.columns)
                if name == "ranker":
                    kept["weights"] = kept["weights"] or model.weight_rows()
                    for told, one in found.items():
                        one.save(self.folder / f"ranks-{split}-{told}", replace=True)
        return dict(self.keep("own", kept))

    def references(self) -> dict[str, Any]:
        """Rows of all references, and the difference of the ranker and the best of each column, paired."""
        if (done := self.kept("references")) is not None:
            return dict(done)
        rows: dict[str, Cells] = {}
        best: dict[str, tuple[str, float, float, float]] = {}
        for split in self.splits:
            found = {
                n: dict(evaluations(m, self.dataset, split)) for n, m in reference_models(self.dataset, split).items()
            }
            for name, one in found.items():
                rows.setdefault(name, {}).update(cells_of(one, split, self.columns))
            for column, (its, protocol, measure, told) in self.columns.items():
                if its != split:
                    continue
                name = max(found, key=lambda one: rows[one][column][0])
                theirs = found[name].get(told, found[name][False])
                mine = Evaluation.open(self.folder / f"ranks-{split}-{told}")
                a, b = (one.measures(protocol)[measure] for one in (mine, theirs))
                user = mine.of(protocol)["user"].to_numpy()
                apart = paired(a, b, user)
                best[column] = name, apart.value, apart.low, apart.high
        return dict(self.keep("references", {"rows": rows, "best": best}))

    def learned(self, split: str, settings: RankerSettings) -> tuple[list[Cases], Tables, float]:
        """Cases and tables of one split, and the processor seconds that they took."""
        begun = time.process_time()
        material = Material.of(self.dataset, split)
        with one_blas_thread():
            known = Known.of(material)
            words = described(known)
            cases = make_all_cases(material, known, settings, words)
            return cases, Tables.of(known, settings, *words), time.process_time() - begun


def report(name: str, studies: Sequence[Study]) -> Iterator[str]:
    first = studies[0]
    columns = list(first.columns)
    own = [study.own() for study in studies]
    known = first.references()
    about = first.dataset.split().about
    yield f"\n## {name}\n\n"
    yield (
        f"{about['triples']['test']:,} test triples among {first.dataset.items.height:,} items, split hash "
        f"`{first.dataset.split_hash[:16]}` (seed {first.seed}). "
        f"Seeds {', '.join(str(study.seed) for study in studies)}. "
        f"Trained in {np.mean([seconds for one in own for seconds in one['seconds']]):.0f} s of processor time.\n\n"
    )
    rows = []
    for model in OWN:
        values = [[one["rows"][model][column] for one in own if column in one["rows"][model]] for column in columns]
        rows.append(
            [f"**{model}**", *(f"**{np.mean([v for v, _ in c]):.3f}** ± {max(h for _, h in c):.3f}" for c in values)]
        )
    for model, cells in known["rows"].items():
        rows.append([model, *(f"{cells[column][0]:.3f}" for column in columns)])
    yield from lines(["model", *columns], rows)
    yield f"\nAhead of the best reference of each column, the same triples, users resampled (seed {first.seed}):\n\n"
    ahead = ([c, b, f"{v:+.3f}", f"{low:+.3f} to {high:+.3f}"] for c, (b, v, low, high) in known["best"].items())
    yield from lines(["column", "best reference", "ranker minus it", "95 % interval"], ahead)
    if name != "toys_and_games by time":
        yield f"\nWeights of the `paper` split, seed {first.seed}: points between a low and a high value of each "
        yield "signal (10 % and 90 % of the lists that weights are learned on).\n\n"
        weights = (
            [row["question"], row["asker"], row["signal"], f"{row['points']:+.2f} ± {row['error']:.2f}"]
            for row in first.own()["weights"]
            if row["asker"] in ("all", "known", "known, told the time")
        )
        yield from lines(["question", "asker", "signal", "points"], weights)


def finished(name: str, seed: int, scratch: Path) -> bool:
    """Whether the models of one dataset and seed are trained and evaluated."""
    return (scratch / f"{name.replace(' ', '_')}-{seed}" / "own.json").is_file()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the real data")
    parser.add_argument("--only", nargs="*", default=list(DATASETS), choices=list(DATASETS))
    parser.add_argument("--seeds", nargs="*", type=int, default=[0, 1, 2])
    parser.add_argument("--kept", action="store_true", help="write up the seeds that are finished, train nothing")
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch") / "ranker")
    parser.add_argument("--out", type=Path, default=OUT / "ranker.md")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data} is not there: nothing to do (make results DATA=FOLDER)")
        return 2
    text = [HEAD]
    for name in options.only:
        seeds = [seed for seed in options.seeds if not options.kept or finished(name, seed, options.scratch)]
        if not seeds:
            text.append(f"\n## {name}\n\nNot measured.\n")
            continue
        studies = [Study(name, seed, options.data, options.scratch) for seed in seeds]
        text += report(name, studies)
        options.out.write_text("".join(text), encoding="utf-8")
    print("".join(text))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
