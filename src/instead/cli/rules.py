"""`instead rules check FILE MODEL` and `instead rules preview FILE MODEL`: rules before they go live."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from instead.live.preview import Preview
    from instead.ranking.rule_checks import Matched

File = Annotated[Path, typer.Argument(help="TOML file with the rules.")]
Model = Annotated[Path, typer.Argument(help="Model folder of the shop they are for.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

verbs = typer.Typer(
    help="Rules of the shop's owners: check them, and see what they would change.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    app.add_typer(verbs, name="rules")


@verbs.command("check")
def check(file: File, model: Model, json: Json = False) -> None:
    """Read rules, count what they match, and say what is wrong with them. Exit code 2 where something is."""
    from dataclasses import asdict

    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.ranking.rule_checks import checked
    from instead.ranking.rule_files import rules_of
    from instead.shop import load

    rules = rules_of(file)
    shop = load(model)
    matched, problems = checked(rules, shop.catalogue, shop.clock())
    if json:
        shown = [asdict(one) | {"rule": one.rule.as_json()} for one in matched]
        print_json({"rules": shown, "problems": [one.text for one in problems]})
    else:
        console.print(_matches(matched))
        _say([one.text for one in problems])
    if problems:
        raise typer.Exit(2)


@verbs.command("preview")
def show_preview(
    file: File,
    model: Model,
    items: int = typer.Option(100, min=1, help="How many items to look at as queries."),
    k: int = typer.Option(10, "-k", min=1, help="How long the lists are."),
    at: str | None = typer.Option(None, help="As of this day or moment (2026-06-01) instead of now."),
    json: Json = False,
) -> None:
    """What rules would change: lists and first offers, which items gain and lose, and examples."""
    from dataclasses import asdict
    from datetime import UTC, datetime

    from instead.cli.terminal import print_json
    from instead.errors import InputError
    from instead.live.preview import preview
    from instead.ranking.rule_files import rules_of
    from instead.shop import load

    moment = None
    if at is not None:
        try:
            told = datetime.fromisoformat(at)
        except ValueError:
            raise InputError(f"--at {at!r}: write a day (2026-06-01) or a moment (2026-06-01T08:00:00+02:00)") from None
        moment = (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
    found = preview(load(model), rules_of(file), items=items, k=k, at=moment)
    if json:
        print_json(asdict(found))
    else:
        _show(found)
    if found.problems:
        raise typer.Exit(2)


def _matches(matched: list[Matched]) -> object:
    from instead.cli.terminal import table

    rows = [
        (one.rule.id, one.rule.kind, one.state, f"{one.offers:,}", f"{one.queries:,}", one.rule.reason)
        for one in matched
    ]
    return table("Rules", ("id", "kind", "now", "offers", "queries", "reason"), rows, right=(3, 4))


def _show(found: Preview) -> None:
    from rich.markup import escape

    from instead.cli.terminal import out as console
    from instead.cli.terminal import table

    console.print(
        f"Of {found.queries:,} lists {found.lists:,} change, in {found.firsts:,} of them the first offer"
        + (f"; {found.empty:,} become empty" if found.empty else "")
    )
    rows = [
        (one.id, one.kind, one.state, f"{one.offers:,}", f"{one.queries:,}", f"{one.moved:,}") for one in found.rules
    ]
    console.print(table("Rules", ("id", "kind", "now", "offers", "queries", "offers moved"), rows, right=(3, 4, 5)))
    for one in found.rules:
        for item, why, count in one.not_offered:
            console.print(
                f"[yellow]{escape(one.id)}[/]: {escape(item)} is not offered in {count:,} lists: {escape(why)}"
            )
    for title, exposures in (("Gaining", found.gaining), ("Losing", found.losing)):
        if exposures:
            lines = [
                (row.item, row.title, *(f"{now[0]:,} → {now[1]:,}" for now in (row.lists, row.first)))
                for row in exposures
            ]
            console.print(table(title, ("item", "title", "lists", "first places"), lines, right=(2, 3)))
    for example in found.examples:
        console.print(f"\n[bold]{escape(example.title)}[/] [dim]{escape(example.query)}[/]")
        console.print(f"  before  {escape(', '.join(example.before))}")
        after = [f"{one} ({example.placed[one]})" if one in example.placed else one for one in example.after]
        console.print(f"  after   {escape(', '.join(after))}")
    _say(found.problems)


def _say(problems: object) -> None:
    from rich.markup import escape

    from instead.cli.terminal import out as console

    for text in problems if isinstance(problems, (list, tuple)) else ():
        console.print(f"[red]wrong:[/] {escape(str(text))}")
