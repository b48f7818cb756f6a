"""Phrases to attribute numbers: the longest ending of a phrase that the vocabulary knows.

"cheap guitar strings" is looked up whole, then as "guitar strings", then as "strings". Twin: `match_phrases_plain`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from instead.mentions.loops.hashing import find, mix

Array = npt.NDArray[Any]

START = np.uint64(0x5EED)


@njit(cache=True)
def phrase_keys(phrases, stem, out):  # type: ignore[no-untyped-def]
    """out[i] = key of the whole phrase: its stems folded together."""
    for m in range(phrases.shape[0]):
        value = START
        for k in range(phrases[m, 0], phrases[m, 1]):
            value = mix(value, stem[k])
        out[m] = value


@njit(cache=True)
def match_phrases(phrases, stem, form, verbs, verb_key, slot_key, slot_row, out):  # type: ignore[no-untyped-def]
    """out[i] = row of the longest known ending, -1 when there is none.

    A single verb (`verbs` sorted, its attribute's key in `verb_key`) is looked up under the noun it stands for.
    """
    for m in range(phrases.shape[0]):
        first, end = phrases[m, 0], phrases[m, 1]
        found = np.int32(-1)
        for begin in range(first, end):
            value = START
            for k in range(begin, end):
                value = mix(value, stem[k])
            found = find(slot_key, slot_row, value)
            if found >= 0:
                break
        if found < 0 and end - first == 1:
            at = np.searchsorted(verbs, form[first])
            if at < verbs.size and verbs[at] == form[first]:
                found = find(slot_key, slot_row, verb_key[at])
        out[m] = found


@njit(cache=True)
def fold_pairs(left, right, out):  # type: ignore[no-untyped-def]
    """out[i] = hash of the ordered pair (left[i], right[i])."""
    for i in range(left.size):
        out[i] = mix(left[i], right[i])


def match_phrases_plain(
    phrases: Array, stem: Array, form: Array, verbs: dict[int, int], rows: dict[int, int]
) -> list[int]:
    """Twin of `match_phrases` with dictionaries."""
    out = []
    for first, end, _ in phrases.tolist():
        found = -1
        for begin in range(first, end):
            value = START
            for k in range(begin, end):
                value = mix(value, stem[k])
            found = rows.get(int(value), -1)
            if found >= 0:
                break
        if found < 0 and end - first == 1:
            found = rows.get(verbs.get(int(form[first]), 0), -1)
        out.append(found)
    return out
