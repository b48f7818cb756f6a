"""Negative sampling for held-out triples; the negatives are stored and the same for every model (5.2, decision D3)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from instead.engine.beside import in_order
from instead.progress import Advance
from instead.rng import stage_seed
from instead.substitutes.negative_loops import draw_negatives
from instead.substitutes.triples import Interactions, Triples

CHUNK = 4096
AT_ONCE = 2  # pieces of some megabytes; whoever writes them to disk is the slower one


def negatives_per_triple(interactions: Interactions, triples: Triples, wanted: int) -> int:
    """How many negatives every triple can have: `wanted`, or fewer in a small catalogue."""
    if not len(triples):
        return wanted
    touched = np.diff(interactions.history_start)[triples.user]
    # Items without the user's history (which includes the chosen item) and without the query.
    return max(0, min(wanted, int(interactions.items - touched.max() - 1)))


def stored_negatives(
    interactions: Interactions, triples: Triples, count: int, seed: int, advance: Advance | None = None
) -> Iterator[NDArray[np.uint32]]:
    """Yields arrays (rows, count) of negatives in the order of the triples."""
    part = int(triples.part[0]) if len(triples) else 0
    stream = np.uint64(stage_seed(seed, "negatives", part))

    def draw(first: int) -> NDArray[np.uint32]:
        rows = slice(first, first + CHUNK)
        return draw_negatives(
            first,
            triples.user[rows],
            triples.query[rows],
            interactions.history_start,
            interactions.history,
            interactions.items,
            count,
            stream,
        )

    for piece in in_order(draw, range(0, len(triples), CHUNK), most=AT_ONCE):
        if advance is not None:
            advance(piece.shape[0])
        yield piece
