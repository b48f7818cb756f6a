"""`instead VERB ...`: collects the verbs and turns errors into one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from instead.cli import (
    copy,
    demo,
    doctor,
    evaluate,
    experiment,
    extract,
    feed,
    inspect,
    mcp,
    models,
    prepare,
    recommend,
    refresh,
    reproduce,
    rules,
    serve,
    start,
    store,
    train,
    tune,
    world,
)
from instead.errors import InsteadError

app = typer.Typer(
    name="instead",
    help="Personalised, explained substitute recommendation: try this instead, because ...",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (
    demo,
    start,
    inspect,
    prepare,
    extract,
    models,
    train,
    tune,
    recommend,
    rules,
    serve,
    refresh,
    store,
    feed,
    experiment,
    mcp,
    evaluate,
    reproduce,
    copy,
    world,
    doctor,
):
    verb.register(app)


INTERRUPTED = 130


def _version(asked: bool) -> None:
    if asked:
        from instead import __version__

        typer.echo(f"instead {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", help="Print the version and stop.", callback=_version, is_eager=True
    ),
) -> None:
    """Personalised, explained substitute recommendation: try this instead, because ..."""


def run() -> None:
    """Entry point. Exit codes: 0 done, 1 the work failed, 2 wrong usage or input, 130 interrupted."""
    try:
        app()
    except InsteadError as error:
        sys.stderr.write(f"instead: {error}\n")
        sys.exit(error.exit_code)
    except OSError as error:  # a full disk, a folder without permission
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"instead: {place}{error.strerror or error}\n")
        sys.exit(1)
    except SystemExit as ended:  # typer has turned interruptions and broken pipes into bare exits
        _leave(ended)


def _leave(ended: SystemExit) -> NoReturn:
    if ended.code == INTERRUPTED:
        sys.stderr.write("instead: interrupted; nothing half-written was left behind\n")
    try:
        sys.stdout.flush()
        broken = isinstance(ended.__context__, BrokenPipeError)
    except BrokenPipeError:
        broken = True
    if broken:  # `instead ... | head`: redirect remaining output, so that no error is printed at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        sys.exit(0)
    raise ended
