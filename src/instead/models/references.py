"""What any model has to beat: chance, popularity, categories, the user's history, shared attributes. All untrained.

Those that read the substitute graph are in `graph_references.py`. Two more references are settings of A2CF and need no
code of their own:

    BPR-MF    (user only)   A2CFSettings(substitution=False, item_attributes=False, user_attributes=False)
    BPR-pair  (query only)  A2CFSettings(personalisation=False, item_attributes=False, user_attributes=False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags_array

from instead.kernels.streams import GOLDEN, mixed
from instead.models.rows import RowModel
from instead.rng import stage_seed

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


class Random:
    """Chance. A score is a hash of seed, user, query and item: the same whatever stands beside it."""

    name = "random"

    def __init__(self, items: int, seed: int = 0) -> None:
        self.items = items
        self._seed = np.uint64(stage_seed(seed, "random model"))

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) numbers in [0, 1)."""
        state = _mixed(_mixed(user.astype(np.uint64) * GOLDEN ^ self._seed) ^ query.astype(np.uint64) * GOLDEN)
        drawn = _mixed(state[:, None] ^ (candidates.astype(np.uint64) + np.uint64(1)) * GOLDEN)
        return (drawn >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) numbers in [0, 1)."""
        return self.score(user, query, np.broadcast_to(np.arange(self.items), (len(user), self.items)))


def _mixed(state: Words) -> Words:
    """The output function of splitmix64 on arrays; products wrap round as they should."""
    plain: Any = mixed.py_func
    found: Words = plain(state)
    return found


class Popularity:
    """The same list for everybody: items by their training interactions."""

    name = "popularity"

    def __init__(self, popularity: NDArray[Any]) -> None:
        self.items = len(popularity)
        self._popularity = np.asarray(popularity, np.float32)

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) training interactions."""
        return self._popularity[candidates]

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) training interactions."""
        return np.tile(self._popularity, (len(user), 1))


class CategoryPopularity:
    """Items by how deep the category is that they share with the query, and by popularity where that is the same.

    Shows how much of a figure is knowledge of categories. Where paths are unknown or share nothing, it is `Popularity`.
    """

    name = "category popularity"

    def __init__(self, popularity: NDArray[Any], paths: Sequence[Sequence[str]]) -> None:
        """`paths` from the root down, one for each item, empty where unknown."""
        self.items = len(popularity)
        order = np.unique(popularity, return_inverse=True)[1]
        # Less than one level of the tree. Places instead of counts: they are few enough to be different in a float32.
        self._within = (order / (order.max(initial=0) + 1)).astype(np.float32)
        numbers: dict[tuple[str, ...], int] = {}
        self._nodes = np.full((self.items, max(map(len, paths), default=0)), -1, np.int32)  # a node is all of its path
        for item, path in enumerate(paths):
            for level in range(len(path)):
                self._nodes[item, level] = numbers.setdefault(tuple(path[: level + 1]), len(numbers))

    def score(self, user: Ints, query: Ints, candidates: Ints) -> Floats:
        """(n, c) depth of the shared category, and popularity as a fraction."""
        scores: Floats = self._within[candidates]
        for nodes in self._nodes.T:
            own = nodes[query][:, None]
            scores += (nodes[candidates] == own) & (own >= 0)
        return scores

    def score_all(self, user: Ints, query: Ints) -> Floats:
        """(n, items) the same for the whole catalogue."""
        return self.score(user, query, np.broadcast_to(np.arange(self.items), (len(query), self.items)))


class ItemKNN(RowModel):
    """Items that users of the user's own items touched; the query is not looked at.

    score(u, j) = sum over i in history(u), i != j, of |users of i and j| / sqrt((|users of i| + s) (|users of j| + s)).
    The sum is taken over users on the way, so no item-item matrix is held.
    """

    name = "item-knn"

    def __init__(self, visits: csr_matrix, shrink: float = 10.0) -> None:
        super().__init__(int(visits.shape[1]))
        binary = csr_matrix((np.ones(visits.nnz), visits.indices, visits.indptr), shape=visits.shape)
        count = np.asarray(binary.sum(axis=0)).ravel()
        weight = np.divide(1.0, np.sqrt(count + shrink), out=np.zeros_like(count), where=count > 0)
        self._weighted = csr_matrix(binary @ diags_array(weight))
        self._across = csr_matrix(binary.T)
        self._binary, self._own = binary, count * weight**2  # what an item would give itself

    def rows(self, user: Ints, query: Ints) -> csr_matrix:
        near = self._weighted[user] @ self._across @ self._weighted
        return csr_matrix(near - self._binary[user] @ diags_array(self._own))


class AttributeTfIdf(RowModel):
    """Items whose reviews speak of the same attributes as those of the query: cosine of TF-IDF rows."""

    name = "attribute tf-idf"

    def __init__(self, counts: csr_matrix) -> None:
        """`counts` (items, attributes): training mentions."""
        super().__init__(int(counts.shape[0]))
        known = np.bincount(counts.indices, minlength=counts.shape[1])
        weighted = csr_matrix(counts @ diags_array(np.log(self.items / np.maximum(known, 1))), dtype=np.float64)
        length = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
        scale = np.divide(1.0, length, out=np.zeros_like(length), where=length > 0)
        self._rows = csr_matrix(diags_array(scale) @ weighted)
        self._across = csr_matrix(self._rows.T)

    def rows(self, user: Ints, query: Ints) -> csr_matrix:
        return self._rows[query] @ self._across
