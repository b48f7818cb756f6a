"""`instead reproduce`: every table and figure of the paper on one dataset, with intervals, tests and controls."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from instead import __version__
from instead.evaluation.claims import evaluate_claims
from instead.evaluation.explanations import Explanations, evaluate_explanations
from instead.evaluation.lists import Evidenced, reference_lists
from instead.evaluation.significance import intervals
from instead.evaluation.slices import slices
from instead.lab.reproduction import plan, plots, published
from instead.lab.reproduction import report_words as words
from instead.lab.reproduction.ahead import run_ahead
from instead.lab.reproduction.casestudy import case_study
from instead.lab.reproduction.report import Part, Picture, Report, Section, Table, Text
from instead.lab.reproduction.study import FEWEST, Entry, Study, over_seeds
from instead.lab.reproduction.tables import (
    Lines,
    explanation_table,
    frame_table,
    ranking_table,
    standing_table,
    training_table,
)
from instead.matrices import training_matrices
from instead.models.interface import ListsAttributes
from instead.progress import Progress, quiet
from instead.shop import Shop
from instead.statistics import table_one
from instead.store.dataset import Dataset

SHOWN = ("HR@10", "HR@5", "HR@20", "HR@50", "NDCG@5", "NDCG@10", "NDCG@20", "NDCG@50", "MRR")


def reproduce(
    dataset: Dataset | Path | str,
    *,
    out: Path | str,
    seeds: Sequence[int] = (0, 1, 2),
    schedule: dict[str, Any] | None = None,
    trials: int = 0,
    sample: int | None = None,
    processes: int = 1,
    tell: Callable[[str], None] = lambda line: None,
    progress: Progress = quiet,
) -> Path:
    """Run all experiments that are not done yet and write `report.html` and `report.md` into `out`; returns the page.

    `schedule` holds settings for every training, all lines alike: `{"rounds": 3}` for a quicker look, or
    `{"clva.rounds": 3}` for one model. `trials` is the number of settings tried for every model of Table 2, on
    validation triples; 0 uses the presets. `sample` bounds the test triples. `processes` trainings run in parallel,
    each with memory of its own. An interrupted run resumes when it is started again; with another schedule it is
    refused.
    """
    data = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    out = Path(out)
    study = Study(data, out, schedule=schedule, trials=trials, sample=sample, tell=tell, progress=progress)
    begun = time.perf_counter()
    run_ahead(study, seeds, processes)
    tuned = study.tuned(plan.TUNED)
    entries = plan.table_two(tuned)
    sections = [
        _statistics(data),
        *([_tuning(study)] if trials else []),
        _ranking(study, entries, plan.triples_only(tuned), seeds),
        _beyond(study, entries, seeds),
        _explanations(study, entries, seeds),
        _claims(study, seeds[0]),
        _ablations(study, seeds),
        _sensitivity(study, seeds[0]),
        _slices(study, seeds[0]),
        _cases(study, seeds[0]),
    ]
    sections.insert(0, _head(study, seeds, time.perf_counter() - begun))
    Report(f"A2CF on {data.folder.name}", sections).write(out)
    return out / "report.html"


def _head(study: Study, seeds: Sequence[int], seconds: float) -> Section:
    data = study.dataset
    schedule = ", ".join(f"{name} = {value}" for name, value in study.schedule.items()) or "the presets' own"
    return Section(
        "What was run",
        [
            Text(
                f"Dataset `{data.folder.name}`, split hash `{data.split_hash}`, prepared with seed "
                f"{data.manifest['settings']['seed']} and split `{data.manifest['settings']['split']}`. Model seeds "
                f"{', '.join(map(str, seeds))}; schedule of trainings: {schedule}; test triples: "
                f"{'all' if study.sample is None else f'a sample of {study.sample:,}'}."
            ),
            Text(words.VALUES),
            Text(
                f"instead {__version__}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}; this pass "
                f"took {seconds / 60:.1f} minutes."
            ),
        ],
    )


def _statistics(data: Dataset) -> Section:
    one, graph = table_one(data), data.manifest["graph"]
    rows = [[data.folder.name, *(f"{one[name]:,}" for name in ("reviews", "users", "items", "attributes"))]]
    rows += [[f"{name}, as the paper prints it", *(f"{value:,}" for value in values)]
             for name, values in published.STATISTICS.items()]  # fmt: skip
    text = (
        f"{words.GRAPH}{graph['edges']:,} edges, {graph['coverage']:.0%} of the items covered, mean degree "
        f"{graph['mean_degree']:.1f}."
    )
    return Section("Table 1: data", [Table("", ["data", "reviews", "users", "items", "attributes"], rows), Text(text)])


def _tuning(study: Study) -> Section:
    """Hyper-parameter trials of each model and their validation figures."""
    rows, spent = [], []
    for model in plan.TUNED:
        search = study.search(model)
        trials, best = search.trials(), search.best()
        spent.append(f"{model} {len(trials)} ({sum(trial.seconds for trial in trials) / 60:.0f} min)")
        for trial in trials:
            choice = ", ".join(f"{name} {value:g}" for name, value in trial.choice.items()) or "the preset"
            figures = [f"{trial.figures[name]:.4f}" for name in ("HR@10", "NDCG@10")]
            rows.append([model, f"**{choice}**" if trial == best else choice, *figures, f"{trial.seconds:.0f}"])
    table = Table("Trials, in order", ["model", "settings", "HR@10", "NDCG@10", "seconds"], rows)
    return Section("Tuning", [Text(f"{words.TUNING} Trials: {', '.join(spent)}."), table])


def _trained_lines(study: Study, entries: Sequence[Entry], seeds: Sequence[int]) -> Lines:
    return {entry.label: [study.evaluation(entry, seed) for seed in seeds] for entry in entries}


def _ranking(study: Study, entries: Sequence[Entry], starved: Sequence[Entry], seeds: Sequence[int]) -> Section:
    lines: Lines = {found.model: [found] for found in study.references()}
    lines |= {found.model: [found] for found in study.references(supervision="triples") if _graph_model(found.model)}
    lines |= {entry.label: [study.evaluation(entry, seeds[0])] for entry in starved}
    lines |= _trained_lines(study, entries, seeds)
    category = published.category_of(study.dataset.folder.name)
    printed: dict[str, Sequence[float]] = {}
    if category is not None:
        order = [published.MEASURES.index(name) for name in SHOWN if name in published.MEASURES]
        printed = {
            f"{name} on {category}": [values[place] for place in order]
            for name, values in published.RANKING[category].items()
        }
    shown = SHOWN[:-1] if printed else SHOWN
    table = ranking_table("The paper's protocol: the chosen item among 1,000 uniform negatives", lines, "paper", shown,
                          against=plan.A2CF.label, printed=printed)  # fmt: skip
    references = [found.model for found in study.references()]
    standing = standing_table("How the compared systems stand, HR@10", lines, plan.COMPARED, references,
                              plan.A2CF.label)  # fmt: skip
    picture = _picture(lines, "paper", "HR@10", "table2.png")
    trained = {label: found for label, found in lines.items() if "best_round" in found[0].about}
    ended = training_table("How the trainings ended", trained)
    return Section(
        "Table 2: ranking",
        [table, picture, Text(words.RANKING), standing, Text(words.STANDING), ended, Text(words.ENDED)],
    )


def _graph_model(name: str) -> bool:
    return not name.startswith(("random", "popularity", "recent", "category", "item-knn", "attribute"))


def _picture(lines: Lines, protocol: str, measure: str, name: str) -> Picture:
    user = next(iter(lines.values()))[0].of(protocol)["user"].to_numpy()
    columns = np.column_stack([over_seeds(found, protocol)[measure] for found in lines.values()])
    value, low, high = intervals(columns, user)
    content = plots.bars(list(lines), value.tolist(), low.tolist(), high.tolist(), measure)
    return Picture(f"{measure}, {protocol}", name, content)


def _beyond(study: Study, entries: Sequence[Entry], seeds: Sequence[int]) -> Section:
    """Filtered, full and choice protocols."""
    lines: Lines = {found.model: [found] for found in study.references()} | _trained_lines(study, entries, seeds)
    parts: list[Part] = [
        Text(words.FILTERED),
        ranking_table("Filtered", lines, "filtered", ("HR@10", "NDCG@10", "MRR"), against=plan.A2CF.label),
        Text(words.FULL),
    ]  # fmt: skip
    parts.append(ranking_table("Full", lines, "full", ("HR@10", "HR@100", "NDCG@10", "substitutes@10"),
                               against=plan.A2CF.label))  # fmt: skip
    for split in plan.CHOICES:
        if not study.large_enough(split):
            parts.append(Text(f"`{split}`: fewer than {FEWEST} test triples, too few to say anything."))
            continue
        chosen: Lines = {found.model: [found] for found in study.references(split)}
        chosen |= {entry.label: [study.evaluation(entry, seeds[0], split)] for entry in plan.choosers(entries)}
        title = "Choice: which of ten true substitutes did this user take" + (
            " (decoys as popular as the chosen item)" if split == "choice_matched" else ""
        )
        parts.append(ranking_table(title, chosen, "choice", ("HR@1", "HR@3", "MRR"), against=plan.A2CF.label))
    parts.append(Text(words.CHOICE))
    return Section("Beyond the paper's protocol", parts)


def _model(study: Study, seed: int) -> ListsAttributes:
    model = study.trained(plan.A2CF, seed).model
    if not isinstance(model, ListsAttributes):
        raise TypeError("the line A2CF is a model that explains nothing")
    return model


def _explanations(study: Study, entries: Sequence[Entry], seeds: Sequence[int]) -> Section:
    data = study.dataset
    evaluations = [study.evaluation(plan.A2CF, seed) for seed in seeds]
    lines: dict[str, list[Explanations]] = {"A2CF": [], "A2CF, both observed": []}
    quality = training_matrices(data)[1]  # a cell is there if it was observed
    for seed, evaluation in zip(seeds, evaluations, strict=True):
        model = _model(study, seed)
        study.tell(f"explanations, seed {seed}")
        lines["A2CF"].append(evaluate_explanations(model, data, evaluation))
        evidenced = Evidenced(model, quality)
        lines["A2CF, both observed"].append(evaluate_explanations(evidenced, data, evaluation))
    for entry in entries:
        if entry.model in plan.EXPLAINERS:  # LVA is one of them
            lines[entry.label] = _other_explainer(study, entry, seeds)
    for explainer in reference_lists(data):
        lines[f"{explainer.name}, ranked by A2CF"] = [
            evaluate_explanations(explainer, data, evaluation) for evaluation in evaluations
        ]
    category = published.category_of(data.folder.name)
    printed = {f"{name} on {category}": value for name, value in published.ATC.get(category or "", {}).items()}
    table = explanation_table("Attributes of the real review found by the explanation", lines, printed)
    return Section("Table 3: explanations", [table, Text(words.EXPLANATIONS)])


def _other_explainer(study: Study, entry: Entry, seeds: Sequence[int]) -> list[Explanations]:
    found = []
    for seed in seeds:
        ranks = study.evaluation(entry, seed)
        model: Any = study.trained(entry, seed).model
        found.append(evaluate_explanations(model, study.dataset, ranks))
    return found


def _claims(study: Study, seed: int) -> Section:
    """Claims of explanations judged by held-out reviews: the paper's gain, and the shop's supported claims."""
    study.tell("claims")
    shop = Shop.open(study.trained(plan.A2CF, seed).folder)
    tables, curves = [], {}
    explainers: list[tuple[str, ListsAttributes]] = [("gain, Eq. 20", _model(study, seed))]
    for name, explainer in (*explainers, ("honest reasons", shop.claims)):
        claims = evaluate_claims(explainer, study.dataset, sample=study.sample)
        tables.append(claims.table().select(pl.lit(name).alias("explainer"), pl.all()))
        for judge, bins in claims.calibration().group_by("judge", maintain_order=True):
            curves[f"{name}: {judge[0]}"] = bins
    parts: list[Part] = [Text(words.CLAIMS), frame_table('Is "better" borne out?', pl.concat(tables), 3)]
    parts.append(Picture("calibration of claims", "claims.png", plots.calibration(curves)))
    return Section('Can "better" be trusted?', parts)


def _ablations(study: Study, seeds: Sequence[int]) -> Section:
    lines: Lines = {label: [study.evaluation(entry, seed) for seed in seeds] for label, entry in plan.ABLATIONS.items()}
    table = ranking_table("What each part is worth", lines, "paper", ("HR@10", "NDCG@10", "MRR"), against="default")
    category = published.category_of(study.dataset.folder.name)
    parts: list[Part] = [table]
    if category is not None:
        rows = [[label, f"{value:.4f}"] for label, value in published.ABLATIONS[category].items()]
        parts.append(Table(f"The paper on {category}", ["variant", "HR@10"], rows))
    parts.append(Text(words.ABLATIONS))
    return Section("Table 4: ablations", parts)


def _sensitivity(study: Study, seed: int) -> Section:
    curves: dict[str, list[tuple[str, float, float, float]]] = {}
    rows = []
    for setting, entries in plan.SENSITIVITY.items():
        curves[setting] = []
        for value in entries:
            entry = plan.sensitivity_entry(setting, value)
            found = study.evaluation(entry, seed)
            measures = found.measures("paper")
            user = found.of("paper")["user"].to_numpy()
            mean, low, high = intervals(np.column_stack([measures["HR@10"], measures["NDCG@10"]]), user)
            curves[setting].append((value, float(mean[0]), float(low[0]), float(high[0])))
            cells = (f"{m:.4f} ({a:.4f} - {b:.4f})" for m, a, b in zip(mean, low, high, strict=True))
            rows.append([setting, value, *cells])
    picture = Picture("HR@10 by depth, gamma, beta and epsilon", "sensitivity.png", plots.sensitivity(curves, "HR@10"))
    table = Table("Points of the plots", ["setting", "value", "HR@10", "NDCG@10"], rows)
    return Section("Sensitivity", [Text(words.SENSITIVITY), picture, table])


def _slices(study: Study, seed: int) -> Section:
    evaluation = study.evaluation(plan.A2CF, seed)
    frame = slices(evaluation, study.dataset, protocol="paper", measure="HR@10")
    return Section("Where it is good", [frame_table("HR@10 of A2CF by kind of user, item and query", frame, 3)])


def _cases(study: Study, seed: int) -> Section:
    evaluation = study.evaluation(plan.A2CF, seed)
    return Section("Case study", [Text(words.CASES), *case_study(_model(study, seed), study.dataset, evaluation)])
