"""Hyper-parameter search on validation triples: grid, random, greedy (coordinate-wise) or optuna's TPE search.

A trial is a training run whose result is one JSON file. A search that is started again skips finished trials and
resumes the interrupted one. Optuna is the extra `instead[tune]`.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from instead.engine.chosen_engine import cluster
from instead.engine.pool import map_shards
from instead.engine.threads import one_blas_thread
from instead.errors import FolderError, InputError
from instead.material import Material
from instead.models.registry import DEFAULT, entry_of
from instead.progress import Progress, quiet
from instead.rng import stage_rng
from instead.settings import Settings
from instead.store.dataset import Dataset
from instead.store.fetching import At, folder_of, for_workers
from instead.store.folder import held
from instead.store.memory import check_fits
from instead.store.same_data import same_data
from instead.training.loop import WATCHED, Schedule, run_rounds
from instead.training.validation import ValidationTriples

BEST = "best.toml"
RESULTS = "trials.jsonl"

OBJECTIVE = "objective"
"""The figure that decides, where it is not NDCG@10 of one list."""

Choice = dict[str, Any]


@dataclass(frozen=True)
class Trial:
    """One set of hyper-parameter values and its result on validation triples."""

    choice: Choice
    figures: dict[str, float]
    rounds: int
    seconds: float

    @property
    def value(self) -> float:
        return self.figures.get(OBJECTIVE, self.figures.get(WATCHED, float("nan")))


def resolved(base: Settings, choice: Choice) -> Any:
    """The settings with a choice applied: powers become beta and epsilon (softmax temperatures) of the dimension."""
    values = base.model_dump() | {name: value for name, value in choice.items() if not name.endswith("_power")}
    for name in ("beta", "epsilon"):
        if f"{name}_power" in choice:
            values[name] = float(values["dimension"] ** choice[f"{name}_power"])
    return type(base).checked(values)


def one_at_a_time(base: Settings, grid: dict[str, list[Any]]) -> Iterator[Choice]:
    """The base, then each value of each setting with the others at the base: the paper's sensitivity analysis."""
    seen = set()
    for choice in ({}, *({name: value} for name, values in grid.items() for value in values)):
        text = resolved(base, choice).to_toml()
        if text not in seen:
            seen.add(text)
            yield choice


def full_grid(grid: dict[str, list[Any]]) -> Iterator[Choice]:
    """Grid search: every combination."""
    return (dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values()))


def sampled_grid(grid: dict[str, list[Any]], trials: int, seed: int) -> Iterator[Choice]:
    """Random search: `trials` combinations of the grid, drawn without replacement."""
    sizes = [len(values) for values in grid.values()]
    total = int(np.prod(sizes))
    for number in stage_rng(seed, "tune").permutation(total)[:trials]:
        places = np.unravel_index(number, sizes)
        yield {name: values[place] for (name, values), place in zip(grid.items(), places, strict=True)}


class Search:
    """Trials of one dataset and one base, kept in a folder. A trial is judged by NDCG@10 on validation triples."""

    judged_by = WATCHED
    """What decides, in words; a search that is judged by something else is another search."""

    def __init__(
        self,
        dataset: Dataset,
        folder: Path,
        base: Settings,
        *,
        model: str = DEFAULT,
        split: str | None = None,
        max_memory: int | None = None,
        progress: Progress = quiet,
    ) -> None:
        self.entry = entry_of(model)
        self.entry.checked(base)
        self.folder, self.base, self.progress, self.max_memory = folder, base, progress, max_memory
        if self.entry.made_of(base):
            raise InputError(f"a model {model!r} is made of models: tune those, and name their weights yourself")
        split = split or dataset.main_split
        self.dataset, self.split = dataset, split
        self.material = Material.of(dataset, split, scale=base.model_dump()["scale"])
        self.cases = ValidationTriples.of(dataset, split, "validation", base.model_dump()["validation_cases"])
        self.entry.check(self.material)
        about = {"model": model, "split": split, "layers": dataset.hashes, "base": base.to_toml()}
        if self.judged_by != WATCHED:
            about["judged_by"] = self.judged_by
        path = folder / "search.json"
        if path.is_file():
            begun = json.loads(path.read_text(encoding="utf-8"))
            same_data(begun.get("layers", {}), dataset, what=f"the search in {folder}", remedy="name another folder")
            if begun != about:
                raise FolderError(
                    f"{folder}: a search of another model or split, or from another base; name another folder"
                )
        elif folder.exists() and any(folder.iterdir()):
            raise FolderError(f"{folder} holds other files and is no search; name a folder that does not exist yet")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")

    def trials(self) -> list[Trial]:
        """Finished trials, in order."""
        path = self.folder / RESULTS
        if not path.is_file():
            return []
        return [Trial(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]

    def best(self) -> Trial:
        """The trial with the highest validation figure."""
        return max(self.trials(), key=lambda trial: trial.value)

    def run(self, choices: Iterator[Choice], tell: Callable[[Trial], None] = lambda trial: None) -> list[Trial]:
        """Run the choices that are not done yet; the best settings so far are always in `best.toml`."""
        if cluster() is not None:
            return self._run_there(list(choices), tell)
        for choice in choices:
            if not any(trial.choice == choice for trial in self.trials()):
                tell(self.one(choice))
        return self.trials()

    def _run_there(self, choices: list[Choice], tell: Callable[[Trial], None]) -> list[Trial]:
        """The same trials on the cluster in use, each in a folder of its own until it is done; kept in their order."""
        known = [trial.choice for trial in self.trials()]
        wanted = [choice for number, choice in enumerate(choices) if choice not in [*known, *choices[:number]]]
        state = _Trials(
            type(self),
            for_workers(self.dataset.folder),
            self.folder,
            self.base,
            self.entry.name,
            self.split,
            self.max_memory,
        )
        with held(self.folder):
            for trial in map_shards(_trial, state, wanted):
                self._keep(trial)
                shutil.rmtree(state.place(trial.choice), ignore_errors=True)
                tell(trial)
        return self.trials()

    def one(self, choice: Choice) -> Trial:
        """Run one choice, or resume it, and store the result."""
        settings = resolved(self.base, choice)
        scratch = self.folder / f"run-{_name(settings)}"
        scratch.mkdir(exist_ok=True)
        with held(self.folder), one_blas_thread():
            check_fits(self.entry.memory(self.material, settings), self.max_memory)
            figures, rounds, seconds = self.measured(settings, scratch)
        trial = Trial(choice, figures, rounds, round(seconds, 1))
        self._keep(trial)
        shutil.rmtree(scratch)
        return trial

    def _keep(self, trial: Trial) -> None:
        with (self.folder / RESULTS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(vars(trial)) + "\n")
        (self.folder / BEST).write_text(resolved(self.base, self.best().choice).to_toml(), encoding="utf-8")

    def measured(self, settings: Any, scratch: Path) -> tuple[dict[str, float], int, float]:
        """Train and judge: validation figures, rounds and seconds. What `scratch` holds of it is not done again."""
        trainer = self.entry.training(self.material, settings, {})
        schedule = Schedule(settings.rounds, settings.patience)
        position, log = run_rounds(trainer, schedule, self.cases, scratch, progress=self.progress)
        found = next(line for line in log.lines if "validation" in line and line["round"] == position.best_round + 1)
        return found["validation"], position.round + 1, position.seconds


@dataclass(frozen=True)
class _Trials:
    """What a worker needs to run trials of a search."""

    kind: type[Search]
    dataset: Path | At
    folder: Path
    base: Settings
    model: str
    split: str
    max_memory: int | None

    def place(self, choice: Choice) -> Path:
        """The folder of one trial, in the folder of the search, which workers must see as well."""
        return self.folder / f"trial-{_name(resolved(self.base, choice))}"


def _trial(state: _Trials, choice: Choice) -> Trial:
    """One trial as a search of its own: taken up again where a lost worker left it. Runs in a worker."""
    search = state.kind(
        Dataset.open(folder_of(state.dataset)), state.place(choice), state.base, model=state.model, split=state.split,
        max_memory=state.max_memory,
    )  # fmt: skip
    done = search.trials()
    return done[0] if done else search.one(choice)


def _name(settings: Settings) -> str:
    return hashlib.sha256(settings.to_toml().encode()).hexdigest()[:12]


def run_greedy(
    search: Search, grid: dict[str, list[Any]], trials: int, tell: Callable[[Trial], None] = lambda trial: None
) -> list[Trial]:
    """Coordinate-wise hill climbing: the base, then for each setting the next value up and down, kept while it helps.

    For a small budget of trials: each one is a step from the best so far. Deterministic, so a search that is started
    again takes the same path over the finished trials.
    """

    def value_of(choice: Choice) -> Trial | None:
        known = next((trial for trial in search.trials() if trial.choice == choice), None)
        if known is None and len(search.trials()) < trials:
            known = search.one(choice)
            tell(known)
        return known

    best = value_of({})
    moved = best is not None
    while moved and best is not None:
        moved = False
        for name, step in itertools.product(grid, (1, -1)):
            while (choice := neighbour(search.base, best.choice, name, grid[name], step)) is not None:
                trial = value_of(choice)
                if trial is None:
                    return search.trials()
                if trial.value <= best.value:
                    break
                best, moved = trial, True
    return search.trials()


def neighbour(base: Settings, choice: Choice, name: str, values: list[Any], step: int) -> Choice | None:
    """The choice with the next larger (step 1) or smaller (-1) value of a setting; None at the end of the list."""
    start = base.model_dump()
    if name.endswith("_power"):
        power = np.log(start[name.removesuffix("_power")]) / np.log(start["dimension"])
        start[name] = round(float(power), 6) + 0.0  # no minus zero
    now = choice.get(name, start[name])
    further = sorted(value for value in values if (value > now if step > 0 else value < now))
    if not further:
        return None
    value = further[0] if step > 0 else further[-1]
    rest = {key: kept for key, kept in choice.items() if key != name}
    return rest if value == start[name] else {**rest, name: value}


def run_optuna(
    search: Search,
    grid: dict[str, list[Any]],
    trials: int,
    seed: int,
    tell: Callable[[Trial], None] = lambda trial: None,
) -> list[Trial]:
    """Optuna's TPE sampler over the values of the grid. A resumed search hands the finished trials to the sampler."""
    try:
        import optuna  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError("optuna is not installed; `pip install 'instead[tune]'`, or search without --optuna") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    space: dict[str, Any] = {
        name: optuna.distributions.CategoricalDistribution(values) for name, values in grid.items()
    }
    done = search.trials()
    # the sampler's seed depends on the number of finished trials, so that a resumed search does not repeat its draws
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed + len(done)))
    for trial in done:
        if set(trial.choice) == set(grid):
            study.add_trial(optuna.trial.create_trial(params=trial.choice, distributions=space, value=trial.value))
    while len(search.trials()) < trials:
        asked = study.ask(space)
        same = [trial for trial in search.trials() if trial.choice == asked.params]
        trial = same[0] if same else search.one(dict(asked.params))
        study.tell(asked, trial.value)
        if not same:
            tell(trial)
        elif len(study.trials) > 20 * trials:  # the grid is exhausted
            break
    return search.trials()
