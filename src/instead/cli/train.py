"""`instead train DATASET --out MODEL`: train a model; `--resume` continues an interrupted run from its checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from instead.cli.choices import DEFAULT_MODEL
from instead.cli.engines import EngineName

if TYPE_CHECKING:
    from instead.models.model_folder import ModelFolder


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    dataset: Path = typer.Argument(..., help="Folder written by `instead prepare`, or its address."),
    out: Path = typer.Option(..., "--out", help="Model folder to write, or an address."),
    model: str | None = typer.Option(
        None, help="Which to train (default: ranker, if there are links); `instead models` lists them."
    ),
    preset: str | None = typer.Option(None, help="default, or of --model a2cf paper: exactly as published."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with settings; --set wins over it."),
    assignments: list[str] = typer.Option([], "--set", help="NAME=VALUE, e.g. --set gamma=0.5 (repeatable)."),
    seed: int | None = typer.Option(None, help="Seed of everything random (default 0)."),
    split: str | None = typer.Option(
        None, help="Split whose training triples are learned from (default: the main one)."
    ),
    resume: bool = typer.Option(False, help="Go on with an interrupted run."),
    finish: bool = typer.Option(False, help="Take the best round of an interrupted run as the model."),
    final: bool = typer.Option(False, help="The model a shop serves: trained on everything, after an evaluated twin."),
    twin: Path | None = typer.Option(None, help="With --final: the evaluated model to refit; default: train it first."),
    replace: bool = typer.Option(False, help="Replace a model that is already there, or an unfinished run."),
    max_memory: float | None = typer.Option(None, help="Refuse work estimated above this many GiB."),
    engine: EngineName = None,
    json: bool = typer.Option(False, "--json", help="Print the manifest as JSON."),
) -> None:
    """Train a model on a dataset and write its folder."""
    from instead.cli.addresses import here, result
    from instead.cli.choices import chosen_settings
    from instead.cli.terminal import bars, print_json, say_last
    from instead.errors import InputError
    from instead.evaluation.final import train_final, twin_folder
    from instead.models.registry import entry_of
    from instead.training.train import model_of_run, run_folder
    from instead.training.train import train as run

    if twin is not None and not final:
        raise InputError("--twin names the model that --final refits: give --final, too")
    if final and finish:
        raise InputError("--final runs as many rounds as its twin; --finish is for the twin itself")
    if twin is not None and (preset or settings or assignments or seed is not None):
        raise InputError("--twin has its own settings: give no others")
    if twin is not None and model is not None:
        raise InputError("--twin says which model is refitted: give no --model")
    dataset, target = here(dataset), result(out, replace=replace)
    twin, out = None if twin is None else here(twin), target.folder
    running = twin_folder(out) if final and not run_folder(out).is_dir() else out
    begun = model_of_run(running) if resume or finish else None  # an interrupted run knows its model
    model = model or begun or (_carried(dataset, split) if twin is None else DEFAULT_MODEL)
    kind = entry_of(model).settings
    stored = run_folder(running) / "settings.toml"
    if (resume or finish) and stored.is_file() and not (settings or preset or assignments):
        settings = stored  # an interrupted run has stored its settings
    chosen = chosen_settings(kind, preset, settings, assignments, seed=seed)
    common: dict[str, Any] = {
        "out": out,
        "split": split,
        "resume": resume,
        "replace": replace,
        "max_memory": None if max_memory is None else int(max_memory * (1 << 30)),
        "announce": announce,
        "tell": tell,
        "progress": bars,
    }
    try:
        if final:
            made = train_final(dataset, twin=twin, model=model, settings=chosen, **common)
        else:
            made = run(dataset, model=model, settings=chosen, finish=finish, **common)
    except KeyboardInterrupt:
        left = next((place for place in (out, twin_folder(out)) if (run_folder(place) / "checkpoints").is_dir()), None)
        if left is not None:
            or_finish = "" if final else ", or take the best round so far with --finish"
            say_last(
                f"stopped; {run_folder(left)} keeps everything up to its last checkpoint. Go on with the same "
                f"command and --resume{or_finish}."
            )
        raise
    target.send()
    if json:
        print_json(made.manifest)
    else:
        show(made, target.named)
    target.done()


def _carried(dataset: Path, split: str | None) -> str:
    """The default model, or what the data can carry where nothing says what replaces what, which is then said."""
    from instead.cli.terminal import err
    from instead.store.dataset import Dataset
    from instead.training.train import carried_by

    chosen = carried_by(Dataset.open(dataset), split).name
    if chosen != DEFAULT_MODEL:
        why = f"no links or view log say which items replace which, and {DEFAULT_MODEL} learns from them"
        err.print(f"model: {chosen}, because {why}")
    return chosen


def announce(parts: dict[str, int], seconds: float | None, switched_off: list[str]) -> None:
    """Print estimated memory and time before training, and parts of the model that are switched off."""
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
    """Print one line of the log on stderr, above the progress bars."""
    from instead.cli.terminal import err

    if line.get("stage") == "fit":  # computed in one go: there is no loss to watch
        return
    place = f"round {line['round']:>2}"
    if "validation" in line:
        found = line["validation"]
        err.print(f"{place}  validation HR@10 {found['HR@10']:.4f}  NDCG@10 {found['NDCG@10']:.4f}")
    else:
        err.print(
            f"{place}  {line['stage']} epoch {line['epoch']:>3}  loss {line['loss']:.4f}  "
            f"[dim]{duration(line['seconds'])}[/]"
        )


def show(made: ModelFolder, named: Path | str | None = None) -> None:
    """Print the result of a training; `named` is where it is, if that is not its folder."""
    from rich.markup import escape

    from instead.cli.terminal import out, table

    manifest = made.manifest
    where = f"\n[bold]{escape(str(named or made.folder))}[/] is ready"
    learned = (made.folder / "curves.png").is_file()
    if made.final:
        twin = manifest["twin"] or {"figures": [], "folder": "none"}
        figures = [[row["protocol"], row["measure"], f"{row['value']:.4f}", f"{row['low']:.4f} - {row['high']:.4f}"]
                   for row in twin["figures"]]  # fmt: skip
        rounds = f"{manifest['rounds']} round{'s' * (manifest['rounds'] != 1)}, " if learned else ""
        trained = f"{where}: trained on all reviews and links, {rounds}{duration(manifest['seconds'])}."
        if figures:
            title = f"Held-out figures of its twin {escape(twin['folder'])}"
            out.print(table(title, ("", "", "", "95 % interval"), figures, right=(2,)))
            out.print(f"{trained} It has seen what it would be judged by, so the figures are those of the twin.")
        else:
            out.print(f"{trained} There are no held-out figures, because the dataset has no test triples.")
        return
    rows = [[name, f"{value:.4f}"] for name, value in manifest["validation"].items()]
    if rows:
        out.print(table(f"Validation, {manifest['cases']:,} triples", ("", ""), rows, right=(1,), header=False))
    else:
        kept = ": all rounds were run and the last one was kept" if learned else ", so there are no figures"
        out.print(f"No validation triples{kept}.")
    if learned:
        course = (
            f": round {manifest['best_round']} of {manifest['rounds']} was best, {duration(manifest['seconds'])}. "
            "README.md in it is the model card, curves.png the course of training."
        )
    else:
        course = f", computed in {duration(manifest['seconds'])}. README.md in it is the model card."
    out.print(where + course)
