"""Rates with intervals."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.live.rates import rate, rates, wilson


def test_wilson_by_the_book() -> None:
    """Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for count, of, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
                                 (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


def test_the_ends_are_reached_exactly() -> None:
    assert wilson(0, 7)[0] == 0.0
    assert wilson(7, 7)[1] == 1.0
    with pytest.raises(ValueError, match="3 of 2 is no share"):
        wilson(3, 2)


def test_it_covers_what_it_says() -> None:
    drawn = np.random.default_rng(0).binomial(60, 0.1, 4000)
    inside = [low <= 0.1 <= high for low, high in (wilson(int(count), 60, 0.9) for count in drawn)]
    assert 0.86 < np.mean(inside) < 0.95


def test_nothing_has_no_rate() -> None:
    assert (rate(0, 0).share, rate(0, 0).low, rate(0, 0).high) == (None, None, None)


def test_rates_by_a_column() -> None:
    table = pl.DataFrame({"kind": ["a", "b", "a", "a"], "clicked": [True, False, None, False]})
    found = rates(table, "kind", ["clicked"])
    assert [(row["kind"], row["rows"], row["clicked"].count) for row in found] == [("a", 3, 1), ("b", 1, 0)]  # type: ignore[attr-defined]
