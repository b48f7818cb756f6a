"""Final refit: the model that a shop serves, trained on all data, with the held-out figures of an evaluated twin.

A model that is evaluated lacks the held-out part, the newest choices, links and reviews among it. So settings, number
of rounds and figures come from a twin that has not seen the test part; then a model with the same settings is trained
on all data. It cannot be evaluated itself, which its manifest records.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from instead.errors import FolderError
from instead.evaluation.evaluate import check_same, evaluate
from instead.models.model_folder import KIND, ModelFolder, load_folder
from instead.progress import Progress, quiet
from instead.settings import Settings
from instead.store.dataset import Dataset
from instead.store.folder import check_target
from instead.training.log import Tell
from instead.training.train import Announce, Refit, run_folder, train

SHOWN = ("HR@1", "HR@10", "NDCG@10", "MRR")
"""Figures of the twin that are stored with a final model."""


def twin_folder(out: Path) -> Path:
    """Default folder of the evaluated twin of a final model: beside it, `MODEL.twin`."""
    return out.with_name(out.name + ".twin")


def train_final(
    dataset: Dataset | Path | str,
    *,
    out: Path | str,
    twin: ModelFolder | Path | str | None = None,
    model: str | None = None,
    settings: Settings | None = None,
    split: str | None = None,
    protocols: Sequence[str] | None = None,
    resume: bool = False,
    replace: bool = False,
    max_memory: int | None = None,
    announce: Announce | None = None,
    tell: Tell = lambda line: None,
    progress: Progress = quiet,
) -> ModelFolder:
    """Train the model that a shop serves: on all parts, with the settings and rounds of an evaluated twin.

    `twin` is a model trained by `instead.train` on this dataset; without one it is trained first, with `settings`, into
    `OUT.twin`. `resume` continues an interrupted run.
    """
    data = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    out = Path(out)
    check_target(out, KIND, replace=replace)
    common: dict[str, Any] = {"max_memory": max_memory, "announce": announce, "tell": tell, "progress": progress}
    if twin is None:
        twin = _twin(data, twin_folder(out), model, settings, split, resume, replace, common)
    made = twin if isinstance(twin, ModelFolder) else load_folder(twin)
    if made.final:
        raise FolderError(f"{made.folder} was itself trained on everything; name the model it was refitted from")
    check_same(made, data, str(made.manifest["split"]))
    figures: list[dict[str, Any]] = []
    if data.splits:
        table = evaluate(made, data, protocols=protocols, progress=progress).table()
        figures = [row for row in table.to_dicts() if row["measure"] in SHOWN]
    going_on = resume and run_folder(out).is_dir()
    return train(
        data, out=out, model=made.entry.name, settings=made.settings, split=str(made.manifest["split"]),
        refit=Refit.of(made, figures), resume=going_on, replace=replace, **common,
    )  # fmt: skip


def _twin(
    data: Dataset, out: Path, model: str | None, settings: Settings | None, split: str | None, resume: bool,
    replace: bool, common: dict[str, Any],
) -> ModelFolder:  # fmt: skip
    if resume and out.is_dir():
        return load_folder(out)
    going_on = resume and run_folder(out).is_dir()
    return train(data, out=out, model=model, settings=settings, split=split, resume=going_on, replace=replace, **common)
