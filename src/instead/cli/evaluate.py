"""`instead evaluate MODEL DATASET` and `instead compare MODEL... DATASET`: test figures with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from instead.cli.engines import EngineName

if TYPE_CHECKING:
    import polars as pl

    from instead.evaluation.result import Evaluation
    from instead.models.interface import Model
    from instead.models.model_folder import ModelFolder
    from instead.store.dataset import Dataset


SUPERVISION = "What reference models know of the graph: graph (every pair that is not reserved) or triples."
PROTOCOLS = (
    "paper, filtered, thin, popular, full, full_filtered; choice; observed, observed_choice; links (repeatable)."
)
TELL_TIME = "Tell models when the held-out choice was made, as a shop would know it."


def register(app: typer.Typer) -> None:
    app.command("evaluate")(evaluate)
    app.command("compare")(compare)


def evaluate(
    model: str = typer.Argument(
        ..., help="Folder written by `instead train`, its address, or the name of a reference model."
    ),
    dataset: Path | None = typer.Argument(None, help="The dataset it was trained on; none is needed with --events."),
    protocol: list[str] = typer.Option([], help=PROTOCOLS),
    events: str | None = typer.Option(
        None, "--events", help="Store of a service: replay what people chose of what was shown, day by day."
    ),
    split: str | None = typer.Option(
        None, help="Split of a reference model: paper, choice, choice_matched, observed, links."
    ),
    supervision: str = typer.Option("graph", help=SUPERVISION),
    part: str = typer.Option("test", help="test or validation."),
    tell_time: bool = typer.Option(False, "--tell-time", help=TELL_TIME),
    sample: int | None = typer.Option(None, min=1, help="So many triples, drawn at random."),
    seed: int = typer.Option(0, help="Seed of the sample and of the intervals."),
    explanations: bool = typer.Option(False, help="Measure the explanations too: ATC and its parts."),
    out: Path | None = typer.Option(None, "--out", help="Folder for the rank of every triple."),
    replace: bool = typer.Option(False, help="Replace an evaluation that is already there."),
    engine: EngineName = None,
    json: bool = typer.Option(False, "--json", help="Print the figures as JSON."),
) -> None:
    """Rank held-out choices with a model and say how good it is, and how sure.

    With --events: replay the events of a service's store in time, each choice predicted before it is learned from.
    """
    from instead.cli.addresses import here, named_here, result

    model = named_here(model)
    if events is not None:
        replayed(model, events, seed=seed, as_json=json)
        return
    from instead.cli.terminal import bars, print_json
    from instead.cli.terminal import out as console
    from instead.errors import InputError
    from instead.evaluation.evaluated_apart import evaluate_anywhere as run
    from instead.evaluation.explanations import evaluate_explanations
    from instead.evaluation.lists import reference_lists
    from instead.evaluation.result import KIND, Evaluation
    from instead.models.interface import ListsAttributes
    from instead.models.model_folder import ModelFolder
    from instead.store.dataset import Dataset

    if dataset is None:
        raise InputError("name the dataset that the model was trained on, or a service's store: --events STORE")
    target = None if out is None else result(out, replace=replace, kind=KIND)
    data = Dataset.open(here(dataset))
    if split is None and not Path(model).is_dir():  # a model folder records its split
        split = "choice" if protocol == ["choice"] else data.main_split
    [(name, made)] = _models([model], data, split or data.main_split, supervision, several=False)
    found = run(made, data, split=split, part=part, protocols=protocol or None, sample=sample,
                seed=seed, tell_time=tell_time, progress=bars)  # fmt: skip
    ranker: Model
    if isinstance(made, ModelFolder):
        ranker, kind = made.model, str(made.manifest["model"])
    else:
        ranker, kind = made, name
        found = Evaluation(name, found.about, found.cases)
    table = found.table(seed=seed)
    rows = table.to_dicts()
    told = "; told the time" if tell_time else ""
    tables = [_shown(f"{one}: {_words(one)}{told}", table.filter(table["protocol"] == one)) for one in found.protocols]
    tables += _beside(found, data, seed)
    if explanations:
        explainers: list[Any] = [ranker] if isinstance(ranker, ListsAttributes) else []
        for explainer in [*explainers, *reference_lists(data)]:
            measured = evaluate_explanations(explainer, data, found, protocol=found.protocols[0], progress=bars)
            figures = measured.table(seed=seed)
            rows += [{"explainer": explainer.name, **row} for row in figures.to_dicts()]
            title = f"explanations: {explainer.name} ({measured.coverage:.0%} of the reviews mention an attribute)"
            tables.append(_shown(title, figures))
    if target is not None:
        found.save(target.folder, replace=replace)
        target.finish()
    if json:
        print_json({"model": kind, "about": found.about, "figures": rows})
        return
    for one in tables:
        console.print(one)
        console.print()
    console.print("[dim]95 % intervals, resampling users. docs/evaluation.md says what each protocol measures.[/]")


def replayed(model: str, address: str, *, seed: int = 0, as_json: bool = False) -> None:
    """Figures by day of choices among what was shown, from the store at an address."""
    from instead.cli.terminal import bars, print_json, table
    from instead.cli.terminal import out as console
    from instead.evaluation.replay import MEASURES, METHODS, replay
    from instead.live.choices import gathered, touched_lists
    from instead.live.store import open_store
    from instead.models.model_folder import load_folder

    store = open_store(address, create=False)
    try:
        with bars("replaying events", total=None):
            events = gathered(list(store.events()))
            found = replay(load_folder(model), events, touched_lists(store, events))
    finally:
        store.close()
    figures = found.table(seed=seed)
    if as_json:
        print_json({"model": model, "seen": found.seen, "figures": figures.to_dicts()})
        return
    cells = {(row["day"], row["method"], row["measure"]): row for row in figures.iter_rows(named=True)}
    for measure in MEASURES:
        rows = []
        for day in figures["day"].unique(maintain_order=True).to_list():
            some = [cells[day, method.name, measure] for method in METHODS]
            shown = [f"{one['value']:.3f} ({one['low']:.3f} - {one['high']:.3f})" for one in some]
            rows.append([day or "all days", f"{some[0]['choices']:,}", *shown])
        heads = ("day", "choices", *(method.name for method in METHODS))
        console.print(table(f"{measure}, among what was shown", heads, rows, right=tuple(range(1, len(heads)))))
    said = "95 % intervals, resampling people. Every choice was predicted before it was learned from."
    left = f" {found.seen:,} choices that the model has learned from are left out." if found.seen else ""
    console.print(f"[dim]{said}{left}[/]")


def compare(
    what: list[str] = typer.Argument(..., help="Model folders or names of reference models, then the dataset."),
    protocol: str | None = typer.Option(None, help="Protocol to compare by (default: paper, or links)."),
    measure: str | None = typer.Option(None, help="Measure to compare by; default: HR@10, or HR@1 of choices."),
    split: str | None = typer.Option(None, help="paper, choice or choice_matched; default: what the protocol needs."),
    supervision: str = typer.Option("graph", help=SUPERVISION),
    tell_time: bool = typer.Option(False, "--tell-time", help=TELL_TIME),
    against: str | None = typer.Option(None, help="Model the others are compared with; default: the best."),
    sample: int | None = typer.Option(None, min=1, help="So many triples, drawn at random."),
    seed: int = typer.Option(0, help="Seed of the sample and of the tests."),
    json: bool = typer.Option(False, "--json", help="Print the table as JSON."),
) -> None:
    """Several models on the same triples: who is better, by how much, and could it be chance?"""
    from instead.cli.addresses import named_here
    from instead.cli.terminal import print_json
    from instead.errors import InputError
    from instead.evaluation.protocols import known_protocols
    from instead.store.dataset import Dataset

    if len(what) < 3 and what[:-1] != ["references"]:
        raise InputError("compare wants two models at least, and the dataset last: instead compare MODEL MODEL DATASET")
    what = [named_here(one) for one in what]
    data = Dataset.open(what[-1])
    split = split or ("choice" if protocol == "choice" else data.main_split)
    protocol = protocol or known_protocols(split)[0]
    measure = measure or ("HR@1" if protocol == "choice" else "HR@10")
    result, triples = compared(what[:-1], data, split, protocol, measure, supervision=supervision, against=against,
                               sample=sample, seed=seed, tell_time=tell_time)  # fmt: skip
    if json:
        print_json(result.to_dicts())
        return
    show_comparison(result, f"{measure}, {protocol}, {triples:,} triples" + ("; told the time" if tell_time else ""))


def compared(
    names: list[str], data: Dataset, split: str, protocol: str, measure: str, *,
    supervision: str = "graph", against: str | None = None, sample: int | None = None, seed: int = 0,
    tell_time: bool = False,
) -> tuple[pl.DataFrame, int]:  # fmt: skip
    """The comparison as a table, and the number of triples behind it."""
    from instead.cli.terminal import bars
    from instead.errors import InputError
    from instead.evaluation.compare import compare as run
    from instead.evaluation.evaluate import evaluate as rank
    from instead.evaluation.result import Evaluation

    found = []
    for name, model in _models(names, data, split, supervision):
        ranked = rank(model, data, split=split, protocols=(protocol,), sample=sample, seed=seed, tell_time=tell_time,
                      progress=bars)  # fmt: skip
        found.append(Evaluation(name, ranked.about, ranked.cases))
    known = found[0].measures(protocol)
    if measure not in known:
        raise InputError(f"no measure {measure!r} in protocol {protocol!r}: choose one of {', '.join(known)}")
    return run(found, protocol=protocol, measure=measure, against=against, seed=seed), found[0].of(protocol).height


def show_comparison(result: pl.DataFrame, title: str) -> None:
    from rich.markup import escape

    from instead.cli.terminal import out as console
    from instead.cli.terminal import table as shown

    rows = [
        [
            escape(row["model"]),
            f"{row['value']:.4f} ({row['low']:.4f} - {row['high']:.4f})",
            "" if row["difference"] is None else f"{row['difference']:+.4f}",
            "" if row["p_holm"] is None else f"{row['p_holm']:.4f}" + (" *" if row["p_holm"] < 0.01 else ""),
        ]
        for row in result.iter_rows(named=True)
    ]
    console.print(shown(title, ("model", "value (95 % interval)", "difference", "p (Holm)"), rows, right=(1, 2, 3)))
    console.print("[dim]*: p < 0.01 after Holm's correction, paired bootstrap over users.[/]")


def _models(
    names: list[str], data: Dataset, split: str, supervision: str, *, several: bool = True
) -> list[tuple[str, Model | ModelFolder]]:
    """Folders, reference models by name, or `references` for all of them if `several` are wanted."""
    from instead.errors import InputError
    from instead.evaluation.references import reference_models, shown_name, supervision_of
    from instead.models.model_folder import load_folder
    from instead.models.registry import entry_of

    regime = supervision_of(supervision)
    references: Mapping[str, Model] | None = None
    found: list[tuple[str, Model | ModelFolder]] = []
    for name in names:
        if Path(name).is_dir():
            found.append((Path(name).name, load_folder(name)))
            continue
        references = references if references is not None else reference_models(data, split, supervision=regime)
        chosen = list(references) if name == "references" and several else [name]
        for one in chosen:
            slug = "-".join(one.lower().replace(",", " ").split())
            if slug not in references:
                raise InputError(f"{one}: no such folder, and no reference model; there are {', '.join(references)}")
            found.append((shown_name(entry_of(slug), regime), references[slug]))
    return found


def _words(protocol: str) -> str:
    return {
        "paper": "the chosen item among stored uniform negatives",
        "filtered": "the same, without known substitutes of the query",
        "thin": "choices outside the core, of thin and new items, among all items",
        "popular": "the chosen item among negatives drawn by popularity",
        "observed": "what was taken after a look at the query, among the whole catalogue",
        "observed_choice": "the same among the list that was shown or what was looked at",
        "links": "the other end of a held-out link among stored negatives; nobody is asked",
        "choice": "the chosen item among other true substitutes of the query",
        "full": "the chosen item among the whole catalogue",
        "full_filtered": "the same, without known substitutes of the query",
    }[protocol]


def _beside(found: Evaluation, data: Dataset, seed: int) -> list[Any]:
    """What has to be seen beside the figures: how many reviews there were, and what knows no user."""
    from instead.evaluation.slices import by_reviews

    tables = []
    for one in found.protocols:
        if one in _SLICED and data.manifest["settings"].get("catalogue") == "whole":
            tables.append(_by_reviews(by_reviews(found, data, protocol=one, measure="HR@10", seed=seed), one))
    if "positions" in found.about:
        tables.append(_positions(found.about["positions"]))
    if "controls" in found.about:
        tables.append(_controls(found.about["controls"]))
    return tables


_SLICED = ("paper", "thin", "links")
"""Protocols whose figures are shown by the number of reviews, too."""


def _by_reviews(frame: pl.DataFrame, protocol: str) -> Any:
    """HR@10 by how many reviews the query and the chosen item have in training."""
    from instead.cli.terminal import table

    rows = [
        [
            row["slice"],
            row["group"],
            f"{row['triples']:,}",
            "" if row["value"] is None else f"{row['value']:.4f}",
            "" if row["value"] is None else f"{row['low']:.4f} - {row['high']:.4f}",
        ]
        for row in frame.iter_rows(named=True)
    ]
    return table(f"{protocol}, HR@10 by reviews", ("", "", "triples", "", "95 % interval"), rows, right=(1, 2, 3))


def _positions(found: Mapping[str, Any]) -> Any:
    """What the place in the list alone tells of true choices."""
    from instead.cli.terminal import table

    rows = [[name, f"{value:.4f}", f"{found['MRR'][name]:.4f}"] for name, value in found["HR@1"].items()]
    title = f"place alone, {found['choices']:,} choices; chance is HR@1 {found['chance']:.4f}"
    return table(title, ("", "HR@1", "MRR"), rows, right=(1, 2))


def _controls(found: Mapping[str, Any]) -> Any:
    """HR@1 of what knows no user, which must be at chance."""
    from instead.cli.terminal import table

    rows = [[f"the {name} of them", f"{value:.4f}"] for name, value in found["HR@1"].items()]
    chance = f"{found['chance']:.3f} +- {1.96 * found['standard_error']:.3f}"
    return table(f"controls, HR@1, without a user; chance is {chance}", ("", ""), rows, right=(1,), header=False)


def _shown(title: str, frame: pl.DataFrame) -> Any:
    from rich.markup import escape

    from instead.cli.terminal import table

    rows = [[row["measure"], f"{row['value']:.4f}", f"{row['low']:.4f} - {row['high']:.4f}"]
            for row in frame.iter_rows(named=True)]  # fmt: skip
    triples = frame["triples"][0] if frame.height else 0
    return table(f"{escape(title)}; {triples:,} triples", ("", "", "95 % interval"), rows, right=(1,))
