"""What signals are fitted on: visits with their times, links, mentions and descriptions of the training part.

`without` takes visits out, with everything that came in with them: their times, stars and mentions. The weights of the
ranker are learned on visits that were taken out, with signals that have never seen them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.matrices import training_mentions
from instead.prices import Prices
from instead.substitutes.graph import Graph, Pairs, unordered

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

DAY = 86_400.0


@dataclass(frozen=True)
class Descriptions:
    """Columns of the catalogue, as far as the shop has them."""

    titles: list[str | None]
    brands: list[str | None]
    categories: list[list[str]]
    prices: Prices

    @classmethod
    def of(cls, items: pl.DataFrame) -> Descriptions:
        return cls(
            items["title"].to_list(),
            items["brand"].to_list(),
            [list(path or []) for path in items["category"].to_list()],
            Prices.of(items),
        )

    @classmethod
    def none(cls, items: int) -> Descriptions:
        return cls([None] * items, [None] * items, [[] for _ in range(items)], Prices.plain(np.full(items, np.nan)))


@dataclass(frozen=True)
class Known:
    """Columns of equal length: visits (V), links (L), mentions (M)."""

    users: int
    items: int
    attributes: int
    user: Ints  # (V,) of each visit, ascending; items of a user ascending
    item: Ints  # (V,)
    day: Doubles  # (V,) days since 1970; NaN where unknown
    stars: Doubles  # (V,) NaN where unknown
    graph: Graph  # substitutes without reserved pairs
    source: Ints  # (L,) directed links that count as substitutes: source lists target
    target: Ints  # (L,)
    complements: Graph  # links of all other relations
    said_by: Ints  # (M,) user of a mention
    said_of: Ints  # (M,) item
    attribute: Ints  # (M,)
    sentiment: Doubles  # (M,) +1, -1 or 0
    described: Descriptions
    query_power: float

    @classmethod
    def of(cls, material: Material) -> Known:
        """The training part of a dataset, or all of it for a final model."""
        items, dataset = material.items, material.source
        user = np.repeat(np.arange(material.users), np.diff(material.visited_start))
        seconds = material.visited_time
        day = np.where(np.isnat(seconds), np.nan, seconds.astype(np.int64) / DAY)
        if dataset is None:
            source, target, complements = _both_ways(material.graph)[0], _both_ways(material.graph)[1], _empty(items)
            described, stars = Descriptions.none(items), np.full(user.size, np.nan)
            mentions = _no_mentions()
        else:
            links = material.links
            counts = links["relation"].is_in(material.substitute_relations)
            source, target = _ends(links.filter(counts))
            complements = Graph.from_pairs(unordered(*_ends(links.filter(~counts)), items), items)
            described, stars = Descriptions.of(dataset.items), material.visited_stars
            mentions = _mentions(material)
        return cls(
            users=material.users,
            items=items,
            attributes=material.attributes,
            user=user,
            item=material.visited,
            day=day,
            stars=stars,
            graph=material.graph,
            source=source,
            target=target,
            complements=complements,
            said_by=mentions[0],
            said_of=mentions[1],
            attribute=mentions[2],
            sentiment=mentions[3],
            described=described,
            query_power=material.query_power,
        )

    def without(self, held_out: Bools, pairs: Pairs | None = None) -> Known:
        """The same without these visits (V,) and what their reviews said, and without links between these pairs."""
        stay = ~held_out
        gone = self.user[held_out] * self.items + self.item[held_out]
        said = ~np.isin(self.said_by * self.items + self.said_of, gone)
        visits = {name: getattr(self, name)[stay] for name in ("user", "item", "day", "stars")}
        mentions = {name: getattr(self, name)[said] for name in ("said_by", "said_of", "attribute", "sentiment")}
        return replace(self, **visits, **mentions, **({} if pairs is None else self._links_without(pairs)))

    def _links_without(self, pairs: Pairs) -> dict[str, Any]:
        """Links of every kind, in either direction, except those between the ends of a pair."""
        low, high = np.minimum(self.source, self.target), np.maximum(self.source, self.target)
        stay = ~np.isin(low * self.items + high, pairs[:, 0] * self.items + pairs[:, 1])
        return {
            "graph": self.graph.without(pairs),
            "source": self.source[stay],
            "target": self.target[stay],
            "complements": self.complements.without(pairs),
        }

    @cached_property
    def visits(self) -> csr_matrix:
        """(users, items) 1 for each visit."""
        start = np.concatenate([[0], np.cumsum(np.bincount(self.user, minlength=self.users))]).astype(np.int64)
        ones = np.ones(self.item.size, np.float32)
        return csr_matrix((ones, self.item, start), shape=(self.users, self.items))

    @cached_property
    def popularity(self) -> Ints:
        """(items,) visits."""
        return np.bincount(self.item, minlength=self.items)

    @property
    def has_times(self) -> bool:
        """Whether every visit has a time: a part of them would count some items as forgotten."""
        return bool(self.day.size) and not bool(np.isnan(self.day).any())


def _mentions(material: Material) -> list[Array]:
    if not material.attributes or material.source is None:
        return _no_mentions()
    rows = training_mentions(material.source, everything=material.everything)
    numbers = [rows[name].to_numpy().astype(np.int64) for name in ("user", "item", "attribute")]
    return [*numbers, rows["sentiment"].to_numpy().astype(np.float64)]


def _no_mentions() -> list[Array]:
    return [np.empty(0, np.int64)] * 3 + [np.empty(0)]


def _ends(links: pl.DataFrame) -> tuple[Ints, Ints]:
    return links["source"].to_numpy().astype(np.int64), links["target"].to_numpy().astype(np.int64)


def _both_ways(graph: Graph) -> tuple[Ints, Ints]:
    return np.repeat(np.arange(graph.items), graph.degree), graph.neighbours


def _empty(items: int) -> Graph:
    return Graph(np.zeros(items + 1, np.int64), np.empty(0, np.int64))
