"""The catalogue: item ids and numbers, descriptions as columns, and search in ids, titles, brands and categories."""

from __future__ import annotations

import copy
import difflib
import weakref
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.errors import InputError, UnknownItem
from instead.models.coded import Coded
from instead.prices import Prices
from instead.ranking.categories import Categories
from instead.ranking.item_changes import HIDDEN, ItemChanges
from instead.ranking.patched_columns import pairs_of, patched_columns
from instead.ranking.word_index import FAR, Index, WordIndex
from instead.records import Item
from instead.reviews.items import SCHEMA

Ints = NDArray[np.int64]

_NEAR = 3  # ids that an error suggests
_MANY = 2000
_KEPT = 20_000  # records of items at most
FEW = 3  # with fewer items found than this, typing errors are forgiven


class Catalogue:
    """Item descriptions by item number."""

    def __init__(self, items: pl.DataFrame, popularity: NDArray[Any], basis: Sequence[str] | None = None) -> None:
        """`items` as in `items.parquet`; `popularity` is the number of training reviews."""
        self.items = items
        self.ids: list[str] = items["item"].to_list()
        self.popularity = popularity
        self.basis = basis
        self.hidden: NDArray[np.bool_] = np.zeros(len(self.ids), np.bool_)
        """(items,) what the shop keeps to itself: it may be asked about, and is neither offered nor found."""
        self._records: dict[int, Item] = {}
        self.made_of_it: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        """What others made of this catalogue and keep for as long as it is in use, by who made it."""

    def updated(self, changes: ItemChanges, popularity: NDArray[Any], basis: Sequence[str] | None) -> Catalogue:
        """The same catalogue with changes. What does not change is shared, the index of words among it."""
        made = copy.copy(self)
        made.popularity, made.basis, made._records = popularity, basis, {}
        made.made_of_it = weakref.WeakKeyDictionary()
        if popularity is not self.popularity or changes.more:
            made.__dict__.pop("by_popularity", None)
        if changes.nothing:
            return made
        made.items = changes.table(self.items, SCHEMA)
        made.hidden = np.concatenate([self.hidden, np.zeros(changes.more, np.bool_)])
        for row, hidden in changes.values.get(HIDDEN, {}).items():
            made.hidden[row] = bool(hidden)
        kept = made.__dict__
        if changes.more:
            made.ids = changes.patched(self.ids, "item")
            kept["_numbers"] = self._numbers | {made.ids[row]: row for row in range(changes.before, changes.size)}
            kept.pop("_low_ids", None)
        kept |= patched_columns(self, made.ids, changes)
        if changes.touches("price", "currency"):
            kept.pop("prices", None)
        if changes.touches("title", "brand"):
            rows = np.union1d(self._reworded, changes.rows("title", "brand"))
            kept["_reworded"], kept["_words"] = rows, self._plain_words.over(rows, made._spoken(rows), changes.size)
        if changes.touches("category"):
            for name in ("categories", "_shelves"):
                kept.pop(name, None)
        return made

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
        return self.priced.amount

    @cached_property
    def priced(self) -> Prices:
        """Prices with their currencies."""
        return Prices.of(self.items)

    @cached_property
    def images(self) -> list[str | None]:
        return self.items["image"].to_list()

    @cached_property
    def available(self) -> list[bool | None]:
        """Whether each item can be ordered; None where the shop does not say."""
        return self._told("available")

    @cached_property
    def sold_out(self) -> NDArray[np.bool_]:
        """(items,) True where the shop says that an item cannot be ordered."""
        return np.array([one is False for one in self.available], np.bool_)

    @property
    def groups(self) -> Ints:
        """(items,) number of the product that an item is a variant of; -1 where it has no variants."""
        return self.grouped.codes

    @cached_property
    def grouped(self) -> Coded[str]:
        """Products that items are variants of, as numbers."""
        return Coded.of(self._told("group"))

    @cached_property
    def branded(self) -> Coded[str]:
        """Brands as numbers, in the order in which they first occur: as models number them."""
        return Coded.of(self.brands)

    @cached_property
    def links(self) -> list[str | None]:
        """Addresses of the items' pages in the shop."""
        return self._told("link")

    @cached_property
    def fields(self) -> list[tuple[tuple[str, str], ...]]:
        """Structured fields (colour, size, material ...) as pairs of name and value."""
        return [pairs_of(own) for own in self._told("fields")]

    def _told(self, column: str) -> list[Any]:
        """A column that folders of earlier versions do not have."""
        return self.items[column].to_list() if column in self.items.columns else [None] * len(self)

    def number(self, item: str) -> int:
        """The number of an id; raises `UnknownItem` with similar ids."""
        if not isinstance(item, str):
            raise InputError(f"an item is {item!r}; ids are texts")
        found = self._numbers.get(item)
        if found is None:
            near = self.near(item)
            raise UnknownItem(item, near, [self.titles[self._numbers[one]] for one in near])
        return found

    def find(self, item: str) -> int | None:
        """The number of an id; None where there is no such item."""
        return self._numbers.get(item)

    def numbers(self, items: Sequence[str] | frozenset[str]) -> tuple[Ints, int]:
        """Numbers of those ids that are known, and how many are not."""
        found = [number for item in items if (number := self._numbers.get(item)) is not None]
        return np.array(found, np.int64), len(items) - len(found)

    def near(self, item: str) -> list[str]:
        """Known ids similar to this one, or ids of items with such a title."""
        low = item.lower()
        half = (len(low) + 1) // 2
        head, tail = low[:half], low[-half:]
        alike = {
            known.lower(): known for known, hidden in zip(self.ids, self.hidden.tolist(), strict=True) if not hidden
        }
        # edit distance is slow: of many ids, compare only those that share the first or the last half
        close = [one for one in alike if len(self) < _MANY or one.startswith(head) or one.endswith(tail)]
        found = [alike[one] for one in difflib.get_close_matches(low, close, _NEAR)]
        return found or [self.ids[number] for number in self.search(item, _NEAR)]

    def item(self, number: int) -> Item:
        """The record of one item, without its attribute counts."""
        found = self._records.get(number)
        if found is None:
            if len(self._records) >= _KEPT:
                self._records = {}
            found = self._records[number] = self._record(number)
        return found

    def _record(self, number: int) -> Item:
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
            available=self.available[number],
            link=self.links[number],
            fields=self.fields[number],
            currency=None if np.isnan(price) else self.priced.currency(number),
        )

    @property
    def bases(self) -> Sequence[str]:
        """`basis_of` every item."""
        return ["trained"] * len(self) if self.basis is None else self.basis

    def basis_of(self, number: int) -> str:
        """What the item's score rests on: "trained", or for a cold-start item "attributes" or "average"."""
        return "trained" if self.basis is None else self.basis[number]

    @cached_property
    def by_popularity(self) -> Ints:
        """All item numbers by popularity, most reviewed first."""
        return np.argsort(-np.asarray(self.popularity, np.int64), kind="stable").astype(np.int64)

    @cached_property
    def categories(self) -> Categories:
        """Categories by name."""
        return Categories(self.items["category"])

    @cached_property
    def _words(self) -> Index:
        """Words of title and brand, and the id."""
        return self._plain_words

    @cached_property
    def _plain_words(self) -> WordIndex:
        """The same of the catalogue as it was trained on."""
        return self._spoken(None)

    @cached_property
    def _reworded(self) -> Ints:
        """Items whose words are others since then."""
        return np.empty(0, np.int64)

    def _spoken(self, rows: Ints | None) -> WordIndex:
        """The index of some items, or of all."""
        items = self.items if rows is None else self.items[rows]
        text = items.select(pl.concat_str("title", "brand", separator=" ", ignore_nulls=True)).to_series()
        return WordIndex(text, items["item"])

    @cached_property
    def _shelves(self) -> tuple[WordIndex, Ints]:
        """Words of every category path, and the path of each item."""
        path = self.items.select(pl.col("category").cast(pl.List(pl.String)).list.join(" ")).to_series().fill_null("")
        different = path.unique(maintain_order=True)
        named = pl.DataFrame({"path": different, "code": np.arange(len(different))})
        code = pl.DataFrame({"path": path}).join(named, on="path", how="left", maintain_order="left")["code"]
        return WordIndex(different), code.to_numpy().astype(np.int64)

    def search(self, text: str, limit: int = 20, offset: int = 0, category: str | None = None) -> list[int]:
        """Items by words of their descriptions, best matches first, the most reviewed first among equals.

        An exact id; then items whose id, title or brand has words that begin with those of the text; then those that
        need a word of their category for it; then those that have a word of the text inside the id. Where that finds
        fewer than FEW, items follow whose words are a typing error away, the fewest errors first. An empty text matches
        all. `category` leaves what is in it.
        """
        return self._found(text, offset + limit, category)[0][offset : offset + limit]

    def near_only(self, text: str, category: str | None = None) -> bool:
        """Whether a text is met by nothing, so that all that is found is a typing error away."""
        return not self._found(text, 1, category)[1]

    def _found(self, text: str, wanted: int, category: str | None) -> tuple[list[int], int]:
        """The first `wanted` items at least, and how many of them are found without forgiving anything."""
        asked = text.strip()
        words = asked.lower().split()
        within = self._within(category)
        if not words:
            everything = self.by_popularity if within is None else self.by_popularity[within[self.by_popularity]]
            return everything[:wanted].tolist(), len(everything)
        found: dict[int, None] = {}
        exact = self._numbers.get(asked)
        if exact is not None and (within is None or within[exact]):
            found[exact] = None

        def add(fitting: NDArray[np.bool_]) -> None:
            places = self.by_popularity[(fitting if within is None else fitting & within)[self.by_popularity]]
            found.update(dict.fromkeys(places[: wanted + len(found)].tolist()))

        add(all_of([self._words.has(word) for word in words]))
        shelves, shelf = self._shelves
        if len(found) < wanted:
            add(all_of([self._words.has(word) | shelves.has(word)[shelf] for word in words]))
        if len(found) < wanted:
            add(all_of([self._inside(word) for word in words]))
        plainly = len(found)
        if plainly < min(FEW, wanted):
            cost = np.zeros(len(self), np.int64)
            for word in words:
                cost += np.minimum(self._words.edits(word), shelves.edits(word)[shelf])
            for edits in np.unique(cost[cost < FAR]).tolist():
                add(cost == edits)
        return [*found], plainly

    def _within(self, category: str | None) -> NDArray[np.bool_] | None:
        """(items,) what may be found in a category; None: everything."""
        if category is None:
            return ~self.hidden if self.hidden.any() else None
        found = np.zeros(len(self), np.bool_)
        found[self.categories.items(category)] = True
        return found & ~self.hidden

    @cached_property
    def _low_ids(self) -> tuple[pl.Series, str]:
        low = self.items["item"].str.to_lowercase()
        return low, "\n".join(low.to_list())

    def _inside(self, word: str) -> NDArray[np.bool_]:
        """(items,) where a word is inside the id, or begins a word of the description."""
        found = self._words.has(word)
        low, together = self._low_ids
        return found | low.str.contains(word, literal=True).to_numpy() if word in together else found


def all_of(conditions: Sequence[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """Where all of them hold."""
    return np.asarray(np.logical_and.reduce(conditions))
