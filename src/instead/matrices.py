"""Care X and quality Y from mentions: definitions 1 and 2 of the paper, sparse.

`care` and `quality` are pure functions on integer-coded columns, one entry per mention. An absent cell is 0: never
mentioned. `training_matrices` takes them from a dataset folder, from its training part alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.sparse import coo_matrix, csr_matrix

from instead.errors import EmptyResult
from instead.store.dataset import PARTS, Dataset

Array = npt.NDArray[Any]


def training_matrices(
    dataset: Dataset, *, scale: float = 5.0, everything: bool = False
) -> tuple[csr_matrix, csr_matrix]:
    """X (users, attributes) and Y (items, attributes) of the training reviews; N = `scale`, the highest rating.

    Rows and columns are numbered as in `users.parquet`, `items.parquet` and `attributes.parquet`. Mentions of
    validation and test reviews are excluded (decision B2): they would leak the answer. `everything` is for a final
    model, which is not evaluated: the reviews of all parts.
    """
    kept = training_mentions(dataset, everything=everything)
    user, item, attribute = (kept[name].to_numpy() for name in ("user", "item", "attribute"))
    count = dataset.attributes.height
    x = care(user, attribute, users=dataset.users.height, attributes=count, scale=scale)
    y = quality(
        item, attribute, kept["sentiment"].to_numpy(), items=dataset.items.height, attributes=count, scale=scale
    )
    return x, y


def training_counts(dataset: Dataset, *, everything: bool = False) -> tuple[csr_matrix, csr_matrix]:
    """Training mentions of each attribute: (users, attributes) by the user, (items, attributes) about the item."""
    kept = training_mentions(dataset, everything=everything)
    ones, attribute, count = np.ones(kept.height), kept["attribute"].to_numpy(), dataset.attributes.height
    by_user = _cells(kept["user"].to_numpy(), attribute, ones, (dataset.users.height, count))
    by_item = _cells(kept["item"].to_numpy(), attribute, ones, (dataset.items.height, count))
    return by_user, by_item


def training_mentions(dataset: Dataset, *more: str, everything: bool = False) -> pl.DataFrame:
    """`interaction user item attribute sentiment` by number, of the training reviews; of all reviews for a final model.

    `more` are further columns of the mentions; `interaction` is the row in `dataset.interactions`.
    """
    return _mentions_of(dataset, tuple(PARTS) if everything else ("train",), *more)


def part_mentions(dataset: Dataset, part: str, *more: str) -> pl.DataFrame:
    """`training_mentions` for the reviews of one part."""
    return _mentions_of(dataset, (part,), *more)


def _mentions_of(dataset: Dataset, parts: Sequence[str], *more: str) -> pl.DataFrame:
    if dataset.attributes.is_empty() and not dataset.has_text:
        raise EmptyResult(
            f"{dataset.folder}: no mentions, and no review has a text to extract them from: prepare the data again "
            "with texts, or with ready-made mentions (--mentions FILE)"
        )
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
    rows = rows.filter(pl.col("part").is_in([PARTS[part] for part in parts]))
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


def care_of_counts(mentions: Array, scale: float) -> npt.NDArray[np.float64]:
    """Eq. 1: x = 1 + (N - 1) (1 - exp(-t)) / (1 + exp(-t)) of t mentions."""
    # (1 - exp(-t)) / (1 + exp(-t)) = tanh(t / 2), without overflow for any t
    values: npt.NDArray[np.float64] = 1.0 + (scale - 1.0) * np.tanh(np.asarray(mentions, np.float64) / 2.0)
    return values


def quality_of_sums(sentiment: Array, scale: float) -> npt.NDArray[np.float64]:
    """Eq. 2: y = 1 + (N - 1) / (1 + exp(-t s)) of the sum t s of the sentiments of t mentions."""
    total = np.clip(np.asarray(sentiment, np.float64), -500.0, 500.0)
    values: npt.NDArray[np.float64] = 1.0 + (scale - 1.0) / (1.0 + np.exp(-total))
    return values


def care(user: Array, attribute: Array, *, users: int, attributes: int, scale: float = 5.0) -> csr_matrix:
    """X (users, attributes), Eq. 1, from one entry per mention by a user."""
    counts = _cells(user, attribute, np.ones(len(user)), (users, attributes))
    return _filled(counts, care_of_counts(counts.data, scale))


def quality(
    item: Array, attribute: Array, sentiment: Array, *, items: int, attributes: int, scale: float = 5.0
) -> csr_matrix:
    """Y (items, attributes), Eq. 2, from one entry per mention of an item; s is the mean sentiment of t mentions.

    t s is the sum of the sentiments; a cell whose praise and blame cancel is mentioned and has y = 1 + (N - 1) / 2.
    """
    shape = (items, attributes)
    counts = _cells(item, attribute, np.ones(len(item)), shape)
    # The same (row, column) pairs in the same order, so that cancelled sums keep their place.
    total = _cells(item, attribute, sentiment, shape).data
    return _filled(counts, quality_of_sums(total, scale))


def _cells(row: Array, column: Array, value: Array, shape: tuple[int, int]) -> csr_matrix:
    """Sums per cell; explicit zeros are kept."""
    return coo_matrix((np.asarray(value, np.float64), (row, column)), shape=shape).tocsr()


def _filled(cells: csr_matrix, values: Array) -> csr_matrix:
    return csr_matrix((values.astype(np.float32), cells.indices, cells.indptr), shape=cells.shape)
