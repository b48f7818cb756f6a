"""Datasets and models of a refresh: files and events in, a dataset, its mentions, and a model trained on all of it.

The twin is made in the same way of what was known before a time, so that nothing later can have reached it: rows and
events since then are not read at all. What is there already is not made again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from instead.errors import EmptyResult, InputError, InsteadError
from instead.evaluation.among_shown import Compared
from instead.mentions.stage import extract
from instead.models.model_folder import ModelFolder, load_folder
from instead.models.registry import entry_of
from instead.preparation.prepare import prepare
from instead.progress import Progress
from instead.refreshing.live_sources import Snapshot
from instead.settings import ModelSettings, RefreshSettings
from instead.store.dataset import Dataset
from instead.store.manifest import MANIFEST
from instead.training.train import Refit, carried_by, run_folder, train


class Making:
    """Makes datasets and models in the work folder of a refresh."""

    def __init__(self, work: Path, settings: RefreshSettings, serving: ModelFolder | None, progress: Progress) -> None:
        self.work, self.settings, self.serving, self.progress = work, settings, serving, progress

    def twin(self, snapshot: Snapshot, cut: float) -> ModelFolder:
        """The model that knows nothing since `cut`."""
        data = self._dataset("twin-data", snapshot, cut)
        return self._train(data, self.work / "twin", {"live_until": {"events": 0, "time": cut}}, None)

    def final(self, snapshot: Snapshot, out: Path, found: Compared | None) -> ModelFolder:
        """The model to serve; its manifest says up to which event it has learned."""
        data = self._dataset("data", snapshot, None)
        rows = [] if found is None else [
            {"protocol": "shown", **{name: row[name] for name in ("measure", "value", "low", "high")}}
            for row in found.figures if row["model"] == "new"
        ]  # fmt: skip
        twin: dict[str, Any] = {"folder": None, "validation": {}, "figures": rows}
        until = {"events": snapshot.cursor.events, "time": snapshot.newest}
        return self._train(data, out, {"live_until": until}, twin)

    def _dataset(self, name: str, snapshot: Snapshot, cut: float | None) -> Dataset:
        folder = self.work / name
        data = Dataset.open(folder) if (folder / MANIFEST).is_file() else self._prepared(folder, snapshot, cut)
        try:
            if data.has_text and "extraction" not in data.manifest:
                extract(data, progress=self.progress)
        except (EmptyResult, InputError):  # texts that cannot be read; reasons come from facts
            return Dataset.open(folder)
        return Dataset.open(folder)

    def _prepared(self, folder: Path, snapshot: Snapshot, cut: float | None) -> Dataset:
        settings = self.settings
        reviews, looks = snapshot.reviews(), snapshot.looks()
        return prepare(
            list(settings.files), out=folder, reviews=None if reviews is None else [reviews],
            views=None if looks is None else [looks], columns=settings.columns or None, settings=settings.prepare,
            without_links=True, replace=True, progress=self.progress, left_out=snapshot.left_out(cut),
            feedback=snapshot.choices() if settings.feedback else None, changed=snapshot.changed(),
        )  # fmt: skip

    def _train(self, data: Dataset, out: Path, told: Mapping[str, Any], twin: Mapping[str, Any] | None) -> ModelFolder:
        """A model that knows all of a dataset, with the rounds of the serving one; goes on with an interrupted run."""
        if (out / MANIFEST).is_file():
            made = load_folder(out)
            if made.manifest["dataset"].get("layers") == data.hashes:
                return made
        name, settings = self._model(data)
        same = self.serving is not None and self.serving.entry.name == name
        rounds = self.serving.manifest["best_round"] if same and self.serving is not None else _rounds(settings)
        refit = Refit(rounds, twin)
        common: Mapping[str, Any] = {
            "out": out, "model": name, "settings": settings, "refit": refit, "told": told, "replace": True,
            "progress": self.progress,
        }  # fmt: skip
        if run_folder(out).is_dir():
            try:
                return train(data, resume=True, **common)
            except InsteadError:  # a run of other data or of another version
                pass
        return train(data, **common)

    def _model(self, data: Dataset) -> tuple[str, ModelSettings]:
        """The model to train and its settings: the serving one's, changed as `refresh.toml` says."""
        serving = self.serving
        name = self.settings.model or (serving.entry.name if serving is not None else carried_by(data).name)
        entry = entry_of(name)
        values = {} if serving is None or serving.entry.name != entry.name else serving.settings.model_dump()
        return entry.name, entry.settings.checked({**values, **self.settings.training})


def _rounds(settings: ModelSettings) -> int:
    return int(getattr(settings, "rounds", 1))
