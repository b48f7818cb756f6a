"""`instead store ...`: look after the events of a served shop: status, export, import, retention, forgetting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from instead.live.store import LiveStore

verbs = typer.Typer(help="Look after the events of a served shop.", no_args_is_help=True)
STORE = typer.Argument(..., help="File (SQLite) or postgresql://... of `instead serve --store`.")
JSON = typer.Option(False, "--json", help="Print JSON.")


def register(app: typer.Typer) -> None:
    app.add_typer(verbs, name="store")


@contextmanager
def _opened(address: str, *, create: bool = False) -> Iterator[LiveStore]:
    from instead.live.store import open_store

    store = open_store(address, create=create)
    try:
        yield store
    finally:
        store.close()


@verbs.command()
def status(store: str = STORE, json: bool = JSON) -> None:
    """How much there is, and of when."""
    from dataclasses import asdict

    from instead.cli.terminal import out, print_json, table

    with _opened(store) as opened:
        found = opened.status()
    if json:
        print_json(asdict(found))
        return
    rows = [*found.events.items(), ("shown", found.shown), ("documents", found.documents)]
    out.print(table(found.address, ("what", "rows"), [(name, f"{count:,}") for name, count in rows]))
    if found.first is not None and found.last is not None:
        out.print(f"events from {_day(found.first)} to {_day(found.last)}")


@verbs.command()
def export(
    store: str = STORE,
    folder: Path = typer.Argument(..., help="Folder to make."),
    replace: bool = typer.Option(False, "--replace", help="Replace an earlier export."),
) -> None:
    """Write everything as Parquet files, while the service may run."""
    from instead.cli.terminal import err
    from instead.live.store_folder import export_store

    with _opened(store) as opened:
        counts = export_store(opened, folder, replace=replace)
    err.print(f"{folder}: {_said(counts)}")


@verbs.command("import")
def import_(
    store: str = STORE,
    folder: Path = typer.Argument(..., help="Folder that `instead store export` made."),
) -> None:
    """Bring in what an export has and the store has not. Again is harmless; people who were forgotten stay so."""
    from instead.cli.terminal import err
    from instead.live.store_folder import import_store
    from instead.store.manifest import read_manifest

    read_manifest(folder, "store")  # before a store is made
    with _opened(store, create=True) as opened:
        address, counts = opened.address, import_store(opened, folder)
    err.print(f"{address}: new are {_said(counts)}")


@verbs.command()
def expire(
    store: str = STORE,
    older: str = typer.Option(..., "--older", help="What is older goes: 400d, 36h."),
) -> None:
    """Retention: drop events, and what was shown, that are older. The service does it daily by `retention_days`."""
    import time

    from instead.cli.terminal import err

    seconds = _seconds(older)
    with _opened(store) as opened:
        counts = opened.expire(time.time() - seconds)
    err.print(f"dropped: {_said(dict(counts))}")


@verbs.command()
def forget(store: str = STORE, user: str = typer.Argument(..., help="Id of the person.")) -> None:
    """Take everything of a person out: events, what was shown to them, documents that name them."""
    from instead.cli.terminal import err

    with _opened(store) as opened:
        gone = opened.forget(user)
    err.print(f"taken out: {_said(dict(gone.rows))}. Models that were trained before know them until the next refresh.")


def _seconds(text: str) -> float:
    from instead.errors import InputError

    found = re.fullmatch(r"(\d+)([dh])", text.strip())
    if found is None or not int(found[1]):
        raise InputError(f"--older is {text!r}; say a number of days or hours, like 400d or 36h")
    return int(found[1]) * {"d": 86_400.0, "h": 3_600.0}[found[2]]


def _said(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
