"""Training data of a ranker made by hand: every kind of it is there, and little enough to refit in milliseconds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from instead.material import Material
from instead.models.ranker.asked import Asked
from instead.models.ranker.known import Descriptions, Known
from instead.models.ranker.tables.all_tables import Tables, described
from instead.prices import Prices
from instead.settings import RankerSettings
from instead.substitutes.graph import Graph, unordered

Ints = NDArray[np.int64]

USERS, ITEMS, ATTRIBUTES = 24, 18, 5
SMALL = RankerSettings(dimension=3, factor_rounds=2, tenths=2, lists=40, pools=40, uniform=5, hard=3, decoys=2, bends=1)
_WORDS = ("red", "green", "small", "large", "cup", "plate", "spoon", "steel")


def known_shop(seed: int = 0) -> Known:
    """Sparse links (some items have one or none), some of them complements too, and holes in every description."""
    rng = np.random.default_rng(seed)
    cells = np.argwhere(rng.random((USERS, ITEMS)) < 0.35)
    ends = rng.integers(ITEMS - 1, size=(2, 26))  # the last item has no links
    source, target = ends[:, ends[0] != ends[1]]
    beside = rng.integers(ITEMS, size=(2, 14))
    complements = np.concatenate([beside[:, beside[0] != beside[1]], np.stack([source, target])[:, ::4]], axis=1)
    said = rng.integers(len(cells), size=150)
    return Known(
        users=USERS,
        items=ITEMS,
        attributes=ATTRIBUTES,
        user=cells[:, 0],
        item=cells[:, 1],
        day=np.round(16_000 + 500 * rng.random(len(cells)), 1),
        stars=np.where(rng.random(len(cells)) < 0.1, np.nan, rng.integers(1, 6, len(cells)).astype(np.float64)),
        graph=Graph.from_pairs(unordered(source, target, ITEMS), ITEMS),
        source=source,
        target=target,
        complements=Graph.from_pairs(unordered(complements[0], complements[1], ITEMS), ITEMS),
        said_by=cells[said, 0],
        said_of=cells[said, 1],
        attribute=rng.integers(ATTRIBUTES, size=said.size),
        sentiment=rng.choice([-1.0, 0.0, 1.0], said.size),
        described=Descriptions(
            [None if item == 3 else " ".join(rng.choice(_WORDS, 3)) for item in range(ITEMS)],
            [None if item == 4 else f"brand {item % 3}" for item in range(ITEMS)],
            [[] if item == 5 else ["shop", f"shelf {item % 4}"] for item in range(ITEMS)],
            Prices.plain(np.where(np.arange(ITEMS) == 6, np.nan, 1.0 + rng.random(ITEMS) * 50)),
        ),
        query_power=0.75,
    )


def triples(known: Known, *, each: int = 1, seed: int = 1) -> tuple[Ints, Ints, Ints]:
    """User, query and chosen item: visits of items that have substitutes, each with some of them as queries."""
    rng = np.random.default_rng(seed)
    found = [
        (user, query, item)
        for user, item in zip(known.user.tolist(), known.item.tolist(), strict=True)
        for query in rng.permutation(known.graph.of(item))[:each].tolist()
    ]
    user, query, chosen = np.array(found, np.int64).T
    return user, query, chosen


def material_of(known: Known, *, each: int = 1) -> Material:
    """The same as a `Material` without a dataset: what makes the cases reads triples from it, and nothing else."""
    user, query, chosen = triples(known, each=each)
    start = np.concatenate([[0], np.cumsum(np.bincount(known.user, minlength=known.users))]).astype(np.int64)
    care, quality = (csr_matrix((rows, 0), dtype=np.float32) for rows in (known.users, known.items))
    return Material(
        known.users, known.items, user, query, chosen, start, known.item, known.graph, known.popularity, care,
        quality, known.query_power,
    )  # fmt: skip


def tables_of(known: Known, settings: RankerSettings = SMALL) -> Tables:
    return Tables.of(known, settings, *described(known))


def asked(known: Known, user: int, query: int, now: float | None = None) -> Asked:
    """A question of a known user with everything they had."""
    history = known.item[known.user == user]
    return Asked(query, history[history != query], user, now, np.empty(0, np.int64), np.empty(0, np.float32))


def without_edge(known: Known, one: int, other: int) -> Known:
    """The same without any link between two items: substitutes, who lists whom, complements."""
    pair = unordered(np.array([one]), np.array([other]), known.items)
    kept = np.array([{a, b} != {one, other} for a, b in zip(known.source.tolist(), known.target.tolist(), strict=True)])
    return replace(
        known,
        graph=known.graph.without(pair),
        complements=known.complements.without(pair),
        source=known.source[kept],
        target=known.target[kept],
    )


def without_visits(known: Known, gone: set[tuple[int, int]]) -> Known:
    """Without these (user, item), row by row: visits with day and stars, and what their reviews said."""
    visits = [row for row in range(known.user.size) if (int(known.user[row]), int(known.item[row])) not in gone]
    said = [row for row in range(known.said_by.size) if (int(known.said_by[row]), int(known.said_of[row])) not in gone]
    return replace(
        known,
        user=known.user[visits],
        item=known.item[visits],
        day=known.day[visits],
        stars=known.stars[visits],
        said_by=known.said_by[said],
        said_of=known.said_of[said],
        attribute=known.attribute[said],
        sentiment=known.sentiment[said],
    )
