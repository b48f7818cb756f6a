"""`instead demo`: a small shop from raw files to substitutes with reasons, in one command; `--real`: a real one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from instead.models.model_folder import ModelFolder
    from instead.store.dataset import Dataset


DATA = Path("../shared/data")
"""Where real data are looked for."""


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    out: Path = typer.Option(Path("demo"), "--out", help="Folder for the shop and what is made of it."),
    seed: int = typer.Option(0, help="Another seed, another shop."),
    real: bool = typer.Option(False, "--real", help="A real shop instead: gift cards, from the files in --data."),
    data_folder: Path = typer.Option(
        DATA, "--data", help="Folder of real data, with gift_cards/ in it; the project does not bring it."
    ),
) -> None:
    """Build a small synthetic shop, prepare it, read its reviews, train a model and try it. Ends by itself."""
    if real:
        real_shop(data_folder, out / "gift_cards", seed)
        return
    from instead.cli.extract import show as show_extraction
    from instead.cli.inspect import show as show_file
    from instead.cli.prepare import show as show_dataset
    from instead.cli.terminal import bars
    from instead.cli.terminal import out as console
    from instead.lab.world import build_world
    from instead.lab.world.world_settings import WorldSettings
    from instead.mentions.extraction_report import write_report
    from instead.mentions.stage import extract
    from instead.preparation.inspection import inspect_file
    from instead.preparation.prepare import prepare
    from instead.settings import PrepareSettings
    from instead.store.dataset import Dataset

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
    train_and_try(Dataset.open(data), out / "evaluated", model, seed)
    console.print(f"Open the page: [bold]instead serve {model} --open[/]")
    console.print(f"Ask for more: [bold]instead recommend {model} --query ITEM --care price=5[/]")
    if all(path.is_file() for path in real_files(data_folder)):
        console.print(
            "\nA second shop, of real gift cards and their reviews: "
            f"[bold]instead demo --real --data {data_folder} --out {out}[/]"
        )
    console.print(
        "\nWith your own shop: [bold]instead start FILE... --out FOLDER --serve[/] does all of this with your files as "
        "they are.\n"
        f"The demo's raw files in {shop} show what yours may look like; docs/data.md "
        "explains every format."
    )


def real_files(data: Path) -> list[Path]:
    """Reviews and descriptions of the real shop."""
    return [data / "gift_cards" / name for name in ("Gift_Cards_5.json.gz", "meta_Gift_Cards.json.gz")]


def real_shop(data: Path, out: Path, seed: int) -> None:
    """A shop of real reviews, from the files of others to a model to serve, and what it says."""
    from instead.cli.extract import show as show_extraction
    from instead.cli.inspect import show as show_file
    from instead.cli.prepare import show as show_dataset
    from instead.cli.shown import show
    from instead.cli.terminal import bars
    from instead.cli.terminal import out as console
    from instead.cli.train import show as show_model
    from instead.errors import InputError
    from instead.mentions.stage import extract
    from instead.preparation.inspection import inspect_file
    from instead.preparation.prepare import prepare
    from instead.settings import PrepareSettings, RankerSettings
    from instead.shop import load
    from instead.store.dataset import Dataset
    from instead.training.train import train

    files = real_files(data)
    for path in files:
        if not path.is_file():
            raise InputError(
                f"{path} is not here: the real shop is made of public review data, which this project does not bring; "
                "name the folder that has gift_cards/ with --data, or leave --real out for the synthetic shop"
            )
    console.rule("[bold]1. Files of a real shop (instead inspect)", align="left")
    for path in files:
        show_file(inspect_file(path, progress=bars))
    console.rule("[bold]2. A clean dataset (instead prepare)", align="left")
    dataset = prepare(files, out=out / "data", settings=PrepareSettings(seed=seed), replace=True, progress=bars)
    show_dataset(dataset)
    console.rule("[bold]3. What the reviews say (instead extract)", align="left")
    show_extraction(extract(dataset, progress=bars))
    show_quotes(Dataset.open(out / "data"), 3)
    console.rule("[bold]4. A model (instead train)", align="left")
    model = out / "model"
    settings = RankerSettings(seed=seed)
    show_model(train(Dataset.open(out / "data"), out=model, settings=settings, replace=True, progress=bars))
    console.rule("[bold]5. Try this instead", align="left")
    shop = load(model)
    for item in shop.search(limit=2):
        show(shop, shop.recommend(None, item.id, 3))
    console.print(f"Open the page: [bold]instead serve {model} --open[/]")


def train_and_try(dataset: Dataset, twin: Path, model: Path, seed: int) -> None:
    """Train, compare with plain models, refit on everything, and answer a few held-out moments."""
    from instead.cli.evaluate import compared, show_comparison
    from instead.cli.terminal import bars
    from instead.cli.terminal import out as console
    from instead.cli.train import show as show_model
    from instead.evaluation.final import train_final
    from instead.evaluation.protocols import OBSERVED, OBSERVED_CHOICE
    from instead.settings import RankerSettings
    from instead.starting.choosing_models import protocol_of
    from instead.training.train import train

    console.rule("[bold]5. A model (instead train)", align="left")
    made = train(dataset, out=twin, settings=RankerSettings(seed=seed), replace=True, progress=bars)
    show_model(made)
    console.print()
    console.rule("[bold]6. How good it is on choices it has not seen (instead compare)", align="left")
    rivals = ["category-popularity", "3-hop-indirect", "item-knn", "popularity", "random"]
    split = str(made.manifest["split"])
    figures, triples = compared([str(twin), *rivals], dataset, split, protocol_of(split), "HR@10")
    show_comparison(figures, f"Is the item they took among the first ten? {triples:,} held-out choices")
    if split == OBSERVED:
        figures, triples = compared([str(twin), *rivals], dataset, split, OBSERVED_CHOICE, "HR@1")
        show_comparison(figures, f"Which of the things they looked at did they take? {triples:,} held-out choices")
    console.print()
    console.rule("[bold]7. The model to serve, trained on everything (instead train --final)", align="left")
    show_model(train_final(dataset, out=model, twin=made, replace=True, progress=bars))
    console.print()
    console.rule("[bold]8. Try this instead", align="left")
    console.print("[dim]Held-out moments, answered by the evaluated model, which has not seen them.[/]\n")
    show_substitutes(made, dataset)


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
                console.print(f"  {sign} {escape(quote)}  [dim]{row['item']}[/]")


def show_substitutes(made: ModelFolder, dataset: Dataset, count: int = 2) -> None:
    """For a few held-out moments: what the user looked at, what is offered instead and why, and what they took."""
    import polars as pl
    from rich.markup import escape

    from instead.cli.shown import show
    from instead.cli.terminal import out as console
    from instead.settings import Filters
    from instead.shop import load

    shop, ids = load(made.folder), dataset.items["item"]
    had = dataset.interactions.filter(pl.col("part") == 0)
    for row in dataset.split(str(made.manifest["split"])).triples("test").head(count).iter_rows(named=True):
        # without the held-out item in the history: it must remain a candidate
        before = ids.gather(had.filter(pl.col("user") == row["user"])["item"]).to_list()
        user, query = shop.users["user"][row["user"]], ids[row["query"]]
        filters = Filters(bought=True, exclude=frozenset(before))
        found = shop.recommend(user, query, 3, filters=filters)
        show(shop, found)
        first = shop.explain(user, query, found[0].item, filters=filters)
        console.print(f"[dim]Why {escape(first.title)} is first, in points:[/]")
        console.print(f"{escape(shop.wording.sum_of(first.score_parts, first.score))}\n")
        taken = ids[row["chosen"]]
        place = [one.item for one in found].index(taken) + 1 if taken in [one.item for one in found] else None
        said = f"number {place} of this list" if place else "not among these"
        console.print(f"[dim]In fact they took {escape(shop.item(taken).title)}: {said}.[/]\n")
