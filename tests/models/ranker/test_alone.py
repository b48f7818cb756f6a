"""Single signals as models: the column of the ranker, from their own tables alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from instead.errors import EmptyResult
from instead.material import Material
from instead.models.context import Askers, Context
from instead.models.ranker.alone import OneSignal
from instead.models.ranker.asked import asked_of
from instead.models.ranker.features import SIGNALS, Features
from instead.models.ranker.known import Known
from instead.models.ranker.tables.all_tables import Tables, described
from instead.models.registry import PRODUCT, entry_of, references
from instead.preparation.prepare import prepare
from instead.settings import RankerSettings
from instead.store.dataset import Dataset
from instead.substitutes.training import training_visits
from instead.training.train import train
from tests.layers import with_tables
from tests.planted import planted_shop
from tests.small_shop import put, shop_rows, small_settings

SINGLE = [name for name, place in PRODUCT.items() if ".alone:" in place]
TABLES = {
    "ials": {"factors"},
    "title-tf-idf": {"titles"},
    "category-tf-idf": {"categories"},
    "walks": {"substitutes"},
    "listed": {"listed_by"},
    "complement-steps": {"substitutes", "complements"},
    "owned-substitutes": {"substitutes"},
    "bought-together": {"complements"},
    "exposure": {"standing", "substitutes"},
    "attribute-gain": {"opinions"},
    "mean-stars": {"standing"},
    "same-brand": {"standing"},
    "price-distance": {"standing"},
    "your-time": {"activity"},
}
ELSEWHERE = {"Common": "resource-allocation", "ItemNeighbours": "item-knn", "Attributes": "attribute-tf-idf",
             "Popular": "popularity", "Now": "recent-popularity", "Lately": "recent-popularity"}  # fmt: skip


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    data = planted_shop(tmp_path_factory.mktemp("planted"), rich=True)
    rng = np.random.default_rng(0)
    items = data.items.with_columns(
        price=1.0 + 9.0 * rng.random(data.items.height),
        brand=np.array(["one", "two"])[np.arange(data.items.height) % 2],
    )
    return with_tables(data, {"items": items.select(data.items.columns)})


@pytest.fixture(scope="module")
def features(shop: Dataset) -> Features:
    """All signals over all tables, as the ranker has them."""
    known = Known.of(Material.of(shop))
    return Features(Tables.of(known, RankerSettings(seed=0), *described(known)))


def fitted(name: str, data: Dataset) -> OneSignal:
    entry = entry_of(name)
    model = entry.training(Material.of(data), entry.settings.of_preset("default"), {}).model()
    assert isinstance(model, OneSignal)
    return model


@pytest.mark.parametrize("name", SINGLE)
def test_a_single_signal_is_its_column_of_the_ranker(name: str, shop: Dataset, features: Features) -> None:
    model = fitted(name, shop)
    context = Context(Askers.users(np.arange(20), training_visits(shop)), np.arange(20) * 8)
    rows = model.score_all(context)
    assert np.ptp(rows) > 0
    columns = np.stack([features.catalogue(asked).copy() for asked in asked_of(context)], axis=1)
    matches = [column.name for column, of_ranker in zip(features.columns, columns, strict=True)
               if np.allclose(of_ranker, rows, rtol=1e-6, atol=1e-7)]  # fmt: skip
    assert len(matches) == 1, matches
    candidates = np.tile(np.arange(3, 50, 2), (20, 1))
    np.testing.assert_array_equal(model.score(context, candidates), rows[:, 3:50:2])
    stored = model.arrays()
    assert {table.split(".")[0] for table in stored} == TABLES[name] | {"items"}
    again = entry_of(name).load(entry_of(name).settings.of_preset("default"), stored, {})
    np.testing.assert_array_equal(again.score_all(context), rows)


def test_common_neighbours_are_resource_allocation(shop: Dataset, features: Features) -> None:
    """Computed in two ways, by paths and by a product of matrices; that is why there is no model of that name."""
    model = entry_of("resource-allocation")
    plain = model.training(Material.of(shop), model.settings.of_preset("default"), {}).model()
    context = Context.of_strangers(np.arange(30))
    number = features.number("common neighbours")
    rows = np.stack([features.catalogue(asked)[number].copy() for asked in asked_of(context)])
    expected = plain.score_all(context)
    expected[np.arange(30), context.query] = 0.0
    np.testing.assert_allclose(rows, expected, rtol=1e-5)


def test_every_signal_is_a_model_somewhere(shop: Dataset) -> None:
    """All but `Unlinked`, which says that links say nothing."""
    here = {fitted(name, shop).signal.__name__ for name in SINGLE}
    assert set(ELSEWHERE.values()) <= {entry.name for entry in references()}
    missing = {signal.__name__ for signal in SIGNALS} - here - set(ELSEWHERE) - {"Unlinked"}
    assert not missing, f"no model in models/ranker/alone.py: {', '.join(sorted(missing))}"


def test_only_some_are_references() -> None:
    found = [entry.name for entry in references()]
    assert [name for name in SINGLE if name in found] == ["title-tf-idf", "category-tf-idf", "ials"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("title-tf-idf", "no item has a title"),
        ("category-tf-idf", "no item has a category"),
        ("same-brand", "no item has a brand"),
        ("price-distance", "no item has a price"),
        ("mean-stars", "no training interaction has a rating"),
        ("your-time", "no training interaction has a time"),
        ("bought-together", "there are no links of complements"),
        ("walks", "there are no substitute links"),
        ("attribute-gain", "no mentions yet"),
    ],
)
def test_what_is_lacking_is_said_in_one_sentence(name: str, why: str, bare: Dataset, tmp_path: Path) -> None:
    with pytest.raises(EmptyResult, match=rf"a model '{name}' cannot be trained here: {why}"):
        train(bare, out=tmp_path / "m", model=name)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Nothing but who had what."""
    folder = tmp_path_factory.mktemp("bare")
    orders = put(folder / "orders.csv", ["user,item", *(f"{row['reviewerID']},{row['asin']}" for row in shop_rows())])
    return prepare([orders], out=folder / "data", settings=small_settings(), without_links=True)


def test_titles_without_a_word_in_common_are_told_so(shop: Dataset, tmp_path: Path) -> None:
    alone = shop.items.with_columns(title=np.array([chr(0x4E00 + number) for number in range(shop.items.height)]))
    data = with_tables(shop, {"items": alone.select(shop.items.columns)}, tmp_path / "data")
    with pytest.raises(EmptyResult, match="'title-tf-idf' cannot be trained here: no item differs from others"):
        fitted("title-tf-idf", data)
