"""What recommendations are worth where the truth is known: the demo shop, to docs/results/recommending.md.

    wishes   users state what they care about; does the list move towards what they took?

The weight was chosen on the validation part of the shop with seed 0; figures here are of shops with other seeds,
choices of their test part. What reasons are worth is measured by `results_reasons.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.settings import A2CFSettings, Filters, PrepareSettings, RecommendSettings
from instead.shop import Shop
from instead.store.dataset import Dataset
from instead.training.train import run_folder, train
from results import OUT

SEEDS = (1, 2, 3)
WEIGHTS = (0.0, 2.0, 8.0, 16.0)
HEAD = """# Recommending on a shop whose truth is known

Written by `make results` (`scripts/results_recommending.py`): the demo shop (`instead demo`) with seeds 1, 2 and 3,
default preset. Settings were chosen on the shop with seed 0, the weight of wishes on its validation part. Figures on
real reviews, where nobody knows the truth, are in the reports of [toys_and_games](toys_and_games/report.md) and
[cell_phones](cell_phones/report.md).
"""


class Truth:
    """What was planted, by the numbers of a dataset."""

    def __init__(self, shop: Path, data: Dataset) -> None:
        self.data, self.place = data, shop / "truth"
        self.items = {item: number for number, item in enumerate(data.items["item"].to_list())}
        self.attributes = {name: number for number, name in enumerate(data.attributes["attribute"].to_list())}

    def qualities(self) -> dict[tuple[int, int], float]:
        rows = pl.read_parquet(self.place / "quality.parquet").iter_rows(named=True)
        return {
            (self.items[row["item"]], self.attributes[row["attribute"]]): row["quality"]
            for row in rows
            if row["item"] in self.items and row["attribute"] in self.attributes
        }

    def cares(self) -> dict[str, dict[str, float]]:
        """What each user would state: planted cares, the strongest as 5."""
        found: dict[str, dict[str, float]] = {}
        for row in pl.read_parquet(self.place / "care.parquet").iter_rows(named=True):
            if row["attribute"] in self.attributes:
                found.setdefault(row["user"], {})[row["attribute"]] = row["care"]
        return {
            user: {name: 1.0 + 4.0 * care / max(mine.values()) for name, care in mine.items()}
            for user, mine in found.items()
        }

    def considered(self) -> dict[tuple[str, str], list[str]]:
        """Choices that the user's own cares made, with what else was looked at."""
        rows = pl.read_parquet(self.place / "choices.parquet").filter(~pl.col("pushed")).iter_rows(named=True)
        return {(row["user"], row["item"]): list(row["considered"] or []) for row in rows}


def made_shop(scratch: Path, seed: int) -> tuple[Path, Dataset, Path]:
    """Raw files, dataset and model of one seed, made once."""
    place = scratch / f"demo-{seed}"
    raw, data, model = place / "shop", place / "data", place / "model"
    if not model.is_dir():
        build_world(WorldSettings.of_preset("demo", seed=seed), raw, replace=True)
        files = [raw / name for name in ("reviews.jsonl", "meta.json", "views.csv")]
        extract(prepare(files, out=data, settings=PrepareSettings.as_published(seed=seed), replace=True))
        settings, begun = A2CFSettings(seed=seed), run_folder(model).is_dir()
        train(Dataset.open(data), out=model, model="a2cf", settings=settings, resume=begun)
    return raw, Dataset.open(data), model


def wishes(shop: Shop, truth: Truth, part: str = "test") -> tuple[int, float, float, float, float]:
    """Choices; how often the taken item stands above a considered one; HR@10 and MRR of the taken one; how often the
    first item is another one than without the wishes."""
    data, stated, considered = truth.data, truth.cares(), truth.considered()
    ids, users = data.items["item"].to_list(), data.users["user"].to_list()
    before: dict[int, set[str]] = {}
    for user, item in data.interactions.filter(pl.col("part") == 0).select("user", "item").iter_rows():
        before.setdefault(user, set()).add(ids[item])
    above: list[bool] = []
    place: list[int] = []
    moved: list[bool] = []
    for row in data.split("paper").triples(part).iter_rows(named=True):
        user, taken, query = users[row["user"]], ids[row["chosen"]], ids[row["query"]]
        if (user, taken) not in considered or user not in stated:
            continue
        had = before.get(row["user"], set())
        filters = Filters(bought=True, exclude=frozenset(had))
        order = [one.item for one in shop.recommend(user, query, 50, care=stated[user], filters=filters, z=0)]
        moved.append(shop.recommend(user, query, 1, filters=filters, z=0)[0].item != order[0])
        rank = {item: number for number, item in enumerate(order, 1)}
        place.append(rank.get(taken, len(ids)))
        for other in set(considered[user, taken]) - had - {taken, query}:
            if other in truth.items and rank.get(other) != rank.get(taken):
                above.append(rank.get(taken, len(ids)) < rank.get(other, len(ids)))
    places = np.array(place)
    first_ten, reciprocal = float((places <= 10).mean()), float((1.0 / places).mean())
    return len(places), float(np.mean(above)), first_ten, reciprocal, float(np.mean(moved))


def opened(model: Path, choices: RecommendSettings) -> Shop:
    shop = Shop.open(model)
    shop.choices = choices
    return shop


def report(scratch: Path) -> Iterator[str]:
    worlds = [made_shop(scratch, seed) for seed in SEEDS]
    yield "\n## Do stated wishes count?\n\n"
    yield (
        "Held-out choices that users made by their own cares; the request states these cares. `above`: how often the "
        "taken item stands above one that was considered and left (chance 0.5); `first moves`: how often the first "
        "item is another one than without stated cares.\n\n"
    )
    yield from wish_table(worlds, "test")
    yield "\nThe same on the validation part of the shop with seed 0, where the weight was chosen:\n\n"
    yield from wish_table([made_shop(scratch, 0)], "validation")


def wish_table(worlds: Sequence[tuple[Path, Dataset, Path]], part: str) -> Iterator[str]:
    """A line per weight, means over shops."""
    yield "| weight of wishes | choices | above | HR@10 | MRR | first moves |\n|---|---|---|---|---|---|\n"
    for weight in WEIGHTS:
        settings = RecommendSettings(wish_weight=weight)
        found = np.array([wishes(opened(model, settings), Truth(raw, data), part) for raw, data, model in worlds])
        name = " (default)" if weight == RecommendSettings().wish_weight else " (the model alone)" if not weight else ""
        cells = " | ".join(f"{mean:.3f}" for mean in found[:, 1:].mean(axis=0))
        yield f"| {weight:g}{name} | {found[:, 0].sum():,.0f} | {cells} |\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scratch", type=Path, default=Path("results.scratch"), help="shops and models are kept here")
    options = parser.parse_args()
    text = HEAD + "".join(report(options.scratch))
    (OUT / "recommending.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
