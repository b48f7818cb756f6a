"""What a run of `instead start` has done so far: `start.json` in its folder, written after every step.

It names the files and settings the run was begun with. The same files and settings go on; others begin anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from instead import __version__
from instead.errors import FolderError

STATE = "start.json"


@dataclass
class State:
    """Steps that are done, with what has to be known of them afterwards."""

    begun_with: dict[str, Any]
    understood: list[dict[str, Any]] = field(default_factory=list)
    """What inspecting said of every file."""
    base: str | None = None
    """Hash of the base layer of the dataset that was made of them."""
    unread: str | None = None
    """Why the review texts were not read; None where they were, or not yet."""
    read: bool = False
    """Whether that question is answered."""
    chosen: dict[str, Any] | None = None
    """Which model these data carry, why, and the figures of all that were tried."""


def begun_with(files: Sequence[Path], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Files by place, size and time of change, and everything else that decides the result."""
    found = []
    for path in files:
        about = path.stat()
        found.append([str(path.resolve()), about.st_size, about.st_mtime_ns])
    # as JSON would give it back, so that it can be compared with what was stored
    begun: dict[str, Any] = json.loads(json.dumps({"files": found, "settings": settings, "version": __version__}))
    return begun


def open_state(out: Path, begun: dict[str, Any]) -> tuple[State, bool]:
    """The state of the folder, and whether it goes on with work that was begun before with the same files."""
    path = out / STATE
    if out.is_dir() and any(out.iterdir()) and not path.is_file():
        raise FolderError(f"{out} holds other files and was not begun by `instead start`; name a new folder")
    if out.exists() and not out.is_dir():
        raise FolderError(f"{out} is a file; name a folder that does not exist yet")
    if path.is_file():
        try:
            stored = State(**json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError):
            raise FolderError(f"{path}: damaged; remove {out} and start again") from None
        if stored.begun_with == begun:
            return stored, True
    return State(begun), False


def save_state(out: Path, state: State) -> None:
    """Write it in one step: a run that is killed finds the state before or the one after."""
    out.mkdir(parents=True, exist_ok=True)
    aside = out / f".{STATE}.partial"
    aside.write_text(json.dumps(asdict(state), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    aside.replace(out / STATE)
