"""X and Y of a prepared folder: training mentions only, numbered as the tables are."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.errors import EmptyResult
from instead.matrices import part_mentions, training_counts, training_matrices, training_mentions
from instead.preparation.prepare import prepare
from instead.settings import PrepareSettings
from instead.store.dataset import PARTS, Dataset


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Twelve users and eight items; every user praises the battery of every item and blames the price of odd ones."""
    folder = tmp_path_factory.mktemp("shop")
    pairs = [(u, i) for u in range(12) for i in range(8) if (u + i) % 3]
    reviews = "".join(f"u{u:02d},i{i},{4},{1_400_000_000 + u}\n" for u, i in pairs)
    (folder / "reviews.csv").write_text("user,item,rating,time\n" + reviews)
    lines = [f"u{u:02d},i{i},battery:great:1" + (",price:high:-1" if i % 2 else "") for u, i in pairs]
    (folder / "mentions.txt").write_text("\n".join(lines) + "\n")
    (folder / "links.csv").write_text("source,target\n" + "".join(f"i{a},i{b}\n" for a in range(8) for b in range(a)))
    files = [folder / name for name in ("reviews.csv", "mentions.txt", "links.csv")]
    return prepare(
        files, out=folder / "data", settings=PrepareSettings.as_published(min_user=2, min_item=2, negatives=2)
    )


def test_cells_count_training_mentions_only(dataset: Dataset) -> None:
    x, y = training_matrices(dataset)
    assert dataset.attributes["attribute"].to_list() == ["battery", "price"]
    assert (x.shape, y.shape) == ((12, 2), (8, 2))
    rows = dataset.interactions.filter(pl.col("part") == PARTS["train"])
    held_out = dataset.interactions.height - rows.height
    assert held_out > 0
    for user in range(12):
        t = rows.filter(pl.col("user") == user).height
        assert x[user, 0] == pytest.approx(1 + 4 * (1 - math.exp(-t)) / (1 + math.exp(-t)), rel=1e-6)
    for item in range(8):
        t = rows.filter(pl.col("item") == item).height
        assert y[item, 0] == pytest.approx(1 + 4 / (1 + math.exp(-t)), rel=1e-6)
        assert y[item, 1] == (pytest.approx(1 + 4 / (1 + math.exp(t)), rel=1e-6) if item % 2 else 0)


def test_without_mentions_it_says_what_to_do(tmp_path: Path) -> None:
    pairs = [(u, i) for u in range(6) for i in range(6) if u != i]
    files = {
        "instead extract": "user,item,text\n" + "".join(f"u{u},i{i},fine\n" for u, i in pairs),
        "no review has a text": "user,item,rating\n" + "".join(f"u{u},i{i},{1 + i % 5}\n" for u, i in pairs),
    }
    for advice, content in files.items():
        (tmp_path / "r.csv").write_text(content)
        data = prepare([tmp_path / "r.csv"], out=tmp_path / "d", without_links=True, replace=True,
                       settings=PrepareSettings.as_published(min_user=2, min_item=2))  # fmt: skip
        with pytest.raises(EmptyResult, match=advice):
            training_matrices(data)


def test_another_scale_reaches_both_matrices(dataset: Dataset) -> None:
    """N = 11: x - 1 and y - 1 are 2.5 times those of N = 5."""
    for small, large in zip(training_matrices(dataset), training_matrices(dataset, scale=11.0), strict=True):
        np.testing.assert_array_equal(small.indices, large.indices)
        np.testing.assert_allclose(large.data - 1.0, 2.5 * (small.data - 1.0), atol=1e-5)


def test_counts_are_those_of_a_plain_loop_over_training_mentions(dataset: Dataset) -> None:
    by_user, by_item = training_counts(dataset)
    users, items = np.zeros((12, 2)), np.zeros((8, 2))
    for user, item in training_pairs(dataset):
        for attribute in range(1 + item % 2):
            users[user, attribute] += 1
            items[item, attribute] += 1
    np.testing.assert_array_equal(by_user.toarray(), users)
    np.testing.assert_array_equal(by_item.toarray(), items)


def training_pairs(dataset: Dataset) -> list[tuple[int, int]]:
    rows = dataset.interactions.filter(pl.col("part") == PARTS["train"])
    return [(int(user), int(item)) for user, item in rows.select("user", "item").iter_rows()]


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_mentions_of_a_part_point_at_their_interaction(dataset: Dataset, part: str) -> None:
    found = part_mentions(dataset, part, "opinion")
    assert found.columns == ["interaction", "user", "item", "attribute", "sentiment", "opinion"]
    rows = dataset.interactions.select("user", "item", "part").rows()
    for interaction, user, item, attribute, sentiment, opinion in found.iter_rows():
        assert rows[interaction] == (user, item, PARTS[part])
        assert (sentiment, opinion) == ((1, "great") if attribute == 0 else (-1, "high"))
    held = [(user, item) for user, item, number in rows if number == PARTS[part]]
    assert found.height == sum(1 + item % 2 for _, item in held) > 0


def test_mentions_are_those_of_training_unless_everything_is_asked_for(dataset: Dataset) -> None:
    train = part_mentions(dataset, "train")
    assert training_mentions(dataset).equals(train)
    assert training_mentions(dataset, everything=True).height == dataset.mentions.height > train.height
    for some, all_of_them in zip(training_counts(dataset), training_counts(dataset, everything=True), strict=True):
        assert some.sum() == train.height
        assert all_of_them.sum() == dataset.mentions.height
