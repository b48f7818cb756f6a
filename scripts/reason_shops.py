"""The shops that reasons are measured on: demo shops with planted truth, real text shops, shops of real products."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from instead.lab.world import build_world
from instead.lab.world.world_settings import WorldSettings
from instead.mentions.stage import extract
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings, RankerSettings, ReasonSettings, RecommendSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train
from product_shops import product_shop
from results import prepare_one
from results_recommending import Truth

SEEDS = (1, 2, 3)
TEXT_SHOPS = ("gift_cards", "magazine_subscriptions")
NEW = RecommendSettings()
BEFORE = RecommendSettings(
    reasons=ReasonSettings(pooled=False, least_reviews=2, least_alone=10**9, sure=0.8, own=0.5, apart=0.0),
    near=0,
    any_kind=True,
)
"""How it was before: every attribute by itself around the shop's share, the model's order, any kind of thing."""
STYLES = {"before": BEFORE, "now": NEW}
HELD_BACK = RecommendSettings(hold_back=True)


@dataclass(frozen=True)
class Demo:
    """A demo shop, its dataset and what was planted."""

    folder: Path
    data: Dataset
    truth: Truth

    def quality(self) -> np.ndarray:
        """(items, attributes) planted quality; NaN where a kind of thing has no such attribute."""
        found = np.full((len(self.truth.items), len(self.truth.attributes)), np.nan)
        for (item, attribute), value in self.truth.qualities().items():
            found[item, attribute] = value
        return found

    def kinds(self) -> dict[str, str]:
        """The planted kind of every item."""
        rows = pl.read_parquet(self.truth.place / "items.parquet").select("item", "category").iter_rows()
        return dict(rows)


def demo_shop(scratch: Path, seed: int) -> Demo:
    """Raw files, dataset and evaluated model of one seed, made once."""
    place = scratch / f"demo-{seed}"
    raw, data, model = place / "shop", place / "data", place / "model"
    if not model.is_dir():
        build_world(WorldSettings.of_preset("demo", seed=seed), raw, replace=True)
        files = [raw / name for name in ("reviews.jsonl", "meta.json", "views.csv")]
        extract(prepare(files, out=data, settings=PrepareSettings.as_published(seed=seed), replace=True))
        train(Dataset.open(data), out=model, settings=RankerSettings(seed=seed), replace=True)
    dataset = Dataset.open(data)
    return Demo(model, dataset, Truth(raw, dataset))


def text_shop(data: Path, scratch: Path, name: str) -> Path:
    """The model of a real shop with texts, made once."""
    place = scratch / name
    if not (place / "model").is_dir():
        extract(prepare_one(name, data, place))
        train(Dataset.open(place / name), out=place / "model", settings=RankerSettings(), replace=True)
    return place / "model"


def real_shops(data: Path, scratch: Path) -> dict[str, Path]:
    """Models of all real shops, by name."""
    found = {name: text_shop(data, scratch, name) for name in TEXT_SHOPS}
    found["397 products"] = product_shop(data, scratch / "products")
    found["397 products, 8 reviews each"] = product_shop(data, scratch / "products-thin", reviews=8)
    return found


def opened(folder: Path, choices: RecommendSettings) -> Shop:
    return load(folder, choices=choices)
