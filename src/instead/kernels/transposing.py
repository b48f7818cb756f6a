"""The columns of a table in compressed rows, as compressed rows: an inverted index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def transposed(
    start: Array, column: Array, value: Array, width: int
) -> tuple[Ints, NDArray[np.int32], NDArray[np.float32]]:
    """Where each column begins, the rows that have it, ascending, and the values there."""
    first = np.zeros(width + 1, np.int64)
    for cell in range(column.size):
        first[column[cell] + 1] += 1
    for one in range(width):
        first[one + 1] += first[one]
    after = first.copy()
    row_of, value_of = np.empty(column.size, np.int32), np.empty(column.size, np.float32)
    for row in range(start.size - 1):
        for cell in range(start[row], start[row + 1]):
            place = after[column[cell]]
            row_of[place], value_of[place] = row, value[cell]
            after[column[cell]] = place + 1
    return first, row_of, value_of


def transposed_plainly(
    start: Array, column: Array, value: Array, width: int
) -> tuple[list[int], list[int], list[float]]:
    """The twin of `transposed`."""
    cells: list[list[tuple[int, float]]] = [[] for _ in range(width)]
    for row in range(start.size - 1):
        for cell in range(int(start[row]), int(start[row + 1])):
            cells[int(column[cell])].append((row, float(value[cell])))
    flat = [one for several in cells for one in several]
    starts = [sum(map(len, cells[:place])) for place in range(width + 1)]
    return starts, [row for row, _ in flat], [number for _, number in flat]
