"""What a model may learn from: the training part of a dataset, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import EmptyResult
from instead.matrices import training_counts, training_matrices
from instead.models.graph_references import triples_graph
from instead.settings import Supervision
from instead.store.dataset import Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import training_graph, training_links, training_popularity, training_visits

Ints = NDArray[np.int64]


@dataclass
class Material:
    """Nothing of validation or test is in here: not their reviews, not their pairs in either direction."""

    users: int
    items: int
    user: Ints  # (T,) of the training triples
    query: Ints  # (T,)
    chosen: Ints  # (T,)
    visited_start: Ints  # (users + 1,) training interactions, row by row, items in order
    visited: Ints
    graph: Graph  # substitutes without reserved pairs
    popularity: Ints  # (items,) training interactions
    care: csr_matrix  # X (users, attributes)
    quality: csr_matrix  # Y (items, attributes)
    query_power: float  # P(query) goes with popularity to this power
    source: Dataset | None = None  # what follows is read from it when a model asks
    split: str = "paper"

    @property
    def attributes(self) -> int:
        return int(self.care.shape[1])

    @classmethod
    def of(cls, dataset: Dataset, split: str = "paper", scale: float = 5.0) -> Material:
        """The training part of a prepared dataset."""
        triples = dataset.split(split).triples("train")
        if triples.is_empty():
            raise EmptyResult(f"{dataset.folder}: no training triples; see `instead prepare` for what was dropped")
        user, query, chosen = (triples[name].to_numpy().astype(np.int64) for name in ("user", "query", "chosen"))
        visits = training_visits(dataset)
        care, quality = training_matrices(dataset, scale=scale)
        return cls(
            users=dataset.users.height,
            items=dataset.items.height,
            user=user,
            query=query,
            chosen=chosen,
            visited_start=visits.indptr.astype(np.int64),
            visited=visits.indices.astype(np.int64),
            graph=training_graph(dataset, split),
            popularity=training_popularity(dataset),
            care=care,
            quality=quality,
            query_power=float(dataset.manifest["settings"]["popularity_power"]),
            source=dataset,
            split=split,
        )

    @cached_property
    def query_weights(self) -> NDArray[np.float64]:
        """Running sums of popularity ** power over the edges, from which queries are drawn."""
        weight = self.popularity[self.graph.neighbours].astype(np.float64) ** self.query_power
        return np.concatenate([[0.0], np.cumsum(weight)])

    def substitutes(self, regime: Supervision) -> Graph:
        """What a link predictor may learn from: every pair that is not reserved, or those of the training triples."""
        if regime == "graph":
            return self.graph
        return triples_graph(self.query, self.chosen, self.items)

    @cached_property
    def links(self) -> pl.DataFrame:
        """`source target relation` by number, directed as given, without links between the ends of a reserved pair."""
        dataset = self._dataset()
        numbers = dataset.items.select("item").with_row_index("number")
        links = training_links(dataset, self.split)
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
        return training_counts(self._dataset())[1]

    @cached_property
    def categories(self) -> list[list[str]] | None:
        """Path of every item, from the root down, empty where unknown; None if no item has one."""
        paths = [list(path or []) for path in self._dataset().items["category"].to_list()]
        return paths if any(paths) else None

    def _dataset(self) -> Dataset:
        if self.source is None:
            raise ValueError("material made by hand has no links, counts or categories")
        return self.source
