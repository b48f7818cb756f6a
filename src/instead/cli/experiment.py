"""`instead experiment start|stop|list|report`: variants side by side in a served shop, through its store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from instead.live.experiment_report import Compared, Report
    from instead.live.experiments import Run

Store = Annotated[
    str, typer.Option("--store", envvar="INSTEAD_STORE", help="The store of the service: a file, or postgresql://...")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Name = Annotated[str, typer.Argument(help="Id of the experiment.")]
WordingName = Annotated[str | None, typer.Option("--wording", help="Language of the verdict (de, fr).")]

verbs = typer.Typer(
    help="Two models or settings side by side in one service, with intervals that hold at every look.",
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    app.add_typer(verbs, name="experiment")


@verbs.command("start")
def start(
    file: Path = typer.Argument(..., help="TOML file with the experiment."),
    store: Store = "live.sqlite",
    json: Json = False,
) -> None:
    """Start an experiment, or let the shares of a running one grow. The service picks it up within seconds."""
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.live.experiments import experiment_of
    from instead.live.experiments import start as begin
    from instead.live.store import open_store
    from instead.settings.base import read_toml

    wanted = experiment_of(read_toml(file, "experiment"))
    kept = open_store(store, create=False)
    try:
        run = begin(kept, wanted)
    finally:
        kept.close()
    if json:
        print_json(run.model_dump(mode="json"))
        return
    shares = ", ".join(f"{one.name} {one.share:.0%}" for one in wanted.variants)
    console.print(f"[bold]{wanted.id}[/] runs: {shares}; decided by what is {wanted.outcome}")
    for missing in sorted({one.model for one in wanted.variants if one.model and not Path(one.model).is_dir()}):
        console.print(
            f"no folder {missing} is here: a service that cannot load it either goes on as before, and its log and "
            "`GET /admin/experiments` say so",
            markup=False,
        )


@verbs.command("stop")
def stop(name: Name, store: Store = "live.sqlite") -> None:
    """End an experiment. Everybody gets the served model again; outcomes of those who saw it are still counted."""
    from instead.cli.terminal import out as console
    from instead.live.experiments import stop as end
    from instead.live.store import open_store

    kept = open_store(store, create=False)
    try:
        end(kept, name)
    finally:
        kept.close()
    console.print(f"[bold]{name}[/] is stopped")


@verbs.command("list")
def show_all(store: Store = "live.sqlite", json: Json = False) -> None:
    """All experiments of a store, the latest first."""
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json, table
    from instead.live.experiments import runs
    from instead.live.store import open_store

    kept = open_store(store, create=False)
    try:
        found = runs(kept)
    finally:
        kept.close()
    if json:
        print_json([run.model_dump(mode="json") for run in found.values()])
        return
    rows = [
        (name, "runs" if run.running else "stopped", _day(run.started), _names(run), run.experiment.reason)
        for name, run in found.items()
    ]
    console.print(table("Experiments", ("id", "", "since", "variants", "reason"), rows) if rows else "no experiments")


@verbs.command("report")
def show_report(name: Name, store: Store = "live.sqlite", wording: WordingName = None, json: Json = False) -> None:
    """What an experiment says so far. It may be looked at as often as one likes."""
    import time
    from dataclasses import asdict

    from instead.cli.terminal import print_json
    from instead.errors import InputError
    from instead.languages import wording_of
    from instead.live.experiment_report import report
    from instead.live.experiments import runs
    from instead.live.store import open_store

    kept = open_store(store, create=False)
    try:
        run = runs(kept).get(name)
        if run is None:
            raise InputError(f"there is no experiment {name!r} here")
        found = report(kept, run, time.time(), wording_of(wording))
    finally:
        kept.close()
    if json:
        print_json(asdict(found))
    else:
        _show(found)


def _show(found: Report) -> None:
    from rich.markup import escape

    from instead.cli.terminal import out as console
    from instead.cli.terminal import table

    console.print(f"[bold]{escape(found.id)}[/] {escape(found.reason)}")
    console.print(f"{'runs' if found.running else 'stopped'}, since {_day(found.started)}\n")
    console.print(f"[bold]{escape(found.text)}[/]\n")
    rows = []
    for one in found.variants:
        shares = ["-" if each.share is None else f"{each.share:.1%}" for each in one.rates.values()]
        rows.append((one.name, f"{one.share:.0%}", f"{one.units:,}", f"{one.settled:,}", f"{one.answers:,}", *shares))
    heads = ("variant", "share", "units", "settled", "answers", *found.variants[0].rates)
    console.print(table("Variants", heads, rows, right=range(1, len(heads))))
    told = [(one.variant, one.outcome, one.verdict, _points(one)) for one in found.compared]
    heads = ("variant", "outcome", "verdict", "difference in points, at every look")
    console.print(table("Beside the control", heads, told))


def _points(one: Compared) -> str:
    look = one.now
    if look.difference is None or look.low is None or look.high is None:
        return f"too early ({look.units:,} units)"
    return f"{100 * look.difference:+.1f} ({100 * look.low:+.1f} to {100 * look.high:+.1f})"


def _names(run: Run) -> str:
    return ", ".join(one.name for one in run.experiment.variants)


def _day(moment: float) -> str:
    from datetime import UTC, datetime

    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M}"
