"""Evaluation on the cluster in use: pieces of the held-out triples, put together to the same table as here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from instead.engine.chosen_engine import cluster
from instead.engine.pool import map_shards
from instead.evaluation.evaluate import Piece, evaluate, in_place
from instead.evaluation.result import Evaluation
from instead.models.interface import Model
from instead.models.model_folder import ModelFolder
from instead.progress import Progress, quiet
from instead.store.dataset import Dataset
from instead.store.fetching import At, folder_of, for_workers

PIECES = 64
"""Pieces at most, whatever the number of workers."""


@dataclass(frozen=True)
class _Asked:
    """What a worker needs; it opens both folders itself."""

    model: Path | At
    dataset: Path | At
    options: dict[str, Any]


def evaluate_anywhere(
    model: Model | ModelFolder, dataset: Dataset, *, progress: Progress = quiet, **options: Any
) -> Evaluation:
    """`evaluate`; of a model folder with a cluster in use, piece by piece there. Without a folder it stays here."""
    if cluster() is None or not isinstance(model, ModelFolder):
        return evaluate(model, dataset, progress=progress, **options)
    pieces: list[Piece] = [(k, PIECES) for k in range(PIECES)]
    found: list[Evaluation] = []
    with progress("ranking on the cluster", total=PIECES) as advance:
        for one in map_shards(_one, _Asked(for_workers(model.folder), for_workers(dataset.folder), options), pieces):
            found.append(one)
            advance(1)
    frames = [one.cases for one in found if one.cases.height]
    order = list(dict.fromkeys(name for frame in frames for name in frame["protocol"].unique(maintain_order=True)))
    cases = pl.concat(
        [in_place(pl.concat([frame.filter(pl.col("protocol") == name) for frame in frames])) for name in order]
    )
    return Evaluation(found[0].model, {**found[0].about, "dataset": str(dataset.folder)}, cases)


_opened: dict[Path | At, tuple[ModelFolder, Dataset]] = {}
"""Model and dataset of this worker, opened once."""


def _one(asked: _Asked, piece: Piece) -> Evaluation:
    if asked.model not in _opened:
        _opened.clear()
        made = ModelFolder.open(folder_of(asked.model))
        made.verify()
        _opened[asked.model] = made, Dataset.open(folder_of(asked.dataset))
    made, data = _opened[asked.model]
    return evaluate(made, data, piece=piece, **asked.options)
