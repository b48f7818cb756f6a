"""A list of substitutes and a comparison on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from instead.records import Group, Item, Reason, Recommendation, Standing, Substitute
    from instead.shop import Shop
    from instead.wording import Wording, Words

_GAP = "\x00"  # where styled text goes into a sentence
_SIGNS = {"better": "[green]▲[/]", "comparable": "[cyan]≈[/]", "worse": "[red]▼[/]", "unknown": "[dim]?[/]"}


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
    say(found.notes, words)


def say(notes: Sequence[str], words: Words) -> None:
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

    about = f"{_named(one.title, one.item)} {price(one, query, wording)}"
    if one.basis_text:
        about += f" [yellow]{escape(one.basis_text)}[/]"
    if one.placed_text:
        about += f" [magenta]{escape(one.placed_text)}[/]"
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


def price(one: Substitute, query: Item, wording: Wording) -> str:
    """The price, and how far it is from the query's where both are in one currency."""
    if one.price is None or query.price is None or one.currency != query.currency:
        return one.price_text
    apart = one.price - query.price
    colour, sign = ("green", "-") if apart <= 0 else ("red", "+")
    return f"{one.price_text} [{colour}]{sign if apart else ''}{wording.money(abs(apart), one.currency)}[/]"
