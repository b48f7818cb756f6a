"""`instead recommend MODEL` and `instead explain MODEL`: what to try instead, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from instead.cli.engines import EngineName
from instead.cli.shown import comparison, price, say, score_table, show

Model = Annotated[Path, typer.Argument(help="Folder written by `instead train`, or its address.")]
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
RulesFile = Annotated[Path | None, typer.Option("--rules", help="TOML file with rules of the shop's owners, see docs.")]
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
    min_price: float | None = typer.Option(None, min=0.0, help="Nothing below this price."),
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
    rules: RulesFile = None,
    batch: Path | None = typer.Option(
        None, help="Table (Parquet, CSV) with columns query and, if wanted, user, session, history, viewed, chosen."
    ),
    out: Path | None = typer.Option(None, "--out", help="Table to write with --batch (.parquet or .csv)."),
    processes: int = typer.Option(0, min=0, help="Processes for --batch; 0: as many as pay."),
    engine: EngineName = None,
    json: Json = False,
) -> None:
    """Substitutes for the item somebody is looking at, each with its reasons."""
    from dataclasses import asdict

    from rich.markup import escape

    from instead.cli.addresses import shown as where
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
        "min_price": min_price,
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
        for name, other in (("--in-stock", in_stock), ("--new-items", new_items), ("--rules", rules)):
            if other is not None and out.exists() and other.exists() and out.samefile(other):
                raise InputError(f"{out}: the file of {name} would be overwritten by --out; name another file to write")
        options = {"processes": processes, "wording": wording_of(wording), "rules": rules, **wishes}
        _batch(model, batch, out, new_items, json, **options)
        return
    if out is not None or processes:
        raise InputError("--out and --processes are for a table of pairs: give --batch, too, or --json for one request")
    if query is None:
        raise InputError("no query: name the item with --query, or a table of pairs with --batch")
    texts = () if reviews is None else lines(reviews)
    request = Request.of(user=user, session=session, query=query, reviews=texts, **wishes)
    shop = opened(model, new_items, wording)
    if rules is not None:
        shop = shop.steered(rules)
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
    line = _typed("instead", "explain", where(model), **asked)
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
    console.print(f"[bold]{escape(found.title)}[/] [dim]{escape(found.item)}[/] {price(found, about, shop.wording)}")
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
    say(found.notes, shop.wording.words)


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
