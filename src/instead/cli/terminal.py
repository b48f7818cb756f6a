"""Terminal output shared by all commands: consoles, progress bars, tables, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from instead.progress import Advance, quiet

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


@contextmanager
def bars(stage: str, *, total: int | None = None, unit: str = "") -> Iterator[Advance]:
    """`instead.progress.Progress` as a bar on stderr; silent when that is not a terminal."""
    if not err.is_terminal:
        with quiet(stage) as advance:
            yield advance
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=err, transient=True) as shown:
        task = shown.add_task(stage, total=total, note="")

        def advance(done: int, note: str = "", /) -> None:
            shown.advance(task, done)
            if note:
                shown.update(task, note=note)

        yield advance


def say_last(sentence: str) -> None:
    """Print a sentence on stderr after Ctrl-C, not through the console: an interruption inside `print` leaves its
    buffer locked."""
    sys.stderr.write(sentence + "\n")


def print_json(value: Any) -> None:
    """One JSON document on stdout, for machines."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), header: bool = True
) -> Table:
    """A plain table; `right` names the columns aligned to the right."""
    made = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, show_header=header)
    for place, name in enumerate(columns):
        made.add_column(name, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*row)
    return made
