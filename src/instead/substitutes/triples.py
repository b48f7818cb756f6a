"""Triples (user, query, chosen) from implicit feedback: one simulated query per interaction, popularity-biased.

The order matters. Test and validation queries are drawn from the whole graph; the unordered pairs {query, chosen}
they make are reserved; training queries that hit such a pair are drawn again, among what is left. So no training
triple and no training graph holds a reserved pair in either direction, and no training interaction is lost merely
because its first draw was a reserved pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from instead.engine.spread import spread
from instead.kernels.neighbours import find_entries
from instead.reviews.split import TEST, TRAIN, VALIDATION
from instead.rng import stage_seed
from instead.substitutes.graph import Graph, Pairs, unordered
from instead.substitutes.query_sampling import NONE, draw_queries

_ROWS = 1 << 16  # interactions of one piece of drawing


@dataclass(frozen=True)
class Interactions:
    """Interactions (implicit feedback) by number, with the part of each, and the full history of each user (CSR)."""

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
        start = np.zeros(users + 1, dtype=np.int64)
        np.cumsum(np.bincount(user, minlength=users), out=start[1:])
        return cls(user, item, part, users, items, start, np.sort(user * items + item) % items)

    def popularity(self) -> NDArray[np.int64]:
        """Popularity pop_q: training interactions of each item, without validation and test."""
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
    """Tables of triples concatenated."""
    return Triples(
        np.concatenate([t.interaction for t in parts]),
        np.concatenate([t.user for t in parts]),
        np.concatenate([t.query for t in parts]),
        np.concatenate([t.chosen for t in parts]),
        np.concatenate([t.part for t in parts]),
    )


def query_weight(popularity: NDArray[np.int64], power: float) -> NDArray[np.float64]:
    """(items,) P(q) is proportional to it. An item that nobody took is looked at as often as one that somebody did."""
    return np.maximum(popularity, 1).astype(np.float64) ** power


@dataclass(frozen=True)
class QueryDraws:
    """Everything that the queries of some interactions depend on."""

    rows: NDArray[np.int64]
    """Numbers of the interactions, which name their random numbers."""
    user: NDArray[np.int64]
    item: NDArray[np.int64]
    history_start: NDArray[np.int64]
    history: NDArray[np.int64]
    start: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    cumulative: NDArray[np.float64]
    seed: int
    piece: int
    """Interactions of one piece."""


def queries_of(draws: QueryDraws, first: int) -> NDArray[np.int64]:
    """Queries of one piece of the interactions, which begins at the place `first`."""
    some = slice(first, first + draws.piece)
    return draw_queries(
        draws.rows[some],
        draws.user[some],
        draws.item[some],
        draws.history_start,
        draws.history,
        draws.start,
        draws.neighbours,
        draws.cumulative,
        np.uint64(draws.seed),
    )


class QuerySampler:
    """Popularity-biased sampling of queries for interactions: P(q) proportional to popularity to a power."""

    def __init__(self, interactions: Interactions, graph: Graph, power: float, seed: int) -> None:
        self.interactions = interactions
        self.graph = graph
        self.seed = seed
        self.weight = query_weight(interactions.popularity(), power)

    def draw(self, part: int) -> Triples:
        """Triples of a part, drawn from the whole graph. Interactions without an eligible substitute have none (B6)."""
        it = self.interactions
        rows = np.flatnonzero(it.part == part)
        return self._triples(rows, self._queries(rows, no_pairs(), part))

    def training(self, reserved: Pairs, *stream: str) -> Triples:
        """Training triples without reserved pairs.

        Each interaction draws a query from the whole graph; those that drew a reserved pair draw again from the rest.
        The distribution is that of drawing from the rest at once, P(q) / P(not reserved), and splits share the first
        draw.
        """
        first, graph = self._training, self.graph
        hit = graph.marked(reserved)[find_entries(graph.start, graph.neighbours, first.query, first.chosen)]
        rows, query = first.interaction[hit], first.query.copy()
        query[hit] = self._queries(rows, reserved, TRAIN, "again", *stream)
        return self._triples(first.interaction, query)

    @cached_property
    def _training(self) -> Triples:
        return self.draw(TRAIN)

    def _queries(self, rows: NDArray[np.int64], reserved: Pairs, *stream: str | int) -> NDArray[np.int64]:
        it, graph = self.interactions, self.graph
        weight = np.where(graph.marked(reserved), 0.0, self.weight[graph.neighbours])
        cumulative: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(weight)])
        draws = QueryDraws(
            rows,
            it.user[rows],
            it.item[rows],
            it.history_start,
            it.history,
            graph.start,
            graph.neighbours,
            cumulative,
            stage_seed(self.seed, "queries", *stream),
            _ROWS,
        )
        drawn = spread(queries_of, draws, range(0, rows.size, _ROWS))
        return np.concatenate([np.empty(0, np.int64), *drawn])

    def _triples(self, rows: NDArray[np.int64], query: NDArray[np.int64]) -> Triples:
        it, found = self.interactions, query != NONE
        rows = rows[found]
        return Triples(rows, it.user[rows], query[found], it.item[rows], it.part[rows])


def no_pairs() -> Pairs:
    return np.empty((0, 2), dtype=np.int64)


def paper_triples(sampler: QuerySampler) -> tuple[Triples, Pairs]:
    """All triples of the paper's protocol and the pairs reserved by its test and validation parts."""
    held_out = stacked([sampler.draw(part) for part in (TEST, VALIDATION)])
    reserved = held_out.pairs(sampler.interactions.items)
    return stacked([held_out, sampler.training(reserved)]), reserved


__all__ = ["NONE", "Interactions", "QuerySampler", "Triples", "no_pairs", "paper_triples", "query_weight", "stacked"]
