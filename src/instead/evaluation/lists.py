"""Baselines for explanations: rankings of attributes that need no model.

Each is an `Explainer`: a number per attribute for (user, query, chosen), the highest shown first. For a model it is the
gain, care times the difference in quality (Eq. 20).
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
"""Smoothing: pseudo-mentions with the overall frequencies, which order attributes without a mention."""


Explainer = ListsAttributes
"""A ranking of attributes: a model or one of the baselines."""


class RandomList:
    """Random baseline: all attributes tie, and measures of ties are expectations over random orders."""

    name = "random"

    def __init__(self, attributes: int) -> None:
        self._attributes = attributes

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.zeros((len(context), self._attributes), np.float32)


class FrequencyList:
    """Popularity baseline: attributes by overall number of mentions, the same for every user and item."""

    name = "global frequency"

    def __init__(self, counts: csr_matrix) -> None:
        self._share = _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.tile(self._share, (len(context), 1))


class ItemList:
    """Attributes by number of mentions in reviews of the chosen item."""

    name = "item's own counts"

    def __init__(self, counts: csr_matrix, smoothing: float = SMOOTHING) -> None:
        """`counts` (items, attributes) training mentions."""
        self._counts, self._prior = counts, smoothing * _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        return np.asarray(self._counts[chosen].toarray()) + self._prior


class UserList:
    """Attributes by number of mentions in the user's training reviews."""

    name = "user's own counts"

    def __init__(self, counts: csr_matrix, smoothing: float = SMOOTHING) -> None:
        """`counts` (users, attributes) training mentions."""
        self._counts, self._prior = counts, smoothing * _share(counts)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        known, counts = context.askers.known, np.zeros((len(context), self._counts.shape[1]))
        counts[known.place] = self._counts[known.user].toarray()
        return counts + self._prior


class Evidenced:
    """An explainer restricted to attributes that reviews of both items mention (decision E8); all others tie last."""

    def __init__(self, explainer: Explainer, quality: csr_matrix) -> None:
        """`quality` Y (items, attributes), sparse: observed cells only."""
        self.name = f"{explainer.name}, both observed"
        self._explainer = explainer
        self._observed = csr_matrix((np.ones(quality.nnz, np.bool_), quality.indices, quality.indptr), quality.shape)

    def gains(self, context: Context, chosen: Ints) -> Floats:
        both = self._observed[context.query].toarray() & self._observed[chosen].toarray()
        return np.where(both, self._explainer.gains(context, chosen), -np.inf)


def reference_lists(dataset: Dataset) -> list[Explainer]:
    """All baselines for a dataset, from its training reviews."""
    by_user, by_item = training_counts(dataset)
    return [RandomList(dataset.attributes.height), FrequencyList(by_item), ItemList(by_item), UserList(by_user)]


def _share(counts: csr_matrix) -> NDArray[np.float64]:
    total = np.asarray(counts.sum(axis=0), np.float64).ravel()
    return total / max(float(total.sum()), 1.0)
