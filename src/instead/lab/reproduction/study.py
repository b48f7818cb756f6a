"""Trainings and evaluations of one dataset, each stored and computed once, so that an interrupted study resumes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from instead.errors import FolderError, InputError
from instead.evaluation.evaluate import evaluate
from instead.evaluation.references import reference_models
from instead.evaluation.result import Evaluation
from instead.models.interface import Model
from instead.models.model_folder import ModelFolder, load_folder
from instead.models.registry import entry_of
from instead.progress import Progress, quiet
from instead.settings import Supervision
from instead.store.dataset import Dataset
from instead.store.same_data import same_data
from instead.training.train import run_folder, train
from instead.training.tune import Search, resolved, run_greedy

Floats = NDArray[np.float64]

STUDIED = ("a2cf", "pmsc", "spem", "sceptre", "clva")
"""Models whose settings a schedule may name."""
FEWEST = 100
"""Test triples that a table needs."""

TRAINING = ("best_round", "rounds", "seconds", "switched_off")
"""What is kept of a training beside its ranks."""


@dataclass(frozen=True)
class Entry:
    """One line of a table: a model with settings, under a name of its own."""

    label: str
    model: str
    changes: dict[str, Any]
    preset: str = "default"
    keep: bool = False
    """Whether the model's folder is kept after its evaluation, for later parts of the report."""
    full: bool = False
    """Whether it is also evaluated on the whole catalogue."""


class Study:
    """Results of a study in a folder: `models/`, `evaluations/`."""

    def __init__(
        self,
        dataset: Dataset,
        folder: Path,
        *,
        schedule: dict[str, Any] | None = None,
        trials: int = 0,
        sample: int | None = None,
        tell: Callable[[str], None] = lambda line: None,
        progress: Progress = quiet,
    ) -> None:
        self.dataset, self.folder = dataset, folder
        self.schedule, self.trials = schedule or {}, trials
        self.sample = sample
        self.tell, self.progress = tell, progress
        self._check()

    def _check(self) -> None:
        """Refuse a folder of another dataset, schedule or sample: its figures would not be comparable."""
        for name in self.schedule:
            if not any(_field(name, model) for model in STUDIED):
                raise InputError(f"no model has a setting {name!r}; write NAME=VALUE or MODEL.NAME=VALUE")
        about = {
            "layers": self.dataset.hashes, "schedule": self.schedule, "trials": self.trials, "sample": self.sample,
        }  # fmt: skip
        path = self.folder / "study.json"
        if path.is_file():
            begun, remedy = json.loads(path.read_text(encoding="utf-8")), "name another folder, or remove it"
            same_data(begun.get("layers", {}), self.dataset, what=f"the study in {self.folder}", remedy=remedy)
            if begun != about:
                raise FolderError(f"{self.folder}: begun with another schedule, number of trials or sample; {remedy}")
            return
        if self.folder.exists() and any(self.folder.iterdir()):
            raise FolderError(f"{self.folder} holds other files; name a folder that does not exist yet")
        (self.folder / "evaluations").mkdir(parents=True)
        path.write_text(json.dumps(about) + "\n", encoding="utf-8")

    @property
    def options(self) -> dict[str, Any]:
        """Constructor arguments beside dataset and folder, for a worker process of the same study."""
        return {"schedule": self.schedule, "trials": self.trials, "sample": self.sample}

    def large_enough(self, split: str) -> bool:
        """Whether a split exists and has enough test triples for meaningful figures."""
        splits = self.dataset.splits
        return split in splits and self.dataset.split(split).triples("test").height >= FEWEST

    def settings(self, entry: Entry, seed: int) -> Any:
        """Settings of an entry: its preset, the study's schedule, the entry's own changes."""
        kind = entry_of(entry.model).settings
        plain_first = sorted(self.schedule.items(), key=lambda setting: "." in setting[0])
        known = {field: value for name, value in plain_first if (field := _field(name, entry.model))}
        return kind.of_preset(entry.preset, **{**known, **entry.changes, "seed": seed})

    def search(self, model: str) -> Search:
        """The hyper-parameter search of a model; missing trials are run now."""
        search = Search(self.dataset, self.folder / "tuning" / model, self.settings(Entry(model, model, {}), 0),
                        model=model, progress=self.progress)  # fmt: skip
        if len(search.trials()) < self.trials:
            self.tell(f"tuning {model}, {self.trials} trials at most")
        run_greedy(search, entry_of(model).grid, self.trials)
        return search

    def tuned(self, models: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The best settings of each model, by name: those that differ from where its search began."""
        found = {}
        for model in models if self.trials else ():
            search = self.search(model)
            start, best = search.base.model_dump(), resolved(search.base, search.best().choice).model_dump()
            found[model] = {name: value for name, value in best.items() if value != start[name]}
        return found

    def trained(self, entry: Entry, seed: int, split: str = "paper") -> ModelFolder:
        """The entry's model, trained now if it does not exist."""
        out = self.folder / "models" / _slug(entry.label, seed, split)
        if out.is_dir():
            return load_folder(out)
        self.tell(f"training {entry.label}, seed {seed}" + (f", split {split}" if split != "paper" else ""))
        settings = self.settings(entry, seed)
        resume = run_folder(out).is_dir()
        return train(self.dataset, out=out, model=entry.model, settings=settings, split=split, resume=resume,
                     progress=self.progress)  # fmt: skip

    def evaluation(self, entry: Entry, seed: int, split: str = "paper") -> Evaluation:
        """Ranks of the entry's model on test triples, with how its training went."""
        place = self.folder / "evaluations" / _slug(entry.label, seed, split)
        settings = self.settings(entry, seed).to_toml()
        if place.is_dir():
            found = Evaluation.open(place)
            if found.about["settings"] != settings:
                raise FolderError(
                    f"{place}: made with other settings than {entry.label} has now; remove it, or name another folder"
                )
            return found
        made = self.trained(entry, seed, split)
        ranked = self._evaluate(made.model, split, full=entry.full and split == "paper")
        training = {name: made.manifest[name] for name in ("validation", *TRAINING)}
        found = Evaluation(entry.label, {**ranked.about, **training, "settings": settings}, ranked.cases)
        found.save(place)
        if not (entry.keep and split == "paper"):
            shutil.rmtree(made.folder)
        return found

    def references(self, split: str = "paper", supervision: Supervision = "graph") -> list[Evaluation]:
        """Evaluations of all reference baselines."""
        stem = f"references-{supervision}-{split}"
        place, listed = self.folder / "evaluations" / stem, self.folder / "evaluations" / f"{stem}.txt"
        if not listed.is_file():
            self.tell(f"reference models, {supervision}, split {split}")
            models = reference_models(self.dataset, split, supervision=supervision)
            suffix = " (triples only)" if supervision == "triples" else ""
            for name, model in models.items():
                result = self._evaluate(model, split, full=split == "paper" and supervision == "graph")
                Evaluation(name + suffix, result.about, result.cases).save(
                    place / _slug(name, 0, "paper"), replace=True
                )
            listed.write_text("".join(f"{_slug(name, 0, 'paper')}\n" for name in models), encoding="utf-8")
        return [Evaluation.open(place / name) for name in listed.read_text(encoding="utf-8").splitlines()]

    def _evaluate(self, model: Model, split: str, *, full: bool) -> Evaluation:
        """The sample of triples is the same for every model and seed of a model."""
        protocols = ("paper", "filtered", "full", "full_filtered") if full else None
        return evaluate(
            model, self.dataset, split=split, protocols=protocols, sample=self.sample, progress=self.progress
        )


def _field(name: str, model: str) -> str | None:
    """The setting that a name of the schedule refers to: `rounds` of every model, `clva.rounds` of one."""
    owner, dot, rest = name.partition(".")
    field = rest if dot else name
    return field if (not dot or owner == model) and field in entry_of(model).settings.model_fields else None


def over_seeds(evaluations: Sequence[Evaluation], protocol: str) -> dict[str, Floats]:
    """Measures of every triple, averaged over evaluations of the same triples with different model seeds."""
    all_of_them = [evaluation.measures(protocol) for evaluation in evaluations]
    return {name: np.mean([measures[name] for measures in all_of_them], axis=0) for name in all_of_them[0]}


def _slug(label: str, seed: int, split: str) -> str:
    words = re.sub(r"[^a-z0-9.]+", "-", label.lower()).strip("-")
    return f"{words}-seed{seed}" + (f"-{split}" if split != "paper" else "")
