"""The training view of a prepared dataset, without held-out pairs and interactions (no leakage)."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.store.dataset import PARTS, Dataset
from instead.substitutes.graph import Graph, Pairs, unordered


def substitute_pairs(dataset: Dataset, links: pl.DataFrame | None = None) -> Pairs:
    """Every substitute pair of the dataset, reserved ones included: for evaluation protocols, never for training. Or
    those of other `links`."""
    numbers = dataset.items.select("item").with_row_index("number")
    links = (dataset.links if links is None else links).filter(pl.col("relation").is_in(dataset.substitute_relations))
    ends = [
        links.select(pl.col(end).alias("item")).join(numbers, on="item", how="left", maintain_order="left")["number"]
        for end in ("source", "target")
    ]
    source, target = (end.to_numpy().astype(np.int64) for end in ends)
    return unordered(source, target, dataset.items.height)


def training_graph(dataset: Dataset, split: str | None = None, *, everything: bool = False) -> Graph:
    """The substitute graph without the pairs that the split (default: the main one) reserves, in either direction.

    A dataset without triples has no reserved pairs; a final model, which is not evaluated, uses all (`everything`).
    """
    links = dataset.links if everything else dataset.training_links
    graph = Graph.from_pairs(substitute_pairs(dataset, links), dataset.items.height)
    if everything or not dataset.splits:
        return graph
    return graph.without(dataset.split(split or dataset.main_split).reserved)


def training_links(dataset: Dataset, split: str | None = None, *, everything: bool = False) -> pl.DataFrame:
    """`links` as given, with direction and relation, without any link between the items of a reserved pair.

    That includes complements: a "bought together" link between query and chosen item would leak as much.
    """
    if everything or not dataset.splits:
        return dataset.links if everything else dataset.training_links
    numbers = dataset.items.select("item").with_row_index("number")
    reserved = pl.DataFrame(
        dataset.split(split or dataset.main_split).reserved.astype(np.uint32), schema=["low", "high"]
    )
    numbered = dataset.training_links.join(
        numbers, left_on="source", right_on="item", how="left", maintain_order="left"
    ).join(numbers, left_on="target", right_on="item", how="left", maintain_order="left", suffix="_other")
    ends = ("number", "number_other")
    ordered = numbered.with_columns(pl.min_horizontal(*ends).alias("low"), pl.max_horizontal(*ends).alias("high"))
    return ordered.join(reserved, on=["low", "high"], how="anti", maintain_order="left").select(
        dataset.training_links.columns
    )


def training_interactions(dataset: Dataset | pl.DataFrame, *, everything: bool = False) -> pl.DataFrame:
    """`user item part` of the training part; of all parts for a final model. Takes the table itself, too."""
    rows = dataset if isinstance(dataset, pl.DataFrame) else dataset.interactions
    return rows if everything else rows.filter(pl.col("part") == PARTS["train"])


def training_popularity(dataset: Dataset, *, everything: bool = False) -> NDArray[np.int64]:
    """Popularity: training interactions of each item."""
    rows = training_interactions(dataset, everything=everything)
    return np.bincount(rows["item"].to_numpy(), minlength=dataset.items.height)


def training_visits(dataset: Dataset, *, everything: bool = False) -> csr_matrix:
    """(users, items) 1 for each training interaction, items of a user in order."""
    rows = training_interactions(dataset, everything=everything)
    shape = (dataset.users.height, dataset.items.height)
    visits = csr_matrix((np.ones(rows.height), (rows["user"].to_numpy(), rows["item"].to_numpy())), shape=shape)
    visits.sort_indices()
    return visits


def training_times(dataset: Dataset, *, everything: bool = False) -> NDArray[np.datetime64]:
    """(visits,) time of each training interaction in seconds, in the order of `training_visits`; NaT where unknown."""
    return as_times(_of_visits(dataset, "time", everything))


def training_stars(dataset: Dataset, *, everything: bool = False) -> NDArray[np.float64]:
    """(visits,) rating of each training interaction, in the order of `training_visits`; NaN where unknown."""
    return _of_visits(dataset, "rating", everything).cast(pl.Float64).fill_null(np.nan).to_numpy()


def _of_visits(dataset: Dataset, column: str, everything: bool) -> pl.Series:
    """A column of the reviews for training interactions, in the order of `training_visits`."""
    values = dataset.reviews().select(column).collect()[column]
    rows = training_interactions(dataset.interactions.with_columns(values), everything=everything)
    return rows[column].gather(np.lexsort((rows["item"].to_numpy(), rows["user"].to_numpy())))


def as_times(seconds: pl.Series) -> NDArray[np.datetime64]:
    """Unix seconds as times; NaT where null."""
    known = seconds.is_not_null().to_numpy()
    times = np.full(known.size, np.datetime64("NaT"), "datetime64[s]")
    times[known] = seconds.drop_nulls().to_numpy().astype("datetime64[s]")
    return times
