"""Claims judged by reviews that the shop has not seen, worked out by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.evaluation.borne_out import EVERYTHING, OURS, PAPER, Judge, borne_out, stated_claims
from instead.request import Request
from instead.shop import Shop

HEADS = np.array([0, 0, 2])  # attributes 0 and 1 are one family


def judge() -> Judge:
    """Attribute 0: item 0 has 1 of 3 praised, item 1 has 2 of 2. Attribute 1: item 1 alone, blamed. Attribute 2: both
    praised once."""
    rows = [
        (0, 0, 0, 1), (1, 0, 0, -1), (2, 0, 0, -1), (2, 0, 0, 1), (2, 0, 0, -1),
        (3, 1, 0, 1), (4, 1, 0, 1), (5, 1, 1, -1), (6, 0, 2, 1), (7, 1, 2, 1),
    ]  # fmt: skip
    said = pl.DataFrame(rows, schema=["review", "item", "attribute", "sentiment"], orient="row")
    return Judge.of(said, 2, HEADS)


def claims(*rows: tuple[int, int, int, int, bool]) -> pl.DataFrame:
    names = ["query", "item", "attribute", "says", "pooled"]
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(pl.lit(OURS).alias("claims"))


def test_a_review_counts_once_as_it_leans() -> None:
    assert judge().praised.toarray()[:, :3].tolist() == [[1, 0, 1], [2, 0, 1]]
    assert judge().blamed.toarray()[:, :3].tolist() == [[2, 0, 0], [0, 1, 0]]


def test_judged_by_hand() -> None:
    found = judge().judged(
        claims((0, 1, 0, 1, False), (0, 1, 0, -1, False), (1, 0, 0, 1, False), (0, 1, 1, 1, False), (0, 1, 2, 1, False))
    )
    # item 1 is ahead on attribute 0; nobody speaks of attribute 1 of item 0; attribute 2 is equal
    assert found["right"].to_list() == [1.0, 0.0, 0.0, 0.5]
    # pairs that disagree: 2 praises of item 1 against 2 blames of item 0, all won by item 1
    assert found["pairs"].to_list() == [4.0, 4.0, 4.0, 0.0]
    assert found["won"].to_list() == [4.0, 0.0, 0.0, 0.0]


def test_a_pooled_claim_is_judged_by_the_family() -> None:
    """Item 1's family has 2 praises and 1 blame against 1 and 2: ahead 2 * 2, behind 1 * 1."""
    found = judge().judged(claims((0, 1, 0, 1, True)))
    assert found.select("right", "pairs", "won").rows() == [(1.0, 5.0, 4.0)]


def test_equal_shares_count_neither_way() -> None:
    frame = pl.DataFrame(
        {"claims": [OURS] * 4, "query": [0, 1, 2, 3], "says": [1, 1, 1, -1], "right": [1.0, 0.0, 0.5, 1.0],
         "weight": [1.0] * 4,
         "won": [3.0, 1.0, 0.0, 2.0], "pairs": [4.0, 4.0, 0.0, 2.0]}
    )  # fmt: skip
    table = {row["says"]: row for row in borne_out(frame, draws=50).iter_rows(named=True)}
    assert (table["better"]["spoken"], table["better"]["share"]) == (3, 0.5)
    assert table["better"]["equal"] == pytest.approx(1 / 3)
    assert table["better"]["pairs"] == pytest.approx(4 / 8)
    assert table["worse"]["share"] == 1.0
    assert table["both"]["share"] == pytest.approx(2 / 3)


def test_of_gains_as_many_count_as_there_are_claims_of_ours() -> None:
    """Two claims of ours: of three gains the two largest, both right, and not the smallest, which is wrong."""
    frame = pl.DataFrame(
        {"claims": [OURS, OURS, PAPER, PAPER, PAPER], "query": [0, 1, 0, 1, 2], "says": [1] * 5,
         "weight": [0.9, 0.8, 2.0, 0.5, 3.0], "right": [0.0, 1.0, 1.0, 0.0, 1.0], "won": [1.0] * 5, "pairs": [2.0] * 5}
    )  # fmt: skip
    table = {(row["claims"], row["says"]): row for row in borne_out(frame, draws=50).iter_rows(named=True)}
    assert (table[OURS, "both"]["spoken"], table[OURS, "both"]["share"]) == (2, 0.5)
    assert (table[PAPER, "both"]["spoken"], table[PAPER, "both"]["share"]) == (2, 1.0)


def test_claims_of_a_shop_are_those_it_shows(praised_shop: Shop) -> None:
    found = stated_claims(praised_shop, [Request(query=item, k=5) for item in praised_shop.catalogue.ids[:6]])
    ours = found.filter(pl.col("claims") == OURS)
    names, ids = praised_shop.attributes["attribute"].to_list(), praised_shop.catalogue.ids
    said = {
        (query, offer.item, reason.attribute): 1 if reason.verdict == "better" else -1
        for query in ids[:6]
        for offer in praised_shop.recommend(None, query, 5, z=20)
        for reason in offer.reasons
        if reason.verdict in ("better", "worse")
    }
    assert said
    assert said == {
        (ids[row["query"]], ids[row["item"]], names[row["attribute"]]): row["says"]
        for row in ours.iter_rows(named=True)
    }
    everything = found.filter(pl.col("claims") == EVERYTHING)
    assert everything.height >= ours.height
    assert set(everything["says"]) == {1}
