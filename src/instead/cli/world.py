"""`instead world`: write a synthetic shop with planted truth."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    app.command("world")(world)


def world() -> None:
    """Write a synthetic shop as raw files."""
