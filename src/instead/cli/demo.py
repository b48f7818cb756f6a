"""`instead demo`: a small shop from raw files to a dataset, in one command."""

from __future__ import annotations

from pathlib import Path

import typer


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    out: Path = typer.Option(Path("demo"), "--out", help="Folder for the shop and what is made of it."),
    seed: int = typer.Option(0, help="Another seed, another shop."),
) -> None:
    """Build a small synthetic shop, prepare it and show what is in it. Ends by itself."""
    from instead.cli.inspect import show as show_file
    from instead.cli.prepare import show as show_dataset
    from instead.cli.terminal import bars
    from instead.cli.terminal import out as console
    from instead.preparation.inspect import inspect_file
    from instead.preparation.run import prepare
    from instead.settings import PrepareSettings, WorldSettings
    from instead.world import build_world

    shop, data = out / "shop", out / "data"
    console.rule("[bold]1. A shop's raw files", align="left")
    build_world(WorldSettings.of_preset("demo", seed=seed), shop, progress=bars, replace=True)
    console.print(f"written to {shop}: reviews, item descriptions with links, a view log, and the planted truth\n")
    console.rule("[bold]2. What they are understood as (instead inspect)", align="left")
    names = ("reviews.jsonl", "meta.json", "views.csv")
    for name in names:
        show_file(inspect_file(shop / name, progress=bars))
    console.print()
    console.rule("[bold]3. A clean dataset and an honest protocol (instead prepare)", align="left")
    settings = PrepareSettings(seed=seed)
    dataset = prepare([shop / name for name in names], out=data, settings=settings, replace=True, progress=bars)
    show_dataset(dataset)
    console.print(
        f"\nWith your own shop: [bold]instead inspect FILE...[/], then [bold]instead prepare FILE... --out FOLDER[/].\n"
        f"Look at the demo's files in {shop} to see what they may look like; docs/data.md explains every format."
    )
