"""The planted shop, opened once, and a model that recommends in it."""

from __future__ import annotations

import pytest

from instead.settings import RankerSettings
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train
from tests.planted import planted_shop


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return planted_shop(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="session")
def praised_shop(shop: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """A ranker of the planted shop: items are praised for one attribute of their shelf and blamed for the other."""
    folder = tmp_path_factory.mktemp("praised") / "model"
    return load(train(shop, out=folder, model="ranker", settings=RankerSettings(lists=200, pools=200)).folder)
