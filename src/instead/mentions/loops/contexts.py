"""What stands around a phrase: the words that show which phrases are used in place of each other."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import mix
from instead.mentions.tags import OUTSIDE, PUNCT, is_adjective, is_participle

MOST_CONTEXTS = 10
"""Contexts of one phrase: the words beside it and the judging words near it."""
_NEAR = 6  # words on either side in which adjectives and opinions count
_BEFORE, _BEHIND, _BEHIND_TWO, _JUDGES = 1, 2, 3, 4
"""Kinds of contexts; the number is part of the hash."""


@njit(cache=True)
def phrase_contexts(phrases, form, tags, opinion, starts, out):  # type: ignore[no-untyped-def]
    """Fill out (m, MOST_CONTEXTS) with the hashes of what stands around each of phrases (m, 3), 0 where there is less.

    phrases are in the order of their sentences; form, tags, opinion (n,) are columns of the words; starts
    (sentences + 1). The word before, the word behind, the two behind, then adjectives, participles and opinions at
    most _NEAR words away, nearest first, without their place: "clear sound" and "the sound is clear" are one context.
    """
    s = 0
    for m in range(phrases.shape[0]):
        first, end = phrases[m, 0], phrases[m, 1]
        while starts[s + 1] <= first:
            s += 1
        low, high = starts[s], starts[s + 1]
        for k in range(MOST_CONTEXTS):
            out[m, k] = 0
        n = 0
        if first - 1 >= low and tags[first - 1] != PUNCT:
            out[m, n] = mix(np.uint64(_BEFORE), form[first - 1])
            n += 1
        if end < high and tags[end] != PUNCT:
            out[m, n] = mix(np.uint64(_BEHIND), form[end])
            n += 1
            if end + 1 < high and tags[end + 1] != PUNCT:
                out[m, n] = mix(mix(np.uint64(_BEHIND_TWO), form[end]), form[end + 1])
                n += 1
        for gap in range(_NEAR):
            for side in range(2):
                k = end + gap if side else first - 1 - gap
                if not low <= k < high or n == MOST_CONTEXTS:
                    continue
                if is_adjective(tags[k]) or is_participle(tags[k]) or opinion[k] != OUTSIDE:
                    out[m, n] = mix(np.uint64(_JUDGES), form[k])
                    n += 1
