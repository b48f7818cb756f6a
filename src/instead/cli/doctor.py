"""`instead doctor`: is this machine ready, and if not, what to do."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    app.command("doctor")(doctor)


def doctor() -> None:
    """Report versions, threads and memory, what is missing and what to do."""
