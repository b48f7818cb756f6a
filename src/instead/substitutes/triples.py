"""Triples (user, query, chosen): one simulated query per interaction, held-out pairs reserved first.

The order matters. Test and validation queries are drawn from the whole graph; the unordered pairs {query, chosen}
they make are reserved; only then are training queries drawn, among what is left. So no training triple and no
training graph holds a reserved pair in either direction, and no training interaction is lost merely because its
first draw would have been a reserved pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.kernels.queries import NONE, draw_queries
from instead.reviews.split import PARTS, TEST, TRAIN, VALIDATION
from instead.rng import stage_rng
from instead.substitutes.graph import Graph, Pairs, unordered


@dataclass(frozen=True)
class Interactions:
    """Who touched what, by number, with the part of each interaction and everything each user ever touched."""

    user: NDArray[np.int64]
    item: NDArray[np.int64]
    part: NDArray[np.uint8]
    users: int
    items: int
    history_start: NDArray[np.int64]
    history: NDArray[np.int64]

    @classmethod
    def build(
        cls, user: NDArray[np.int64], item: NDArray[np.int64], part: NDArray[np.uint8], users: int, items: int
    ) -> Interactions:
        order = np.lexsort((item, user))
        start = np.zeros(users + 1, dtype=np.int64)
        np.cumsum(np.bincount(user, minlength=users), out=start[1:])
        return cls(user, item, part, users, items, start, np.ascontiguousarray(item[order]))

    def popularity(self) -> NDArray[np.int64]:
        """Training interactions of each item: pop_q, and nothing of validation or test in it."""
        return np.bincount(self.item[self.part == TRAIN], minlength=self.items)


@dataclass(frozen=True)
class Triples:
    """Columns of equal length, ordered by interaction within test, validation and train."""

    interaction: NDArray[np.int64]
    user: NDArray[np.int64]
    query: NDArray[np.int64]
    chosen: NDArray[np.int64]
    part: NDArray[np.uint8]

    def of(self, part: int) -> Triples:
        return self.rows(self.part == part)

    def rows(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Triples:
        return Triples(
            self.interaction[which], self.user[which], self.query[which], self.chosen[which], self.part[which]
        )

    def pairs(self, items: int) -> Pairs:
        """Unordered {query, chosen}."""
        return unordered(self.query, self.chosen, items)

    def __len__(self) -> int:
        return int(self.user.size)


def stacked(parts: list[Triples]) -> Triples:
    """Several tables of triples below each other."""
    return Triples(
        np.concatenate([t.interaction for t in parts]),
        np.concatenate([t.user for t in parts]),
        np.concatenate([t.query for t in parts]),
        np.concatenate([t.chosen for t in parts]),
        np.concatenate([t.part for t in parts]),
    )


class QuerySampler:
    """Draws queries for the interactions of one part with P(q) proportional to popularity to a power."""

    def __init__(self, interactions: Interactions, graph: Graph, power: float, seed: int) -> None:
        self.interactions = interactions
        self.graph = graph
        self.seed = seed
        self.weight = interactions.popularity().astype(np.float64) ** power

    def draw(self, part: int, reserved: Pairs, *stream: str) -> Triples:
        """Triples of a part. Interactions without an eligible substitute have none (decision B6)."""
        it = self.interactions
        rows = np.flatnonzero(it.part == part)
        query = draw_queries(
            it.user[rows],
            it.item[rows],
            it.history_start,
            it.history,
            self.graph.start,
            self.graph.neighbours,
            self.graph.marked(reserved),
            self.weight,
            stage_rng(self.seed, "queries", *stream, part).random(rows.size),
        )
        found = query != NONE
        rows = rows[found]
        return Triples(rows, it.user[rows], query[found], it.item[rows], it.part[rows])


def no_pairs() -> Pairs:
    return np.empty((0, 2), dtype=np.int64)


def paper_triples(sampler: QuerySampler) -> tuple[Triples, Pairs]:
    """All triples of the paper's protocol and the pairs reserved by its test and validation parts."""
    held_out = stacked([sampler.draw(part, no_pairs()) for part in (TEST, VALIDATION)])
    reserved = held_out.pairs(sampler.interactions.items)
    return stacked([held_out, sampler.draw(TRAIN, reserved)]), reserved


__all__ = ["NONE", "PARTS", "Interactions", "QuerySampler", "Triples", "no_pairs", "paper_triples", "stacked"]
