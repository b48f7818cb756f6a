"""`instead demo`: a small shop from raw files to substitutes with reasons, in one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from instead.models.folder import ModelFolder
    from instead.store.dataset import Dataset


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    out: Path = typer.Option(Path("demo"), "--out", help="Folder for the shop and what is made of it."),
    seed: int = typer.Option(0, help="Another seed, another shop."),
) -> None:
    """Build a small synthetic shop, prepare it, read its reviews, train a model and try it. Ends by itself."""
    from instead.cli.extract import show as show_extraction
    from instead.cli.inspect import show as show_file
    from instead.cli.prepare import show as show_dataset
    from instead.cli.terminal import bars
    from instead.cli.terminal import out as console
    from instead.cli.train import show as show_model
    from instead.mentions.report import write_report
    from instead.mentions.stage import extract
    from instead.preparation.inspect import inspect_file
    from instead.preparation.run import prepare
    from instead.settings import A2CFSettings, PrepareSettings, WorldSettings
    from instead.store.dataset import Dataset
    from instead.training.run import train
    from instead.world import build_world

    shop, data, model = out / "shop", out / "data", out / "model"
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
    console.print()
    console.rule("[bold]4. What the reviews say (instead extract)", align="left")
    show_extraction(extract(dataset, progress=bars))
    show_quotes(Dataset.open(data))
    console.print(f"\nLook at {write_report(Dataset.open(data))} in a browser for the whole story.\n")
    console.rule("[bold]5. A model (instead train)", align="left")
    made = train(Dataset.open(data), out=model, settings=A2CFSettings(seed=seed), replace=True, progress=bars)
    show_model(made)
    console.print()
    console.rule("[bold]6. Try this instead", align="left")
    show_substitutes(made, Dataset.open(data))
    console.print(
        "\nWith your own shop: [bold]instead inspect FILE...[/], [bold]instead prepare FILE... --out FOLDER[/], "
        "[bold]instead extract FOLDER[/], [bold]instead train FOLDER --out MODEL[/].\n"
        f"The demo's raw files in {shop} show what yours may look like; docs/data.md "
        "explains every format."
    )


def show_quotes(dataset: Dataset, count: int = 6) -> None:
    """The most mentioned attributes, each with a sentence that praises and one that blames it."""
    import polars as pl
    from rich.markup import escape

    from instead.cli.terminal import out as console

    texts = dataset.reviews().select("text").with_row_index("review").collect()
    for name in dataset.attributes.sort("mentions", descending=True)["attribute"].head(count):
        console.print(f"[bold]{escape(name)}[/]")
        for sentiment, sign in ((1, "[green]+[/]"), (-1, "[red]-[/]")):
            found = dataset.mentions.filter((pl.col("attribute") == name) & (pl.col("sentiment") == sentiment))
            best = found.sort("confidence", descending=True).head(1).join(texts, on="review")
            for row in best.iter_rows(named=True):
                quote = row["text"][row["start"] : row["end"]].strip()
                console.print(f"  {sign} {escape(quote)}  [dim]{row['user']} on {row['item']}[/]")


def show_substitutes(made: ModelFolder, dataset: Dataset, count: int = 3, reasons: int = 3) -> None:
    """For a few held-out moments: what the user looked at, and the best items with the attributes they would win on."""
    import numpy as np
    from rich.markup import escape

    from instead.cli.terminal import out as console
    from instead.cli.terminal import table
    from instead.models.a2cf import A2CF

    model = made.model
    if not isinstance(model, A2CF):
        return
    names, titles = made.attributes["attribute"].to_list(), made.items["title"].fill_null(made.items["item"]).to_list()
    had = dataset.interactions
    for row in dataset.split("paper").triples("test").head(count).iter_rows(named=True):
        user, query = row["user"], row["query"]
        scores = model.score_all(np.array([user]), np.array([query]))[0]
        scores[[query, *had.filter((had["user"] == user) & (had["part"] == 0))["item"]]] = -np.inf
        best = np.argsort(-scores)[:3]
        gains = model.gains(np.full(3, user), np.full(3, query), best)
        rows = [
            [
                escape(titles[item]),
                escape(", ".join(f"better {names[n]}" for n in np.argsort(-gain)[:reasons] if gain[n] > 0)),
                "taken" if item == row["chosen"] else "",
            ]
            for item, gain in zip(best, gains, strict=True)
        ]
        title = f"{made.users['user'][user]} looks at {titles[query]}"
        console.print(table(escape(title), ("instead", "because", ""), rows))
        console.print()
    console.print("[dim]Reasons are the largest gains of the paper's Eq. 20, estimated cells included.[/]")
