"""`instead inspect FILE...`: what is in these files, before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from instead.preparation.inspection import Inspected


def register(app: typer.Typer) -> None:
    app.command("inspect")(inspect)


def inspect(
    files: list[Path] = typer.Argument(..., help="Files of any kind that `prepare` reads."),
    kind: str | None = typer.Option(
        None,
        "--as",
        help="Read them as reviews, items, mentions, links, views, names, rows or triples.",
    ),
    column: list[str] = typer.Option([], "--map", help="[FILE:]NAME=COLUMN, e.g. --map user=customer_id (repeatable)."),
    columns: Path | None = typer.Option(None, "--columns", help="TOML file with a [columns] table."),
    decimal: str = typer.Option("auto", help="Mark before decimals in prices: point or comma."),
    dates: str = typer.Option("auto", help="What 03/04/2025 begins with: day or month."),
    action: list[str] = typer.Option([], help="WORD=ACTION of a log, e.g. --action clickout=purchase (repeatable)."),
    json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Say what files are understood as: format, columns, counts, relations, first rejected rows."""
    from instead.cli.terminal import bars, out, print_json
    from instead.errors import InputError
    from instead.files.columns import parse_map
    from instead.files.understood import KINDS
    from instead.preparation.inspection import inspect_files
    from instead.settings import ReadSettings

    if kind is not None and kind not in KINDS:
        raise InputError(f"--as wants one of {', '.join(KINDS)}, not {kind!r}")
    mapping = parse_map(column, columns)
    settings = ReadSettings.checked({"decimal": decimal, "dates": dates, "actions": tuple(action)})
    found = inspect_files(files, kind=kind, columns=mapping, settings=settings, progress=bars)
    if json:
        print_json([one.as_dict() for one in found])
        return
    for one in found:
        show(one)
    relations = {name for one in found for name in one.relations}
    if not relations & {"also_viewed", "buy_after_viewing", "substitute"}:
        out.print(
            "\n[bold]No substitute relation in these files.[/] `prepare` needs one: own links (--links), "
            "a view log (--views), or Amazon 2014/2018 metadata. Without it (--without-links) "
            "there are no triples: attributes, and models that need no links, such as item-knn."
        )


def show(one: Inspected) -> None:
    """One file on the terminal."""
    from rich.markup import escape

    from instead.cli.terminal import out
    from instead.mentions.languages import spoken

    packed = "" if one.compression == "plain" else f", {one.compression}"
    out.print(f"[bold]{escape(one.file)}[/]\n  {one.kind}: {one.format}{packed}, {one.rows:,} rows")
    _show_rows(one)
    if one.columns:
        pairs = ", ".join(name if name == column else f"{name} = {column}" for name, column in one.columns.items())
        out.print(f"  columns    {escape(pairs)}")
    if one.counts:
        out.print("  counts     " + ", ".join(f"{count:,} {name}" for name, count in one.counts.items()))
    if one.languages:
        out.print("  languages  " + escape(spoken(one.languages)))
    if one.relations:
        out.print("  relations  " + ", ".join(f"{count:,} {name}" for name, count in one.relations.items()))
    for name, notation in one.notations.items():
        out.print(f"  {name:<11}{escape(notation.text)}" + ("" if notation.sure else "  [yellow]not sure[/]"))
    for name, count in one.repaired.items():
        out.print(f"  repaired   {count:,} rows: {name}")
    for name, count in one.unused.items():
        out.print(f"  not used   {count:,} rows: {escape(name)}")
    if one.damage:
        out.print(f"  [bold red]damaged[/]    {one.damage}; `prepare` stops here unless --keep-truncated is given")
    for note in one.notes:
        out.print(f"  note       {escape(note)}")
    if one.rejected:
        share = one.rejected / one.rows
        out.print(f"  [bold yellow]rejected[/]   {one.rejected:,} rows ({share:.2%}), the first:")
        for row in one.first_rejected:
            out.print(f"             line {row.line}: {escape(row.cause)}  [dim]{escape(row.content[:90])}[/]")


def _show_rows(one: Inspected) -> None:
    """How sure it is what a file is, and three of its rows as they were understood."""
    from rich.markup import escape

    from instead.cli.terminal import out
    from instead.preparation.first_rows import in_words

    why = "by names of columns or by its format" if one.sure else "no names of columns say what it is"
    beside = f"; it could also be read as {' or '.join(one.others)} (--as KIND)" if one.others else ""
    out.print(f"  {'sure       ' if one.sure else '[yellow]not sure[/]   '}{escape(why + beside)}")
    for row in one.first_rows:
        out.print(f"  row        {escape(in_words(row))}")
