"""`instead tune DATASET --out FOLDER`: hyper-parameter search (grid, random, greedy, optuna) on validation triples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from instead.cli.choices import DEFAULT_MODEL
from instead.cli.engines import EngineName


def register(app: typer.Typer) -> None:
    app.command("tune")(tune)


def tune(
    dataset: Path = typer.Argument(..., help="Folder written by `instead prepare`."),
    out: Path = typer.Option(..., "--out", help="Folder of the search; started again, it goes on."),
    model: str = typer.Option(DEFAULT_MODEL, help="Which model to tune."),
    preset: str | None = typer.Option(None, help="default, or paper: what is varied starts from here."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with the settings to start from."),
    assignments: list[str] = typer.Option([], "--set", help="NAME=VALUE of the start (repeatable)."),
    grid: Path | None = typer.Option(None, "--grid", help="TOML file: name = [values]; default: the model's grid."),
    full: bool = typer.Option(False, help="Every combination of the grid, not one setting at a time."),
    trials: int | None = typer.Option(None, min=1, help="So many combinations of the grid, drawn at random."),
    optuna: bool = typer.Option(False, help="Let optuna choose the combinations (needs --trials)."),
    greedy: bool = typer.Option(False, help="Step by step from the best so far (needs --trials); for few trials."),
    seed: int | None = typer.Option(None, help="Seed of the trainings and of the draw."),
    split: str | None = typer.Option(None, help="Split whose validation triples decide (default: the main one)."),
    max_memory: float | None = typer.Option(None, help="Refuse trials estimated above this many GiB."),
    engine: EngineName = None,
    json: bool = typer.Option(False, "--json", help="Print all trials as JSON."),
) -> None:
    """Try settings on validation triples and keep the best as `best.toml`."""
    from instead.cli.choices import chosen_settings
    from instead.cli.terminal import bars, err, print_json, say_last
    from instead.cli.terminal import out as console
    from instead.errors import InputError
    from instead.evaluation.tuning import EveryProtocol
    from instead.models.registry import entry_of
    from instead.store.dataset import Dataset
    from instead.training import tune as tuning

    if (optuna or greedy) and trials is None:
        raise InputError(f"--{'optuna' if optuna else 'greedy'} needs --trials, the number of combinations it may try")
    if full + optuna + greedy > 1:
        raise InputError("--full, --optuna and --greedy are three ways to search: choose one")
    entry = entry_of(model)
    base = chosen_settings(entry.settings, preset, settings, assignments, seed=seed)
    values = _grid(grid) if grid is not None else dict(entry.grid)
    if not values:
        raise InputError(f"a model {entry.name!r} has nothing to tune; name values of your own with --grid")
    search = (EveryProtocol if entry.everywhere else tuning.Search)(
        Dataset.open(dataset),
        out,
        base,
        model=model,
        split=split,
        max_memory=None if max_memory is None else int(max_memory * (1 << 30)),
        progress=bars,
    )

    def tell(trial: tuning.Trial) -> None:
        err.print(f"{_words(trial.choice):<40} " + "  ".join(f"{n} {v:.4f}" for n, v in _shown(trial).items()))

    try:
        if optuna and trials is not None:
            done = tuning.run_optuna(search, values, trials, base.seed, tell)
        elif greedy and trials is not None:
            done = tuning.run_greedy(search, values, trials, tell)
        else:
            if trials is not None:
                choices = tuning.sampled_grid(values, trials, base.seed)
            else:
                choices = tuning.full_grid(values) if full else tuning.one_at_a_time(base, values)
            done = search.run(choices, tell)
    except KeyboardInterrupt:
        say_last(f"stopped after {len(search.trials())} trials; the same command goes on")
        raise
    if json:
        print_json([vars(trial) for trial in done])
        return
    console.print(_table(done))
    console.print(f"\nJudged by {search.judged_by} on validation triples. {_budget(done)}")
    named = "" if model == DEFAULT_MODEL else f" --model {model}"
    console.print(
        f"\nThe best settings are in {out / tuning.BEST}: "
        f"instead train {dataset}{named} --settings {out / tuning.BEST} --out MODEL"
    )


def _grid(path: Path) -> dict[str, list[Any]]:
    from instead.errors import InputError
    from instead.settings.base import read_toml

    values = read_toml(path, "grid")
    for name, tried in values.items():
        if not isinstance(tried, list) or not tried:
            raise InputError(f"{name}: a grid holds a list of values for each name, e.g. gamma = [0.5, 0.7]", path=path)
    return values


def _words(choice: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
                     for name, value in choice.items()) or "as it is"  # fmt: skip


def _budget(trials: list[Any]) -> str:
    """Cost of the search so far, earlier runs included: models are comparable when their budgets are equal."""
    count, minutes = len(trials), sum(trial.seconds for trial in trials) / 60
    rounds = sum(trial.rounds for trial in trials)
    return f"Budget: {count} trial{'s' * (count != 1)}, {rounds} rounds, {minutes:.1f} minutes of training."


def _table(trials: list[Any]) -> Any:
    from instead.cli.terminal import table

    ranked = sorted(trials, key=lambda trial: -trial.value)
    names = list(_shown(ranked[0])) if ranked else []
    rows = [
        [_words(trial.choice), *(f"{trial.figures[name]:.4f}" for name in names), str(trial.rounds),
         f"{trial.seconds:.0f}"]
        for trial in ranked
    ]  # fmt: skip
    heads = ("", *names, "rounds", "seconds")
    return table("Trials, best first", heads, rows, right=tuple(range(1, len(heads))))


def _shown(trial: Any) -> dict[str, float]:
    """Figures worth a column: the objective and what it is the mean of, or HR@10 and NDCG@10 of one list."""
    from instead.training.loop import WATCHED
    from instead.training.tune import OBJECTIVE

    if OBJECTIVE in trial.figures:
        return dict(trial.figures)
    return {name: trial.figures[name] for name in ("HR@10", WATCHED)}
