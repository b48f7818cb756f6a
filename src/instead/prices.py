"""Prices of items with their currencies. Prices in different currencies are never compared; those whose currency is not
known are compared with one another only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Codes = NDArray[np.int32]
Bools = NDArray[np.bool_]

UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Prices:
    """Columns by item number."""

    amount: Doubles  # NaN where unknown
    code: Codes  # place of the currency in `currencies`; -1 where unknown
    currencies: tuple[str, ...] = ()

    @classmethod
    def of(cls, items: pl.DataFrame) -> Prices:
        """Prices of a table of items; tables of earlier versions have no currencies."""
        amount = items["price"].cast(pl.Float64).fill_null(float("nan")).to_numpy()
        if "currency" not in items.columns:
            return cls.plain(amount)
        return cls.named(amount, items["currency"].to_list())

    @classmethod
    def named(cls, amount: Doubles, currencies: list[str | None]) -> Prices:
        codes: dict[str, int] = {}
        code = [UNKNOWN if name is None else codes.setdefault(name, len(codes)) for name in currencies]
        return cls(amount, np.array(code, np.int32), tuple(codes))

    @classmethod
    def plain(cls, amount: Doubles) -> Prices:
        """Prices of which no currency is known."""
        return cls(amount, np.full(len(amount), UNKNOWN, np.int32))

    def changed(self, more: int, amounts: Mapping[int, float | None], currencies: Mapping[int, str | None]) -> Prices:
        """The same with other prices and currencies of some items, and `more` items without one. Codes stay."""
        amount = np.concatenate([self.amount, np.full(more, np.nan)])
        code = np.concatenate([self.code, np.full(more, UNKNOWN, np.int32)])
        amount[np.array(list(amounts), np.int64)] = [np.nan if one is None else one for one in amounts.values()]
        known = {name: at for at, name in enumerate(self.currencies)}
        for item, name in currencies.items():
            code[item] = UNKNOWN if name is None else known.setdefault(name, len(known))
        return Prices(amount, code, tuple(known))

    def __len__(self) -> int:
        return len(self.amount)

    def currency(self, item: int) -> str | None:
        code = int(self.code[item])
        return None if code == UNKNOWN else self.currencies[code]

    def alike(self, query: int | Ints, items: Ints) -> Bools:
        """(n,) whether items are priced in the currency of the query, or each in that of its own (n,)."""
        return np.asarray(self.code[items] == self.code[query])

    def beside(self, query: int | Ints, items: Ints) -> Doubles:
        """(n,) prices that may be compared with the query's, or each with that of its own (n,); NaN where unknown or in
        another currency."""
        return np.where(self.alike(query, items), self.amount[items], np.nan)

    @cached_property
    def usual(self) -> int:
        """The code of most prices."""
        priced = self.code[np.isfinite(self.amount)]
        return Counter(priced.tolist()).most_common(1)[0][0] if priced.size else UNKNOWN

    @cached_property
    def mixed(self) -> bool:
        """Whether prices are in several currencies, or some in one that is not known."""
        return np.unique(self.code[np.isfinite(self.amount)]).size > 1
