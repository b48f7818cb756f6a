"""Lists of attributes that need no model: what an explanation has to beat before it may be called good.

Every list is an `Explainer`: a number per attribute for (user, query, chosen), the highest shown first. Of a model it
is the gain, care times the difference in quality (Eq. 20).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.matrices import training_counts
from instead.models.context import Context
from instead.models.interface import ListsAttributes
from instead.store.dataset import Dataset

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]

SMOOTHING = 1.0
"""Mentions that an own list borrows from the frequency of all: they order what was never mentioned."""


Explainer = ListsAttributes
"""What can be asked for a list of attributes."""


class RandomList:
    """Chance: all attributes tie, and ties are measured as their mean over all orders."""

    name = "random"

    def __init__(self, attributes: int) -> None:
        self._attributes = attributes

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.zeros((len(context), self._attributes), np.float32)


class FrequencyList:
    """What everybody writes about, for every user and item alike."""

    name = "global frequency"

    def __init__(self, counts: csr_matrix) -> None:
        self._share = _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.tile(self._share, (len(context), 1))


class ItemList:
    """What reviews of the chosen item write about, most mentioned first."""

    name = "item's own counts"

    def __init__(self, counts: csr_matrix, smoothing: float = SMOOTHING) -> None:
        """`counts` (items, attributes) training mentions."""
        self._counts, self._prior = counts, smoothing * _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.asarray(self._counts[chosen].toarray()) + self._prior


class UserList:
    """What the user writes about in other reviews, most mentioned first."""

    name = "user's own counts"

    def __init__(self, counts: csr_matrix, smoothing: float = SMOOTHING) -> None:
        """`counts` (users, attributes) training mentions."""
        self._counts, self._prior = counts, smoothing * _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        known, counts = context.askers.known, np.zeros((len(context), self._counts.shape[1]))
        counts[known.place] = self._counts[known.user].toarray()
        return counts + self._prior


class Evidenced:
    """An explainer held to attributes that reviews of both items mention (decision E8); all others tie at the end."""

    def __init__(self, explainer: Explainer, quality: csr_matrix) -> None:
        """`quality` Y (items, attributes): a cell is there if it was observed."""
        self.name = f"{explainer.name}, both observed"
        self._explainer = explainer
        self._observed = csr_matrix((np.ones(quality.nnz, np.bool_), quality.indices, quality.indptr), quality.shape)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        both = self._observed[context.query].toarray() & self._observed[chosen].toarray()
        return np.where(both, self._explainer.gains(context, chosen), -np.inf)


def reference_lists(dataset: Dataset) -> list[Explainer]:
    """All of them for a dataset, from its training reviews."""
    by_user, by_item = training_counts(dataset)
    return [RandomList(dataset.attributes.height), FrequencyList(by_item), ItemList(by_item), UserList(by_user)]


def _share(counts: csr_matrix) -> NDArray[np.float64]:
    total = np.asarray(counts.sum(axis=0), np.float64).ravel()
    return total / max(float(total.sum()), 1.0)
