"""`instead start FILE... [--out FOLDER]`: from a shop's files to a served model and a page of what was found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from instead.starting.start import Started


def register(app: typer.Typer) -> None:
    app.command("start")(start)


def start(
    files: list[Path] = typer.Argument(
        ..., help="The shop's files as they are; what each one is, is told by its content."
    ),
    out: Path = typer.Option(Path("shop"), "--out", help="Folder for everything that is made of them."),
    column: list[str] = typer.Option(
        [], "--map", help="[FILE:]NAME=COLUMN, where a column is not recognised (repeatable)."
    ),
    columns: Path | None = typer.Option(None, "--columns", help="TOML file with a [columns] table."),
    settings: Path | None = typer.Option(None, "--settings", help="TOML file with settings of the preparation."),
    seed: int | None = typer.Option(None, help="Seed of everything random (default 0)."),
    max_rejected: float | None = typer.Option(None, help="Largest share of unusable rows in a file (default 0.01)."),
    keep_truncated: bool = typer.Option(False, help="Take the readable rows of a file that is cut off."),
    replace: bool = typer.Option(False, help="Begin anew, also if the same files were worked on before."),
    serve: bool = typer.Option(False, "--serve", help="Serve the model at the end. Ctrl-C ends it."),
    open_page: bool = typer.Option(False, "--open", help="With --serve: open the page in a browser."),
    port: int | None = typer.Option(None, help="With --serve: the port; 0 takes a free one. [default: 8000]"),
    json: bool = typer.Option(False, "--json", help="Print what was found as JSON."),
) -> None:
    """From a shop's files to recommendations: understand, prepare, read, train, judge, and say what was found.

    Stopped in the middle, the same command goes on where it was.
    """
    from instead.cli.terminal import bars, print_json, say_last
    from instead.files.columns import parse_map
    from instead.settings import PrepareSettings
    from instead.starting.start import start as run

    base = PrepareSettings.from_toml(settings) if settings is not None else PrepareSettings()
    values: dict[str, Any] = base.model_dump()
    if seed is not None:
        values["seed"] = seed
    if max_rejected is not None:
        values["read"]["max_rejected"] = max_rejected
    if keep_truncated:
        values["read"]["keep_truncated"] = True
    try:
        found = run(
            files, out=out, columns=parse_map(column, columns), settings=PrepareSettings.checked(values),
            replace=replace, say=Steps(), progress=bars,
        )  # fmt: skip
    except KeyboardInterrupt:
        say_last(f"stopped; {out} keeps what is done. The same command goes on from there.")
        raise
    if json:
        print_json(found.as_dict())
    else:
        show(found)
    if serve:
        from instead.cli.serve import serve as run_service

        run_service(
            found.model, host=None, port=port, open_page=open_page, api_key=None, admin_key=None, store=None,
            threads=None, log=None, wording=found.language, settings=None, assign=[],
        )  # fmt: skip


class Steps:
    """Prints steps on stderr as they are done, each heading once."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, heading: str, sentence: str) -> None:
        from rich.markup import escape

        from instead.cli.terminal import err

        if heading != self.last:
            err.print(f"[bold]{escape(heading)}[/]")
            self.last = heading
        err.print(f"  {escape(sentence)}")


def show(found: Started) -> None:
    """What is weak, three recommendations, and how to go on."""
    from rich.markup import escape

    from instead.cli.terminal import out

    tried = found.tried
    out.print(
        f"\nOf {tried.asked:,} items that were asked about [bold]{tried.answered:.0%}[/] get an offer; "
        f"[bold]{tried.reasoned:.0%}[/] of the offers carry a reason, [bold]{tried.better:.0%}[/] of the first ones "
        "have something that speaks for them."
    )
    if found.weak:
        out.print("\n[bold]What is weak, and what would help[/]")
        for one in found.weak:
            out.print(f"- {escape(one.seen)}: {escape(one.advice)}.")
    out.print("\n[bold]Try this instead[/]")
    for example in tried.examples:
        out.print(f"Looking at {escape(example.query.title)} [dim]{escape(example.query.id)}[/]")
        for offer in example.found.substitutes[:2]:
            out.print(f"  {escape(offer.title)}: {escape(offer.headline or offer.text)}")
    out.print(f"\nThe whole story: [bold]{escape(str(found.page))}[/]\n[bold]Go on[/]")
    for command in found.next_steps:
        out.print(f"  {escape(command)}")
