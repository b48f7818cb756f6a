"""Small random shops as arrays, for property tests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from instead.reviews.split import split_parts
from instead.settings import PrepareSettings
from instead.substitutes.graph import Graph, unordered
from instead.substitutes.triples import Interactions

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SmallShop:
    """Interactions (one per pair) with a split, and a substitute graph."""

    interactions: Interactions
    graph: Graph
    settings: PrepareSettings


def random_pairs(rng: np.random.Generator, users: int, items: int, count: int) -> tuple[Ints, Ints]:
    """`count` different (user, item) pairs in which every user and every item occurs."""
    base = np.concatenate(
        [
            np.arange(users) * items + rng.integers(items, size=users),
            rng.integers(users, size=items) * items + np.arange(items),
        ]
    )
    more = rng.integers(users * items, size=count)
    keys = np.unique(np.concatenate([base, more]))
    rng.shuffle(keys)
    return keys // items, keys % items


def make_shop(
    seed: int, *, users: int = 30, items: int = 25, count: int = 220, edges: int = 120, **changes: object
) -> SmallShop:
    rng = np.random.default_rng(seed)
    user, item = random_pairs(rng, users, items, count)
    settings = PrepareSettings.checked({"seed": seed, "negatives": 10, "choice_test": 6, "choice_validation": 6,
                                        "choice_decoys": 3, "choice_share": 1.0, **changes})  # fmt: skip
    part = split_parts(user, item, np.full(user.size, -1, dtype=np.int64), settings)
    graph = Graph.from_pairs(unordered(rng.integers(items, size=edges), rng.integers(items, size=edges), items), items)
    return SmallShop(Interactions.build(user, item, part, users, items), graph, settings)


seeds = st.integers(min_value=0, max_value=2**31)
