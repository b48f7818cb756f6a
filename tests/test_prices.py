"""Prices in different currencies are never compared."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl

from instead.models.ranker.signals.price import Price
from instead.models.ranker.tables.standing import Standing
from instead.prices import UNKNOWN, Prices

AMOUNT = np.array([10.0, 5.0, 5.0, np.nan, 5.0])
CURRENCY = ["EUR", "EUR", "USD", "EUR", None]


def test_only_prices_of_the_same_currency_stand_beside_each_other() -> None:
    prices = Prices.of(pl.DataFrame({"price": [10.0, 5.0, 5.0, None, 5.0], "currency": CURRENCY}))
    items = np.arange(5)
    assert np.isnan(prices.beside(0, items)).tolist() == [False, False, True, True, True]
    assert np.isnan(prices.beside(4, items)).tolist() == [True, True, True, True, False]
    assert (prices.currency(2), prices.currency(4)) == ("USD", None)
    assert (prices.currencies[prices.usual], prices.mixed) == ("EUR", True)


def test_a_table_without_currencies_has_one_that_is_not_known() -> None:
    prices = Prices.of(pl.DataFrame({"price": [10.0, None]}))
    assert (prices.code.tolist(), prices.mixed, prices.currency(0)) == ([UNKNOWN, UNKNOWN], False, None)


def test_the_signal_of_price_is_silent_across_currencies() -> None:
    zero = np.zeros(5, np.float32)
    codes = Prices.named(AMOUNT, [*CURRENCY]).code
    standing = Standing(zero, zero, np.log(AMOUNT).astype(np.float32), codes, zero, codes)
    signal: Any = object.__new__(Price)
    signal.tables = SimpleNamespace(standing=standing)
    out = np.empty((2, 5), np.float32)
    signal.fill(SimpleNamespace(query=0), out)
    assert out[1].tolist() == [0.0, np.log(np.float32(2.0)), 0.0, 0.0, 0.0]


def test_a_model_of_an_earlier_version_knows_one_currency() -> None:
    zero = np.zeros(5, np.float32)
    codes = np.zeros(5, np.int32)
    arrays = Standing(zero, zero, zero, codes, zero, codes).arrays()
    del arrays["standing.currency"]
    assert set(Standing.of_arrays(arrays).currency.tolist()) == {UNKNOWN}
