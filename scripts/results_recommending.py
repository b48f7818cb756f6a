"""What recommendations and reasons are worth where the truth is known: the demo shop, to docs/results/recommending.md.

    claims   an attribute is called better or worse; is the planted quality so, and as often as the confidence says?
    quotes   a sentence is shown as praise or blame; was it meant so?
    wishes   users state what they care about; does the list move towards what they took?

Priors and weights were chosen on the shop with seed 0 (the weight on its validation part); figures here are of shops
with other seeds, choices of their test part.
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
from instead.settings import A2CFSettings, Filters, PrepareSettings, ReasonSettings, RecommendSettings
from instead.shop import Shop
from instead.store.dataset import Dataset
from instead.training.train import run_folder, train
from results import OUT

SEEDS = (1, 2, 3)
PRIORS = ((2.0, 1), (2.0, 2), (5.0, 1), (5.0, 2), (10.0, 2))
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

    def signs(self) -> dict[tuple[str, str, str], set[int]]:
        """(user, item, attribute) -> sentiments that were planted."""
        found: dict[tuple[str, str, str], set[int]] = {}
        for row in pl.read_parquet(self.place / "mentions.parquet").iter_rows(named=True):
            found.setdefault((row["user"], row["item"], row["attribute"]), set()).add(int(row["sentiment"]))
        return found

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
        extract(prepare(files, out=data, settings=PrepareSettings(seed=seed), replace=True))
        settings, begun = A2CFSettings(seed=seed), run_folder(model).is_dir()
        train(Dataset.open(data), out=model, model="a2cf", settings=settings, resume=begun)
    return raw, Dataset.open(data), model


def claims(shop: Shop, truth: Truth) -> tuple[int, float, float, float]:
    """Claims for each offer, how often the truth agrees, the mean confidence, and reasons for each offer."""
    quality = truth.qualities()
    right: list[bool] = []
    sure: list[float] = []
    offers = reasons = 0
    for query in truth.items:
        for one in shop.recommend(None, query, 10, z=20, quotes=0):
            offers += 1
            for reason in one.reasons:
                if reason.verdict not in ("better", "worse"):
                    continue
                reasons += 1
                at = truth.attributes[reason.attribute]
                mine, theirs = (quality.get((truth.items[item], at)) for item in (one.item, query))
                if mine is None or theirs is None or mine == theirs:
                    continue
                right.append((mine > theirs) == (reason.verdict == "better"))
                sure.append(reason.confidence)
    return len(right), float(np.mean(right)), float(np.mean(sure)), reasons / max(offers, 1)


def quotes(shop: Shop, truth: Truth) -> tuple[int, float]:
    """Quotes shown, and the share that was meant as they are shown."""
    planted = truth.signs()
    right: list[bool] = []
    for query in truth.items:
        for one in shop.recommend(None, query, 5):
            for reason in one.reasons:
                for quote in (*reason.substitute.quotes, *reason.query.quotes):
                    said = planted.get((quote.user, quote.item, reason.attribute))
                    if said is not None and len(said) == 1:
                        right.append(quote.sentiment in said)
    return len(right), float(np.mean(right))


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

    yield "\n## Is what is called better, better?\n\n"
    yield "Every supported claim of ten offers for every item, nobody in particular asking.\n\n"
    yield "| imaginary reviews | least of each item | claims judged | right | mean confidence | claims of an offer |\n"
    yield "|---|---|---|---|---|---|\n"
    default = ReasonSettings()
    for prior, least in PRIORS:
        settings = RecommendSettings(reasons=ReasonSettings(prior=prior, least_reviews=least))
        found = np.array([claims(opened(model, settings), Truth(raw, data)) for raw, data, model in worlds])
        name = " (default)" if (prior, least) == (default.prior, default.least_reviews) else ""
        spread = f"{found[:, 1].min():.3f} - {found[:, 1].max():.3f}"
        yield (
            f"| {prior:g}{name} | {least} | {found[:, 0].sum():,.0f} | {found[:, 1].mean():.3f} ({spread}) | "
            f"{found[:, 2].mean():.3f} | {found[:, 3].mean():.1f} |\n"
        )
    yield "\nIn brackets the lowest and the highest of three shops. Honest confidence equals the share that is right.\n"
    yield "\n## Are quotes what they are shown as?\n\n"
    shown = np.array([quotes(Shop.open(model), Truth(raw, data)) for raw, data, model in worlds])
    yield (
        f"Of {shown[:, 0].sum():,.0f} quotes beside the reasons of five offers for every item, "
        f"{shown[:, 1].mean():.1%} praise or blame what they are shown to praise or blame.\n"
    )
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
