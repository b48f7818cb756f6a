"""Ranks of chosen items among lists of candidates in one pass: higher and equal scores, with and without known
substitutes of the query, and what must not be in a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.engine.threads import in_pieces
from instead.substitutes.graph import Graph

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

HIGHER, EQUAL, OTHERS, UNKNOWN_HIGHER, UNKNOWN_EQUAL, UNKNOWN = range(6)
"""Rows of the counts: among all other candidates, and among those that are no known substitutes."""
_ROWS = 256  # triples of one piece


@dataclass(frozen=True)
class Counts:
    """Counts (6, n) of n triples."""

    found: Ints
    not_a_number: bool
    """Whether any score is none."""


def counted(scores: Floats, others: Ints, query: Ints, graph: Graph) -> Counts:
    """From scores (n, c + 1), the chosen item's last, of the other candidates (n, c) and the queries (n,)."""
    found = np.empty((6, len(query)), np.int64)
    strange = np.zeros(len(query), np.bool_)
    start, neighbours = np.asarray(graph.start), np.asarray(graph.neighbours)

    def piece(first: int, last: int) -> None:
        some = slice(first, last)
        count_ranks(scores[some], others[some], query[some], start, neighbours, found[:, some], strange[some])

    in_pieces(piece, len(query), _ROWS)
    return Counts(found, bool(strange.any()))


@njit(cache=True, nogil=True)
def count_ranks(
    scores: Floats, others: Ints, query: Ints, start: Ints, neighbours: Array, found: Ints, strange: Bools
) -> None:
    """Fill found (6, n), and strange (n,) where a score is not a number."""
    known = np.zeros(start.size - 1, np.bool_)
    width = others.shape[1]
    for row in range(query.size):
        first, last = start[query[row]], start[query[row] + 1]
        for k in range(first, last):
            known[neighbours[k]] = True
        right = scores[row, width]
        higher, equal, off, off_higher, off_equal = 0, 0, 0, 0, 0
        wrong = np.isnan(right)
        for k in range(width):
            score = scores[row, k]
            above, beside, here = score > right, score == right, known[others[row, k]]
            higher += above
            equal += beside
            off += here
            off_higher += above and here
            off_equal += beside and here
            wrong = wrong or np.isnan(score)
        found[HIGHER, row], found[EQUAL, row], found[OTHERS, row] = higher, equal, width
        found[UNKNOWN_HIGHER, row], found[UNKNOWN_EQUAL, row] = higher - off_higher, equal - off_equal
        found[UNKNOWN, row] = width - off
        strange[row] = wrong
        for k in range(first, last):
            known[neighbours[k]] = False


def count_ranks_plainly(
    scores: Floats, others: Ints, query: Ints, start: Ints, neighbours: Array, found: Ints, strange: Bools
) -> None:
    """The twin of `count_ranks`."""
    for row in range(query.size):
        known = np.isin(others[row], neighbours[start[query[row]] : start[query[row] + 1]])
        right, rest = scores[row, -1], scores[row, :-1]
        for at, among in ((HIGHER, np.ones_like(known)), (UNKNOWN_HIGHER, ~known)):
            found[at : at + 3, row] = (rest[among] > right).sum(), (rest[among] == right).sum(), among.sum()
        strange[row] = np.isnan(scores[row]).any()
