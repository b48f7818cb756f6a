"""Shops with which reasons are measured by their effects, each made once in a scratch folder, and their requests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from instead.evaluation.borne_out import Judge
from instead.mentions.saved import read_extractor
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.request import Request
from instead.rng import stage_rng
from instead.settings import PrepareSettings, RankerSettings
from instead.shop import Shop
from instead.store.dataset import READER, Dataset
from instead.training.train import train
from product_shops import Product, products, write_raw
from reason_shops import demo_shop
from results import prepare_one
from results_recommending import Truth

EXTRACTED = ("magazine_subscriptions", "musical_instruments")
"""Real datasets whose mentions are read from their texts."""


@dataclass(frozen=True)
class Made:
    """A shop with the dataset it was trained on, and the truth of a planted one."""

    name: str
    data: Dataset
    shop: Shop
    truth: Truth | None = None

    def requests(self, count: int, k: int, seed: int = 0) -> list[Request]:
        """Who looked at what in held-out triples: a sample."""
        triples = self.data.split("paper").triples("test").select("user", "query").unique(maintain_order=True)
        some = stage_rng(seed, "requests", self.name).permutation(triples.height)[:count]
        users, items = self.data.users["user"], self.data.items["item"]
        return [
            Request(user=users[user], query=items[query], k=k, quotes=0)
            for user, query in triples[np.sort(some).tolist()].iter_rows()
        ]


def planted(scratch: Path, seed: int) -> Made:
    """The demo shop of one seed."""
    demo = demo_shop(scratch, seed)
    return Made(f"demo, seed {seed}", demo.data, Shop.open(demo.folder), demo.truth)


def real_dataset(name: str, data: Path, scratch: Path) -> Dataset:
    """A real dataset with mentions."""
    place = scratch / name
    if not (place / name).is_dir():
        made = prepare_one(name, data, place)
        if name in EXTRACTED:
            extract(made)
    return Dataset.open(place / name)


def real_shop(name: str, data: Path, scratch: Path) -> Made:
    """A real dataset with the default model."""
    dataset, model = real_dataset(name, data, scratch), scratch / name / "model"
    _train(dataset, model)
    return Made(name, dataset, Shop.open(model))


def _train(dataset: Dataset, model: Path) -> None:
    if not model.is_dir():
        train(dataset, out=model, settings=RankerSettings(), replace=True)


# --- halves of the reviews of real products --------------------------------------------------------------------------


def drawn_half(item: str, texts: list[str], half: int, seed: int) -> list[str]:
    """One half of a product's reviews, drawn by a seed; the other half is the rest."""
    order = stage_rng(seed, "halves", item).permutation(len(texts))
    return [texts[at] for at in np.sort(order[half::2]).tolist()]


def product_half(data: Path, scratch: Path, seed: int) -> tuple[Made, Judge]:
    """A shop made of one half of every product's reviews, and the other half, read with the same words, as a judge."""
    place, found = scratch / f"product-halves-{seed}", products(data)
    if not (place / "data").is_dir():
        mine: list[Product] = [(item, path, drawn_half(item, texts, 0, seed)) for item, path, texts in found]
        reviews, items, links = write_raw(mine, place / "shop")
        settings = PrepareSettings.as_published(min_user=1, min_item=1)
        dataset = prepare(
            [], reviews=reviews, items=items, links={"substitute": links}, out=place / "data", settings=settings,
            replace=True,
        )  # fmt: skip
        extract(dataset)
    dataset = Dataset.open(place / "data")
    _train(dataset, place / "model")
    made = Made("397 products", dataset, Shop.open(place / "model"))
    return made, _judge(made.shop, found, seed)


def _judge(shop: Shop, found: list[Product], seed: int) -> Judge:
    number = {item: place for place, item in enumerate(shop.catalogue.ids)}
    texts = [
        (number[item], text) for item, _, all_ in found if item in number for text in drawn_half(item, all_, 1, seed)
    ]
    read = read_extractor(shop.whole.folder / READER).mentions([text for _, text in texts])
    of_review = np.array([item for item, _ in texts], np.int64)
    known = read.filter(pl.col("attribute").is_in(list(shop.tree.numbers)))
    said = known.select(
        pl.col("review").cast(pl.Int64),
        pl.Series("item", of_review[known["review"].to_numpy()]),
        pl.col("attribute").replace_strict(shop.tree.numbers, return_dtype=pl.Int64),
        pl.col("sentiment").cast(pl.Int64),
    )
    return Judge.of(said, len(number), shop.tree.heads)
