"""Figures by slice: groups of users, items and queries (cold start, sparsity, popularity) from the training part."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import rankdata

from instead.evaluation.result import Evaluation
from instead.evaluation.significance import intervals
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.training import training_graph, training_popularity

Ints = NDArray[np.int64]

USER_HISTORY = (0, 2, 5, 10)
"""Bounds of training interactions: at most 1 is a cold-start user."""
ITEM_HISTORY = (0, 6, 20)
"""Bounds of training interactions: at most 5 is a cold-start item."""
REVIEWS = (0, 1, 5)
"""Bounds of training reviews: none is a new item, fewer than 5 a thin one."""
QUERY_DEGREE = (0, 1, 5, 10, 30)
"""Bounds of known substitutes of the query."""


def slices(
    evaluation: Evaluation,
    dataset: Dataset,
    *,
    protocol: str,
    measure: str,
    draws: int = 1000,
    seed: int = 0,
) -> pl.DataFrame:
    """`slice group triples value low high`. Bootstrap intervals over users; over queries for the mean over queries.

    Small groups are included; their intervals are wide.
    """
    frame = evaluation.of(protocol)
    values = evaluation.measures(protocol)[measure]
    user, query = evaluation.clusters(protocol), frame["query"].to_numpy()
    rows: list[dict[str, object]] = []

    def add(name: str, group: str, some: NDArray[np.float64], cluster: NDArray[np.integer]) -> None:
        value, low, high = (float(end[0]) for end in intervals(some[:, None], cluster, draws=draws, seed=seed))
        rows.append({"slice": name, "group": group, "triples": some.size, "value": value, "low": low, "high": high})

    add("all", "all", values, user)
    per_query = frame.select("query").with_columns(pl.Series("value", values)).group_by("query").mean().sort("query")
    add("mean over queries", "all", per_query["value"].to_numpy(), per_query["query"].to_numpy())
    rows[-1]["triples"] = values.size
    asker = frame["user"].to_numpy()
    for name, groups in _groups(dataset, str(evaluation.about["split"]), asker, query, frame["chosen"].to_numpy()):
        for group, mask in groups:
            if mask.any():
                add(name, group, values[mask], user[mask])
    return pl.DataFrame(rows)


def by_reviews(
    evaluation: Evaluation, dataset: Dataset, *, protocol: str, measure: str, draws: int = 1000, seed: int = 0
) -> pl.DataFrame:
    """`slice group triples value low high` by how many training reviews the query has, and the chosen item.

    With 95 % bootstrap intervals over users; a group without triples is in the table, without figures.
    """
    frame, values = evaluation.of(protocol), evaluation.measures(protocol)[measure]
    cluster, popularity = evaluation.clusters(protocol), training_popularity(dataset)
    rows: list[dict[str, object]] = []
    for name, column in (("query", "query"), ("chosen item", "chosen")):
        for group, mask in _between(popularity[frame[column].to_numpy()], REVIEWS):
            ends: tuple[float | None, ...] = (None, None, None)
            if mask.any():
                found = intervals(values[mask][:, None], cluster[mask], draws=draws, seed=seed)
                ends = tuple(float(end[0]) for end in found)
            figures = dict(zip(("value", "low", "high"), ends, strict=True))
            rows.append({"slice": f"{name}'s reviews", "group": group, "triples": int(mask.sum()), **figures})
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(("value", "low", "high"), pl.Float64))


def _groups(
    dataset: Dataset, split: str, user: NDArray[np.integer], query: NDArray[np.integer], chosen: NDArray[np.integer]
) -> Iterator[tuple[str, list[tuple[str, NDArray[np.bool_]]]]]:
    rows = dataset.interactions.filter(pl.col("part") == PARTS["train"])
    history = np.bincount(rows["user"].to_numpy(), minlength=dataset.users.height)
    popularity = training_popularity(dataset)
    if (user >= 0).all():
        yield "user's interactions", _between(history[user], USER_HISTORY)
    yield "chosen item's interactions", _between(popularity[chosen], ITEM_HISTORY)
    yield "query's known substitutes", _between(training_graph(dataset, split).degree[query], QUERY_DEGREE)
    decile = deciles(popularity)[chosen]
    yield "chosen item's popularity decile", [(str(number), decile == number) for number in range(1, 11)]


def _between(values: Ints, bounds: tuple[int, ...]) -> list[tuple[str, NDArray[np.bool_]]]:
    """Groups [b0, b1), [b1, b2), ..., from the last bound on; named by the numbers in them."""
    groups = []
    for low, high in zip(bounds, (*bounds[1:], None), strict=True):
        if high is None:
            groups.append((f"{low} and more", values >= low))
        else:
            name = str(low) if high == low + 1 else f"{low}-{high - 1}"
            groups.append((name, (values >= low) & (values < high)))
    return groups


def deciles(popularity: Ints) -> Ints:
    """(items,) 1 for the least popular tenth of the catalogue to 10 for the most popular; equals stay together."""
    middle = rankdata(popularity, method="average") - 0.5
    decile: Ints = np.minimum(np.floor(10.0 * middle / popularity.size).astype(np.int64) + 1, 10)
    return decile
