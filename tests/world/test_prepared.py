"""The synthetic shop goes through `prepare` and comes out as it was planted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import Dataset
from instead.substitutes.training import substitute_pairs
from tests.world.conftest import World


@pytest.fixture(scope="module")
def prepared(small: World, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    files = [small.summary.reviews_file, small.summary.meta_file]
    settings = PrepareSettings.as_published(min_user=1, negatives=20)
    return prepare(files, out=tmp_path_factory.mktemp("prepared") / "data", settings=settings)


def test_the_counts_are_those_of_the_shop(prepared: Dataset, small: World) -> None:
    counts = prepared.counts
    assert (counts["users"], counts["items"], counts["reviews"]) == (400, 60, 1_500)
    assert prepared.manifest["funnel"]["duplicates"] == 0
    assert not any(source["rejected"] for source in prepared.manifest["sources"])
    texts = prepared.reviews().select("user", "item", "text").collect()
    written = {(row["reviewerID"], row["asin"]): row["reviewText"] for row in small.reviews}
    assert {(user, item): text for user, item, text in texts.iter_rows()} == written


def test_the_links_are_the_planted_ones(prepared: Dataset, small: World) -> None:
    inside = set(prepared.items["item"].to_list())
    truth = small.truth("links").filter(pl.col("target").is_in(inside) & pl.col("source").is_in(inside))
    given = set(truth.select("source", "target", "relation").iter_rows())
    assert set(prepared.links.iter_rows()) == given
    names = prepared.items["item"].to_list()
    relations = prepared.substitute_relations
    expected = {frozenset((a, b)) for a, b, relation in given if relation in relations}
    assert {frozenset((names[a], names[b])) for a, b in substitute_pairs(prepared)} == expected


def test_substitutes_share_their_category(prepared: Dataset) -> None:
    leaf = [path[-1] for path in prepared.items["category"].to_list()]
    pairs = substitute_pairs(prepared)
    same = np.mean([leaf[a] == leaf[b] for a, b in pairs])
    by_chance = np.mean([leaf[a] == leaf[b] for a in range(len(leaf)) for b in range(a)])
    assert same > 0.6 > 2 * by_chance


def test_descriptions_arrive(prepared: Dataset, small: World) -> None:
    described = prepared.items.filter(pl.col("title").is_not_null())
    assert described.height > 50
    prices = described["price"].drop_nulls()
    assert prices.min() > 0  # type: ignore[operator]
    assert Path(small.folder / "manifest.json").is_file()
