"""Necessity, sufficiency and exchange: the measures by hand, and on a shop whose offers rest on what reviews say."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.errors import InputError
from instead.evaluation.faithfulness import (
    altered_shop,
    exchange_table,
    exchanges,
    explainers,
    faithfulness,
    necessity,
    place_of,
)
from instead.models.cell_changes import CellChange
from instead.request import Request
from instead.shop import Shop, load
from instead.store.dataset import Dataset
from instead.training.train import train


def test_probabilities_by_hand() -> None:
    """Four offers in the first two places, one that is not: PN = 1/4, PS = 3/4, FNS = 2 (1/4) (3/4) / 1 = 3/8."""
    places = pl.DataFrame(
        {
            "explainer": ["ours"] * 5,
            "query": ["a", "a", "b", "b", "b"],
            "place": [0, 1, 0, 1, 2],
            "without": [0, 2, 1, 1, 9],
            "only": [1, 5, 0, 0, 0],
        }
    )
    (row,) = faithfulness(places, 2, draws=200).iter_rows(named=True)
    assert (row["offers"], row["PN"], row["PS"], row["FNS"]) == (4, 0.25, 0.75, pytest.approx(0.375))
    assert row["PN low"] == 0.0  # two queries: a draw of the second one alone has no offer that falls
    assert row["PN high"] == 0.5


def test_exchange_by_hand() -> None:
    """A better one falls and turns, another rises and stays; a worse one rises and turns, another keeps its place."""
    claims = pl.DataFrame(
        {
            "explainer": ["ours"] * 4,
            "query": ["a", "b", "c", "d"],
            "says": [1, 1, -1, -1],
            "then": [-1, 1, 1, 0],
            "place": [0, 3, 3, 2],
            "after": [4, 1, 0, 2],
        }
    )
    (row,) = exchange_table(claims, draws=50).iter_rows(named=True)
    assert (row["claims"], row["turned"], row["follows"], row["against"]) == (4, 0.5, 0.5, 0.25)
    assert row["stays"] == 0.25


def asked(shop: Shop) -> list[Request]:
    return [Request(query=item, k=15, quotes=0) for item in shop.catalogue.ids[:8]]


def test_every_explainer_shows_as_many(praised_shop: Shop) -> None:
    found = necessity(praised_shop, asked(praised_shop)[:3], explainers(), offers=3)
    sizes = found.group_by("query", "item").agg(pl.col("shown").n_unique(), pl.len())
    assert sizes.height
    assert set(sizes["shown"]) == {1}
    assert set(sizes["len"]) == {3}
    assert (found["place"] < 3).all()


def test_an_exchange_turns_every_claim_and_offers_follow(praised_shop: Shop) -> None:
    table = exchange_table(exchanges(praised_shop, asked(praised_shop), offers=3), draws=20)
    ours = table.row(0, named=True)
    assert ours["explainer"] == "our reasons"
    assert ours["claims"] > 0
    assert ours["turned"] == 1.0
    assert ours["follows"] > 2 * ours["against"]


def test_a_shop_as_if_is_the_shop_again_without_a_change(praised_shop: Shop) -> None:
    nothing = praised_shop.as_if(CellChange(0, 1, np.empty(0, np.int64), "without"))
    for request in asked(praised_shop)[:3]:
        assert nothing.answer(request) == praised_shop.answer(request)


def test_what_is_taken_away_is_not_said(praised_shop: Shop) -> None:
    request = asked(praised_shop)[0]
    offer = next(one for one in praised_shop.answer(request) if one.reasons)
    named = [reason.attribute for reason in offer.reasons]
    silent = altered_shop(praised_shop, request, offer.item, named, "without")
    assert not {reason.attribute for reason in silent.why(request, offer.item).reasons} & set(named)
    assert place_of(praised_shop, request, offer.item) < request.k
    assert place_of(praised_shop, request, "nothing of this name") == request.k


def test_a_model_that_cannot_reread_is_refused(shop: Dataset, tmp_path: object) -> None:
    model = load(train(shop, out=f"{tmp_path}/popularity", model="popularity").folder)
    with pytest.raises(InputError, match="other reviews"):
        model.as_if(CellChange(0, 1, np.array([0]), "without"))
