"""`instead serve MODEL`: the HTTP service and its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

EARLIER = "feedback.sqlite"
"""What the store was called when it kept verdicts alone."""


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    model: Path = typer.Argument(
        ..., envvar="INSTEAD_MODEL", help="Model folder written by `instead train`, or its address."
    ),
    host: str | None = typer.Option(None, help="Address to listen on. [default: 127.0.0.1, this machine only]"),
    port: int | None = typer.Option(None, help="Port; 0 takes a free one. [default: 8000]"),
    open_page: bool = typer.Option(False, "--open", help="Open the page in a browser."),
    api_key: str | None = typer.Option(
        None, "--api-key", envvar="INSTEAD_API_KEY", help="Ask callers for this key (better given as a variable)."
    ),
    admin_key: str | None = typer.Option(
        None, "--admin-key", envvar="INSTEAD_ADMIN_KEY", help="Ask for this one at /admin, /metrics and /v1/users."
    ),
    store: str | None = typer.Option(
        None, envvar="INSTEAD_STORE", help="File (SQLite) or postgresql://... for events. [default: live.sqlite here]"
    ),
    rules: Path | None = typer.Option(
        None, envvar="INSTEAD_RULES", help="TOML file with rules of the shop's owners; read again when it changes."
    ),
    embed_secret: str | None = typer.Option(
        None, "--embed-secret", envvar="INSTEAD_EMBED_SECRET", help="Signs users of pages that embed offers."
    ),
    threads: int | None = typer.Option(None, help="Requests computed at a time. [default: 2]"),
    log: str | None = typer.Option(None, help="json or text. [default: text on a terminal, json otherwise]"),
    wording: str | None = typer.Option(
        None, "--wording", help="The shop's own language (de, fr), or a TOML file with other words. [default: en]"
    ),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with any of the service's settings."),
    assign: list[str] = typer.Option([], "--set", help="NAME=VALUE of any other setting (repeatable)."),
) -> None:
    """Serve recommendations with reasons over HTTP, with a page for people. Ctrl-C ends it."""
    import os
    import signal

    # before numpy is loaded: memory for a model in pages of 4 KB. A page of 2 MB that no program has had yet costs a
    # virtual machine up to 3 ms, a second in all, and requests are no faster with them
    os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
    from instead.cli.addresses import here
    from instead.cli.choices import parse_assignments
    from instead.cli.terminal import err
    from instead.engine.lasting import lasting
    from instead.languages import offered, wording_of
    from instead.ranking.rule_files import read_rules
    from instead.settings import ServiceSettings
    from instead.settings.base import read_toml
    from instead.store.manifest import read_manifest

    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "api_key": api_key or None,  # an empty variable is no key
        "admin_key": admin_key or None,
        "embed_secret": embed_secret or None,
        "store": store or None,
        "rules": rules,
        "threads": threads,
        "log": log or ("text" if err.is_terminal else None),
    }
    values = read_toml(settings, "settings") if settings is not None else {}
    values |= parse_assignments(assign, ServiceSettings) | {
        name: value for name, value in given.items() if value is not None
    }
    chosen = ServiceSettings.checked(values, path=settings)
    if "store" not in values and Path(EARLIER).exists() and not Path(chosen.store).exists():
        err.print(f"{EARLIER} of an earlier version is here and not used: --store {EARLIER} takes it over")
    words = wording_of(wording)
    offered(words, chosen.languages)  # a language that is not there is known before anything slow is imported
    if chosen.rules is not None:
        read_rules(chosen.rules)  # a wrong file is known before the service starts; later it changes nothing
    read_manifest(here(model), "model")  # before anything slow is imported
    if hasattr(signal, "SIGHUP"):  # a reload before the first model is loaded is not needed
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # one thread per request: a polars thread pool in each request would oversubscribe the cores
    os.environ.setdefault("POLARS_MAX_THREADS", str(chosen.threads))
    with lasting():  # 1,200 modules: scanning what they define took a fifth of their import
        from instead.service.server import serve as run

    run(model, chosen, lambda address: _ready(address, open_page, chosen.api_key or chosen.admin_key), words)


def _ready(address: str, open_page: bool, key: Any) -> None:
    import webbrowser
    from urllib.parse import quote

    from instead.cli.terminal import err

    err.print(f"Instead is ready at [bold]{address}[/]  (page: {address}/  staff: {address}/#/staff  Ctrl-C ends it)")
    if open_page:
        webbrowser.open(f"{address}/" + (f"#key={quote(key.get_secret_value(), safe='')}" if key else ""))
