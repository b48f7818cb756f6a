"""`instead.train`: from a dataset folder to a model folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from instead.engine.threads import one_blas_thread
from instead.errors import FolderError, InputError
from instead.material import Material
from instead.models.model_folder import KIND, ModelFolder, write_model
from instead.progress import Progress, quiet
from instead.settings import Settings
from instead.store.dataset import Dataset
from instead.store.folder import check_target, held, written_aside
from instead.store.memory import check_fits
from instead.store.same_data import same_data
from instead.training.checkpoint import Checkpoints
from instead.training.log import CURVES, LOG, RunLog, Tell, draw_curves
from instead.training.loop import Trainer, run_rounds
from instead.training.recipes import expected_seconds, recipe_of
from instead.training.validation import Cases

RUN_SETTINGS = "settings.toml"
RUN_ABOUT = "about.txt"
RUN_OFF = "switched_off.txt"

Announce = Callable[[dict[str, int], float, list[str]], None]
"""Told before the work: bytes by part, seconds at most, and what these data do not offer the model."""


def run_folder(out: Path) -> Path:
    """Where a run keeps log and checkpoints until its model is written: beside the model, `MODEL.run`."""
    return out.with_name(out.name + ".run")


def train(
    dataset: Dataset | Path | str,
    *,
    out: Path | str,
    model: str = "a2cf",
    settings: Settings | None = None,
    split: str = "paper",
    resume: bool = False,
    finish: bool = False,
    replace: bool = False,
    max_memory: int | None = None,
    announce: Announce | None = None,
    tell: Tell = lambda line: None,
    progress: Progress = quiet,
) -> ModelFolder:
    """Train a model on the training part of a dataset and write its folder.

    An interrupted run stays in `OUT.run`: `resume` goes on and gives the bits of an uninterrupted run, `finish` writes
    the best round so far as the model. `replace` allows to replace a model, and to forget an unfinished run.
    `announce` is told what the run will take before it begins, `tell` every line of the log.
    """
    data = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    out = Path(out)
    recipe = recipe_of(model)
    wanted: Any = settings if settings is not None else recipe.settings.of_preset("default")
    if not isinstance(wanted, recipe.settings):
        raise InputError(f"a model {model!r} takes {recipe.settings.__name__}, not {type(wanted).__name__}")
    check_target(out, KIND, replace=replace)
    folder = run_folder(out)
    with one_blas_thread():
        material = Material.of(data, split, scale=wanted.scale)
        needed = recipe.memory(material, wanted)
        check_fits(needed, max_memory)
        _open_run(folder, f"{model} {split}", data, wanted, resume or finish, replace)
        with held(folder):
            if not finish:
                if announce is not None:
                    timed = recipe.trainer(material, wanted)
                    announce(needed, expected_seconds(timed, wanted.rounds), list(timed.switched_off))
                    del timed  # its tables go before the real ones come
                trainer = recipe.trainer(material, wanted)
                (folder / RUN_OFF).write_text("".join(f"{line}\n" for line in trainer.switched_off), encoding="utf-8")
                _learn(trainer, wanted, data, split, folder, tell, progress)
            return _finish(folder, out, data, split, model, wanted)


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
        with held(folder):  # not from under a living run
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


def _learn(
    trainer: Trainer, settings: Any, data: Dataset, split: str, folder: Path, tell: Tell, progress: Progress
) -> None:
    cases = None
    if "validation" in data.split(split).about["candidates"]:
        cases = Cases.of(data, split, "validation", settings.validation_cases)
    run_rounds(trainer, settings, cases or None, folder, tell=tell, progress=progress)


def _finish(folder: Path, out: Path, data: Dataset, split: str, model: str, settings: Any) -> ModelFolder:
    """Write the best round's model, with log and curves, and clear the run away."""
    checkpoints = Checkpoints(folder / "checkpoints")
    position = checkpoints.read()
    if position is None or not position.best_state:
        raise FolderError(f"{folder}: no round is finished yet; go on with --resume")
    log = RunLog(folder / LOG, keep=position.lines)
    checks = [line for line in log.lines if "validation" in line]
    best: dict[str, float] = next(
        (line["validation"] for line in checks if line["round"] == position.best_round + 1), {}
    )
    off = folder / RUN_OFF  # a run begun by an earlier version has none
    about = {
        "split": split,
        "best_round": position.best_round + 1,
        "rounds": position.round + (1 if position.finished else 0),
        "finished": position.finished,
        "switched_off": off.read_text(encoding="utf-8").splitlines() if off.is_file() else [],
        "seconds": round(position.seconds, 1),
        "cases": min(settings.validation_cases, data.split(split).triples("validation").height) if best else 0,
        "validation": best,
    }
    with written_aside(out) as aside:
        write_model(aside, data, model, settings, checkpoints.state(position.best_state), about)
        shutil.copyfile(folder / LOG, aside / LOG)
        draw_curves(log.lines, aside / CURVES)
    shutil.rmtree(folder, ignore_errors=True)
    return ModelFolder.open(out)
