"""Negative sampling for held-out triples; the negatives are stored and the same for every model (5.2, decision D3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from instead.engine.spread import spread
from instead.progress import Advance
from instead.rng import stage_seed
from instead.substitutes.negative_loops import draw_negatives
from instead.substitutes.triples import Interactions, Triples

Ints = NDArray[np.int64]

CHUNK = 4096
AT_ONCE = 2  # pieces of some megabytes; whoever writes them to disk is the slower one


def negatives_per_triple(interactions: Interactions, triples: Triples, wanted: int, pool: Ints | None = None) -> int:
    """How many negatives every triple can have of a pool of items (default: all): `wanted`, or fewer in a small one."""
    if not len(triples):
        return wanted
    pool = np.arange(interactions.items) if pool is None else pool
    inside = np.zeros(interactions.items, np.bool_)
    inside[pool] = True
    users = np.repeat(np.arange(interactions.users), np.diff(interactions.history_start))
    touched = np.bincount(users[inside[interactions.history]], minlength=interactions.users)[triples.user]
    # Items without the user's history (which includes the chosen item) and without the query.
    return max(0, min(wanted, int((pool.size - touched - inside[triples.query]).min())))


@dataclass(frozen=True)
class Draws:
    """Everything that the negatives of some triples depend on."""

    user: Ints
    query: Ints
    history_start: Ints
    history: Ints
    items: int
    pool: Ints
    count: int
    stream: int
    begin: int
    """Number of the first row, which names its random numbers."""
    rows: int
    """Rows of one piece."""


def negatives_of(draws: Draws, first: int) -> NDArray[np.uint32]:
    """(rows, count) negatives of one piece of the triples, which begins at the row `first`."""
    rows = slice(first, first + draws.rows)
    return draw_negatives(
        draws.begin + first,
        draws.user[rows],
        draws.query[rows],
        draws.history_start,
        draws.history,
        draws.items,
        draws.pool,
        draws.count,
        np.uint64(draws.stream),
    )


def stored_negatives(
    interactions: Interactions,
    triples: Triples,
    count: int,
    seed: int,
    advance: Advance | None = None,
    pool: Ints | None = None,
    begin: int = 0,
) -> Iterator[NDArray[np.uint32]]:
    """Yields arrays (rows, count) of negatives from a pool of items, by default all, in the order of the triples.

    `begin` is the number of the first row, where others of the same part come before it.
    """
    part = int(triples.part[0]) if len(triples) else 0
    among = np.arange(interactions.items) if pool is None else pool
    draws = Draws(
        triples.user,
        triples.query,
        interactions.history_start,
        interactions.history,
        interactions.items,
        among,
        count,
        stage_seed(seed, "negatives", part),
        begin,
        CHUNK,
    )
    for piece in spread(negatives_of, draws, range(0, len(triples), CHUNK), most=AT_ONCE):
        if advance is not None:
            advance(piece.shape[0])
        yield piece
