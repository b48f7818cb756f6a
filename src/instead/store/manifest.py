"""`manifest.json`: what a folder holds, written last, so that a folder without one is not finished."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from instead.errors import FolderError

MANIFEST = "manifest.json"
FORMAT_VERSION = 1
_PACKAGES = ("instead", "numba", "numpy", "polars", "scipy")


def write_manifest(folder: Path, kind: str, content: dict[str, Any]) -> dict[str, Any]:
    """Write the manifest of a finished folder and return it."""
    manifest = {"kind": kind, "format": FORMAT_VERSION, **content, "packages": _versions()}
    text = json.dumps(manifest, ensure_ascii=False, indent=2)
    aside = folder / f".{MANIFEST}.partial"  # extraction rewrites it in a finished folder: never half a manifest
    aside.write_text(text + "\n", encoding="utf-8")
    aside.replace(folder / MANIFEST)
    return manifest


def read_manifest(folder: Path, kind: str | None = None) -> dict[str, Any]:
    """The manifest of a folder (of one kind, if named), or one sentence on why there is none to be had."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise FolderError(f"{folder}: no such folder")
    if not path.is_file():
        raise FolderError(f"{folder}: no {MANIFEST} inside, so this is no finished folder of ours")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        written, _ = int(manifest["format"]), str(manifest["kind"])
    except (ValueError, KeyError, TypeError):
        raise FolderError(f"{path}: damaged; prepare the folder again") from None
    if written > FORMAT_VERSION:
        raise FolderError(f"{folder}: written by a newer version (format {written}); upgrade instead to read it")
    if kind is not None and manifest["kind"] != kind:
        article = "an" if kind[0] in "aeiou" else "a"
        raise FolderError(f"{folder}: a {manifest['kind']} folder, not {article} {kind} folder")
    return dict(manifest)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
