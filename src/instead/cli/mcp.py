"""`instead mcp MODEL`: the shop as tools for assistants (Model Context Protocol)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer


def register(app: typer.Typer) -> None:
    app.command("mcp")(mcp)


def mcp(
    model: Path = typer.Argument(..., envvar="INSTEAD_MODEL", help="Model folder written by `instead train`."),
    http: bool = typer.Option(False, "--http", help="Streamable HTTP on this machine, instead of stdin and stdout."),
    port: int | None = typer.Option(None, help="Port for --http; 0 takes a free one. [default: 8000]"),
    user: str | None = typer.Option(None, help="Advise this user of the shop. [default: a stranger]"),
    threads: int | None = typer.Option(None, help="Calls computed at a time. [default: 2]"),
    log: str | None = typer.Option(None, help="json or text, on stderr. [default: text on a terminal, json otherwise]"),
    wording: str | None = typer.Option(
        None, "--wording", help="Language of the answers (de, fr), or a TOML file with other words. [default: en]"
    ),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with any of the service's settings."),
    assign: list[str] = typer.Option([], "--set", help="NAME=VALUE of any other setting, e.g. max_k=20 (repeatable)."),
) -> None:
    """Tools for assistants: find items, substitutes with reasons, two items side by side (Model Context Protocol)."""
    import importlib.util
    import os

    from instead.cli.choices import parse_assignments
    from instead.cli.terminal import err
    from instead.errors import InputError
    from instead.languages import wording_of
    from instead.settings import ServiceSettings
    from instead.settings.base import read_toml
    from instead.store.manifest import read_manifest

    if importlib.util.find_spec("mcp") is None:
        raise InputError("tools for assistants need one more package: pip install 'instead[mcp]'")
    if port is not None and not http:
        raise InputError("--port is for --http; without it the tools are asked over stdin and stdout")
    given: dict[str, Any] = {"port": port, "threads": threads, "log": log or ("text" if err.is_terminal else None)}
    values = read_toml(settings, "settings") if settings is not None else {}
    values |= parse_assignments(assign, ServiceSettings) | {
        name: value for name, value in given.items() if value is not None
    }
    chosen = ServiceSettings.checked(values, path=settings)
    words = wording_of(wording)
    read_manifest(model, "model")  # before anything slow is imported
    os.environ.setdefault("POLARS_MAX_THREADS", str(chosen.threads))  # calls run beside each other
    from instead.assistant.running import over_http, over_stdio

    if http:
        over_http(model, chosen, words, user, lambda address: err.print(f"Instead is ready at [bold]{address}[/]"))
    else:
        over_stdio(model, chosen, words, user)
