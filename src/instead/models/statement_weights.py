"""Learns what makes somebody mention an attribute (`statement_order.py`): a conditional logit on training reviews.

Each review is foretold from what its user wrote elsewhere and what others wrote about its item: its own mentions are
taken out of both counts first (leave one out), so that the weights hold for reviews that are not there yet.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import training_mentions
from instead.models.evidence import Evidence
from instead.models.statement_order import Floats, StatementOrder, StatementWeights, features
from instead.rng import stage_rng
from instead.store.dataset import Dataset

_REVIEWS = 1500  # that weights are learned from, at most
_CELLS = 3_000_000  # of reviews and attributes that are held at a time
_RIDGE = 1e-4
_FEW = 30  # reviews with which nothing is learned


def learned_weights(evidence: Evidence, dataset: Dataset, *, everything: bool = False) -> StatementWeights:
    """Weights of the largest likelihood of training reviews; the usual ones where there are only a few reviews."""
    said = training_mentions(dataset, everything=everything)
    reviews = said["interaction"].unique().sort()
    order = StatementOrder.of(evidence)
    count = min(_REVIEWS, _CELLS // max(order.usual.size, 1), reviews.len())
    if count < _FEW:
        return StatementWeights()
    some = np.sort(stage_rng(0, "statements").permutation(reviews.len())[:count])
    rows = reviews[some.tolist()].to_frame().with_row_index("row")
    mine = said.join(rows, on="interaction")
    who = mine.group_by("row").agg(pl.col("user", "item").first()).sort("row")
    mentions = _table(mine, count, order.usual.size)
    by_user = order.by_user[who["user"].to_numpy()].toarray() - mentions
    by_item = order.by_item[who["item"].to_numpy()].toarray() - mentions
    return StatementWeights(*fitted(features(by_user, by_item, order.usual), mentions > 0).tolist())


def _table(rows: pl.DataFrame, count: int, attributes: int) -> Floats:
    places = (rows["row"].to_numpy(), rows["attribute"].to_numpy())
    table: Floats = csr_matrix((np.ones(rows.height), places), shape=(count, attributes)).toarray()
    return table


def fitted(terms: Floats, mentioned: NDArray[np.bool_]) -> Floats:
    """(c,) weights of the largest likelihood: a softmax over the attributes (n, A, c) of each review, of which the
    mentioned ones (n, A) were drawn. Concave, so that any start leads to the same weights; a small ridge keeps the
    weights of terms finite that never differ."""
    share = mentioned / mentioned.sum(axis=1, keepdims=True)
    wanted = np.einsum("nac,na->c", terms, share)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = terms @ weights
        top = scores.max(axis=1, keepdims=True)
        chance = np.exp(scores - top)
        total = chance.sum(axis=1, keepdims=True)
        value = (top + np.log(total)).sum() - weights @ wanted
        slope = np.einsum("nac,na->c", terms, chance / total) - wanted
        ridge = _RIDGE * weights
        return float(value) / len(terms) + 0.5 * float(weights @ ridge), slope / len(terms) + ridge

    from scipy.optimize import minimize  # noqa: PLC0415 - takes a fifth of a second, and only training needs it

    found: Floats = minimize(loss, np.zeros(terms.shape[2]), jac=True, method="L-BFGS-B").x
    return found
