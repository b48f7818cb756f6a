"""Compiled loops of ranking for several askers of one query: what histories reach, who can be among the best, gains.

Sums are added up in the order of `loops.py`, in the same precision: they are the same to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

NEIGHBOURS, LIKE, REPLACES, GOES = 0, 1, 2, 3
"""Rows of what a history reaches: people like you, like / replaces / goes with what you had."""


@njit(cache=True, nogil=True)
def _marked(item: int, mark: Bools, touched: Short, count: int) -> int:
    if mark[item]:
        return count
    mark[item] = True
    touched[count] = item
    return count + 1


@njit(cache=True, nogil=True)
def reach(
    query: int, history: Ints, co_start: Ints, co_item: Short, co_value: Floats, start: Ints, item: Short,
    share: Floats, with_start: Ints, with_item: Short, sums: Floats, mark: Bools, touched: Short,
) -> int:  # fmt: skip
    """Fill sums (4, items) with what a history reaches, and `touched` with where that is; how many items.

    `sums` and `mark` are 0 before, and are put back to it by `taken`. The same sums as `history_sum` and
    `history_two_steps`, without a pass over the catalogue.
    """
    count = 0
    for h in history:
        if h == query:
            continue
        for k in range(co_start[h], co_start[h + 1]):
            count = _marked(co_item[k], mark, touched, count)
            sums[NEIGHBOURS, co_item[k]] += co_value[k]
        own = sums[LIKE, h]
        for k in range(start[h], start[h + 1]):
            z = item[k]
            count = _marked(z, mark, touched, count)
            sums[REPLACES, z] += np.float32(1.0)
            if z != query:
                for m in range(start[z], start[z + 1]):
                    count = _marked(item[m], mark, touched, count)
                    sums[LIKE, item[m]] += share[z]
        sums[LIKE, h] = own
        for k in range(with_start[h], with_start[h + 1]):
            count = _marked(with_item[k], mark, touched, count)
            sums[GOES, with_item[k]] += np.float32(1.0)
    return count


@njit(cache=True, nogil=True)
def taken(touched: Short, sums: Floats, mark: Bools) -> Floats:
    """(4, n) the sums of what was touched; `sums` and `mark` are put back to 0."""
    found = np.empty((sums.shape[0], touched.size), np.float32)
    for k in range(touched.size):
        mark[touched[k]] = False
        for row in range(sums.shape[0]):
            found[row, k] = sums[row, touched[k]]
            sums[row, touched[k]] = 0.0
    return found


@njit(cache=True, nogil=True)
def sums_at(items: Ints, touched: Short, sums: Floats, out: Floats) -> None:
    """Write the sums (4, n) of some items, ascending, into out (4, items.size), which is 0 before."""
    for place in range(items.size):
        at = find(touched, 0, touched.size, items[place])
        if at >= 0:
            for row in range(sums.shape[0]):
                out[row, place] = sums[row, at]


@njit(cache=True, nogil=True, inline="always")
def _curve(table: Doubles, value: float) -> float:
    """f of one value; `table` as `Curve.table` gives it."""
    eps, at, bends = table[0], table[1], int(table[2])
    if eps > 0.0:
        if value == 0.0:
            return 0.0
        value = np.log1p(value / eps)
    if bends == 0:
        return float(table[3] * value - at)
    part = table[3 + bends] * min(value, table[3])
    for k in range(bends):
        low = table[3 + k]
        if value <= low:
            break
        high = table[4 + k] if k + 1 < bends else np.inf
        part += table[4 + bends + k] * (min(value, high) - low)
    return float(part - at)


@njit(cache=True, nogil=True)
def floor_of_best(scores: Floats, allowed: Bools, count: int) -> float:
    """The lowest of the `count` highest scores of what is allowed, of which there are so many."""
    best = np.full(count, np.float32(-np.inf), np.float32)  # a heap, the lowest first
    for x in range(scores.size):
        if scores[x] > best[0] and allowed[x]:
            at, below = 0, 1
            while below < count:
                if below + 1 < count and best[below + 1] < best[below]:
                    below += 1
                if best[below] >= scores[x]:
                    break
                best[at] = best[below]
                at, below = below, 2 * below + 1
            best[at] = scores[x]
    return float(best[0])


@njit(cache=True, nogil=True)
def at_least(scores: Floats, allowed: Bools, floor: float, found: Ints) -> int:
    """Fill `found` with what is allowed and not below a score, ascending; how many."""
    size = 0
    for x in range(scores.size):
        if scores[x] >= floor and allowed[x]:
            found[size] = x
            size += 1
    return size


@njit(cache=True, nogil=True)
def may_be_best(
    pool: Ints, rest: Floats, allowed: Bools, without: Ints, touched: Short, sums: Floats, mark: Bools, tables: Doubles,
    used: Bools, more: float, least: float, found: Ints,
) -> int:  # fmt: skip
    """Fill `found` with the items whose score can reach `least`; how many.

    `rest` (items,) is the part of a score that is the same for every asker, `sums` (4, n) is what the asker's history
    says of the items it touches, with curves `tables` that rise, and `more` the most that the other parts add. Of what
    is not touched, `pool` holds all that can matter. `without` is allowed and not for this asker; `mark` is 0 before.
    """
    for one in without:
        allowed[one] = False
    size, highest = 0, 0.0
    for row in range(tables.shape[0]):
        if used[row] and touched.size:
            highest += max(_curve(tables[row], float(sums[row].max())), 0.0)
    lowest = np.float32(least - more - highest)
    for k in range(touched.size):
        x = touched[k]
        mark[x] = True
        if rest[x] < lowest or not allowed[x]:
            continue
        points = 0.0
        for row in range(tables.shape[0]):
            if used[row]:
                points += _curve(tables[row], float(sums[row, k]))
        if rest[x] + points >= least - more:
            found[size] = x
            size += 1
    floor = np.float32(least - more)
    for x in pool:
        if rest[x] >= floor and not mark[x] and allowed[x]:
            found[size] = x
            size += 1
    for k in range(touched.size):
        mark[touched[k]] = False
    for one in without:
        allowed[one] = True
    return size


@njit(cache=True, nogil=True)
def gains_at(
    items: Ints, query: int, attribute: Ints, care: Floats, usual: float, start: Ints, column: Short, value: Floats,
    usual_gain: Floats, out: Floats,
) -> None:  # fmt: skip
    """out[k] = gain of items[k] over the query for one asker, as `Gain.fill` sums it; quality as rows of items. A query
    of -1: over nothing."""
    base = np.float32(0.0)
    for k in range(0 if query < 0 else -1, items.size):
        x = query if k < 0 else items[k]
        total = np.float32(0.0)
        for n in range(attribute.size):
            at = find(column, start[x], start[x + 1], attribute[n])
            if at >= 0:
                total += care[n] * value[at]
        total += np.float32(usual) * usual_gain[x]
        if k < 0:
            base = total
        else:
            out[k] = total - base
