"""X and Y of a prepared folder: training mentions only, numbered as the tables are."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest

from instead.errors import EmptyResult
from instead.matrices import training_matrices
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
    return prepare(files, out=folder / "data", settings=PrepareSettings(min_user=2, min_item=2, negatives=2))


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
                       settings=PrepareSettings(min_user=2, min_item=2))  # fmt: skip
        with pytest.raises(EmptyResult, match=advice):
            training_matrices(data)
