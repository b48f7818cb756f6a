"""One verdict for each family of attributes: never "better sound quality" and "worse sound" in one breath."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from instead.explanation.choosing import BETTER, COMPARABLE, WORSE

Ints = NDArray[np.int64]
Codes = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

UNKNOWN = 3
"""Code of "not clear", after those of `choosing.py`."""
_NONE = -1


@njit(cache=True, nogil=True)
def one_per_family(row: Ints, family: Ints, pooled: Bools, verdict: Codes, confidence: Floats, kept: Bools) -> None:
    """Mark in kept (n,) the comparison of each (item, family) that is shown: the most specific one with a verdict.

    Comparisons (n,): `row` is the place of the item, ascending; `family` a number; `pooled` is true for that of the
    whole family. Where members are all better (or all worse) and the pooled comparison does not contradict, the surest
    member speaks. Where they contradict each other or the whole, the whole family speaks, if it can. Otherwise what is
    comparable, the whole family first; otherwise one that has nothing to say, if there is such a one.
    """
    kept[:] = False
    first = 0
    while first < row.size:
        last = first
        while last < row.size and row[last] == row[first]:
            last += 1
        done = np.zeros(last - first, np.bool_)
        for one in range(first, last):
            if done[one - first]:
                continue
            whole = _NONE
            member = np.full(4, _NONE)  # the surest member of each verdict
            for other in range(one, last):
                if family[other] != family[one]:
                    continue
                done[other - first] = True
                if pooled[other]:
                    whole = other
                elif member[verdict[other]] < 0 or confidence[other] > confidence[member[verdict[other]]]:
                    member[verdict[other]] = other
            spoken = _spoken(whole, member, verdict)
            if spoken >= 0:
                kept[spoken] = True
        first = last


@njit(cache=True, nogil=True)
def _spoken(whole: int, member: Ints, verdict: Codes) -> int:
    """The comparison that speaks for a family: `whole` is that of all members (or -1), `member` (4,) by verdict."""
    of_whole = verdict[whole] if whole >= 0 else UNKNOWN
    decided = of_whole in (BETTER, WORSE)
    if (member[BETTER] >= 0) != (member[WORSE] >= 0):
        said = BETTER if member[BETTER] >= 0 else WORSE
        if not decided or of_whole == said:
            return int(member[said])
    if whole >= 0 and (decided or of_whole == COMPARABLE or member[COMPARABLE] < 0):
        return whole
    if member[COMPARABLE] >= 0 and (member[BETTER] < 0) == (member[WORSE] < 0):
        return int(member[COMPARABLE])
    return int(member[UNKNOWN])


def one_per_family_plainly(
    row: Ints, family: Ints, pooled: Bools, verdict: Codes, confidence: Floats, kept: Bools
) -> None:
    """The twin of `one_per_family`."""
    kept[:] = False
    families: dict[tuple[int, int], list[int]] = {}
    for place in range(row.size):
        families.setdefault((int(row[place]), int(family[place])), []).append(place)
    for places in families.values():
        whole = next((place for place in places if pooled[place]), None)
        members = [place for place in places if not pooled[place]]
        surest = {
            code: max((p for p in members if verdict[p] == code), key=lambda p: (confidence[p], -p), default=None)
            for code in (BETTER, COMPARABLE, WORSE, UNKNOWN)
        }
        agreed = [code for code in (BETTER, WORSE) if surest[code] is not None]
        of_whole = UNKNOWN if whole is None else int(verdict[whole])
        chosen: int | None
        if len(agreed) == 1 and of_whole in (agreed[0], COMPARABLE, UNKNOWN):
            chosen = surest[agreed[0]]
        elif whole is not None and (of_whole != UNKNOWN or surest[COMPARABLE] is None):
            chosen = whole
        elif surest[COMPARABLE] is not None and len(agreed) != 1:
            chosen = surest[COMPARABLE]
        else:
            chosen = surest[UNKNOWN]
        if chosen is not None:
            kept[chosen] = True
