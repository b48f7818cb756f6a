"""The catalogue: item ids and numbers, descriptions as columns, and prefix search in ids, titles and brands."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError, UnknownItem
from instead.records import Item

Ints = NDArray[np.int64]

_NEAR = 3  # ids that an error suggests
_MANY = 2000


class Catalogue:
    """Item descriptions by item number."""

    def __init__(self, items: pl.DataFrame, popularity: NDArray[Any], basis: Sequence[str] | None = None) -> None:
        """`items` as in `items.parquet`; `popularity` is the number of training reviews."""
        self.items = items
        self.ids: list[str] = items["item"].to_list()
        self.popularity = popularity
        self.basis = basis

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, item: object) -> bool:
        return item in self._numbers

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {item: number for number, item in enumerate(self.ids)}

    @cached_property
    def titles(self) -> list[str]:
        """Titles; the id where there is none."""
        return [title or item for title, item in zip(self.items["title"].to_list(), self.ids, strict=True)]

    @cached_property
    def brands(self) -> list[str | None]:
        return self.items["brand"].to_list()

    @cached_property
    def paths(self) -> list[list[str] | None]:
        """Category paths from root to leaf."""
        return self.items["category"].to_list()

    @cached_property
    def prices(self) -> NDArray[np.float64]:
        """Prices; NaN where unknown."""
        return self.items["price"].cast(pl.Float64).fill_null(float("nan")).to_numpy()

    @cached_property
    def images(self) -> list[str | None]:
        return self.items["image"].to_list()

    def number(self, item: str) -> int:
        """The number of an id; raises `UnknownItem` with similar ids."""
        if not isinstance(item, str):
            raise InputError(f"an item is {item!r}; ids are texts")
        found = self._numbers.get(item)
        if found is None:
            raise UnknownItem(item, self.near(item))
        return found

    def numbers(self, items: Sequence[str] | frozenset[str]) -> tuple[Ints, int]:
        """Numbers of those ids that are known, and how many are not."""
        found = [number for item in items if (number := self._numbers.get(item)) is not None]
        return np.array(found, np.int64), len(items) - len(found)

    def near(self, item: str) -> list[str]:
        """Known ids similar to this one, or ids of items with such a title."""
        low = item.lower()
        half = (len(low) + 1) // 2
        head, tail = low[:half], low[-half:]
        alike = {known.lower(): known for known in self.ids}
        # edit distance is slow: of many ids, compare only those that share the first or the last half
        close = [one for one in alike if len(self) < _MANY or one.startswith(head) or one.endswith(tail)]
        found = [alike[one] for one in difflib.get_close_matches(low, close, _NEAR)]
        return found or [self.ids[number] for number in self.search(item, _NEAR)]

    def item(self, number: int) -> Item:
        """The record of one item, without its attribute counts."""
        path, price = self.paths[number], float(self.prices[number])
        return Item(
            self.ids[number],
            self.titles[number],
            self.brands[number],
            " > ".join(path) if path else None,
            None if np.isnan(price) else price,
            self.images[number],
            int(self.popularity[number]),
            self.basis_of(number),
        )

    def basis_of(self, number: int) -> str:
        """What the item's score rests on: "trained", or for a cold-start item "attributes" or "average"."""
        return "trained" if self.basis is None else self.basis[number]

    @cached_property
    def by_popularity(self) -> Ints:
        """All item numbers by popularity, most reviewed first."""
        return np.argsort(-np.asarray(self.popularity, np.int64), kind="stable").astype(np.int64)

    @cached_property
    def _words(self) -> list[tuple[int, str]]:
        """Number and searchable text, the most reviewed first; every word begins after a blank."""
        brands, titles, found = self.brands, self.titles, []
        for number in self.by_popularity.tolist():
            text = f" {self.ids[number]} {titles[number]} {brands[number] or ''}".lower()
            apart = titles[number].lower().replace("-", " ") if "-" in titles[number] else ""  # "drip-free" has "free"
            found.append((number, f"{text} {apart}"))
        return found

    def search(self, text: str, limit: int = 20, offset: int = 0) -> list[int]:
        """Items whose id, title or brand has words that begin with those of the text, the most reviewed first.

        An exact id comes first; items where a word of the text is inside the id come last. An empty text matches all.
        """
        asked = text.strip()
        wanted = [f" {word}" for word in asked.lower().split()]
        if not wanted:
            return [int(number) for number in self.by_popularity[offset : offset + limit]]
        exact = self._numbers.get(asked)
        found = [] if exact is None else [exact]
        inside: list[int] = []
        for number, words in self._words:
            if len(found) >= offset + limit:
                break
            if number == exact:
                continue
            if all(word in words for word in wanted):
                found.append(number)
            elif len(inside) < offset + limit:
                name = self.ids[number].lower()
                if all(word in words or word[1:] in name for word in wanted):
                    inside.append(number)
        return (found + inside)[offset : offset + limit]
