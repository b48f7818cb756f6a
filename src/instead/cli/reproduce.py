"""`instead reproduce DATASET --out FOLDER`: the paper's tables and figures on this data, as one report."""

from __future__ import annotations

from pathlib import Path

import typer

from instead.cli.engines import EngineName


def register(app: typer.Typer) -> None:
    app.command("reproduce")(reproduce)


def reproduce(
    dataset: Path = typer.Argument(..., help="Folder written by `instead prepare`, with mentions."),
    out: Path = typer.Option(..., "--out", help="Folder of the report; started again, it goes on."),
    seeds: int = typer.Option(3, min=1, help="Seeds of every model: 0, 1, ..."),
    assignments: list[str] = typer.Option([], "--set", help="NAME=VALUE for every training, or MODEL.NAME=VALUE."),
    trials: int = typer.Option(0, min=0, help="Settings tried for every model, on validation triples; 0: the presets."),
    processes: int = typer.Option(1, min=1, help="Trainings at the same time; each needs memory of its own."),
    engine: EngineName = None,
    sample: int | None = typer.Option(None, min=1, help="Test triples, drawn at random; default: all."),
) -> None:
    """Run everything of the paper on a dataset: statistics, ranking, explanations, ablations, sensitivity, cases."""
    from instead.cli.choices import parse_assignments
    from instead.cli.terminal import bars, err, say_last
    from instead.cli.terminal import out as console
    from instead.lab.reproduction.reproduce import reproduce as run

    try:
        page = run(dataset, out=out, seeds=range(seeds), schedule=parse_assignments(assignments), trials=trials,
                   sample=sample, processes=processes, tell=err.print, progress=bars)  # fmt: skip
    except KeyboardInterrupt:
        say_last(f"stopped; what is done stays in {out}, and the same command goes on")
        raise
    console.print(f"Look at [bold]{page}[/] in a browser; {out / 'report.md'} is the same for a repository.")
