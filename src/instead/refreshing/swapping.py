"""Which model serves: `models/current` points to it and is moved in one step. Models of earlier days are removed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from instead.errors import FolderError
from instead.models.model_folder import ModelFolder, load_folder
from instead.refreshing.refresh_state import CURRENT, MODELS
from instead.store.manifest import MANIFEST

STARTED = "model"
"""Where `instead start` puts the model to serve."""


def serving(folder: Path) -> Path | None:
    """The folder of the model that serves: what `models/current` points to, else the one of `instead start`."""
    link = folder / MODELS / CURRENT
    if link.is_symlink() or link.exists():
        found = link.resolve()
        if not (found / MANIFEST).is_file():
            raise FolderError(f"{link}: points to {found}, which is no model; point it to one, or remove it")
        return found
    started = folder / STARTED
    return started.resolve() if (started / MANIFEST).is_file() else None


def opened(path: Path | None) -> ModelFolder | None:
    return None if path is None else load_folder(path)


def point(folder: Path, model: Path) -> None:
    """Let `models/current` point to a model of the same folder, in one step."""
    link = folder / MODELS / CURRENT
    link.parent.mkdir(parents=True, exist_ok=True)
    aside = link.with_name(f".{CURRENT}.{os.getpid()}")
    aside.unlink(missing_ok=True)
    aside.symlink_to(os.path.relpath(model.resolve(), link.parent.resolve()), target_is_directory=True)
    aside.replace(link)


def point_back(folder: Path, before: Path | None) -> None:
    """As it was before: to that model, or nowhere."""
    if before is None:
        (folder / MODELS / CURRENT).unlink(missing_ok=True)
    else:
        point(folder, before)


def clear_away(folder: Path, name: str, keep: int) -> list[str]:
    """Remove the oldest models called NAME-DATE beyond `keep`, never the serving one; returns their names."""
    now = serving(folder)
    made = sorted(path for path in (folder / MODELS).glob(f"{name}-*") if (path / MANIFEST).is_file())
    gone = [path for path in made if path.resolve() != now]
    gone = gone[: max(0, len(made) - keep)]
    for path in gone:
        shutil.rmtree(path, ignore_errors=True)
    return [path.name for path in gone]
