"""`instead.train`: trains a model on a dataset folder and writes a model folder.

The parts of an ensemble are trained first, one after the other, each into a complete folder of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from instead.engine.threads import one_blas_thread
from instead.errors import FolderError
from instead.material import Material
from instead.models.learning import FIT
from instead.models.model_folder import KIND, ModelFolder, write_model
from instead.models.registry import DEFAULT, Entry, carried, entry_of
from instead.progress import Progress, quiet
from instead.settings import ModelSettings, Settings
from instead.store.dataset import Dataset
from instead.store.folder import check_target, held, written_aside
from instead.store.memory import check_fits
from instead.store.same_data import same_data
from instead.training.checkpoint import Checkpoints
from instead.training.estimate import expected_seconds
from instead.training.log import CURVES, LOG, RunLog, Tell, draw_curves
from instead.training.loop import Schedule, run_rounds
from instead.training.validation import ValidationTriples

RUN_SETTINGS = "settings.toml"
RUN_ABOUT = "about.txt"
RUN_OFF = "switched_off.txt"
RUN_PARTS = "parts"

Announce = Callable[[dict[str, int], float | None, list[str]], None]
"""Called before training: bytes by part, seconds at most (None: fitted in closed form), parts that are switched off."""


@dataclass(frozen=True)
class Refit:
    """Final model: trained on all data, held-out parts included, for the best number of rounds of an evaluated twin."""

    rounds: int
    twin: Mapping[str, Any] | None = None
    """Recorded in the manifest: folder and held-out figures of the twin."""
    parts: Mapping[str, Refit] = field(default_factory=dict)

    @classmethod
    def of(cls, twin: ModelFolder, figures: list[dict[str, Any]]) -> Refit:
        """The refit of an evaluated model folder; `figures` are its rows of an evaluation."""
        about = {"folder": str(twin.folder), "validation": twin.manifest["validation"], "figures": figures}
        return cls(twin.manifest["best_round"], about, {name: cls._part(part) for name, part in twin.parts.items()})

    @classmethod
    def _part(cls, part: ModelFolder) -> Refit:
        return cls(part.manifest["best_round"], None, {name: cls._part(inner) for name, inner in part.parts.items()})


def run_folder(out: Path) -> Path:
    """Where a run keeps log and checkpoints until its model is written: beside the model, `MODEL.run`."""
    return out.with_name(out.name + ".run")


def model_of_run(out: Path) -> str | None:
    """Which model an unfinished run beside `out` is training; None if there is no such run."""
    path = run_folder(out) / RUN_ABOUT
    return path.read_text(encoding="utf-8").split(maxsplit=1)[0] if path.is_file() else None


def train(
    dataset: Dataset | Path | str,
    *,
    out: Path | str,
    model: str | None = None,
    settings: Settings | None = None,
    split: str | None = None,
    refit: Refit | None = None,
    told: Mapping[str, Any] | None = None,
    resume: bool = False,
    finish: bool = False,
    replace: bool = False,
    max_memory: int | None = None,
    announce: Announce | None = None,
    tell: Tell = lambda line: None,
    progress: Progress = quiet,
) -> ModelFolder:
    """Train a model on the training part of a dataset and write its folder.

    By default the model is the ranker, or in a shop where nothing says what replaces what the one that its data can
    carry (`registry.carried`), and the split is the main one of the dataset.
    `refit` trains on everything instead, for the rounds of an evaluated twin: `instead.train_final` does both. An
    interrupted run stays in `OUT.run`: `resume` continues it, bit-identical to an uninterrupted run, `finish` writes
    the best round so far as the model. `replace` allows to replace a model, and to forget an unfinished run.
    `told` are further entries of the manifest. `announce` is called with estimated memory and time before the run
    begins, `tell` with every line of the log.
    """
    data = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    out = Path(out)
    split = split or data.main_split
    entry = carried_by(data, split) if model is None and settings is None else entry_of(model or DEFAULT)
    wanted = entry.settings.of_preset("default") if settings is None else entry.checked(settings)
    check_target(out, KIND, replace=replace)
    folder = run_folder(out)
    with one_blas_thread():
        material = Material.of(data, split, scale=wanted.scale, everything=refit is not None)
        entry.check(material)
        needed = entry.memory(material, wanted)
        check_fits(needed, max_memory)
        about = f"{entry.name} {split}{' final' if refit else ''}"
        _open_run(folder, about, data, wanted, resume or finish, replace)
        with held(folder):
            run = _Run(data, material, split, tell, progress)
            if not finish:
                run.learn(entry, wanted, folder, refit, None if announce is None else (announce, needed))
            run.write(entry, wanted, folder, out, refit, told=told)
    shutil.rmtree(folder, ignore_errors=True)
    return ModelFolder.open(out)


def carried_by(dataset: Dataset, split: str | None = None) -> Entry:
    """The model that is trained on a dataset where none is named."""
    return entry_of(DEFAULT) if dataset.splits else carried(Material.of(dataset, split))


def _open_run(folder: Path, about: str, data: Dataset, settings: Settings, go_on: bool, replace: bool) -> None:
    """Make the run's folder, or check that the one that is there belongs to this dataset and these settings."""
    about += "".join(f" {kind}={digest}" for kind, digest in data.hashes.items()) + "\n"
    text = settings.to_toml()
    if folder.exists() and not go_on:
        if not (folder / RUN_ABOUT).is_file():
            raise FolderError(f"{folder} holds other files and is no unfinished run; name another model folder")
        if not replace:
            raise FolderError(
                f"{folder} holds an unfinished run; go on with --resume, take its best round with --finish, or start "
                "anew with --replace"
            )
        with held(folder):  # fails while another process trains in it
            shutil.rmtree(folder)
    if go_on:
        if not (folder / RUN_ABOUT).is_file():
            raise FolderError(f"{folder}: no unfinished run to go on with; train without --resume")
        begun = (folder / RUN_ABOUT).read_text(encoding="utf-8")
        recorded = dict(word.split("=", 1) for word in begun.split() if "=" in word)
        same_data(recorded, data, what=f"the run in {folder}", remedy="start anew with --replace")
        if begun != about:
            raise FolderError(f"{folder}: the run belongs to another split or model; start anew with --replace")
        if (folder / RUN_SETTINGS).read_text(encoding="utf-8") != text:
            raise FolderError(
                f"{folder}: the run has other settings; go on with --settings {folder / RUN_SETTINGS}, or start anew "
                "with --replace"
            )
        return
    folder.mkdir(parents=True)
    (folder / RUN_SETTINGS).write_text(text, encoding="utf-8")
    (folder / RUN_ABOUT).write_text(about, encoding="utf-8")


@dataclass(frozen=True)
class _Run:
    """One training run: learns into checkpoints, then writes the model folder."""

    data: Dataset
    material: Material
    split: str
    tell: Tell
    progress: Progress

    def learn(
        self,
        entry: Entry,
        settings: ModelSettings,
        folder: Path,
        refit: Refit | None,
        announced: tuple[Announce, dict[str, int]] | None = None,
    ) -> None:
        """Train into checkpoints; parts first, each into a finished folder below `RUN_PARTS`."""
        parts = {name: ModelFolder.open(path).model for name, path in self._parts(entry, settings, folder, refit)}
        planned: Any = settings  # of a model computed in one go, both are 1
        rounds, patience = refit.rounds if refit is not None else planned.rounds, planned.patience
        if announced is not None:
            timed = entry.training(self.material, settings, parts)
            announced[0](announced[1], expected_seconds(timed, rounds), list(timed.switched_off))
            del timed  # so that two sets of tables are never held at a time
        trainer = entry.training(self.material, settings, parts)
        (folder / RUN_OFF).write_text("".join(f"{line}\n" for line in trainer.switched_off), encoding="utf-8")
        known = self._validation(settings) if refit is None else None
        run_rounds(trainer, Schedule(rounds, patience), known, folder, tell=self.tell, progress=self.progress)

    def _parts(
        self, entry: Entry, settings: ModelSettings, folder: Path, refit: Refit | None
    ) -> list[tuple[str, Path]]:
        """(name, folder) of the parts of an ensemble; parts that are not trained yet are trained now."""
        found = []
        for name, (model, its) in entry.made_of(settings).items():
            out = folder / RUN_PARTS / name
            if not out.is_dir():
                part, run = entry_of(model), run_folder(out)
                part.check(self.material)
                run.mkdir(parents=True, exist_ok=True)
                again = None if refit is None else refit.parts.get(name, Refit(1))
                self.learn(part, its, run, again)
                self.write(part, its, run, out, again, part_of=True)
                shutil.rmtree(run, ignore_errors=True)
            found.append((name, out))
        return found

    def _validation(self, settings: ModelSettings) -> ValidationTriples | None:
        if not self.data.splits or "validation" not in self.data.split(self.split).about["candidates"]:
            return None
        found = ValidationTriples.of(self.data, self.split, "validation", settings.validation_cases)
        return found if len(found) else None

    def write(
        self,
        entry: Entry,
        settings: ModelSettings,
        folder: Path,
        out: Path,
        refit: Refit | None,
        *,
        part_of: bool = False,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the best round's model, with log and curves."""
        checkpoints = Checkpoints(folder / "checkpoints")
        position = checkpoints.read()
        if position is None or not position.best_state:
            raise FolderError(f"{folder}: no round is finished yet; go on with --resume")
        log = RunLog(folder / LOG, keep=position.lines)
        checks = [line for line in log.lines if "validation" in line]
        best: dict[str, float] = next(
            (line["validation"] for line in checks if line["round"] == position.best_round + 1), {}
        )
        off = folder / RUN_OFF  # absent in runs begun by an earlier version
        triples = self.data.split(self.split).triples("validation").height if best else 0
        about: dict[str, Any] = {
            "split": self.split,
            "best_round": position.best_round + 1,
            "rounds": position.round + (1 if position.finished else 0),
            "finished": position.finished,
            "switched_off": off.read_text(encoding="utf-8").splitlines() if off.is_file() else [],
            "seconds": round(position.seconds, 1),
            "cases": min(settings.validation_cases, triples),
            "validation": best,
        }
        if refit is not None:
            about |= {"final": True, "twin": None if refit.twin is None else dict(refit.twin)}
        about |= told or {}
        parts = {name: folder / RUN_PARTS / name for name in entry.made_of(settings)}
        with written_aside(out) as aside:
            state = checkpoints.state(position.best_state)
            write_model(aside, self.data, entry, settings, state, about, parts=parts, part_of=part_of)
            shutil.copyfile(folder / LOG, aside / LOG)
            if any(line.get("stage", FIT) != FIT for line in log.lines):
                draw_curves(log.lines, aside / CURVES)
