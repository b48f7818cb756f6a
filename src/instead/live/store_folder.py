"""A store as a folder of Parquet files, and back: for backups, for another database, for whoever analyses events.

events/0001.parquet ...   the columns of `LiveStore.events`
shown/0001.parquet ...    the columns of `LiveStore.shown`
documents.json            kind -> id -> document
manifest.json             counts; written last
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import orjson
import polars as pl

from instead.errors import FolderError, InputError
from instead.live import event_rows, shown_rows
from instead.live.forgetting import was_forgotten
from instead.live.store import Conflict, DocumentKind, LiveStore
from instead.store.folder import check_target, written_aside
from instead.store.manifest import read_manifest, write_manifest

KIND = "store"
PART = 200_000
"""Rows of one file."""
STEP = 5_000
"""Rows that are brought in one transaction."""
DOCUMENTS = "documents.json"
FORGOTTEN: DocumentKind = "forgotten"


def export_store(store: LiveStore, folder: Path, *, replace: bool = False) -> dict[str, int]:
    """Write everything that is there now; rows by table. The folder is complete or absent."""
    check_target(folder, KIND, replace=replace)
    newest = store.newest()
    documents = {kind: found for kind in get_args(DocumentKind) if (found := store.documents(kind))}
    with written_aside(folder) as aside:
        counts = {
            "events": _written(store.events(until=newest.events), aside / "events", event_rows.SCHEMA),
            # what was shown before an event is on disk before it: read after the events, none of theirs is missing
            "shown": _written(store.shown(until=time.time()), aside / "shown", shown_rows.SCHEMA),
            "documents": sum(len(of_kind) for of_kind in documents.values()),
        }
        (aside / DOCUMENTS).write_bytes(orjson.dumps(documents, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2))
        write_manifest(aside, KIND, {"counts": counts, "time": time.time()})
    return counts


def import_store(store: LiveStore, folder: Path) -> dict[str, int]:
    """Bring in what is not there yet; new rows by table. Doing it again changes nothing, and people who were forgotten
    stay so. Documents that are there already stay as they are."""
    read_manifest(folder, KIND)
    try:
        documents: dict[DocumentKind, dict[str, Any]] = orjson.loads((folder / DOCUMENTS).read_bytes())
    except (OSError, ValueError) as error:
        raise FolderError(f"{folder / DOCUMENTS}: cannot be read ({error})") from None
    counts = {"events": 0, "shown": 0, "documents": 0}
    for kind, found in documents.items():
        new = _new(found, store.documents(kind), forgotten=kind == FORGOTTEN)
        store.put(kind, new)
        counts["documents"] += len(new)
    theirs = _sessions_of_the_forgotten(folder, store.documents(FORGOTTEN))
    for frame in _read(folder / "events", event_rows.SCHEMA):
        try:
            kept = store.bring(_without(frame, theirs))
        except Conflict as error:
            raise InputError(f"{error}; it is another event in {store.address}", path=folder) from None
        counts["events"] += sum(not one.repeated for one in kept)
    for frame in _read(folder / "shown", shown_rows.SCHEMA):
        counts["shown"] += store.bring_shown(_without(frame, theirs))
    return counts


def _new(found: Mapping[str, Any], there: Mapping[str, Any], *, forgotten: bool) -> dict[str, Any]:
    """Documents that are not there. Of somebody who was forgotten twice, the later time counts."""
    if forgotten:
        return {name: one for name, one in found.items() if name not in there or there[name]["until"] < one["until"]}
    return {name: one for name, one in found.items() if name not in there}


def _written(frames: Iterable[pl.DataFrame], folder: Path, schema: Mapping[str, Any]) -> int:
    """Frames as files of many rows; how many rows."""
    folder.mkdir()
    waiting: list[pl.DataFrame] = []
    rows = files = 0

    def write() -> None:
        nonlocal files
        files += 1
        pl.concat(waiting).write_parquet(folder / f"{files:04}.parquet")
        waiting.clear()

    for frame in frames:
        waiting.append(frame)
        rows += frame.height
        if sum(one.height for one in waiting) >= PART:
            write()
    if waiting or not files:
        waiting.append(pl.DataFrame(schema=dict(schema)))
        write()
    return rows


def _read(folder: Path, schema: Mapping[str, Any]) -> Iterator[pl.DataFrame]:
    for path in sorted(folder.glob("*.parquet")):
        try:
            whole = pl.read_parquet(path).select(list(schema)).cast(pl.Schema(schema))
        except (OSError, pl.exceptions.PolarsError) as error:
            raise FolderError(f"{path}: cannot be read ({error})") from None
        yield from whole.iter_slices(STEP)


def _sessions_of_the_forgotten(folder: Path, marks: Mapping[str, Any]) -> pl.Series:
    """Sessions in the folder that belong to people who were forgotten: what they did before they said who they are."""
    found: set[str] = set()
    for table, schema in (("events", event_rows.SCHEMA), ("shown", shown_rows.SCHEMA)) if marks else ():
        for frame in _read(folder / table, schema):
            named = frame.drop_nulls(["user", "session"]).select("user", "session", "time").unique()
            found |= {session for user, session, at in named.iter_rows() if was_forgotten(marks, user, at)}
    return pl.Series(sorted(found), dtype=pl.String)


def _without(frame: pl.DataFrame, sessions: pl.Series) -> pl.DataFrame:
    """Rows that name nobody and belong to one of these sessions are left out."""
    if not len(sessions):
        return frame
    return frame.filter(
        ~(pl.col("user").is_null() & pl.col("session").is_in(sessions.implode()).fill_null(value=False))
    )
