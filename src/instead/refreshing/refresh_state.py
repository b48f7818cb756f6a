"""What a refresh remembers in the shop's folder: settings, how far it got, and that nobody else is at it.

refresh.toml    files, store and settings, written by the first call, to be changed by hand
refresh.json    the last refresh that was finished, and the one that is under way
refresh.work/   what the one under way has made so far; each folder in it is complete or absent
models/         models that were made, and `current`, which points to the serving one
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from instead.errors import AtWork, FolderError, InputError
from instead.settings import PrepareSettings, RefreshSettings
from instead.starting.done_so_far import STATE as STARTED
from instead.store.folder import held

SETTINGS = "refresh.toml"
STATE = "refresh.json"
WORK = "refresh.work"
MODELS = "models"
CURRENT = "current"
ITEMS = "items.json"


@dataclass
class UnderWay:
    """A refresh that has begun: what it was begun with, what it freezes, and what is done."""

    begun_with: dict[str, Any]
    begun: float
    name: str
    """Of the model that it makes."""
    events: int
    documents: int
    """The cursor of the store: later events are left to the next refresh."""
    items: str = ""
    """Digest of the changes of the catalogue, which are kept in the work folder as they were; empty for none."""
    steps: dict[str, Any] = field(default_factory=dict)
    """Step -> what has to be known of it afterwards."""


@dataclass
class State:
    """The last refresh that was finished, and the one under way."""

    done: dict[str, Any] | None = None
    under_way: UnderWay | None = None


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else refreshes in the folder meanwhile; the system lets go if the process dies."""
    work = folder / WORK
    work.mkdir(parents=True, exist_ok=True)
    lock = held(work)
    try:
        lock.__enter__()
    except FolderError:
        raise AtWork(f"{folder}: another refresh is at work there; it will finish, so there is nothing to do") from None
    try:
        yield
    finally:
        lock.__exit__(None, None, None)


def digest_of(items: Mapping[str, Any]) -> str:
    """Of changes of the catalogue; empty for none."""
    return blake2b(orjson.dumps(items, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest() if items else ""


def freeze_items(folder: Path, items: Mapping[str, Any]) -> None:
    """Keep changes of the catalogue as they are now: the store has only the newest of each."""
    place = folder / WORK / ITEMS
    aside = place.with_name(f".{ITEMS}.partial")
    aside.write_bytes(orjson.dumps(items))
    aside.replace(place)


def frozen_items(folder: Path) -> dict[str, Any]:
    """The changes that were kept; none where a refresh of an earlier version was stopped."""
    place = folder / WORK / ITEMS
    try:
        found: dict[str, Any] = orjson.loads(place.read_bytes()) if place.is_file() else {}
    except ValueError:
        raise FolderError(f"{place}: damaged; begin anew with --force") from None
    return found


def read_state(folder: Path) -> State:
    path = folder / STATE
    if not path.is_file():
        return State()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        under_way = stored["under_way"]
        return State(stored["done"], None if under_way is None else UnderWay(**under_way))
    except (ValueError, TypeError, KeyError):
        raise FolderError(f"{path}: damaged; remove it, and the next refresh begins anew") from None


def save_state(folder: Path, state: State) -> None:
    """Write it in one step: a run that is killed finds the state before or the one after."""
    aside = folder / f".{STATE}.partial"
    aside.write_text(json.dumps(asdict(state), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    aside.replace(folder / STATE)


def remembered(folder: Path, changes: Mapping[str, Any]) -> RefreshSettings:
    """The settings of the folder with changes, which are remembered: those of `refresh.toml`, else those that
    `instead start` began the folder with."""
    path = folder / SETTINGS
    if path.is_file():
        known = RefreshSettings.from_toml(path)
    elif (folder / STARTED).is_file():
        known = _as_started(folder / STARTED)
    else:
        known = RefreshSettings()
    made = RefreshSettings.checked(_merged(known.model_dump(), changes))
    if not made.files:
        raise InputError(f"{folder}: name the shop's files: instead refresh {folder} reviews.csv products.csv")
    folder.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or made != known:
        aside = folder / f".{SETTINGS}.partial"
        aside.write_text(made.to_toml(), encoding="utf-8")
        aside.replace(path)
    return made


def _merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Values with changes, table by table."""
    found = dict(values)
    for name, value in changes.items():
        inner = found.get(name)
        found[name] = _merged(inner, value) if isinstance(inner, dict) and isinstance(value, Mapping) else value
    return found


def _as_started(path: Path) -> RefreshSettings:
    """What `instead start` was begun with."""
    try:
        begun = json.loads(path.read_text(encoding="utf-8"))["begun_with"]
        files = tuple(str(one[0]) for one in begun["files"])
        settings = PrepareSettings.checked(dict(begun["settings"]["prepare"]))
        return RefreshSettings(files=files, columns=begun["settings"].get("columns") or {}, prepare=settings)
    except (ValueError, KeyError, TypeError, IndexError):
        raise FolderError(f"{path}: damaged; name the shop's files: instead refresh {path.parent} FILE...") from None
