"""`instead refresh FOLDER [FILE...]`: the shop's files and the events of its store become the next model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from instead.refreshing.refresh import Refreshed


_LOADING = 600.0
"""Seconds that a service may take to load a model."""


def register(app: typer.Typer) -> None:
    app.command("refresh")(refresh)


def refresh(
    folder: Path = typer.Argument(..., help="Folder of the shop: of `instead start`, or a new one."),
    files: list[Path] | None = typer.Argument(None, help="The shop's files; remembered for the next time."),
    events: str | None = typer.Option(
        None, "--events", help="Store of the service: a path or postgresql://... (remembered). INSTEAD_STORE wins."
    ),
    reload: str | None = typer.Option(
        None, "--reload", help="Address of a service to load the new model (remembered); INSTEAD_ADMIN_KEY is its key."
    ),
    days: float | None = typer.Option(None, help="Newest days that the new model is judged by (default 1)."),
    assign: list[str] = typer.Option([], "--set", help="NAME=VALUE of any other setting of refresh.toml (repeatable)."),
    dry_run: bool = typer.Option(False, "--dry-run", help="Say what would be done, and do nothing."),
    force: bool = typer.Option(
        False, "--force", help="Make and serve a new model, also if nothing is new or it is worse."
    ),
    json: bool = typer.Option(False, "--json", help="Print what was done as JSON."),
) -> None:
    """Make the next model of a shop's files and events, and let it serve if it is no worse than the serving one.

    Ends with 0 where a new model serves or nothing was new, 3 where the serving one was kept, 4 where another refresh
    is at work, 1 or 2 where something failed; then the serving model stays. Stopped in the middle, the same command
    goes on.
    """
    from instead.cli.choices import parse_assignments
    from instead.cli.start import Steps
    from instead.cli.terminal import bars, print_json, say_last
    from instead.live.store import open_store
    from instead.refreshing.refresh import refresh as run
    from instead.settings import RefreshSettings

    changes: dict[str, Any] = parse_assignments(assign, RefreshSettings)
    changes |= {name: value for name, value in (("events", events), ("reload", reload), ("days", days))
                if value is not None}  # fmt: skip
    elsewhere = os.environ.get("INSTEAD_STORE")
    store = open_store(elsewhere, create=False) if elsewhere else None
    try:
        found = run(folder, files=files or (), changes=changes, store=store, dry_run=dry_run, force=force,
                    reload=_reloading(folder, reload), say=Steps(), progress=bars)  # fmt: skip
    except KeyboardInterrupt:
        say_last(f"stopped; {folder} keeps what is done, and the serving model serves on. The same command goes on.")
        raise
    finally:
        if store is not None:
            store.close()
    if json:
        print_json(found.as_dict())
    else:
        _show(found)
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def _reloading(folder: Path, given: str | None) -> Callable[[Path], None] | None:
    """What tells the service at an address to load a model, if there is one."""
    from instead.refreshing.refresh_state import SETTINGS
    from instead.settings import RefreshSettings

    address = given
    if address is None and (folder / SETTINGS).is_file():
        address = RefreshSettings.from_toml(folder / SETTINGS).reload
    if not address:
        return None

    def tell(model: Path) -> None:
        from instead.service.client import Client

        with Client(address, key=os.environ.get("INSTEAD_ADMIN_KEY"), timeout=_LOADING) as service:
            service.reload(str(model.resolve()))

    return tell


def _show(found: Refreshed) -> None:
    """One paragraph."""
    from rich.markup import escape

    from instead.cli.terminal import out

    took = f" It took {found.seconds:.0f} s." if found.seconds else ""
    report = f" Report: {found.reports[0]}." if found.reports else ""
    out.print(f"[bold]{found.outcome}[/]: {escape(found.sentence)}.{took}{escape(report)}")
