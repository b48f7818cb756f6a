"""Part-of-speech tagging, greedy from left to right, by an averaged perceptron with hashed features.

A word of the dictionary of unambiguous words gets its tag from there; for the others the rows of weights of its
features are summed and the tag with the largest sum wins. `scripts/train_tagger.py` trains it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from instead.mentions.loops.hashing import find, mix
from instead.mentions.loops.words import BREAK, SHAPE

FEATURES = 19
(
    _WORD, _TAIL3, _SHAPE, _LEFT, _RIGHT, _RIGHT2, _LEFT2, _RIGHT_TAIL, _LEFT_TAIL, _TAG_BEFORE, _TAGS_BEFORE,
    _TAG_WORD, _TAG_RIGHT, _TAIL_SHAPE, _TAG_TAIL, _TAIL2, _TAIL4, _WORD_RIGHT, _WORD_LEFT,
) = range(1, 20)  # fmt: skip
"""Templates of a word's features: what each looks at. The number is part of the feature's hash."""
_EDGE = np.uint64(0xABCDEF12345)  # stands for a word beyond the sentence
_TWO_LETTERS, _THREE_LETTERS = np.uint64(0xFFFFFFFF), np.uint64(0xFFFFFFFFFFFF)  # of a tail, 16 bits each
NO_TAG = -1  # before the first word
COLUMNS = 32
"""Columns of the weights in use: the tags and some that never win, so that a row is one line of the cache."""


def aligned(weights: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Weights (rows, tags) with COLUMNS columns, laid out in lines of the cache."""
    size = 2 * COLUMNS
    room = np.empty(len(weights) * size + size, np.uint8)
    skip = -room.ctypes.data % size
    out = room[skip : skip + len(weights) * size].view(np.int16).reshape(len(weights), COLUMNS)
    out[:, : weights.shape[1]] = weights
    out[:, weights.shape[1] :] = np.iinfo(np.int16).min
    return out


@njit(inline="always", cache=True)
def tag_features(i, first, last, form, tail, flags, before, before2, rows, mask):  # type: ignore[no-untyped-def]
    """Fill rows (FEATURES,) for word `i` of the sentence first:last, given the tags of the two words before it."""
    u = np.uint64
    here = form[i]
    left = form[i - 1] if i > first else _EDGE
    right = form[i + 1] if i + 1 < last else _EDGE
    right2 = form[i + 2] if i + 2 < last else _EDGE
    left2 = form[i - 2] if i - 1 > first else _EDGE
    left_tail = tail[i - 1] & _THREE_LETTERS if i > first else _EDGE
    right_tail = tail[i + 1] & _THREE_LETTERS if i + 1 < last else _EDGE
    tail2 = tail[i] & _TWO_LETTERS
    tail3 = tail[i] & _THREE_LETTERS
    shape = u(flags[i] & SHAPE) * u(2) + u(i == first)
    one = u(before + 1)
    two = one * u(64) + u(before2 + 1)
    rows[0] = mix(u(_WORD), here) & mask
    rows[1] = mix(u(_TAIL3), tail3) & mask
    rows[2] = mix(u(_SHAPE), shape) & mask
    rows[3] = mix(u(_LEFT), left) & mask
    rows[4] = mix(u(_RIGHT), right) & mask
    rows[5] = mix(u(_RIGHT2), right2) & mask
    rows[6] = mix(u(_LEFT2), left2) & mask
    rows[7] = mix(u(_RIGHT_TAIL), right_tail) & mask
    rows[8] = mix(u(_LEFT_TAIL), left_tail) & mask
    rows[9] = mix(u(_TAG_BEFORE), one) & mask
    rows[10] = mix(u(_TAGS_BEFORE), two) & mask
    rows[11] = mix(mix(u(_TAG_WORD), one), here) & mask
    rows[12] = mix(mix(u(_TAG_RIGHT), one), right) & mask
    rows[13] = mix(mix(u(_TAIL_SHAPE), tail3), shape) & mask
    rows[14] = mix(mix(u(_TAG_TAIL), one), tail3) & mask
    rows[15] = mix(u(_TAIL2), tail2) & mask
    rows[16] = mix(u(_TAIL4), tail[i]) & mask
    rows[17] = mix(mix(u(_WORD_RIGHT), here), right) & mask
    rows[18] = mix(mix(u(_WORD_LEFT), here), left) & mask


@njit(cache=True)
def tag_words(form, tail, flags, weights, slot_key, slot_row, known_tag):  # type: ignore[no-untyped-def]
    """(n,) tag of each word; form, tail, flags (n,), a flag ends each sentence.

    weights (rows, COLUMNS) int16 (`aligned`), the number of rows a power of two; the hash table leads to the row of an
    unambiguous word in `known_tag`. Of equal sums the first tag wins.
    """
    n = form.size
    out = np.empty(n, np.uint8)
    rows = np.empty(FEATURES, np.uint64)
    tags = weights.shape[1]
    score = np.empty(tags, np.int32)
    mask = np.uint64(weights.shape[0] - 1)
    first = 0
    while first < n:
        last = first
        while not flags[last] & BREAK:
            last += 1
        last += 1
        before = np.int64(NO_TAG)
        before2 = np.int64(NO_TAG)
        for i in range(first, last):
            known = find(slot_key, slot_row, form[i])
            if known >= 0:
                best = np.int64(known_tag[known])
            else:
                tag_features(i, first, last, form, tail, flags, before, before2, rows, mask)
                score[:] = 0
                for feature in range(FEATURES):
                    row = weights[rows[feature]]
                    for tag in range(tags):
                        score[tag] += row[tag]
                best = np.int64(0)
                for tag in range(1, tags):
                    if score[tag] > score[best]:
                        best = np.int64(tag)
            out[i] = best
            before2 = before
            before = best
        first = last
    return out
