"""`manifest.json`: content and format version of a folder, written last: a folder without one is not finished."""

from __future__ import annotations

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from instead.errors import FolderError
from instead.store.leftovers import put_back

MANIFEST = "manifest.json"
FORMATS = {"dataset": 2}
"""The format of each kind of folder; 1 where it never changed."""
OLDEST = {"dataset": 2}
"""The oldest format that is still read."""
_PACKAGES = ("instead", "numba", "numpy", "polars", "scipy")


def write_manifest(folder: Path, kind: str, content: dict[str, Any]) -> dict[str, Any]:
    """Write the manifest of a finished folder and return it."""
    manifest = {"kind": kind, "format": FORMATS.get(kind, 1), **content, "packages": _versions()}
    text = json.dumps(manifest, ensure_ascii=False, indent=2)
    aside = folder / f".{MANIFEST}.partial"  # extraction rewrites it in a finished folder, so the write must be atomic
    aside.write_text(text + "\n", encoding="utf-8")
    aside.replace(folder / MANIFEST)
    return manifest


def read_manifest(folder: Path, kind: str | None = None) -> dict[str, Any]:
    """The manifest of a folder (of one kind, if named); raises an error that says why it cannot be read."""
    path = folder / MANIFEST
    put_back(folder)
    if not folder.is_dir():
        raise FolderError(f"{folder}: no such folder")
    if not path.is_file():
        raise FolderError(f"{folder}: no {MANIFEST} inside, so this is no finished folder of ours")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        written, found = int(manifest["format"]), str(manifest["kind"])
    except (ValueError, KeyError, TypeError):
        raise FolderError(f"{path}: damaged; prepare the folder again") from None
    if written > FORMATS.get(found, 1):
        raise FolderError(f"{folder}: written by a newer version (format {written}); upgrade instead to read it")
    if kind is not None and found != kind:
        article = "an" if kind[0] in "aeiou" else "a"
        raise FolderError(f"{folder}: a {found} folder, not {article} {kind} folder")
    if kind is not None and written < OLDEST.get(kind, 1):
        raise FolderError(
            f"{folder}: a {kind} folder of version 0.1 (format {written}), which is not read any more; make it again "
            f"from the shop's files: `instead prepare FILE... --out {folder} --replace`"
        )
    return dict(manifest)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
