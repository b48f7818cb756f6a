"""Bayesian comparison of two items' shares of praise, from counts of praise and blame.

Each item's true share has a Beta posterior (`models/posteriors.py`). The probability that one share exceeds the other
is an integral over both, computed as a sum over a fixed grid; a hundred comparisons take less than a millisecond.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.kernels.exponential import LARGEST, power_of_two

Floats = NDArray[np.float64]
Weights = NDArray[np.float32]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

GRID = 96
_POINTS = (np.arange(GRID) + 0.5) / GRID
_LOG, _LOG_REST = np.log2(_POINTS).astype(np.float32), np.log2(1.0 - _POINTS).astype(np.float32)
_TOP, _NONE = np.float32(LARGEST), np.float32(0)


@njit(cache=True, nogil=True, inline="always", fastmath=True, error_model="numpy")
def _posterior(a: float, b: float, out: Weights) -> None:
    """Beta(a, b) as probabilities of the grid's cells.

    Log densities are shifted so that the largest just fits a float32; densities below 2^-90 of it are clipped there.
    """
    left, right = np.float32(a - 1.0), np.float32(b - 1.0)
    highest = np.float32(-np.inf)
    for g in range(GRID):
        log = left * _LOG[g] + right * _LOG_REST[g]
        out[g] = log
        highest = max(highest, log)
    shift, total = _TOP - highest, _NONE
    for g in range(GRID):
        weight = power_of_two(max(out[g] + shift, _NONE))
        out[g] = weight
        total += weight
    share = np.float32(1) / total
    for g in range(GRID):
        out[g] *= share


@njit(cache=True, nogil=True, fastmath=True, error_model="numpy")
def compare_shares(
    alpha: Floats, beta: Floats, other_alpha: Floats, other_beta: Floats, alike: float, above: Floats, close: Floats
) -> None:
    """Posterior probability that the first item of each pair has the larger share of praise: above (n,); that the
    shares differ by at most `alike`: close (n,). Parameters (n,) of the Beta posteriors of both items. Pairs one after
    the other with the same second posterior share its work.
    """
    first, second = np.empty(GRID, np.float32), np.empty(GRID, np.float32)
    # Cumulative sums of `second`, padded with zeros before and ones behind, so that no bounds check is needed.
    sums = np.zeros(3 * GRID + 2, np.float32)
    # g + 1/2 + reach and g + 1/2 - reach lie equally deep inside their cells for every g.
    reach = min(alike, 1.0) * GRID
    up, down = int(np.floor(0.5 + reach)), int(np.floor(0.5 - reach))
    in_up, in_down = np.float32(0.5 + reach - up), np.float32(0.5 - reach - down)
    for n in range(alpha.size):
        _posterior(alpha[n], beta[n], first)
        if n == 0 or other_alpha[n] != other_alpha[n - 1] or other_beta[n] != other_beta[n - 1]:
            _posterior(other_alpha[n], other_beta[n], second)
            total = _NONE
            for g in range(GRID):
                total += second[g]
                sums[GRID + g + 1] = total
            for g in range(2 * GRID + 1, 3 * GRID + 2):
                sums[g] = total
        greater, near = _NONE, _NONE
        for g in range(GRID):
            greater += first[g] * (sums[GRID + g] + sums[GRID + g + 1])
        high, low = sums[GRID + up :], sums[GRID + down :]
        for g in range(GRID):
            over = high[g] + in_up * (high[g + 1] - high[g])
            under = low[g] + in_down * (low[g + 1] - low[g])
            near += first[g] * (over - under)
        above[n] = min(max(0.5 * float(greater), 0.0), 1.0)
        close[n] = min(max(float(near), 0.0), 1.0)


def compare_shares_plainly(
    alpha: Floats, beta: Floats, other_alpha: Floats, other_beta: Floats, alike: float, above: Floats, close: Floats
) -> None:
    """The twin of `compare_shares` in NumPy: the whole table of both posteriors."""
    apart = np.abs(np.arange(GRID)[:, None] - np.arange(GRID)[None, :])
    covered = np.clip(alike * GRID + 0.5 - apart, 0.0, 1.0)  # share of a cell within reach of another's middle
    for n in range(alpha.size):
        shares = []
        for a, b in ((alpha[n], beta[n]), (other_alpha[n], other_beta[n])):
            log = (a - 1.0) * np.log(_POINTS) + (b - 1.0) * np.log1p(-_POINTS)
            weight = np.exp(log - log.max())
            shares.append(weight / weight.sum())
        both = np.outer(shares[0], shares[1])
        above[n] = np.tril(both, -1).sum() + 0.5 * np.trace(both)
        close[n] = (both * covered).sum()


@njit(cache=True, nogil=True)
def joined_cells(
    queries: Ints, items: Ints, start: Ints, column: Numbers, said: Numbers, least: int, alone: int, row: Ints,
    of_query: Ints, of_item: Ints,
) -> int:  # fmt: skip
    """Cells of each query's row (n,) and of its item's (n,), joined by column, of a sparse matrix; how many there are.

    The matrix stands in compressed rows (CSR `start column`), columns sorted, so that two rows are merged in one pass;
    `said` (cells,) are mentions. A column counts where both have `least` mentions, or one has `alone` of them and the
    other none. `row` receives the place in `items`, `of_query` and `of_item` places in `column`, -1 where there is no
    cell; all three have room for the cells of all items and all queries.
    """
    found = 0
    for place in range(items.size):
        q, q_end = start[queries[place]], start[queries[place] + 1]
        j, j_end = start[items[place]], start[items[place] + 1]
        while q < q_end or j < j_end:
            mine, theirs = np.int64(-1), np.int64(-1)
            if q < q_end and (j == j_end or column[q] <= column[j]):
                theirs = q
            if j < j_end and (q == q_end or column[j] <= column[q]):
                mine = j
            q += theirs >= 0
            j += mine >= 0
            if mine >= 0 and theirs >= 0:
                enough = min(said[mine], said[theirs]) >= least
            else:
                enough = said[max(mine, theirs)] >= alone
            if enough:
                row[found], of_query[found], of_item[found] = place, theirs, mine
                found += 1
    return found


def joined_cells_plainly(
    queries: Ints, items: Ints, start: Ints, column: Numbers, said: Numbers, least: int, alone: int, row: Ints,
    of_query: Ints, of_item: Ints,
) -> int:  # fmt: skip
    """The twin of `joined_cells`."""
    found = 0
    for place, (query, item) in enumerate(zip(queries.tolist(), items.tolist(), strict=True)):
        theirs = {int(column[at]): at for at in range(start[query], start[query + 1])}
        mine = {int(column[at]): at for at in range(start[item], start[item + 1])}
        for one in sorted(theirs.keys() | mine.keys()):
            at = theirs.get(one, -1), mine.get(one, -1)
            counts = [int(said[cell]) for cell in at if cell >= 0]
            if (len(counts) == 2 and min(counts) >= least) or (len(counts) == 1 and counts[0] >= alone):
                row[found], of_query[found], of_item[found] = place, *at
                found += 1
    return found
