"""A trained shop small enough for tests, with sentences behind its mentions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from instead.settings import A2CFSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.layers import with_mentions
from tests.talking_shop import talking_shop

SMALL = A2CFSettings(dimension=4, rounds=1, attribute_epochs=1, ranking_epochs=1)
SENTENCE = "The battery of"  # the first characters of every review of the small shop


def quoted_shop(folder: Path) -> Dataset:
    """The talking shop, its mentions pointing to the beginning of each review."""
    data = talking_shop(folder)
    start, end = pl.lit(0, pl.UInt32).alias("start"), pl.lit(len(SENTENCE), pl.UInt32).alias("end")
    return with_mentions(data, data.mentions.with_columns(start, end))


def open_shop(folder: Path, model: str = "a2cf", settings: Any = SMALL) -> Shop:
    """The quoted shop with a model trained on it."""
    return load(train(quoted_shop(folder), out=folder / model, model=model, settings=settings).folder)
