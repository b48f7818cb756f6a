"""Checkpoints of a training run: arrays of the trainer and of the best model so far, and the position of the loop.

`position.json` is replaced atomically and names the files that belong to it, so a run killed at any moment resumes
from the last stored epoch.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from instead.errors import FolderError
from instead.store.tensors import map_tensors, write_tensors

POSITION = "position.json"


@dataclass
class Position:
    """Position of the training loop: `done` epochs of `round` are finished, earlier rounds ended with a validation."""

    round: int = 0
    done: int = 0
    best_round: int = -1
    best: float = -1.0
    waited: int = 0
    """Rounds since the best one."""
    lines: int = 0
    """Lines of the log up to here."""
    seconds: float = 0.0
    state: str = ""
    best_state: str = ""
    finished: bool = False


class Checkpoints:
    """The `checkpoints/` folder of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def read(self) -> Position | None:
        """The stored position, or None if there is no checkpoint yet."""
        path = self.folder / POSITION
        if not path.is_file():
            return None
        try:
            return Position(**json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError):
            raise FolderError(f"{path}: damaged; start the training anew with --replace") from None

    def state(self, name: str) -> dict[str, NDArray[Any]]:
        """Arrays of a checkpoint, memory-mapped."""
        return map_tensors(self.folder / name)

    def write(
        self, position: Position, state: dict[str, NDArray[Any]], best: dict[str, NDArray[Any]] | None = None
    ) -> None:
        """Write the state (and the best model, if it is new), then the position, then delete what it replaces."""
        position.state = f"state-{position.round}-{position.done}.safetensors"
        write_tensors(self.folder / position.state, state)
        if best is not None:
            position.best_state = f"best-{position.best_round}.safetensors"
            write_tensors(self.folder / position.best_state, best)
        self.note(position)

    def note(self, position: Position) -> None:
        """Write the position alone, without arrays."""
        aside = self.folder / f".{POSITION}.partial"
        aside.write_text(json.dumps(asdict(position)) + "\n", encoding="utf-8")
        aside.replace(self.folder / POSITION)
        for path in self.folder.iterdir():
            if path.name not in {POSITION, position.state, position.best_state}:
                with contextlib.suppress(OSError):
                    path.unlink()
