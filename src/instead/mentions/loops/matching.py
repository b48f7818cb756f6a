"""Phrases to attribute numbers: the longest ending (suffix of words) of a phrase that the vocabulary knows.

"cheap guitar strings" is looked up whole, then as "guitar strings", then as "strings".
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import find, mix

START = np.uint64(0x5EED)
"""Key of a phrase without words."""


@njit(cache=True)
def phrase_keys(phrases, stem, out):  # type: ignore[no-untyped-def]
    """Fill out (m,) with the key of each of phrases (m, 3), first and end first: the hash of its words' stems (n,)."""
    for m in range(phrases.shape[0]):
        value = START
        for k in range(phrases[m, 0], phrases[m, 1]):
            value = mix(value, stem[k])
        out[m] = value


@njit(inline="always", cache=True)
def longest_run(i, stop, form, slot_key, slot_row):  # type: ignore[no-untyped-def]
    """Row and end of the longest run of words from word i on, before word `stop`, whose key the table knows; -1, i."""
    row, end = np.int32(-1), i
    value = START
    for k in range(i, stop):
        value = mix(value, form[k])
        found = find(slot_key, slot_row, value)
        if found >= 0:
            row, end = found, k + 1
    return row, end


@njit(cache=True)
def match_phrases(phrases, stem, form, verbs, verb_key, slot_key, slot_row, out):  # type: ignore[no-untyped-def]
    """Fill out (m,) with the row of the longest known ending of each of phrases (m, 3), -1 where there is none.

    stem, form (n,) are hashes of the words. A single verb (hash in the sorted `verbs`, key of its attribute in
    `verb_key`) that is not known itself is looked up under the noun it stands for.
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
    """Fill out (n,) with the hash of each ordered pair of left (n,) and right (n,)."""
    for i in range(left.size):
        out[i] = mix(left[i], right[i])
