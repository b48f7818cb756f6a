"""The categories of a catalogue by name: found by words, forgiving typing errors, and the items that are in them."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from instead.ranking.word_index import FAR, WordIndex
from instead.records import Category

Ints = NDArray[np.int64]


class Categories:
    """Every step of the items' category paths is a category of that name; items below it are in it."""

    def __init__(self, paths: pl.Series) -> None:
        """`paths`: from root to leaf, by item."""
        steps = pl.DataFrame({"item": np.arange(len(paths)), "path": paths.cast(pl.List(pl.String))})
        steps = steps.explode("path").rename({"path": "name"}).drop_nulls().unique(maintain_order=True)
        sizes = steps.group_by("name").len("items").sort(["items", "name"], descending=[True, False])
        self._steps, self._sizes = steps, sizes
        self.names: list[str] = sizes["name"].to_list()

    @cached_property
    def _words(self) -> WordIndex:
        names = self._sizes["name"]  # with singulars, which a misspelled word may be nearer to
        return WordIndex(names + " " + names.str.replace_all(r"s\b", ""))

    def search(self, text: str, limit: int = 5) -> tuple[Category, ...]:
        """Categories whose name has words that begin with those of the text; then those a typing error away. The
        larger first; an empty text finds the largest."""
        wanted = text.lower().split()
        cost = np.zeros(len(self.names), np.int64)
        for word in wanted:
            cost += self._words.edits(word)
        order = np.argsort(cost, kind="stable")  # names are by size already
        exact = bool(wanted) and bool((cost == 0).any())
        places = [at for at in order.tolist() if cost[at] == 0 or (cost[at] < FAR and not exact)][:limit]
        return tuple(Category(self.names[at], int(self._sizes["items"][at])) for at in places)

    def items(self, name: str) -> Ints:
        """Items in a category of this name, whatever the case of letters; none for a name that is none."""
        low = name.strip().lower()
        found = self._steps.filter(self._steps["name"].str.to_lowercase() == low)["item"].unique()
        return found.sort().to_numpy().astype(np.int64)
