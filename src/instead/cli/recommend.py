"""`instead recommend MODEL` and `instead explain MODEL`: what to try instead, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from instead.records import Reason, Recommendation, Standing, Substitute

_SIGNS = {"better": "[green]▲[/]", "comparable": "[cyan]≈[/]", "worse": "[red]▼[/]", "unknown": "[dim]?[/]"}


def register(app: typer.Typer) -> None:
    app.command("recommend")(recommend)
    app.command("explain")(explain)


def recommend(
    model: Path = typer.Argument(..., help="Folder written by `instead train`."),
    user: str | None = typer.Option(None, help="Who asks; without one, the average user."),
    query: str | None = typer.Option(None, help="Id of the item they are looking at."),
    k: int = typer.Option(10, "-k", min=1, help="How many substitutes."),
    care: list[str] = typer.Option([], help="ATTRIBUTE=1..5, what the user cares about (repeatable)."),
    reviews: Path | None = typer.Option(None, help="Text file, one review of the user per line."),
    new_items: Path | None = typer.Option(
        None, help="JSON lines of items that came after the training: item, title, ..., reviews or mentions."
    ),
    in_stock: Path | None = typer.Option(None, help="Text file with the ids in stock, one per line."),
    exclude: list[str] = typer.Option([], help="Never this item (repeatable)."),
    bought: bool = typer.Option(False, help="Offer what the user already had, too."),
    same_category: bool = typer.Option(False, help="Nothing but the query's own category."),
    category: str | None = typer.Option(None, help="Nothing but items below this category."),
    max_price: float | None = typer.Option(None, min=0.0, help="Nothing above this price."),
    not_dearer: bool = typer.Option(False, help="Nothing dearer than the query."),
    brand: list[str] = typer.Option([], help="Nothing but this brand (repeatable)."),
    exclude_brand: list[str] = typer.Option([], help="Not this brand (repeatable)."),
    z: int = typer.Option(3, "-z", min=0, help="Reasons for each substitute."),
    style: str = typer.Option("honest", help="honest, or paper: the paper's sentence."),
    diversity: float = typer.Option(0.0, min=0.0, max=1.0, help="How unlike each other the substitutes should be."),
    grouped: bool = typer.Option(False, help="Group substitutes by the attribute that speaks for them."),
    batch: Path | None = typer.Option(None, help="Table (Parquet, CSV) with columns user and query."),
    out: Path | None = typer.Option(None, "--out", help="Table to write with --batch (.parquet or .csv)."),
    processes: int = typer.Option(0, min=0, help="Processes for --batch; 0: as many as pay."),
    json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Substitutes for the item somebody is looking at, each with its reasons."""
    import shlex
    from dataclasses import asdict

    from rich.markup import escape

    from instead.cli.given import cares, lines, with_new_items
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.errors import InputError
    from instead.explanation.grouping import grouped as in_groups
    from instead.shop import load

    filters: dict[str, Any] = {
        "bought": bought,
        "in_stock": None if in_stock is None else lines(in_stock),
        "exclude": exclude,
        "same_category": same_category,
        "category": category,
        "max_price": max_price,
        "not_dearer": not_dearer,
        "brands": brand,
        "exclude_brands": exclude_brand,
    }
    wishes = cares(care)
    if batch is not None:
        if out is None or query is not None or user is not None or reviews is not None or grouped:
            raise InputError(
                "--batch takes users and queries from its table and writes a row for each item: give --out, not "
                "--user, --query, --reviews, --grouped"
            )
        for name, other in (("--in-stock", in_stock), ("--new-items", new_items)):
            if other is not None and out.exists() and other.exists() and out.samefile(other):
                raise InputError(f"{out}: the file of {name} would be overwritten by --out; name another file to write")
        _batch(model, batch, out, new_items, json, k=k, filters=filters, care=wishes, z=z, style=style,
               diversity=diversity, processes=processes)  # fmt: skip
        return
    if out is not None or processes:
        raise InputError("--out and --processes are for a table of pairs: give --batch, too, or --json for one request")
    if query is None:
        raise InputError("no query: name the item with --query, or a table of pairs with --batch")
    shop = load(model)
    if new_items is not None:
        shop = with_new_items(new_items, shop.with_items)
    texts = None if reviews is None else lines(reviews)
    found = shop.recommend(
        user, query, k, care=wishes, reviews=texts, filters=filters, z=z, style=style, diversity=diversity
    )
    if json:
        shown = asdict(found)
        if grouped:
            shown["groups"] = [
                {"attribute": group.attribute, "items": [one.item for one in group.substitutes]}
                for group in in_groups(found)
            ]
        print_json(shown)
        return
    show(found, shop.item(query).title, shop.item(query).price, style=style, groups=grouped)
    words: list[object] = ["instead", "explain", model, "--query", query]
    for name, value in (("--user", user), ("--reviews", reviews), ("--new-items", new_items)):
        words += [name, value] if value is not None else []
    for pair in care:
        words += ["--care", pair]
    words += ["--style", style] if style != "honest" else []
    line = " ".join(shlex.quote(str(word)) for word in words)
    console.print(f"[dim]Why one of them, in full:\n{escape(line)} --substitute ITEM[/]", soft_wrap=True)


def explain(
    model: Path = typer.Argument(..., help="Folder written by `instead train`."),
    user: str | None = typer.Option(None, help="Who asks; without one, the average user."),
    query: str = typer.Option(..., help="Id of the item they are looking at."),
    substitute: str = typer.Option(..., help="Id of the item to try instead."),
    care: list[str] = typer.Option([], help="ATTRIBUTE=1..5, what the user cares about (repeatable)."),
    reviews: Path | None = typer.Option(None, help="Text file, one review of the user per line."),
    new_items: Path | None = typer.Option(None, help="JSON lines of items that came after the training."),
    n: int = typer.Option(8, "-n", min=1, help="Attributes to compare."),
    style: str = typer.Option("honest", help="honest, or paper: the paper's sentence."),
    json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Two items side by side on what this user cares about, with what reviews say."""
    from dataclasses import asdict

    from rich.markup import escape

    from instead.cli.given import cares, lines, with_new_items
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.shop import load

    shop = load(model)
    if new_items is not None:
        shop = with_new_items(new_items, shop.with_items)
    wishes, texts = cares(care), None if reviews is None else lines(reviews)
    found = shop.explain(user, query, substitute, care=wishes, reviews=texts, style=style)
    rows = shop.compare(user, query, substitute, care=wishes, reviews=texts, n=n)
    if json:
        print_json({"substitute": asdict(found), "comparison": [asdict(row) for row in rows]})
        return
    about = shop.item(query)
    console.print(f"[bold]{escape(found.title)}[/] [dim]{escape(found.item)}[/] {_price(found.price, about.price)}")
    console.print(f"instead of {escape(about.title)} [dim]{escape(query)}[/]\n")
    console.print(f"{escape(found.text)}\n")
    if rows:
        console.print(comparison(rows, shop.scale))
    _say(found.notes)


def show(
    found: Recommendation, title: str, price: float | None, *, style: str = "honest", groups: bool = False
) -> None:
    """A list of substitutes with their reasons, each with a quote of both items."""
    from rich.markup import escape

    from instead.cli.terminal import out as console
    from instead.explanation.grouping import grouped

    who = escape(found.user) if found.user else "Somebody"
    basis = "" if found.user_basis == "trained" else f" [dim]({found.user_basis})[/]"
    console.print(f"{who}{basis} looks at [bold]{escape(title)}[/] [dim]{escape(found.query)}[/]{_amount(price)}\n")
    parts = [(group.text, group.substitutes) for group in grouped(found)] if groups else [("", found.substitutes)]
    ranks = {one.item: rank for rank, one in enumerate(found, start=1)}
    for heading, members in parts:
        if heading:
            console.print(f"[bold underline]{escape(heading)}[/]\n")
        for one in members:
            console.print(_one(ranks[one.item], one, price, style), "")
    _say(found.notes)


def _say(notes: Sequence[str]) -> None:
    """What was not as asked."""
    from rich.markup import escape

    from instead.cli.terminal import out as console

    for note in notes:
        console.print(f"[yellow]note[/] {escape(note)}")


def _one(rank: int, one: Substitute, price: float | None, style: str) -> Table:
    """A substitute with its reasons below it, over the whole width: 80 columns are too few for two of text."""
    from rich.console import Group
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    about = f"[bold]{escape(one.title)}[/] [dim]{escape(one.item)}[/] {_price(one.price, price)}"
    if one.basis != "trained":
        about += f" [yellow]by its {one.basis}[/]"
    why = Table.grid(padding=(0, 1, 0, 0))
    why.add_column(min_width=1)
    why.add_column(overflow="fold")
    for reason in one.reasons if style != "paper" else ():
        text = Text.from_markup(f"{escape(reason.text)} [dim]{min(reason.confidence, 0.99):.0%}[/]")
        why.add_row(_SIGNS[reason.verdict], Group(text, *_quotes(reason)))
    if style == "paper" or not one.reasons:
        why.add_row("", escape(one.text))
    made = Table.grid(padding=(0, 2, 0, 0))
    made.add_column(justify="right", min_width=2, style="dim")
    made.add_column(overflow="fold")
    made.add_row(str(rank), Group(Text.from_markup(about), why), style="not dim")
    return made


def _quotes(reason: Reason) -> list[Table]:
    """What somebody says of the substitute and, where there is something, of the item looked at."""
    from rich.markup import escape
    from rich.table import Table

    made = Table.grid(padding=(0, 1, 0, 0))
    made.add_column(style="dim", no_wrap=True)
    made.add_column(style="dim italic", overflow="fold")
    for name, standing in (("this one", reason.substitute), ("looked at", reason.query)):
        for quote in standing.quotes[:1]:
            made.add_row(name, f'"{escape(quote.text)}"')
    return [made] if made.row_count else []


def comparison(rows: tuple[Reason, ...], scale: float) -> Table:
    """q versus j: quality bars, counts, quotes."""
    from rich.markup import escape
    from rich.table import Table

    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 1, 0))
    for name in ("attribute", "care", "", "try instead", "the item looked at"):
        made.add_column(name, overflow="fold")
    for row in rows:
        care = f"{row.care:.1f}" + ("" if row.care_observed else "[dim]~[/]")
        sign = f"{_SIGNS[row.verdict]} {row.verdict}" + (
            f" [dim]{min(row.confidence, 0.99):.0%}[/]" if row.confidence else ""
        )
        made.add_row(
            f"[bold]{escape(row.attribute)}[/]", care, sign, _cell(row.substitute, scale), _cell(row.query, scale)
        )
    made.caption = "[dim]~ estimated, no review says so; ▮ quality; percentages: how likely the verdict is right[/]"
    made.caption_justify = "left"
    return made


def _cell(standing: Standing, scale: float) -> str:
    from rich.markup import escape

    full = round(8 * (standing.quality - 1.0) / (scale - 1.0))
    bar = f"{'▮' * full}[dim]{'▯' * (8 - full)}[/] {standing.quality:.1f}"
    if not standing.observed:
        return f"[dim]{bar}~[/]"
    lines = [f"{bar}  {standing.praised:,} praise, {standing.blamed:,} blame"]
    lines += [f'[dim italic]"{escape(quote.text)}"[/]' for quote in standing.quotes]
    return "\n".join(lines)


def _amount(price: float | None) -> str:
    return "" if price is None else f" {price:,.2f}"


def _price(price: float | None, before: float | None) -> str:
    if price is None:
        return ""
    if before is None:
        return f"{price:,.2f}"
    colour = "green" if price <= before else "red"
    return f"{price:,.2f} [{colour}]{price - before:+,.2f}[/]"


def _batch(model: Path, pairs: Path, out: Path, new_items: Path | None, json: bool, **options: Any) -> None:
    from instead.batch import Batch, recommend_batch
    from instead.cli.given import with_new_items
    from instead.cli.terminal import bars, err, print_json
    from instead.cli.terminal import out as console

    def work(items: list[dict[str, Any]]) -> Batch:
        return recommend_batch(model, pairs, out, new_items=items, progress=bars, **options)

    try:
        done = with_new_items(new_items, work)
    except KeyboardInterrupt:
        err.print("stopped; what is done is kept. Go on with the same command.")
        raise
    if json:
        print_json({"out": str(done.out), "pairs": done.pairs, "taken over": done.kept, "rows": done.rows,
                    "without an item": done.without})  # fmt: skip
        return
    console.print(f"[bold]{done.out}[/]: {done.rows:,} rows for {done.pairs:,} pairs")
    if done.kept:
        console.print(f"{done.kept:,} pairs were taken over from the interrupted run")
    if done.without:
        console.print(f"[yellow]{done.without:,} pairs have no item; the column `note` says why[/]")
