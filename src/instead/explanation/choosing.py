"""Selection of reasons: of each item's supported comparisons, the z with the largest weight by the user's care."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Codes = NDArray[np.int8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

BETTER, COMPARABLE, WORSE = 0, 1, 2
_NONE = -1


@njit(cache=True, nogil=True, inline="always")
def _key(place: int, wanted: int, attribute: Ints, difference: Doubles, care: Floats) -> float:
    """Sort key of a comparison within its verdict, descending."""
    much = float(care[attribute[place]])
    if wanted == COMPARABLE:
        return much
    weight = much * float(difference[place])
    return weight if wanted == BETTER else -weight


@njit(cache=True, nogil=True)
def _places(count: Ints, weight: Doubles, trade_offs: int, z: int) -> int:
    """How many of z places go to worse attributes: none without `trade_offs`, else at least that many."""
    if trade_offs == 0 or count[WORSE] == 0:
        return 0
    if count[BETTER] == 0:
        return max(z - 1, 0) if count[COMPARABLE] else z
    share = weight[WORSE] / max(weight[WORSE] + weight[BETTER], 1e-9)
    if z < 2:
        return z if share > 0.5 else 0
    return min(max(int(np.floor(z * share + 0.5)), trade_offs), z - 1)


@njit(cache=True, nogil=True)
def choose_reasons(
    first: Ints, last: Ints, attribute: Ints, verdict: Codes, difference: Doubles, care: Floats, trade_offs: int,
    chosen: Ints,
) -> None:  # fmt: skip
    """Fill chosen (items, z) with the places of each item's reasons; -1 where there are no more.

    Verdicts beyond WORSE are not clear and never chosen. Comparisons of item n are at `first[n]` to `last[n]` of
    attribute, verdict, difference (comparisons,); care (attributes,) is the user's. Better ones are ordered by care
    times the difference of the shares of praise, then comparable ones by care; the last places go to worse ones. Places
    are shared between better and worse by their total weights (`_places`), so that nine small drawbacks are not hidden
    behind two advantages.
    """
    z = chosen.shape[1]
    for row in range(first.size):
        count, weight = np.zeros(3, np.int64), np.zeros(3)
        for place in range(first[row], last[row]):
            if verdict[place] > WORSE:  # not clear
                continue
            count[verdict[place]] += 1
            weight[verdict[place]] += _key(place, verdict[place], attribute, difference, care)
        kept = min(_places(count, weight, trade_offs, z), count[WORSE])
        filled = 0
        for wanted in (BETTER, COMPARABLE, WORSE):
            least = min(count[wanted], z - filled - (0 if wanted == WORSE else kept))
            if wanted == WORSE and trade_offs == 0:
                least = 0
            before, at = np.inf, np.int64(_NONE)
            for _ in range(least):
                best, place_of_best = -np.inf, np.int64(_NONE)
                for place in range(first[row], last[row]):
                    if verdict[place] != wanted:
                        continue
                    key = _key(place, wanted, attribute, difference, care)
                    # after the previously chosen one: a lower key, or an equal one further on
                    if (key < before or (key == before and place > at)) and (place_of_best < 0 or key > best):
                        best, place_of_best = key, np.int64(place)
                chosen[row, filled] = place_of_best
                filled += 1
                before, at = best, place_of_best
        for empty in range(filled, z):
            chosen[row, empty] = _NONE


def choose_reasons_plainly(
    first: Ints, last: Ints, attribute: Ints, verdict: Codes, difference: Doubles, care: Floats, trade_offs: int,
    chosen: Ints,
) -> None:  # fmt: skip
    """The twin of `choose_reasons`."""
    z = chosen.shape[1]
    for row in range(first.size):
        places = range(first[row], last[row])
        weight = {place: float(care[attribute[place]]) * float(difference[place]) for place in places}
        better = sorted((place for place in places if verdict[place] == BETTER), key=lambda place: -weight[place])
        alike = sorted(
            (place for place in places if verdict[place] == COMPARABLE),
            key=lambda place: -float(care[attribute[place]]),
        )
        worse = sorted((place for place in places if verdict[place] == WORSE), key=lambda place: weight[place])
        kept = 0
        if trade_offs and worse and better:
            against = -sum(weight[place] for place in sorted(worse))
            share = against / max(against + sum(weight[place] for place in sorted(better)), 1e-9)
            kept = min(max(math.floor(z * share + 0.5), trade_offs), z - 1) if z > 1 else z * (share > 0.5)
        elif trade_offs and worse:
            kept = max(z - 1, 0) if alike else z
        found = (better + alike)[: z - min(kept, len(worse))]
        found += worse[: z - len(found)] if trade_offs else []
        chosen[row] = found + [_NONE] * (z - len(found))
