"""Compiled loops of the posterior qualities (`posteriors.py`): sums over groups, means down the chain, other families.

Cells are compressed rows (`start`, `column`, `good`, `said`) by item; a group is a row of `order`, items by group.
All loops release the interpreter: a served shop makes its posteriors anew beside its requests.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find

Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Doubles = NDArray[np.float64]


@njit(cache=True, nogil=True)
def column_sums(column: Short, good: Doubles, said: Doubles, praised: Doubles, all_said: Doubles) -> None:
    """Sums of praise and of everything said, by column."""
    for cell in range(column.size):
        praised[column[cell]] += good[cell]
        all_said[column[cell]] += said[cell]


@njit(cache=True, nogil=True)
def group_sums(
    order: Ints, first: Ints, start: Ints, column: Short, good: Doubles, said: Doubles, width: int, out_start: Ints,
    out_column: Short, out_good: Doubles, out_said: Doubles,
) -> int:  # fmt: skip
    """Sums of each (group, column) as compressed rows, columns ascending; returns how many there are."""
    praise, everything = np.zeros(width), np.zeros(width)
    touched, seen = np.empty(width, np.int32), np.zeros(width, np.bool_)
    found = 0
    for group in range(first.size - 1):
        out_start[group] = found
        count = 0
        for place in range(first[group], first[group + 1]):
            for cell in range(start[order[place]], start[order[place] + 1]):
                one = column[cell]
                if not seen[one]:
                    seen[one] = True
                    touched[count] = one
                    count += 1
                praise[one] += good[cell]
                everything[one] += said[cell]
        for one in np.sort(touched[:count]):
            out_column[found], out_good[found], out_said[found] = one, praise[one], everything[one]
            praise[one] = everything[one] = 0.0
            seen[one] = False
            found += 1
    out_start[first.size - 1] = found
    return found


@njit(cache=True, nogil=True)
def step_down(
    order: Ints, first: Ints, start: Ints, column: Short, good: Doubles, said: Doubles, sum_start: Ints,
    sum_column: Short, sum_good: Doubles, sum_said: Doubles, strength: float, width: int, above: Doubles,
) -> None:  # fmt: skip
    """One step of (P2): the mean of each cell's group, without its own item, shrunk towards `above`, in place."""
    praise, everything = np.zeros(width), np.zeros(width)
    for group in range(first.size - 1):
        for entry in range(sum_start[group], sum_start[group + 1]):
            praise[sum_column[entry]], everything[sum_column[entry]] = sum_good[entry], sum_said[entry]
        for place in range(first[group], first[group + 1]):
            for cell in range(start[order[place]], start[order[place] + 1]):
                one = column[cell]
                above[cell] = (praise[one] - good[cell] + strength * above[cell]) / (
                    everything[one] - said[cell] + strength
                )


@njit(cache=True, nogil=True)
def with_others(
    start: Ints, column: Short, good: Doubles, said: Doubles, above: Doubles, family: Ints, attributes: int,
    strength: float, out: Doubles,
) -> None:  # fmt: skip
    """(P3) of every cell: `above` with how the item's other families fare. Cells of pooled families are judged and do
    not judge: their members do."""
    excess, spoken = np.zeros(family.size), np.zeros(family.size)
    for item in range(start.size - 1):
        total, everything = 0.0, 0.0
        for cell in range(start[item], start[item + 1]):
            if column[cell] < attributes:
                beyond = good[cell] - said[cell] * above[cell]
                excess[family[column[cell]]] += beyond
                spoken[family[column[cell]]] += said[cell]
                total += beyond
                everything += said[cell]
        for cell in range(start[item], start[item + 1]):
            one = family[column[cell]]
            out[cell] = above[cell] + (total - excess[one]) / (everything - spoken[one] + strength)
        for cell in range(start[item], start[item + 1]):
            excess[family[column[cell]]] = spoken[family[column[cell]]] = 0.0


@njit(cache=True, nogil=True)
def silent_step(
    groups: Ints, columns: Ints, sum_start: Ints, sum_column: Short, sum_good: Doubles, sum_said: Doubles,
    strength: float, mean: Doubles, known: NDArray[np.bool_],
) -> None:  # fmt: skip
    """One step of (P2) for cells (n,) without a review, in place, and whether their group speaks of the column."""
    for k in range(groups.size):
        place = -1
        if groups[k] >= 0:
            place = find(sum_column, sum_start[groups[k]], sum_start[groups[k] + 1], columns[k])
        praise, everything = (sum_good[place], sum_said[place]) if place >= 0 else (0.0, 0.0)
        mean[k] = (praise + strength * mean[k]) / (everything + strength)
        known[k] = everything > 0.0


@njit(cache=True, nogil=True)
def silent_others(
    items: Ints, columns: Ints, start: Ints, column: Short, good: Doubles, said: Doubles, above: Doubles, family: Ints,
    attributes: int, strength: float, mean: Doubles,
) -> None:  # fmt: skip
    """(P3) for cells (n,) without a review, in place."""
    for k in range(items.size):
        total, everything = 0.0, 0.0
        for cell in range(start[items[k]], start[items[k] + 1]):
            if column[cell] < attributes and family[column[cell]] != family[columns[k]]:
                total += good[cell] - said[cell] * above[cell]
                everything += said[cell]
        mean[k] += total / (everything + strength)


@njit(cache=True, nogil=True)
def with_families(
    start: Ints, mine: NDArray[np.generic], family_start: Ints, theirs: NDArray[np.generic], kept: NDArray[np.bool_],
    out: NDArray[np.generic],
) -> None:  # fmt: skip
    """Rows of `mine`, each followed by those of `theirs` that are kept."""
    place = 0
    for item in range(start.size - 1):
        for cell in range(start[item], start[item + 1]):
            out[place] = mine[cell]
            place += 1
        for cell in range(family_start[item], family_start[item + 1]):
            if kept[cell]:
                out[place] = theirs[cell]
                place += 1
