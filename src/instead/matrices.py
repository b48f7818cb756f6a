"""Care X and quality Y from mentions: definitions 1 and 2 of the paper, sparse.

`care` and `quality` are pure functions on integer-coded columns, one entry per mention. An absent cell is 0: never
mentioned. `training_matrices` takes them from a dataset folder, from its training part alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.sparse import coo_matrix, csr_matrix

from instead.errors import EmptyResult
from instead.store.dataset import PARTS, Dataset

Array = npt.NDArray[Any]


def training_matrices(dataset: Dataset, *, scale: float = 5.0) -> tuple[csr_matrix, csr_matrix]:
    """X (users, attributes) and Y (items, attributes) of the training reviews; N = `scale`, the highest rating.

    Rows and columns are numbered as in `users.parquet`, `items.parquet` and `attributes.parquet`. Mentions of
    validation and test reviews stay out (decision B2): they would be the answer.
    """
    kept = training_mentions(dataset)
    user, item, attribute = (kept[name].to_numpy() for name in ("user", "item", "attribute"))
    count = dataset.attributes.height
    x = care(user, attribute, users=dataset.users.height, attributes=count, scale=scale)
    y = quality(
        item, attribute, kept["sentiment"].to_numpy(), items=dataset.items.height, attributes=count, scale=scale
    )
    return x, y


def training_counts(dataset: Dataset) -> tuple[csr_matrix, csr_matrix]:
    """Training mentions of each attribute: (users, attributes) by the user, (items, attributes) about the item."""
    kept = training_mentions(dataset)
    ones, attribute, count = np.ones(kept.height), kept["attribute"].to_numpy(), dataset.attributes.height
    by_user = _cells(kept["user"].to_numpy(), attribute, ones, (dataset.users.height, count))
    by_item = _cells(kept["item"].to_numpy(), attribute, ones, (dataset.items.height, count))
    return by_user, by_item


def training_mentions(dataset: Dataset) -> pl.DataFrame:
    """`interaction user item attribute sentiment` by number, of the training reviews."""
    return part_mentions(dataset, "train")


def part_mentions(dataset: Dataset, part: str, *more: str) -> pl.DataFrame:
    """The same of any part, and `more` columns of the mentions; `interaction` is the row in `dataset.interactions`."""
    if dataset.attributes.is_empty():
        raise EmptyResult(f"{dataset.folder}: no mentions yet; run `instead extract {dataset.folder}` first")
    numbers = dataset.interactions
    rows = pl.DataFrame(
        {
            "user": dataset.users["user"].gather(numbers["user"]),
            "item": dataset.items["item"].gather(numbers["item"]),
            "user_number": numbers["user"],
            "item_number": numbers["item"],
            "part": numbers["part"],
        }
    ).with_row_index("interaction")
    rows = rows.filter(pl.col("part") == PARTS[part])
    names = dataset.attributes.select("attribute").with_row_index("number")
    kept = dataset.mentions.join(rows, on=["user", "item"]).join(names, on="attribute")
    return kept.select(
        pl.col("interaction").cast(pl.Int64),
        pl.col("user_number").cast(pl.Int64).alias("user"),
        pl.col("item_number").cast(pl.Int64).alias("item"),
        pl.col("number").cast(pl.Int64).alias("attribute"),
        "sentiment",
        *more,
    )


def care(user: Array, attribute: Array, *, users: int, attributes: int, scale: float = 5.0) -> csr_matrix:
    """X (users, attributes), Eq. 1: x = 1 + (N - 1) (1 - exp(-t)) / (1 + exp(-t)) for t mentions by the user."""
    counts = _cells(user, attribute, np.ones(len(user)), (users, attributes))
    t = counts.data
    # (1 - exp(-t)) / (1 + exp(-t)) = tanh(t / 2), without overflow for any t
    return _filled(counts, 1.0 + (scale - 1.0) * np.tanh(t / 2.0))


def quality(
    item: Array, attribute: Array, sentiment: Array, *, items: int, attributes: int, scale: float = 5.0
) -> csr_matrix:
    """Y (items, attributes), Eq. 2: y = 1 + (N - 1) / (1 + exp(-t s)), s the mean sentiment of t mentions.

    t s is the sum of the sentiments; a cell whose praise and blame cancel is mentioned and has y = 1 + (N - 1) / 2.
    """
    shape = (items, attributes)
    counts = _cells(item, attribute, np.ones(len(item)), shape)
    # The same (row, column) pairs in the same order, so that cancelled sums keep their place.
    total = _cells(item, attribute, sentiment, shape).data
    return _filled(counts, 1.0 + (scale - 1.0) / (1.0 + np.exp(-np.clip(total, -500.0, 500.0))))


def _cells(row: Array, column: Array, value: Array, shape: tuple[int, int]) -> csr_matrix:
    """Sums per cell; explicit zeros stay."""
    return coo_matrix((np.asarray(value, np.float64), (row, column)), shape=shape).tocsr()


def _filled(cells: csr_matrix, values: Array) -> csr_matrix:
    return csr_matrix((values.astype(np.float32), cells.indices, cells.indptr), shape=cells.shape)
