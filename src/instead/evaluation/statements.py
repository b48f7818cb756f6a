"""Reasons as a ranking of statements: does the list of attributes for (user, item) foretell what the user then wrote?

Statements are attributes, either with what is said of them (praise, blame: signed) or without (unsigned). The held-out
review of the user is the truth, and lists by plain frequency (of the user, of the item, of the shop) are what a list
has to beat; most published models do not. Nothing but training mentions goes into a list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import EmptyResult
from instead.evaluation.significance import intervals, paired
from instead.matrices import part_mentions
from instead.metrics import average_precision, ndcg_at, precision_at, recall_at
from instead.rng import stage_rng
from instead.store.dataset import Dataset

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MEASURES = ("NDCG@10", "AP", "P@3", "R@3")


@dataclass(frozen=True)
class HeldOutReviews:
    """Reviews that mention an attribute; columns of equal length. `query` is -1 where nothing was being looked at."""

    user: Ints
    item: Ints
    query: Ints
    mentioned: Bools  # (n, A), or (n, 2 A) signed: praise of each attribute, then blame

    @classmethod
    def of(
        cls, dataset: Dataset, part: str = "test", *, sample: int | None = None, seed: int = 0, signed: bool = False
    ) -> HeldOutReviews:
        """Reviews of a part, each with the query of one of its triples; `sample` of them at random."""
        said = part_mentions(dataset, part)
        count, rows = dataset.attributes.height, said["interaction"].unique().sort()
        if not rows.len():
            raise EmptyResult(f"{dataset.folder}: no {part} review mentions an attribute; there is nothing to rank")
        if sample is not None and sample < rows.len():
            rows = rows[np.sort(stage_rng(seed, "statements", part).permutation(rows.len())[:sample]).tolist()]
        column = pl.col("attribute") + (pl.col("sentiment") < 0).cast(pl.Int64) * (count if signed else 0)
        found = said.with_columns(column).join(rows.to_frame().with_row_index("row"), on="interaction")
        shape = (rows.len(), 2 * count if signed else count)
        places = (found["row"].to_numpy(), found["attribute"].to_numpy())
        mentioned = csr_matrix((np.ones(found.height), places), shape=shape).toarray() > 0
        visits = dataset.interactions[rows.to_list()]
        user, item = (visits[name].to_numpy().astype(np.int64) for name in ("user", "item"))
        return cls(user, item, _queries(dataset, part, rows), mentioned)

    def __len__(self) -> int:
        return self.user.size

    def some(self, rows: Ints) -> HeldOutReviews:
        """Some of the reviews."""
        return HeldOutReviews(self.user[rows], self.item[rows], self.query[rows], self.mentioned[rows])


def _queries(dataset: Dataset, part: str, rows: pl.Series) -> Ints:
    """A query of each interaction, the lowest where there are several; -1 where there is none."""
    if "paper" not in dataset.splits:
        return np.full(rows.len(), -1)
    triples = dataset.split("paper").triples(part).cast({"interaction": pl.Int64})
    first = triples.group_by("interaction").agg(pl.col("query").min())
    asked = rows.cast(pl.Int64).to_frame().join(first, on="interaction", how="left", maintain_order="left")
    return asked["query"].cast(pl.Int64).fill_null(-1).to_numpy()


def measured(scores: Floats, mentioned: Bools) -> Floats:
    """(n, 4) of each list sorted by `scores` (n, A): `MEASURES`, ties counted as all their orders."""
    return np.column_stack(
        [
            ndcg_at(scores, mentioned, 10),
            average_precision(scores, mentioned),
            precision_at(scores, mentioned, 3),
            recall_at(scores, mentioned, 3),
        ]
    )


def statement_table(
    lists: Mapping[str, Floats], reviews: HeldOutReviews, *, draws: int = 1000, seed: int = 0
) -> pl.DataFrame:
    """`list measure value low high reviews`: 95 % intervals, resampling users."""
    rows = []
    for name, scores in lists.items():
        found = intervals(measured(scores, reviews.mentioned), reviews.user, draws=draws, seed=seed)
        rows += [
            (name, measure, *(float(end[place]) for end in found), len(reviews))
            for place, measure in enumerate(MEASURES)
        ]
    return pl.DataFrame(rows, schema=["list", "measure", "value", "low", "high", "reviews"], orient="row")


def lead(
    ours: Floats, others: Mapping[str, Floats], reviews: HeldOutReviews, *, draws: int = 1000, seed: int = 0
) -> pl.DataFrame:
    """`measure best difference low high`: our list minus the best of the others, on the same reviews."""
    mine = measured(ours, reviews.mentioned)
    theirs = {name: measured(scores, reviews.mentioned) for name, scores in others.items()}
    rows = []
    for place, measure in enumerate(MEASURES):
        best = max(theirs, key=lambda name: float(theirs[name][:, place].mean()))
        found = paired(mine[:, place], theirs[best][:, place], reviews.user, draws=draws, seed=seed)
        rows.append((measure, best, found.value, found.low, found.high))
    return pl.DataFrame(rows, schema=["measure", "best", "difference", "low", "high"], orient="row")


def listed(orders: Sequence[Sequence[int]], width: int) -> Floats:
    """(n, width) scores of lists given as attribute numbers, best first; what is not listed ties at the end."""
    scores = np.zeros((len(orders), width))
    for row, order in enumerate(orders):
        scores[row, list(order)] = np.arange(len(order), 0, -1)
    return scores


def precision_of(shown: Sequence[Sequence[int]], mentioned: Bools) -> tuple[Floats, Floats]:
    """(n,) share of the shown statements that the user makes, 0 where none is shown; and (n,) how many are shown."""
    count = np.array([len(one) for one in shown], np.float64)
    right = np.array([mentioned[row, list(one)].sum() for row, one in enumerate(shown)], np.float64)
    return right / np.maximum(count, 1.0), count


def precision_table(
    choices: Mapping[str, Sequence[Sequence[int]]], reviews: HeldOutReviews, *, draws: int = 1000, seed: int = 0
) -> pl.DataFrame:
    """`list shown value low high`: of all statements that are shown the share that users make; 95 % intervals,
    resampling users."""
    rows = []
    for name, shown in choices.items():
        share, count = precision_of(shown, reviews.mentioned)
        found = intervals(share[:, None], reviews.user, draws=draws, seed=seed, weight=count)
        rows.append((name, int(count.sum()), *(float(end[0]) for end in found)))
    return pl.DataFrame(rows, schema=["list", "shown", "value", "low", "high"], orient="row")
