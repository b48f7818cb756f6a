"""What a ranker can be told after its training: new items, descriptions, prices, visits, stars, reviews and links.

Each gives the same ranker over tables of which some are others (`over`). Nothing is learned again.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from instead.models.cell_changes import CellChange
from instead.models.interface import Heard, LiveVisits, Newcomers, Redescribed
from instead.models.ranker.features import Features
from instead.models.ranker.recent import Recent
from instead.models.ranker.tables.all_tables import Tables
from instead.models.ranker.tables.link_table import Links
from instead.prices import Prices
from instead.settings import RankerSettings

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

DAYS = 16
"""Kinds of askers and days of which sums over item columns are kept."""


@dataclass(frozen=True)
class Trained:
    """What the training counted, beside which a served shop puts its own."""

    visits: Floats
    substitutes: Links | None

    def with_empty(self, more: int) -> Trained:
        links = self.substitutes
        return Trained(
            np.concatenate([self.visits, np.zeros(more, np.float32)]), None if links is None else links.with_empty(more)
        )


class LivingRanker:
    """A ranker that goes on with what the shop tells it."""

    settings: RankerSettings
    tables: Tables
    items: int
    features: Features
    _fixed: Recent[tuple[str, int | None], Floats]
    _trained: Trained

    def over(self, tables: Tables) -> Self:
        """The same ranker over tables of which some are others: signals, weights and all that was computed from tables
        that are the same stay."""
        made = copy.copy(self)
        made.tables, made.items = tables, tables.items
        made.features = self.features.over(tables)
        made.__dict__.pop("_together", None)  # keeps sums over the tables
        mine, theirs = self.tables, tables
        unmoved = (
            mine.items == theirs.items
            and mine.activity is theirs.activity
            and mine.standing.visits is theirs.standing.visits
            and mine.standing.stars is theirs.standing.stars
        )
        if not unmoved:
            made._fixed = Recent(DAYS)
        return made

    def with_items(self, newcomers: Newcomers) -> Self:
        """Item cold start: new items have no links, visits or times, and rank by what is said of them."""
        made = self.over(self.tables.with_items(newcomers, self.settings.scale))
        more = made.items - self.items
        made._trained = self._trained.with_empty(more)
        return made

    def with_descriptions(self, told: Redescribed) -> Self:
        """The same with other titles, categories and brands of some items."""
        return self.over(self.tables.with_descriptions(told))

    def with_prices(self, prices: Prices) -> Self:
        """The same with the prices of today."""
        return self.over(replace(self.tables, standing=self.tables.standing.with_prices(prices)))

    def with_visits(self, visits: LiveVisits) -> Self:
        """The same with visits since the training."""
        return self.over(self.tables.with_visits(visits, self._trained.visits))

    def with_stars(self, rows: Ints, stars: Floats) -> Self:
        """The same with the mean ratings of some items as they are now."""
        changed = np.array(self.tables.standing.stars)
        changed[rows] = stars
        return self.over(replace(self.tables, standing=replace(self.tables.standing, stars=changed)))

    def with_reviews(self, heard: Heard) -> Self:
        """The same with all mentions of some items as they are now."""
        return self.over(self.tables.with_reviews(heard))

    def with_links(self, pairs: Ints) -> Self:
        """The same with more pairs of substitutes, where links are part of it at all."""
        links = self._trained.substitutes
        return self if links is None else self.over(replace(self.tables, substitutes=links.with_pairs(pairs)))

    def reread(self, change: CellChange) -> Self:
        """As if reviews of two items had said something else; weights stay as they are."""
        return self.over(self.tables.reread(change))
