"""What a model may learn from: the training part of a dataset, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.errors import EmptyResult
from instead.matrices import training_matrices
from instead.store.dataset import PARTS, Dataset
from instead.substitutes.graph import Graph
from instead.substitutes.training import training_graph, training_popularity

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
        rows = dataset.interactions.filter(pl.col("part") == PARTS["train"])
        visits = csr_matrix(
            (np.ones(rows.height, np.int8), (rows["user"].to_numpy(), rows["item"].to_numpy())),
            shape=(dataset.users.height, dataset.items.height),
        )
        visits.sort_indices()
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
        )

    @cached_property
    def query_weights(self) -> NDArray[np.float64]:
        """Running sums of popularity ** power over the edges, from which queries are drawn."""
        weight = self.popularity[self.graph.neighbours].astype(np.float64) ** self.query_power
        return np.concatenate([[0.0], np.cumsum(weight)])
