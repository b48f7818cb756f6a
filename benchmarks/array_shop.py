"""A shop of nothing but random arrays, of any size: what the speed of A2CF depends on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

import instead.models.a2cf.trainer as training
from instead.material import Material
from instead.models.a2cf.trainer import A2CFTrainer
from instead.settings import A2CFSettings
from instead.substitutes.graph import Graph, unordered

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sizes:
    """What is counted. Observed cells go with the rows: 4.5 for a user and 30 for an item, as in the paper's shops."""

    users: int = 665_900  # cellphone, Table 1 of the paper
    items: int = 48_763
    attributes: int = 2_178
    depth: int = 1

    def scaled(self, factor: float) -> Sizes:
        """A smaller shop of the same shape."""
        users, items, attributes = (
            max(64, round(count * factor)) for count in (self.users, self.items, self.attributes)
        )
        return Sizes(users, items, attributes, self.depth)


def make_trainer(sizes: Sizes, triples: int = 256 * 12, **changes: object) -> A2CFTrainer:
    """A trainer with the paper's settings on random material, nothing trained yet.

    X~ is never held, as in a large shop: its rows are made in every step.
    """
    training.HELD = 0
    rng = np.random.default_rng(0)
    user, chosen = rng.integers(sizes.users, size=triples), rng.integers(sizes.items, size=triples)
    query = (chosen + rng.integers(1, sizes.items, size=triples)) % sizes.items
    visits = csr_matrix((np.ones(triples, np.int8), (user, chosen)), shape=(sizes.users, sizes.items))
    visits.sum_duplicates()
    material = Material(
        users=sizes.users,
        items=sizes.items,
        user=user,
        query=query,
        chosen=chosen,
        visited_start=visits.indptr.astype(np.int64),
        visited=visits.indices.astype(np.int64),
        graph=Graph.from_pairs(unordered(query, chosen, sizes.items), sizes.items),
        popularity=np.bincount(chosen, minlength=sizes.items),
        care=_observed(rng, sizes.users, sizes.attributes, 9 * sizes.users // 2),
        quality=_observed(rng, sizes.items, sizes.attributes, 30 * sizes.items),
        query_power=0.75,
    )
    settings = A2CFSettings.of_preset("paper", depth=sizes.depth, **changes)
    return A2CFTrainer(material, settings)


def _observed(rng: np.random.Generator, rows: int, columns: int, cells: int) -> csr_matrix:
    """About that many observed cells, anywhere."""
    keys = np.unique(rng.integers(rows * columns, size=cells))
    value = rng.uniform(1, 5, keys.size).astype(np.float32)
    return csr_matrix((value, (keys // columns, keys % columns)), shape=(rows, columns))
