"""Training data of a model: triples, interactions (implicit feedback), graph and matrices of the training part."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import training_counts, training_matrices
from instead.settings import Supervision
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.graph import Graph, Pairs, triples_graph
from instead.substitutes.taken_of_shown import ShownChoices, training_choices
from instead.substitutes.training import (
    training_graph,
    training_links,
    training_popularity,
    training_stars,
    training_times,
    training_visits,
)
from instead.substitutes.triples import query_weight

Ints = NDArray[np.int64]
Times = NDArray[np.datetime64]


@dataclass
class Material:
    """Training data without leakage: no reviews and no pairs of validation and test, unless `everything`."""

    users: int
    items: int
    user: Ints  # (T,) of the training triples; below 0 where nobody is known to have made it
    query: Ints  # (T,)
    chosen: Ints  # (T,)
    visited_start: Ints  # (users + 1,) training interactions, row by row, items in order
    visited: Ints
    graph: Graph  # substitutes without reserved pairs
    popularity: Ints  # (items,) training interactions
    care: csr_matrix  # X (users, attributes)
    quality: csr_matrix  # Y (items, attributes)
    query_power: float  # P(query) is proportional to popularity to this power
    source: Dataset | None = None  # links, counts and categories are read from it lazily
    split: str = "paper"
    everything: bool = False  # for a final model: nothing is held out

    @property
    def attributes(self) -> int:
        return int(self.care.shape[1])

    @classmethod
    def of(
        cls, dataset: Dataset, split: str | None = None, scale: float = 5.0, *, everything: bool = False
    ) -> Material:
        """The training part of a prepared dataset; all of it for a final model, which is not evaluated (`everything`).

        `split`: the main one by default. A dataset without substitute links has no triples, one without mentions has X
        and Y without columns; the registry entry of a model lists what it requires.
        """
        split = split or dataset.main_split
        user, query, chosen = _triples(dataset, split, everything)
        visits = training_visits(dataset, everything=everything)
        if dataset.attributes.is_empty():
            care, quality = (csr_matrix((rows, 0), dtype=np.float32) for rows in visits.shape)
        else:
            care, quality = training_matrices(dataset, scale=scale, everything=everything)
        return cls(
            users=dataset.users.height,
            items=dataset.items.height,
            user=user,
            query=query,
            chosen=chosen,
            visited_start=visits.indptr.astype(np.int64),
            visited=visits.indices.astype(np.int64),
            graph=training_graph(dataset, split, everything=everything),
            popularity=training_popularity(dataset, everything=everything),
            care=care,
            quality=quality,
            query_power=float(dataset.manifest["settings"]["popularity_power"]),
            source=dataset,
            split=split,
            everything=everything,
        )

    @cached_property
    def visits(self) -> csr_matrix:
        """(users, items) 1 for each training interaction."""
        shape = (self.users, self.items)
        return csr_matrix((np.ones(self.visited.size, np.int8), self.visited, self.visited_start), shape=shape)

    @cached_property
    def visited_time(self) -> Times:
        """(V,) when each training interaction was, in seconds, in the order of `visited`; NaT where unknown."""
        if self.source is None:
            return np.full(self.visited.size, np.datetime64("NaT"), "datetime64[s]")
        return training_times(self.source, everything=self.everything)

    @cached_property
    def visited_stars(self) -> NDArray[np.float64]:
        """(V,) the rating of each training interaction, in the order of `visited`; NaN where unknown."""
        if self.source is None:
            return np.full(self.visited.size, np.nan)
        return training_stars(self.source, everything=self.everything)

    @cached_property
    def feedback(self) -> ShownChoices | None:
        """Choices among what the shop's answers showed; None where there are none."""
        return None if self.source is None else training_choices(self.source, everything=self.everything)

    def resting(self, rows: Ints) -> Pairs | None:
        """Links that would not be there without the visits of these training triples; None where triples are simulated.

        In one of them the query and the chosen item are linked by the very choice; of observed ones it is known.
        """
        known = None if self.source is None or not self.source.splits else self.source.split(self.split).resting
        if known is None:
            return None
        some = known.filter(pl.col("triple").is_in(pl.Series(rows).implode())).select("low", "high").unique()
        return some.to_numpy().astype(np.int64)

    @cached_property
    def query_weights(self) -> NDArray[np.float64]:
        """Cumulative sums of popularity ** power over the edges, for popularity-biased sampling of queries."""
        weight = query_weight(self.popularity, self.query_power)[self.graph.neighbours]
        return np.concatenate([[0.0], np.cumsum(weight)])

    def substitutes(self, regime: Supervision) -> Graph:
        """The graph of a link predictor: every pair that is not reserved, or the pairs of the training triples."""
        if regime == "graph":
            return self.graph
        return triples_graph(self.query, self.chosen, self.items)

    @cached_property
    def links(self) -> pl.DataFrame:
        """`source target relation` by number, directed as given, without links between the ends of a reserved pair."""
        dataset = self._dataset()
        numbers = dataset.items.select("item").with_row_index("number")
        links = training_links(dataset, self.split, everything=self.everything)
        for end in ("source", "target"):
            links = links.join(numbers, left_on=end, right_on="item", how="left", maintain_order="left")
            links = links.drop(end).rename({"number": end})
        return links.select("source", "target", "relation")

    @cached_property
    def substitute_relations(self) -> list[str]:
        """Relations that count as substitutes; the others are complements."""
        return self._dataset().substitute_relations

    @cached_property
    def mention_counts(self) -> csr_matrix:
        """(items, attributes) training mentions of an attribute in reviews of an item."""
        return training_counts(self._dataset(), everything=self.everything)[1]

    @cached_property
    def categories(self) -> list[list[str]] | None:
        """Path of every item, from the root down, empty where unknown; None if no item has one."""
        if self.source is None:
            return None
        paths = [list(path or []) for path in self.source.items["category"].to_list()]
        return paths if any(paths) else None

    def _dataset(self) -> Dataset:
        if self.source is None:
            raise ValueError("material made by hand has no links, counts or categories")
        return self.source


def _triples(dataset: Dataset, split: str, everything: bool) -> tuple[Ints, Ints, Ints]:
    """User, query and chosen item of the training triples; of all triples for a final model."""
    if not dataset.splits:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64)
    known = dataset.split(split)
    triples = pl.concat([known.triples(part) for part in (PARTS if everything else ("train",))])
    user, query, chosen = (triples[name].to_numpy().astype(np.int64) for name in ("user", "query", "chosen"))
    return user, query, chosen
