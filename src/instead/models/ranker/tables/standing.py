"""What is known of an item alone: visits, stars, price and its currency, brand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from instead.models.ranker.known import Known
from instead.prices import UNKNOWN, Prices

Array = NDArray[Any]

_STARS = 5.0  # reviews with the shop's mean rating that every item is given (shrinkage)


@dataclass(frozen=True)
class Standing:
    """One number per item in each column; NaN where unknown."""

    visits: NDArray[np.float32]
    stars: NDArray[np.float32]  # mean rating shrunk towards the shop's mean, minus that mean
    price: NDArray[np.float32]  # log price
    brand: NDArray[np.int32]  # number of the brand; -1 is nobody's
    query_weight: NDArray[np.float32]  # popularity to the power that queries are drawn with
    currency: NDArray[np.int32]  # number of the currency of the price; -1 where unknown

    @classmethod
    def of(cls, known: Known) -> Standing:
        rated = ~np.isnan(known.stars)
        mean = float(known.stars[rated].mean()) if rated.any() else 0.0
        count = np.bincount(known.item[rated], minlength=known.items)
        above = np.bincount(known.item[rated], weights=known.stars[rated] - mean, minlength=known.items)
        numbers: dict[str, int] = {}
        brand = [-1 if name is None else numbers.setdefault(name, len(numbers)) for name in known.described.brands]
        return cls(
            known.popularity.astype(np.float32),
            (above / (count + _STARS)).astype(np.float32),
            log_price(known.described.prices),
            np.array(brand, np.int32),
            (known.popularity.astype(np.float64) ** known.query_power).astype(np.float32),
            known.described.prices.code,
        )

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Array]) -> Standing:
        columns = {field.name: arrays.get(f"standing.{field.name}") for field in fields(cls)}
        if columns["currency"] is None:  # a folder of an earlier version, which knew of one currency only
            columns["currency"] = np.full(len(arrays["standing.price"]), UNKNOWN, np.int32)
        return cls(**columns)  # type: ignore[arg-type]

    def arrays(self) -> dict[str, Array]:
        return {f"standing.{field.name}": getattr(self, field.name) for field in fields(self)}

    def with_prices(self, prices: Prices) -> Self:
        """The same with the prices of today."""
        return replace(self, price=log_price(prices), currency=prices.code)

    def with_brands(self, rows: NDArray[np.int64], brands: NDArray[np.int64]) -> Self:
        """The same with other brands of some items."""
        changed = np.array(self.brand)
        changed[rows] = brands
        return replace(self, brand=changed)

    def with_empty(self, count: int) -> Self:
        """The same with more items of which nothing is known."""
        zero, nan = np.zeros(count, np.float32), np.full(count, np.nan, np.float32)
        new = (zero, zero, nan, np.full(count, -1, np.int32), zero, np.full(count, UNKNOWN, np.int32))
        columns = (getattr(self, field.name) for field in fields(self))
        return type(self)(*(np.concatenate([old, more]) for old, more in zip(columns, new, strict=True)))


def log_price(prices: Prices) -> NDArray[np.float32]:
    """(items,) log price; NaN where it is unknown or 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(prices.amount > 0, np.log(prices.amount), np.nan).astype(np.float32)
