"""`instead recommend MODEL` and `instead explain MODEL`: what to try instead, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from instead.records import Group, Item, Reason, Recommendation, Standing, Substitute
    from instead.shop import Shop
    from instead.wording import Wording, Words

_GAP = "\x00"  # where styled text goes into a sentence
_SIGNS = {"better": "[green]▲[/]", "comparable": "[cyan]≈[/]", "worse": "[red]▼[/]", "unknown": "[dim]?[/]"}


Model = Annotated[Path, typer.Argument(help="Folder written by `instead train`.")]
User = Annotated[str | None, typer.Option(help="Who asks; without one, the average user.")]
Session = Annotated[str | None, typer.Option(help="Name of a visit of somebody without an account.")]
Care = Annotated[list[str], typer.Option(help="ATTRIBUTE=1..5, what the user cares about (repeatable).")]
Reviews = Annotated[Path | None, typer.Option(help="Text file, one review of the user per line.")]
History = Annotated[list[str], typer.Option(help="Item the user had (repeatable), or @FILE with an id per line.")]
Viewed = Annotated[
    list[str], typer.Option(help="Item just looked at, the latest last (repeatable), or @FILE with an id per line.")
]
Chosen = Annotated[
    list[str],
    typer.Option(help="Earlier choice: TAKEN;LEFT;LEFT... (repeatable, latest last), or @FILE with one per line."),
]
NewItems = Annotated[
    Path | None,
    typer.Option(help="JSON lines of items that came after the training: item, title, ..., reviews or mentions."),
]
Z = Annotated[int, typer.Option("-z", min=0, help="Reasons for each substitute.")]
Style = Annotated[str, typer.Option(help="honest, or paper: the paper's sentence.")]
WordingName = Annotated[
    str | None, typer.Option("--wording", help="Language (de, fr), or a TOML file with other words, see docs.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def register(app: typer.Typer) -> None:
    app.command("recommend")(recommend)
    app.command("explain")(explain)


def recommend(
    model: Model,
    user: User = None,
    query: str | None = typer.Option(None, help="Id of the item they are looking at."),
    k: int = typer.Option(10, "-k", help="How many substitutes."),
    session: Session = None,
    care: Care = [],  # noqa: B006 - typer makes a new one
    reviews: Reviews = None,
    history: History = [],  # noqa: B006
    viewed: Viewed = [],  # noqa: B006
    chosen: Chosen = [],  # noqa: B006
    new_items: NewItems = None,
    in_stock: Path | None = typer.Option(None, help="Text file with the ids in stock, one per line."),
    sold_out: bool = typer.Option(False, help="Offer what the shop's file calls sold out, too."),
    variants: bool = typer.Option(False, help="Offer variants of the query's own product, too."),
    exclude: list[str] = typer.Option([], help="Never this item (repeatable)."),
    bought: bool = typer.Option(False, help="Offer what the user already had, too."),
    same_category: bool = typer.Option(False, help="Nothing but the query's own category."),
    category: str | None = typer.Option(None, help="Nothing but items below this category."),
    max_price: float | None = typer.Option(None, min=0.0, help="Nothing above this price."),
    not_dearer: bool = typer.Option(False, help="Nothing dearer than the query."),
    brand: list[str] = typer.Option([], help="Nothing but this brand (repeatable)."),
    exclude_brand: list[str] = typer.Option([], help="Not this brand (repeatable)."),
    any_kind: bool | None = typer.Option(None, "--any-kind/--same-kind", help="Offer other kinds of things, too."),
    than: list[str] = typer.Option([], help="Better than the query in this ATTRIBUTE, or price (repeatable)."),
    z: Z = 3,
    style: Style = "honest",
    diversity: float = typer.Option(0.0, min=0.0, max=1.0, help="How unlike each other the substitutes should be."),
    grouped: bool = typer.Option(False, help="Group substitutes by the attribute that speaks for them."),
    parts: bool = typer.Option(False, help="Say what each score is the sum of, where the model can tell."),
    wording: WordingName = None,
    batch: Path | None = typer.Option(
        None, help="Table (Parquet, CSV) with columns query and, if wanted, user, session, history, viewed, chosen."
    ),
    out: Path | None = typer.Option(None, "--out", help="Table to write with --batch (.parquet or .csv)."),
    processes: int = typer.Option(0, min=0, help="Processes for --batch; 0: as many as pay."),
    json: Json = False,
) -> None:
    """Substitutes for the item somebody is looking at, each with its reasons."""
    from dataclasses import asdict

    from rich.markup import escape

    from instead.cli.given import cares, choices, ids, lines, opened
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.errors import InputError
    from instead.explanation.grouping import grouped as in_groups
    from instead.languages import wording_of
    from instead.request import Request

    filters: dict[str, Any] = {
        "bought": bought,
        "in_stock": None if in_stock is None else lines(in_stock),
        "sold_out": sold_out,
        "variants": variants,
        "exclude": exclude,
        "same_category": same_category,
        "category": category,
        "max_price": max_price,
        "not_dearer": not_dearer,
        "brands": brand,
        "exclude_brands": exclude_brand,
        "any_kind": any_kind,
    }
    wishes: dict[str, Any] = {
        "care": cares(care), "history": ids(history), "viewed": ids(viewed), "chosen": choices(chosen),
        "filters": filters, "than": than, "k": k, "z": z, "style": style, "diversity": diversity, "parts": parts,
    }  # fmt: skip
    if batch is not None:
        if out is None or grouped or parts or any(one is not None for one in (query, user, session, reviews)):
            raise InputError(
                "--batch takes users, sessions and queries from its table and writes a row for each item: give --out, "
                "not --user, --session, --query, --reviews, --grouped, --parts"
            )
        for name, other in (("--in-stock", in_stock), ("--new-items", new_items)):
            if other is not None and out.exists() and other.exists() and out.samefile(other):
                raise InputError(f"{out}: the file of {name} would be overwritten by --out; name another file to write")
        _batch(model, batch, out, new_items, json, processes=processes, wording=wording_of(wording), **wishes)
        return
    if out is not None or processes:
        raise InputError("--out and --processes are for a table of pairs: give --batch, too, or --json for one request")
    if query is None:
        raise InputError("no query: name the item with --query, or a table of pairs with --batch")
    texts = () if reviews is None else lines(reviews)
    request = Request.of(user=user, session=session, query=query, reviews=texts, **wishes)
    shop = opened(model, new_items, wording)
    found = shop.answer(request)
    groups = in_groups(found, shop.wording) if grouped else ()
    if json:
        shown = asdict(found)
        if grouped:
            shown["groups"] = [
                {"attribute": group.attribute, "text": group.text, "items": [one.item for one in group.substitutes]}
                for group in groups
            ]
        print_json(shown)
        return
    show(shop, found, style=style, groups=groups)
    asked = {"--user": user, "--session": session, "--query": query, "--care": care, "--reviews": reviews,
             "--history": history, "--viewed": viewed, "--chosen": chosen, "--new-items": new_items,
             "-z": z if z != 3 else None, "--style": style if style != "honest" else None,
             "--wording": wording}  # fmt: skip
    line = _typed("instead", "explain", model, **asked)
    said = shop.wording.words.why_in_full
    console.print(f"[dim]{escape(said)}\n{escape(line)} --substitute ITEM[/]", soft_wrap=True)


def _typed(*words: object, **options: object) -> str:
    """A command line; options that are not given are left out, those of lists repeated."""
    import shlex

    typed = [*words]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [] if value is None else [value]:
            typed += [name, one]
    return " ".join(shlex.quote(str(word)) for word in typed)


def explain(
    model: Model,
    user: User = None,
    query: str = typer.Option(..., help="Id of the item they are looking at."),
    substitute: str = typer.Option(..., help="Id of the item to try instead."),
    session: Session = None,
    care: Care = [],  # noqa: B006
    reviews: Reviews = None,
    history: History = [],  # noqa: B006
    viewed: Viewed = [],  # noqa: B006
    chosen: Chosen = [],  # noqa: B006
    new_items: NewItems = None,
    n: int = typer.Option(8, "-n", min=1, help="Attributes to compare."),
    z: Z = 3,
    style: Style = "honest",
    wording: WordingName = None,
    json: Json = False,
) -> None:
    """Two items side by side on what this user cares about, with what reviews say and what the score is the sum of."""
    from dataclasses import asdict

    from rich.markup import escape

    from instead.cli.given import cares, choices, ids, lines, opened
    from instead.cli.terminal import out as console
    from instead.cli.terminal import print_json
    from instead.request import Request

    request = Request.of(
        user=user, session=session, query=query, care=cares(care), reviews=() if reviews is None else lines(reviews),
        history=ids(history), viewed=ids(viewed), chosen=choices(chosen), z=z, style=style,
    )  # fmt: skip
    shop = opened(model, new_items, wording)
    found, rows = shop.why(request, substitute), shop.side_by_side(request, substitute, n)
    if json:
        print_json({"substitute": asdict(found), "comparison": [asdict(row) for row in rows]})
        return
    about = shop.item(query)
    console.print(f"[bold]{escape(found.title)}[/] [dim]{escape(found.item)}[/] {_price(found, about, shop.wording)}")
    before = shop.wording.words.instead_of.format(title=about.title)
    console.print(f"{escape(before)} [dim]{escape(query)}[/]\n")
    console.print(f"{escape(found.text)}\n")
    if rows:
        console.print(comparison(rows, shop.scale, shop.wording))
    else:
        console.print(escape(shop.wording.words.nothing_to_compare))
    if found.score_parts:
        console.print()
        console.print(score_table(found, shop.wording.words))
        console.print(f"[dim]{escape(shop.wording.sum_of(found.score_parts, found.score))}[/]")
    _say(found.notes, shop.wording.words)


def show(shop: Shop, found: Recommendation, *, style: str = "honest", groups: Sequence[Group] = ()) -> None:
    """A list of substitutes with their reasons, each with a quote of both items."""
    from rich.markup import escape

    from instead.cli.terminal import out as console

    about, words = shop.item(found.query), shop.wording.words
    who, named = (
        found.user or found.session or words.somebody,
        _named(about.title, about.id) + _amount(about, shop.wording),
    )
    looking = (escape(part) for part in words.looks_at.format(who=who, title=_GAP).split(_GAP))
    console.print(named.join(looking))
    if found.keep_text:
        console.print(f"[bold]{escape(found.keep_text)}[/]")
    heading = words.closest_for if found.keep else words.try_instead
    console.print(f"[dim]{escape(heading.format(basis=found.basis_text))}[/]")
    console.print(f"[dim]{escape(found.kind_text)}[/]\n" if found.kind_text else "")
    parts = [(group.text, group.substitutes) for group in groups] or [("", found.substitutes)]
    ranks = {one.item: rank for rank, one in enumerate(found, start=1)}
    for heading, members in parts:
        if heading:
            console.print(f"[bold underline]{escape(heading)}[/]\n")
        for one in members:
            console.print(_one(ranks[one.item], one, about, style, words, shop.wording), "")
    _say(found.notes, words)


def _say(notes: Sequence[str], words: Words) -> None:
    """Print notes about parts of the request that could not be met."""
    from rich.markup import escape

    from instead.cli.terminal import out as console

    for note in notes:
        console.print(f"[yellow]{escape(words.note)}[/] {escape(note)}")


def _named(title: str, item: str) -> str:
    """Title and id; an item without a title has its id in place of it, which is shown once."""
    from rich.markup import escape

    return f"[bold]{escape(title)}[/]" + ("" if title == item else f" [dim]{escape(item)}[/]")


def _one(rank: int, one: Substitute, query: Item, style: str, words: Words, wording: Wording) -> Table:
    """A substitute with its reasons below it, over the whole width: 80 columns are too few for two of text."""
    from rich.console import Group as Together
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    about = f"{_named(one.title, one.item)} {_price(one, query, wording)}"
    if one.basis_text:
        about += f" [yellow]{escape(one.basis_text)}[/]"
    why = Table.grid(padding=(0, 1, 0, 0))
    why.add_column(min_width=1)
    why.add_column(overflow="fold")
    for reason in one.reasons if style != "paper" else ():
        sure = f" [dim]{min(reason.confidence, 0.99):.0%}[/]" if reason.confidence else ""
        cause = f" [dim]({escape(reason.why)})[/]" if reason.why else ""
        text = Text.from_markup(f"{escape(reason.text)}{sure}{cause}")
        why.add_row(_SIGNS[reason.verdict], Together(text, *_quotes(reason, words)))
    if style == "paper" or not one.reasons:
        why.add_row("", escape(one.text))
    elif one.facts:
        why.add_row("[dim]·[/]", f"[dim]{escape(wording.stop.join(fact.text for fact in one.facts))}[/]")
    if one.gave_up:
        why.add_row("", escape(one.gave_up))
    if one.score_parts:
        why.add_row("[dim]Σ[/]", f"[dim]{escape(wording.sum_of(one.score_parts, one.score))}[/]")
    made = Table.grid(padding=(0, 2, 0, 0))
    made.add_column(justify="right", min_width=2, style="dim")
    made.add_column(overflow="fold")
    made.add_row(str(rank), Together(Text.from_markup(about), why), style="not dim")
    return made


def _quotes(reason: Reason, words: Words) -> list[Table]:
    """A quote about the substitute and, if there is one, about the query."""
    from rich.markup import escape
    from rich.table import Table

    made = Table.grid(padding=(0, 1, 0, 0))
    made.add_column(style="dim", no_wrap=True)
    made.add_column(style="dim italic", overflow="fold")
    for name, standing in (
        (words.this_one_short, reason.substitute),
        (words.looked_at_short, reason.query),
    ):
        for quote in standing.quotes[:1]:
            made.add_row(escape(name), f'"{escape(quote.text)}"')
    return [made] if made.row_count else []


def comparison(rows: tuple[Reason, ...], scale: float, wording: Wording) -> Table:
    """q versus j: bars of those who are happy, counts, quotes."""
    from rich.markup import escape
    from rich.table import Table

    words = wording.words
    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 1, 0))
    for name in (words.attribute, words.care, words.verdict, words.substitute, words.query):
        made.add_column(escape(name), overflow="fold")
    for row in rows:
        care = wording.number(row.care, 1) + ("" if row.care_observed else "[dim]~[/]")
        sign = f"{_SIGNS[row.verdict]} {escape(row.verdict_text)}" + (
            f" [dim]{min(row.confidence, 0.99):.0%}[/]" if row.confidence else ""
        )
        made.add_row(
            f"[bold]{escape(row.attribute)}[/]",
            care,
            sign,
            _cell(row.substitute, scale, wording),
            _cell(row.query, scale, wording),
        )
    made.caption = f"[dim]{escape(words.terminal_table)}[/]"
    made.caption_justify = "left"
    return made


def score_table(found: Substitute, words: Words) -> Table:
    """The parts of a score in points, with a bar to each side of nothing, and the score below them."""
    from rich.markup import escape
    from rich.table import Table

    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    made.add_column(escape(words.score_part), overflow="fold")
    made.add_column(escape(words.points), justify="right", no_wrap=True)
    made.add_column("", no_wrap=True)
    largest = max(abs(points) for _, points in found.score_parts) or 1.0
    for name, points in found.score_parts:
        bar = "▮" * round(20 * abs(points) / largest)
        made.add_row(escape(name), f"{points:+.2f}", f"[{'green' if points > 0 else 'red'}]{bar}[/]")
    made.add_row(f"[bold]{escape(words.score)}[/]", f"[bold]{found.score:+.2f}[/]", "")
    return made


def _cell(standing: Standing, scale: float, wording: Wording) -> str:
    from rich.markup import escape

    words = wording.words
    share = (standing.quality - 1.0) / (scale - 1.0) if standing.share is None else standing.share
    full = round(8 * share)
    bar = f"{'▮' * full}[dim]{'▯' * (8 - full)}[/]"
    if not standing.observed:
        return f"[dim]{bar} ~[/]"
    reviews = standing.praised + standing.blamed
    happy = (
        words.happy.format(praised=wording.number(standing.praised), reviews=wording.number(reviews))
        if reviews
        else words.alike
    )
    lines = [f"{bar} {escape(happy)}"]
    lines += [f'[dim italic]"{escape(quote.text)}"[/]' for quote in standing.quotes]
    return "\n".join(lines)


def _amount(item: Item, wording: Wording) -> str:
    return "" if item.price is None else f" {wording.money(item.price, item.currency)}"


def _price(one: Substitute, query: Item, wording: Wording) -> str:
    """The price, and how far it is from the query's where both are in one currency."""
    if one.price is None or query.price is None or one.currency != query.currency:
        return one.price_text
    apart = one.price - query.price
    colour, sign = ("green", "-") if apart <= 0 else ("red", "+")
    return f"{one.price_text} [{colour}]{sign if apart else ''}{wording.money(abs(apart), one.currency)}[/]"


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
