"""Prices of one file of items: kept as they are written until the whole column has told how that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from instead.files.amounts import AmountEvidence, AmountNotation, read_amounts
from instead.files.currencies import currency_named, currency_of
from instead.files.notations import Notation, decimal_hint, is_numeric, told_mark
from instead.files.rejects import FileTally
from instead.files.shape import Shape
from instead.settings import ReadSettings

_PIECE = 1 << 16
NOT_READ = "price not understood, left out"


@dataclass
class WrittenPrices:
    """Collects the prices of a file; `settled` reads them all."""

    numeric: bool = False
    """Texts are numbers of a typed column."""
    evidence: AmountEvidence = field(default_factory=AmountEvidence)
    _seen: list[str] = field(default_factory=list)
    _items: list[str] = field(default_factory=list)
    _prices: list[Any] = field(default_factory=list)
    _currencies: list[str | None] = field(default_factory=list)

    def see(self, price: Any) -> None:
        """A price whose item may not be kept: it still tells the notation of the column."""
        if isinstance(price, str) and not self.numeric:
            self._seen.append(price)
            if len(self._seen) >= _PIECE:
                self._look()

    def keep(self, item: str, price: Any, currency: Any = None) -> None:
        """The price of an item, as written, and what stands in a column of currencies."""
        if price is None or price == "":
            return
        self._items.append(item)
        self._prices.append(price)
        self._currencies.append(currency if isinstance(currency, str) else None)

    def _look(self) -> None:
        self.evidence.add(pl.Series(self._seen, dtype=pl.String))
        self._seen.clear()

    def settled(
        self, shape: Shape | None, column: str | None, settings: ReadSettings, tally: FileTally
    ) -> list[tuple[str, float | None, str | None]]:
        """(item, price, currency) of all that were kept. What is no price is counted."""
        self._look()
        notation = self._notation(shape, column, settings)
        amounts = read_amounts(_texts(self._prices), replace(notation, currency=None))
        own = pl.DataFrame({"text": pl.Series(self._currencies, dtype=pl.String)}).select(currency_of(pl.col("text")))
        values, unread = [], 0
        for item, price, value, named, other in zip(
            self._items, self._prices, amounts.value, amounts.currency, own.to_series(), strict=True
        ):
            number = value if isinstance(price, str) and not self.numeric else plain_price(price)
            unread += number is None and not (isinstance(price, str) and not price.strip())
            # What the price says itself counts most, then the column of currencies, then what other prices say.
            code = named or other or notation.currency
            values.append((item, number, code if number is not None else None))
        if unread:
            tally.repaired[NOT_READ] += unread
        if self._items:
            tally.notations["price"] = Notation(notation.text, notation.sure)
        return values

    def _notation(self, shape: Shape | None, column: str | None, settings: ReadSettings) -> AmountNotation:
        hint = None if shape is None or column is None else decimal_hint(shape, column)
        return self.evidence.notation(hint, told=told_mark(settings), currency=currency_named(column))


def column_is_numeric(shape: Shape, column: str | None) -> bool:
    return column is not None and is_numeric(shape, column)


def plain_price(value: Any) -> float | None:
    """A price that is a number already, above 0."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if 0.0 < number < math.inf else None


def _texts(prices: Sequence[Any]) -> pl.Series:
    return pl.Series([price if isinstance(price, str) else None for price in prices], dtype=pl.String)
