"""Compiled loops of ranking for several askers of one query: what histories reach, who can be among the best.

Sums are added up in the order of `loops.py`, in the same precision: they are the same to the bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Bools = NDArray[np.bool_]
Array = NDArray[Any]

NEIGHBOURS, LIKE, REPLACES, GOES = 0, 1, 2, 3
"""Rows of what a history reaches: people like you, like / replaces / goes with what you had."""
BLOCK = 8


@njit(cache=True, nogil=True)
def _add_row(item: Short, value: Floats, placed: bool, place: Short, sums: Floats, hit: Bools) -> None:
    """Add the values of items, or of places, to one row of sums."""
    if placed:
        for k in range(item.size):
            sums[item[k]] += value[k]
        return
    for k in range(item.size):
        hit[place[item[k]] // BLOCK] = True
        sums[place[item[k]]] += value[k]


@njit(cache=True, nogil=True)
def reach(
    query: int, history: Ints, co_start: Ints, co_item: Short, co_value: Floats, start: Ints, item: Short,
    share: Floats, last: Ints, last_item: Short, with_start: Ints, with_item: Short, placed: bool, place: Short,
    sums: Floats, hit: Bools,
) -> int:  # fmt: skip
    """Add to sums (4, c), which is 0 before, what a history reaches of some items; how many entries were followed.

    `place` (items,) has the column of each; items that do not matter have columns that nobody reads. Nothing is asked
    on the way, because nothing tells which step leads to an item that matters. `hit` says which blocks of `BLOCK`
    columns may hold something. The same sums as `history_sum` and `history_two_steps`. `last` and `last_item` are the
    table of substitutes again. Where they and co-visits are `placed` they have those columns alone that matter, as
    numbers of `sums`, and `hit` is told nothing of them.
    """
    followed = 0
    neighbours, like, replaces, goes = sums[NEIGHBOURS], sums[LIKE], sums[REPLACES], sums[GOES]
    for h in history:
        if h == query:
            continue
        followed += co_start[h + 1] - co_start[h] + start[h + 1] - start[h] + with_start[h + 1] - with_start[h]
        first, end = co_start[h], co_start[h + 1]
        _add_row(co_item[first:end], co_value[first:end], placed, place, neighbours, hit)
        here = place[h]
        own = like[here]
        for k in range(start[h], start[h + 1]):
            z = item[k]
            hit[place[z] // BLOCK] = True
            replaces[place[z]] += np.float32(1.0)
            if z == query:
                continue
            much = share[z]
            followed += last[z + 1] - last[z]
            if placed:
                for m in range(last[z], last[z + 1]):
                    like[last_item[m]] += much
            else:
                for m in range(last[z], last[z + 1]):
                    at = place[last_item[m]]
                    hit[at // BLOCK] = True
                    like[at] += much
        like[here] = own
        for k in range(with_start[h], with_start[h + 1]):
            at = place[with_item[k]]
            hit[at // BLOCK] = True
            goes[at] += np.float32(1.0)
    return followed


@njit(cache=True, nogil=True)
def taken(sums: Floats, count: int, every: bool, hit: Bools) -> tuple[Short, Floats]:
    """(n,) of `count` columns of sums (4, more) those that are not 0, ascending, and what they hold (4, n); both arrays
    are put back to 0. Looks at `every` column, or those that are `hit`."""
    some, size = np.empty(count + 1, np.int32), 0
    one, two, three, four = sums[0], sums[1], sums[2], sums[3]
    for block in range((count + BLOCK - 1) // BLOCK):
        if every or hit[block]:
            hit[block] = False
            for at in range(block * BLOCK, min((block + 1) * BLOCK, count)):
                some[size] = at  # written over by the next one unless it counts
                size += (one[at] != 0.0) | (two[at] != 0.0) | (three[at] != 0.0) | (four[at] != 0.0)
    touched, found = some[:size].copy(), np.empty((4, size), np.float32)
    for row in range(4):
        mine, out = sums[row], found[row]
        for k in range(size):
            out[k] = mine[touched[k]]
            mine[touched[k]] = 0.0
    return touched, found


@njit(cache=True, nogil=True)
def sums_at(places: Ints, touched: Short, sums: Floats, out: Floats) -> None:
    """Write the sums (4, n) of some places, ascending, into out (4, places.size), which is 0 before."""
    at = 0
    for place in range(places.size):
        while at < touched.size and touched[at] < places[place]:
            at += 1
        if at < touched.size and touched[at] == places[place]:
            for row in range(sums.shape[0]):
                out[row, place] = sums[row, at]


@njit(cache=True, nogil=True)
def _floor_of_best(scores: Floats, allowed: Bools, count: int) -> float:
    """The lowest of the `count` highest scores of what is allowed; -inf where there are not so many."""
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
def rows_from(scores: Floats, allowed: Bools, without: Ints, floor: float, found: Ints) -> int:
    """Fill `found` with rows that are allowed (c,), but for those of `without`, and not below a score, ascending; how
    many."""
    for x in without:
        allowed[x] = False
    size, least = 0, np.float32(floor)
    for x in range(scores.size):
        found[size] = x  # written over by the next one unless it counts
        size += scores[x] >= least and allowed[x]
    for x in without:
        allowed[x] = True
    return size


@njit(cache=True, nogil=True)
def best_rows(scores: Floats, allowed: Bools, without: Ints, count: int, found: Ints) -> int:
    """`rows_from` the `count`-th best of them, or all of them where there are not so many."""
    for x in without:
        allowed[x] = False
    floor = _floor_of_best(scores, allowed, count)
    for x in without:
        allowed[x] = True
    return rows_from(scores, allowed, without, floor, found)


@njit(cache=True, nogil=True, inline="always")
def _curve(table: Doubles, value: float) -> float:
    """f of one sum; `table` as `Curve.table` gives it, with an eps."""
    if value == 0.0:
        return 0.0
    bends, y = int(table[2]), np.log1p(value / table[0])
    if bends == 0:
        return float(table[3] * y - table[1])
    part = table[3 + bends] * min(y, table[3])
    for k in range(bends):
        low = table[3 + k]
        if y <= low:
            break
        high = table[4 + k] if k + 1 < bends else np.inf
        part += table[4 + bends + k] * (min(y, high) - low)
    return float(part - table[1])


@njit(cache=True, nogil=True)
def may_be_best(
    pool: Ints, usual: Floats, allowed: Bools, without: Ints, touched: Short, sums: Floats, mark: Bools,
    curves: Doubles, used: Bools, floor: float, found: Ints,
) -> int:  # fmt: skip
    """Fill `found` with rows that can be among the best of one asker, in any order; how many.

    `usual` (c,) is the part of a score that is the same for everybody, `sums` (4, n) what the asker's history says of
    the rows it has `touched`, with `curves` that rise; a row counts from `floor` on. `pool` holds all rows that do
    without a history. `without` is allowed, but not for this asker; `mark` (c,) is False before.
    """
    for one in without:
        allowed[one] = False
    size, highest = 0, 0.0
    for row in range(curves.shape[0]):
        if used[row] and touched.size:
            highest += max(_curve(curves[row], float(sums[row].max())), 0.0)
    lowest = np.float32(floor - highest)
    for k in range(touched.size):
        x = touched[k]
        mark[x] = True
        if usual[x] < lowest or not allowed[x]:
            continue
        points = 0.0
        for row in range(curves.shape[0]):
            if used[row]:
                points += _curve(curves[row], float(sums[row, k]))
        if usual[x] + points >= floor:
            found[size] = x
            size += 1
    for x in pool:
        if usual[x] >= np.float32(floor) and not mark[x] and allowed[x]:
            found[size] = x
            size += 1
    for x in touched:
        mark[x] = False
    for one in without:
        allowed[one] = True
    return size


@njit(cache=True, nogil=True)
def add_at(places: Short, values: Floats, out: Floats) -> None:
    """out[places[k]] += values[k]."""
    for k in range(places.size):
        out[places[k]] += values[k]
