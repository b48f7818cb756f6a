"""Layers: the immutable, content-addressed folders of a dataset, each complete or absent.

FOLDER/manifest.json                  names the layers in use; replaced in one step
FOLDER/layers/KIND-<12 hex>/          one layer
FOLDER/layers/KIND-<12 hex>/layer.json  kind, hash, what it was made from, size and checksum of every file

A layer is written under a hidden name and renamed atomically when complete, so a folder with a layer's name is whole.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.errors import FolderError
from instead.store.arrays import joint_digest
from instead.store.digests import checksum, file_digest

LAYERS = "layers"
ABOUT = "layer.json"
BASE, MENTIONS, SPLIT = "base", "mentions", "split"
KINDS = {BASE: "reviews and items", MENTIONS: "mentions", SPLIT: "split"}
"""Kind -> what it holds, in words."""
UNHASHED = "rejected.jsonl"
"""Log of rejected rows: kept and checked, but not part of the content hash."""


@dataclass(frozen=True)
class Layer:
    """A complete layer on disk."""

    folder: Path
    kind: str
    hash: str
    made_from: dict[str, str]
    """Hashes of the layers it was computed from, by kind."""
    files: dict[str, dict[str, Any]]
    """Path inside the layer -> `bytes` and `crc32`."""

    @classmethod
    def open(cls, folder: Path) -> Layer:
        """Read `layer.json`; `verify` checks the files."""
        try:
            about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
            return cls(folder, str(about["kind"]), str(about["hash"]), dict(about["made_from"]), dict(about["files"]))
        except FileNotFoundError:
            raise FolderError(f"{folder}: missing") from None
        except (OSError, ValueError, KeyError, TypeError):
            raise FolderError(f"{folder / ABOUT}: damaged") from None

    def verify(self) -> None:
        """Check size and checksum of every file; reads them all."""
        for name, about in self.files.items():
            path = self.folder / name
            if not path.is_file():
                raise FolderError(f"{path}: missing")
            if path.stat().st_size != about["bytes"] or checksum(path) != about["crc32"]:
                raise FolderError(f"{path}: damaged, it is not what was written")


def layer_folder(dataset: Path, kind: str, digest: str) -> Path:
    """Path of a layer in a dataset folder."""
    return dataset / LAYERS / f"{kind}-{digest[:12]}"


def content_hash(folder: Path, known: Mapping[str, str] | None = None) -> str:
    """One hash over the content of every file of a layer, by name; `known` are file hashes computed before."""
    known = known or {}
    names = sorted(path.name for path in folder.iterdir() if path.name not in (ABOUT, UNHASHED))
    return joint_digest(f"{name} {known.get(name) or file_digest(folder / name)}" for name in names)


@contextmanager
def new_layer(dataset: Path, kind: str) -> Iterator[Path]:
    """A hidden folder to write a layer into; it is removed at the end of the block unless it was sealed."""
    aside = dataset / LAYERS / f".{kind}.partial.{os.getpid()}"
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(parents=True)
    try:
        yield aside
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def seal(aside: Path, kind: str, digest: str, made_from: Mapping[str, Layer]) -> Layer:
    """Write `layer.json` into a folder of `new_layer` and rename it to its final name; it is immutable from then on.

    Idempotent: if a layer of the same content exists it is kept, unless it is damaged.
    """
    paths = sorted(path for path in aside.rglob("*") if path.is_file())
    files = {
        path.relative_to(aside).as_posix(): {"bytes": path.stat().st_size, "crc32": checksum(path)} for path in paths
    }
    about = {
        "kind": kind,
        "hash": digest,
        "made_from": {name: layer.hash for name, layer in made_from.items()},
        "files": files,
    }
    (aside / ABOUT).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    target = aside.parent / f"{kind}-{digest[:12]}"
    if target.exists():
        if _whole(target, digest):
            return Layer.open(target)
        remove(target)
    aside.rename(target)
    return Layer.open(target)


def _whole(folder: Path, digest: str) -> bool:
    try:
        found = Layer.open(folder)
        found.verify()
    except FolderError:
        return False
    return found.hash == digest


def sweep(dataset: Path, keep: set[Path]) -> None:
    """Remove layers that are not in `keep`, and leftovers of killed processes. The caller must hold the lock."""
    for path in (dataset / LAYERS).iterdir():
        left = path.name.startswith(".") and path.is_dir()
        if left or (path not in keep and path.name.partition("-")[0] in KINDS):
            with contextlib.suppress(OSError):  # retried by the next sweep
                remove(path)


def remove(layer: Path) -> None:
    """Rename to a hidden name, then delete, so that a partly deleted folder never has a layer's name."""
    hidden = layer.with_name(f".{layer.name.lstrip('.')}.removed.{os.getpid()}")
    layer.rename(hidden)
    shutil.rmtree(hidden, ignore_errors=True)
