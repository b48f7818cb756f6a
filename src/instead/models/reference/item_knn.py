"""Item-based collaborative filtering (item-knn, implicit feedback): cosine of co-occurrence with the user's history.

Without a history the query item stands in for it; with one it is not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from scipy.sparse import csr_matrix, diags_array

from instead.material import Material
from instead.models.context import Aspect, Context
from instead.models.interface import Arrays
from instead.models.reference.fit_memory import fit_memory
from instead.models.registry import Entry
from instead.models.sparse_scores import SparseScores
from instead.settings import FitSettings


class ItemKNNSettings(FitSettings):
    """Weighting of neighbours."""

    shrink: float = Field(default=10.0, ge=0.0)
    """[s] Shrinkage: users added to the count of every item in the norm, which lowers similarities of rare items."""


class ItemKNN(SparseScores):
    """Scores from the asker's history and session.

    score(u, j) = sum over i in history(u), i != j, of |users of i and j| / sqrt((|users of i| + s) (|users of j| + s)).
    The sum runs over users, so no item-item matrix is held. Without a history the query stands in for it: that they are
    looking at it is known. With a history the query is not used.
    """

    name = "item-knn"
    looks_at: frozenset[Aspect] = frozenset(("history", "viewed"))

    def __init__(self, visits: csr_matrix, shrink: float = 10.0) -> None:
        """`visits` (users, items): training interactions."""
        super().__init__(int(visits.shape[1]))
        binary = csr_matrix((np.ones(visits.nnz), visits.indices, visits.indptr), shape=visits.shape)
        count = np.asarray(binary.sum(axis=0)).ravel()
        self._visits = visits
        self._weight = np.divide(1.0, np.sqrt(count + shrink), out=np.zeros_like(count), where=count > 0)
        self._weighted = csr_matrix(binary @ diags_array(self._weight))  # (users, items)
        self._across = csr_matrix(binary.T)  # (items, users)
        self._own = count * self._weight**2  # similarity of an item to itself

    def rows(self, context: Context) -> csr_matrix:
        history = self._history(context)
        near = history @ diags_array(self._weight) @ self._across @ self._weighted
        return csr_matrix(near - history @ diags_array(self._own))

    def _history(self, context: Context) -> csr_matrix:
        """(n, items) what each asker had or has looked at; the query where that is nothing."""
        touched = context.askers.touched
        nothing = np.flatnonzero(np.diff(touched.start) == 0)
        ones = np.ones(nothing.size, np.float32)
        queries = csr_matrix((ones, (nothing, context.query[nothing])), shape=(len(context), self.items))
        return csr_matrix(touched.matrix(self.items) + queries).astype(np.float64)

    def arrays(self) -> Arrays:
        return {
            "visits.start": np.asarray(self._visits.indptr, np.int64),
            "visits.item": np.asarray(self._visits.indices, np.int32),
            "items": np.array([self.items], np.int64),
        }


def _load(settings: ItemKNNSettings, arrays: Mapping[str, NDArray[Any]], parts: object) -> ItemKNN:
    start, item = arrays["visits.start"], arrays["visits.item"]
    shape = (len(start) - 1, int(arrays["items"][0]))
    return ItemKNN(csr_matrix((np.ones(item.size, np.int8), item, start), shape=shape, copy=False), settings.shrink)


def _fit(material: Material, settings: ItemKNNSettings) -> ItemKNN:
    return ItemKNN(material.visits, settings.shrink)


def _memory(material: Material, settings: ItemKNNSettings) -> dict[str, int]:
    return fit_memory(material, settings, 60 * material.visited.size)  # three sparse matrices of doubles and indices


ENTRY = Entry(
    "item-knn",
    ItemKNNSettings,
    _load,
    _memory,
    _fit,
    grid={"shrink": [0.0, 5.0, 10.0, 20.0, 50.0]},
    reference=True,
    about="what people with a similar history had; for a stranger, what people with the query had",
)
