"""First layer over bags of words: sparse rows times a dense table, and the gradient of the table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True, fastmath=True)
def rows_times_table(
    first: int, last: int, rows: Ints, start: Ints, word: Ints, value: Floats, table: Floats, out: Floats
) -> None:
    """out (n, h) += c_rows @ table (words, h), of the documents c in compressed rows."""
    for place in range(first, last):
        row, mine = rows[place], out[place]
        for cell in range(start[row], start[row + 1]):
            weights, amount = table[word[cell]], value[cell]
            for k in range(mine.size):
                mine[k] += amount * weights[k]


@njit(cache=True, nogil=True, fastmath=True)
def table_gradient(
    first: int, last: int, start: Ints, entry: Ints, place: Ints, value: Floats, gradient: Floats, out: Floats
) -> None:
    """out (words, h) += sum over the cells of a word of value times the gradient of the cell's row.

    `entry[start[w]:start[w + 1]]` are the cells of a word; `place` and `value` (cells,) the row and amount of each.
    """
    for w in range(first, last):
        mine = out[w]
        for at in range(start[w], start[w + 1]):
            cell = entry[at]
            theirs, amount = gradient[place[cell]], value[cell]
            for k in range(mine.size):
                mine[k] += amount * theirs[k]


def rows_times_table_plainly(documents: Any, rows: Ints, table: Floats) -> Floats:
    """The twin of `rows_times_table` with scipy; `documents` (items, words) sparse."""
    return np.asarray(documents[rows] @ table)


def table_gradient_plainly(documents: Any, gradient: Floats) -> Floats:
    """The twin of `table_gradient` with scipy, of all documents."""
    return np.asarray(documents.T @ gradient)
