"""Folders at an address: datasets with their layers, models, evaluations; complete or absent there, too.

ADDRESS/current.json               the version in use: its name, the one before, size and SHA-256 of every file
ADDRESS/versions/<16 hex>-<8 hex>/ one version; the first part is the digest of its content, the second that of its
                                   upload; `.version.json` in it says what `current.json` said of it
ADDRESS/pieces/                    finished pieces of work that goes on there

Readers begin with `current.json`, which is put when everything that it names is there: a version that is half uploaded
is never seen. Every upload has a prefix of its own, so that nobody writes into or removes what somebody else uploads.
The version before the current one stays for those who still read it; older ones, and what killed uploads left, go.
"""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from instead.errors import FolderError
from instead.progress import Progress, quiet
from instead.store.manifest import read_manifest
from instead.store.object_stores import ObjectStore, Seen, joined

CURRENT, VERSIONS, PIECES = "current.json", "versions", "pieces"
OWN = ".version.json"
FORMAT = 1
ANY = "*"
"""Whatever stands at the address may be replaced."""
_ABANDONED = 2 * 24 * 3600
"""Seconds after its last object when an upload that nothing names is taken for dead."""
_PIECE = 1 << 22
_TRIES = 5


@dataclass(frozen=True)
class Published:
    """What `current.json` says."""

    version: str
    previous: str | None
    kind: str
    files: dict[str, dict[str, Any]]
    """Path inside the folder -> `bytes` and `sha256`."""

    @property
    def digest(self) -> str:
        """What the version's name begins with: equal content, equal digest."""
        return self.version.partition("-")[0]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(int(about["bytes"]) for about in self.files.values())

    def as_json(self) -> bytes:
        about = {"format": FORMAT, "version": self.version, "previous": self.previous, "kind": self.kind}
        return (json.dumps({**about, "files": self.files}, indent=2) + "\n").encode()


def published(address: str, version: str | None = None) -> Published | None:
    """What is in use at an address, or the version that is named; None if there is no such thing."""
    content = ObjectStore(address).read(CURRENT if version is None else f"{VERSIONS}/{version}/{OWN}")
    return None if content is None else understood(address, content)


def understood(address: str, content: bytes) -> Published:
    """The content of `current.json`, checked."""
    try:
        about = json.loads(content)
        if int(about["format"]) > FORMAT:
            raise FolderError(f"{address}: written by a newer version; upgrade instead to read it")
        files = {str(name): {"bytes": int(one["bytes"]), "sha256": str(one["sha256"])}
                 for name, one in about["files"].items()}  # fmt: skip
        made = Published(str(about["version"]), about["previous"], str(about["kind"]), files)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{joined(address, CURRENT)}: damaged; publish the folder again: {remedy(address)}") from None
    strange = [name for name in (made.version, *files) if not name or name[0] == "/" or ".." in name.split("/")]
    if strange:  # it would be written outside of the folder
        raise FolderError(f"{joined(address, CURRENT)}: names {strange[0]!r}, which is no file of a folder")
    return made


def remedy(address: str) -> str:
    """The command that puts a whole folder in place of a damaged one."""
    return f"`instead copy FOLDER {address} --replace`"


def publish(folder: Path | str, address: str, *, over: str | None = None, progress: Progress = quiet) -> Published:
    """Put a finished folder at an address as its new version, in one step; readers find the old one or the new one.

    `over` is the version that it may replace: None where nothing may stand there, `ANY` for whatever does. Publishing
    what is there already, whole, does nothing.
    """
    folder = Path(folder)
    kind = str(read_manifest(folder)["kind"])
    files = _files(folder)
    store = ObjectStore(address)
    seen, standing = _standing(store)
    digest = _digest(files)
    if standing is not None and standing.digest == digest and over != ANY and _complete(store, standing):
        return standing
    _check(address, standing, over)
    version = f"{digest}-{uuid.uuid4().hex[:8]}"
    with progress(f"sending to {address}", total=sum(one["bytes"] for one in files.values()), unit="bytes") as advance:
        for name, about in files.items():
            store.send(f"{VERSIONS}/{version}/{name}", folder / name)
            advance(int(about["bytes"]))
    store.write(f"{VERSIONS}/{version}/{OWN}", Published(version, None, kind, files).as_json())
    for _ in range(_TRIES):
        made = Published(version, None if standing is None else standing.version, kind, files)
        if store.write_over(CURRENT, made.as_json(), seen):
            _sweep(store, made, None if standing is None else standing.previous)
            return made
        seen, standing = _standing(store)
        try:
            _check(address, standing, over)
        except FolderError:
            store.remove(f"{VERSIONS}/{version}")
            raise
    raise FolderError(f"{address}: others publish there all the time; try again")


def _standing(store: ObjectStore) -> tuple[Seen, Published | None]:
    seen = store.seen(CURRENT)
    return seen, None if seen.content is None else understood(store.address, seen.content)


def _check(address: str, standing: Published | None, over: str | None) -> None:
    if over in (ANY, standing.version if standing else None):
        return
    if over is None and standing is not None:
        raise FolderError(f"{address} holds a {standing.kind} already; name another address, or replace it: --replace")
    raise FolderError(f"{address}: somebody published another version during the work; run it again on that one")


def _files(folder: Path) -> dict[str, dict[str, Any]]:
    """Every file of a folder but hidden ones: locks, and what is being written."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not any(part.startswith(".") for part in name.split("/")):
            found[name] = {"bytes": path.stat().st_size, "sha256": file_sha256(path)}
    return found


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    hasher = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            hasher.update(piece)
    return hasher.hexdigest()


def _digest(files: dict[str, dict[str, Any]]) -> str:
    about = [[name, one["bytes"], one["sha256"]] for name, one in sorted(files.items())]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:16]


def _complete(store: ObjectStore, standing: Published) -> bool:
    there = store.sizes(f"{VERSIONS}/{standing.version}")
    return all(there.get(name) == about["bytes"] for name, about in standing.files.items())


def _sweep(store: ObjectStore, made: Published, older: str | None) -> None:
    """Remove the version before the previous one, and uploads that were given up long ago."""
    for version in store.names(VERSIONS):
        if version in (made.version, made.previous):
            continue
        if version != older:
            newest = store.newest(f"{VERSIONS}/{version}")
            if newest is None or newest > time.time() - _ABANDONED:  # somebody may still be at it
                continue
        store.remove(f"{VERSIONS}/{version}")
