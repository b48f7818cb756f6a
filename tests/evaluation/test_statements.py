"""Lists of statements: measures by hand, an order that finds planted taste, and nothing from held-out reviews."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.evaluation.statements import (
    HeldOutReviews,
    lead,
    listed,
    measured,
    precision_of,
    precision_table,
    statement_table,
)
from instead.matrices import part_mentions
from instead.metrics import ndcg_at, recall_at
from instead.models.statement_order import StatementOrder
from instead.shop import Shop
from instead.store.dataset import Dataset


def test_ndcg_by_hand() -> None:
    """Relevant at places 1 and 3 of two: (1 + 1/2) / (1 + 1/log2(3)); nothing relevant within the cut: 0."""
    scores = np.array([[4.0, 3.0, 2.0, 1.0]])
    assert ndcg_at(scores, np.array([[True, False, True, False]]), 3) == pytest.approx(1.5 / (1 + 1 / np.log2(3)))
    assert ndcg_at(scores, np.array([[False, False, False, True]]), 3) == [0.0]
    assert ndcg_at(scores, np.array([[True, True, True, True]]), 2) == [1.0]  # no list could do better
    assert ndcg_at(scores, np.zeros((1, 4), bool), 2) == [0.0]


def test_ndcg_of_ties_is_the_mean_over_their_orders() -> None:
    """One relevant of three that tie, cut at 2: it is first, second or third, each as likely."""
    tied = ndcg_at(np.zeros((1, 3)), np.array([[True, False, False]]), 2)
    assert tied == pytest.approx((1 + 1 / np.log2(3) + 0) / 3)


def test_recall_by_hand() -> None:
    scores = np.array([[5.0, 4.0, 3.0, 2.0, 1.0]])
    assert recall_at(scores, np.array([[True, False, False, True, True]]), 3) == pytest.approx(1 / 3)
    assert recall_at(scores, np.zeros((1, 5), bool), 3) == [0.0]


def test_measures_of_a_list_of_numbers() -> None:
    scores = listed([[2, 0]], 4)
    assert scores.tolist() == [[1.0, 0.0, 2.0, 0.0]]
    found = measured(scores, np.array([[True, False, False, False]]))[0]
    assert found.tolist() == pytest.approx([1 / np.log2(3), 1 / 2, 1 / 3, 1.0])


def test_reviews_are_those_of_the_part(shop: Dataset) -> None:
    reviews = HeldOutReviews.of(shop, "test")
    said = part_mentions(shop, "test")
    assert len(reviews) == said["interaction"].n_unique()
    assert reviews.mentioned.sum() == said.select("interaction", "attribute").n_unique()
    assert len(HeldOutReviews.of(shop, "test", sample=7)) == 7
    triples = set(shop.split("paper").triples("test").select("user", "query", "chosen").rows())
    for user, query, item in zip(reviews.user, reviews.query, reviews.item, strict=True):
        assert query == -1 or (user, query, item) in triples


def test_signed_statements_are_praise_and_blame(shop: Dataset) -> None:
    plain, signed = (HeldOutReviews.of(shop, "test", signed=which) for which in (False, True))
    width = plain.mentioned.shape[1]
    assert signed.mentioned.shape[1] == 2 * width
    assert ((signed.mentioned[:, :width] | signed.mentioned[:, width:]) == plain.mentioned).all()


def test_the_order_of_a_shop_foretells_what_is_said(shop: Dataset, praised_shop: Shop) -> None:
    order = StatementOrder.of(praised_shop.evidence)
    reviews = HeldOutReviews.of(shop, "test")
    ours = order.scores(reviews.user, reviews.item)
    table = statement_table({"ours": ours, "none": np.zeros_like(ours)}, reviews, draws=50)
    value = {(row["list"], row["measure"]): row["value"] for row in table.iter_rows(named=True)}
    assert value["ours", "AP"] > 0.8  # items are about the two attributes of their shelf
    assert value["none", "AP"] < 0.3
    found = lead(ours, {"none": np.zeros_like(ours), "worst": -ours}, reviews, draws=50)
    assert set(found["best"]) == {"none"}
    assert (found["low"] > 0).all()
    assert found.filter(pl.col("measure") == "AP")["difference"].item() == pytest.approx(
        value["ours", "AP"] - value["none", "AP"]
    )


def test_precision_of_what_is_shown_by_hand() -> None:
    """Two shown of which one is said, none shown, one shown and said: 2 of 3 in all."""
    mentioned = np.array([[True, False, False], [True, True, True], [False, False, True]])
    shown = [[0, 1], [], [2]]
    share, count = precision_of(shown, mentioned)
    assert share.tolist() == [0.5, 0.0, 1.0]
    assert count.tolist() == [2, 0, 1]
    reviews = HeldOutReviews(np.arange(3), np.arange(3), np.arange(3), mentioned)
    row = precision_table({"ours": shown}, reviews, draws=50).row(0, named=True)
    assert (row["shown"], row["value"]) == (3, pytest.approx(2 / 3))
