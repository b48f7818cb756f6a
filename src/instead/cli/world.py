"""`instead world`: write a synthetic shop with planted truth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from instead.lab.world import WorldSummary


def register(app: typer.Typer) -> None:
    app.command("world")(world)


def world(
    *,
    out: Annotated[Path, typer.Option("--out", help="Folder to write; complete afterwards, or absent.")],
    preset: Annotated[
        str, typer.Option("--preset", help="demo, or a category of the paper: cellphone, automotive, office.")
    ] = "demo",
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same files.")] = 0,
    users: Annotated[int | None, typer.Option("--users", help="Number of users.")] = None,
    items: Annotated[int | None, typer.Option("--items", help="Number of items.")] = None,
    reviews: Annotated[int | None, typer.Option("--reviews", help="Number of reviews.")] = None,
    attributes: Annotated[
        int | None, typer.Option("--attributes", help="Number of attributes that reviews mention.")
    ] = None,
    mean_links: Annotated[
        float | None, typer.Option("--mean-links", help="Substitute links of an item, on average.")
    ] = None,
    scale: Annotated[
        float, typer.Option("--scale", help="Shrink or grow the preset: 0.01 is a hundredth of the shop.")
    ] = 1.0,
    views: Annotated[bool, typer.Option("--views", help="Write a view log too; the demo always does.")] = False,
    gzip: Annotated[bool, typer.Option("--gzip", help="Write reviews.jsonl.gz.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Replace an older world in this place.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Write a synthetic shop as raw files, with the truth behind it."""
    from instead.cli import terminal
    from instead.lab.world import build_world
    from instead.lab.world.world_settings import WorldSettings

    settings = WorldSettings.of_preset(
        preset,
        scale=scale,
        seed=seed,
        users=users,
        items=items,
        reviews=reviews,
        attributes=attributes,
        mean_links=mean_links,
        views=views or None,
        gzip=gzip,
    )
    summary = build_world(settings, out, progress=terminal.bars, replace=replace)
    if as_json:
        terminal.print_json(summary.as_dict())
        return
    _show(summary, out)


def _show(summary: WorldSummary, out: Path) -> None:
    from instead.cli import terminal

    names = ("categories", "users", "items", "reviews", "attributes", "mentions", "links", "views")
    rows = [(name, f"{getattr(summary, name):,}") for name in names if getattr(summary, name)]
    title = f"A {summary.preset} shop, seed {summary.seed}"
    terminal.out.print(terminal.table(title, ("what", "how many"), rows, right=(1,)))
    terminal.out.print()
    sizes = [(name, _size(size)) for name, size in summary.files.items()]
    terminal.out.print(terminal.table(f"Written to {out}", ("file", "size"), sizes, right=(1,)))
    reviews = out / summary.reviews_file.name
    prepared = out.with_name(out.name + "-data")
    terminal.out.print(
        f"\nNext: instead prepare {reviews} {out / 'meta.json'} --out {prepared}",
        soft_wrap=True,
        markup=False,
    )


def _size(count: int) -> str:
    """Bytes for people."""
    size = float(count)
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
