"""`instead train DATASET --out MODEL`: learn a model; interrupted runs go on with `--resume`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from instead.cli.choices import DEFAULT_MODEL

if TYPE_CHECKING:
    from instead.models.model_folder import ModelFolder


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    dataset: Path = typer.Argument(..., help="Folder written by `instead prepare`."),
    out: Path = typer.Option(..., "--out", help="Model folder to write."),
    model: str = typer.Option(DEFAULT_MODEL, help="Which model to train; `instead models` lists them."),
    preset: str | None = typer.Option(None, help="default, or paper: exactly as published."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with settings; --set wins over it."),
    assignments: list[str] = typer.Option([], "--set", help="NAME=VALUE, e.g. --set gamma=0.5 (repeatable)."),
    seed: int | None = typer.Option(None, help="Seed of everything random (default 0)."),
    split: str = typer.Option("paper", help="Split whose training triples are learned from."),
    resume: bool = typer.Option(False, help="Go on with an interrupted run."),
    finish: bool = typer.Option(False, help="Take the best round of an interrupted run as the model."),
    replace: bool = typer.Option(False, help="Replace a model that is already there, or an unfinished run."),
    max_memory: float | None = typer.Option(None, help="Refuse work estimated above this many GiB."),
    json: bool = typer.Option(False, "--json", help="Print the manifest as JSON."),
) -> None:
    """Train a model on a dataset and write its folder."""
    from instead.cli.choices import chosen_settings
    from instead.cli.terminal import bars, print_json, say_last
    from instead.models.registry import entry_of
    from instead.training.train import run_folder
    from instead.training.train import train as run

    kind = entry_of(model).settings
    stored = run_folder(out) / "settings.toml"
    if (resume or finish) and stored.is_file() and not (settings or preset or assignments):
        settings = stored  # an interrupted run knows its settings
    chosen = chosen_settings(kind, preset, settings, assignments, seed=seed)
    try:
        made = run(
            dataset,
            out=out,
            model=model,
            settings=chosen,
            split=split,
            resume=resume,
            finish=finish,
            replace=replace,
            max_memory=None if max_memory is None else int(max_memory * (1 << 30)),
            announce=announce,
            tell=tell,
            progress=bars,
        )
    except KeyboardInterrupt:
        if (run_folder(out) / "checkpoints").is_dir():
            say_last(
                f"stopped; {run_folder(out)} keeps everything up to its last checkpoint. Go on with the same "
                "command and --resume, or take the best round so far with --finish."
            )
        raise
    if json:
        print_json(made.manifest)
    else:
        show(made)


def announce(parts: dict[str, int], seconds: float | None, switched_off: list[str]) -> None:
    """The estimate, before the work, and what the data do not offer."""
    from instead.cli.terminal import err
    from instead.store.memory import arithmetic

    err.print(f"memory: about {arithmetic({name: size for name, size in parts.items() if size})}")
    if seconds is None:
        err.print("time: one pass over the data; nothing is learned in rounds")
    else:
        err.print(f"time: about {duration(seconds)} for all rounds; fewer if validation stops improving earlier")
    for what in switched_off:
        err.print(f"switched off: {what}")


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `2.5 h`"""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def tell(line: dict[str, Any]) -> None:
    """One line of the log on stderr, while bars come and go."""
    from instead.cli.terminal import err

    place = f"round {line['round']:>2}"
    if "validation" in line:
        found = line["validation"]
        err.print(f"{place}  validation HR@10 {found['HR@10']:.4f}  NDCG@10 {found['NDCG@10']:.4f}")
    else:
        err.print(
            f"{place}  {line['stage']} epoch {line['epoch']:>3}  loss {line['loss']:.4f}  "
            f"[dim]{duration(line['seconds'])}[/]"
        )


def show(made: ModelFolder) -> None:
    """What came out."""
    from rich.markup import escape

    from instead.cli.terminal import out, table

    manifest = made.manifest
    rows = [[name, f"{value:.4f}"] for name, value in manifest["validation"].items()]
    if rows:
        out.print(table(f"Validation, {manifest['cases']:,} triples", ("", ""), rows, right=(1,), header=False))
    else:
        out.print("No validation triples: all rounds were run and the last one was kept.")
    out.print(
        f"\n[bold]{escape(str(made.folder))}[/] is ready: round {manifest['best_round']} of {manifest['rounds']} was "
        f"best, {duration(manifest['seconds'])}. README.md in it is the model card, curves.png the course of training."
    )
