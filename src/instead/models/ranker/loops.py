"""Compiled loops of the signals: each fills one dense row over the catalogue for one request.

A row is zeroed first; what no path, history or word reaches stays 0. All loops release the interpreter. Sparse tables
are compressed rows (`start`, `item` and, where they have them, `value`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.neighbours import find

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]
Array = NDArray[Any]


@njit(cache=True, nogil=True)
def two_steps(start: Ints, item: Short, share: Floats, last: Ints, last_item: Short, query: int, out: Floats) -> None:
    """out[x] = sum over z between query and x of share[z]: resource allocation. Never uses the edge query-x. `last` and
    `last_item` are the table again, or some of its columns by other numbers."""
    out[:] = 0.0
    for a in range(start[query], start[query + 1]):
        z = item[a]
        for b in range(last[z], last[z + 1]):
            out[last_item[b]] += share[z]


@njit(cache=True, nogil=True)
def three_steps(
    start: Ints, item: Short, share: Floats, last: Ints, last_item: Short, place: Short, query: int, out: Floats
) -> None:  # fmt: skip
    """out[x] = sum over walks query-a-b-x, a != x, b != query, of share[a] share[b]. `last` and `last_item` are the
    table again, or some of its columns by the numbers that `place` (items,) gives them; columns that are left out have
    numbers from out.size on.

    Walks query-x-b-x use the edge query-x. What they add is put back at once: taking their sum out afterwards would
    leave a rounding error, which is a trace of the edge where no other walk leads to x.
    """
    out[:] = 0.0
    for k in range(start[query], start[query + 1]):
        a = item[k]
        here = place[a]
        own = out[here] if here < out.size else np.float32(0.0)
        for m in range(start[a], start[a + 1]):
            b = item[m]
            if b == query:
                continue
            weight = share[a] * share[b]
            for n in range(last[b], last[b + 1]):
                out[last_item[n]] += weight
        if here < out.size:
            out[here] = own
    if place[query] < out.size:
        out[place[query]] = 0.0


@njit(cache=True, nogil=True)
def listing_steps(start: Ints, item: Short, share: Floats, query: int, out: Floats) -> None:
    """out[x] = sum over a that x lists and that list the query, of share[a]; a row of the table has who lists it."""
    out[:] = 0.0
    for k in range(start[query], start[query + 1]):
        a = item[k]
        for m in range(start[a], start[a + 1]):
            out[item[m]] += share[a]
    out[query] = 0.0


@njit(cache=True, nogil=True)
def mixed_steps(
    first: Ints, first_item: Short, second: Ints, second_item: Short, share: Floats, query: int, out: Floats
) -> None:
    """out[x] = sum over a of share[a], one step of the first table from the query to a, one of the second to x."""
    out[:] = 0.0
    for k in range(first[query], first[query + 1]):
        a = first_item[k]
        for m in range(second[a], second[a + 1]):
            out[second_item[m]] += share[a]
    out[query] = 0.0


@njit(cache=True, nogil=True)
def history_two_steps(start: Ints, item: Short, share: Floats, history: Ints, query: int, out: Floats) -> None:
    """out[x] = sum over h of the two-step sums from h to x, never through the query and never back to h."""
    out[:] = 0.0
    for h in history:
        if h == query:
            continue
        own = out[h]
        for k in range(start[h], start[h + 1]):
            z = item[k]
            if z != query:
                for m in range(start[z], start[z + 1]):
                    out[item[m]] += share[z]
        out[h] = own


@njit(cache=True, nogil=True)
def history_sum(start: Ints, item: Short, value: Floats, history: Ints, query: int, out: Floats) -> None:
    """out[x] = sum over h, h != query, of the table's value of (h, x)."""
    out[:] = 0.0
    for h in history:
        if h != query:
            for k in range(start[h], start[h + 1]):
                out[item[k]] += value[k]


@njit(cache=True, nogil=True)
def shared_words(
    start: Ints, word: Short, weight: Floats, first: Ints, item: Short, value: Floats, query: int, out: Floats
) -> None:
    """out[x] = sum over the query's words of weight(query, word) value(word, x), by an inverted index; also of the
    query itself."""
    out[:] = 0.0
    for k in range(start[query], start[query + 1]):
        w, much = word[k], weight[k]
        for m in range(first[w], first[w + 1]):
            out[item[m]] += much * value[m]


@njit(cache=True, nogil=True)
def weighted_rows(start: Ints, item: Short, value: Floats, rows: Ints, weight: Floats, out: Floats) -> None:
    """out[x] = sum over the given rows of weight times the table's value of (row, x)."""
    out[:] = 0.0
    for n in range(rows.size):
        for k in range(start[rows[n]], start[rows[n] + 1]):
            out[item[k]] += weight[n] * value[k]


@njit(cache=True, nogil=True, fastmath=True)
def products(table: Floats, items: Ints, vector: Floats, out: Floats) -> None:
    """out[k] = inner product of row items[k] and the vector.

    Every row is summed in the same way: a library's product of a matrix and a vector rounds a row by its place in the
    matrix and by the number of threads, so that the order of candidates would matter.
    """
    for k in range(items.size):
        total = np.float32(0.0)
        for f in range(vector.size):
            total += table[items[k], f] * vector[f]
        out[k] = total


@njit(cache=True, nogil=True)
def mixed_rows(table: Floats, rows: Ints, weight: Floats, out: Floats) -> None:
    """out[x] = sum over the given rows of weight times the row of a dense table."""
    out[:] = 0.0
    for n in range(rows.size):
        for x in range(out.size):
            out[x] += weight[n] * table[rows[n], x]


@njit(cache=True, nogil=True)
def around_days(seasons: Array, months: Array, rows: Array, weight: Array, items: Ints, out: Floats) -> None:
    """out[0] and out[1] (n,) of some items: what `mixed_rows` sums of `seasons`, and the largest of the rows of
    `months`, which are 0 or more."""
    for k in range(items.size):
        total, most = np.float32(0.0), np.float32(0.0)
        for n in range(rows.size):
            total += np.float32(weight[n]) * np.float32(seasons[rows[n], items[k]])
            most = max(most, np.float32(months[rows[n], items[k]]))
        out[0, k], out[1, k] = total, most


@njit(cache=True, nogil=True)
def gains_at(
    items: Ints, query: int, attribute: Ints, care: Floats, usual: float, start: Ints, column: Short, value: Floats,
    usual_gain: Floats, out: Floats,
) -> None:  # fmt: skip
    """out[k] = gain of items[k] over the query for one asker, as `Gain.fill` sums it; quality as rows of items. A query
    of -1: over nothing.

    Rows are short, so each is read once beside a table of cares. That adds up in the order of columns: attributes that
    come in another order are looked up one by one.
    """
    in_order, most = True, np.int64(-1)
    for n in range(attribute.size):
        in_order = in_order and attribute[n] > most
        most = max(most, attribute[n])
    cares = np.zeros(most + 2 if in_order else 0, np.float32)
    for n in range(attribute.size if in_order else 0):
        cares[attribute[n]] = care[n]
    base = np.float32(0.0)
    for k in range(0 if query < 0 else -1, items.size):
        x = query if k < 0 else items[k]
        total = np.float32(0.0)
        if in_order:
            for at in range(start[x], start[x + 1]):
                total += cares[min(np.int64(column[at]), most + 1)] * value[at]
        else:
            for n in range(attribute.size):
                at = find(column, start[x], start[x + 1], attribute[n])
                if at >= 0:
                    total += care[n] * value[at]
        total += np.float32(usual) * usual_gain[x]
        if k < 0:
            base = total
        else:
            out[k] = total - base
