"""Greedy part-of-speech tagging with hashed features and one row of weights per feature.

A word of the dictionary gets its only tag without any arithmetic; for the others the rows of its features are
summed and the best column wins. Twin: `tag_words_plain`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from instead.mentions.loops.hashing import find, mix
from instead.mentions.loops.words import BREAK

Array = npt.NDArray[Any]

TAGS = (
    "NN", "NNS", "NNP", "JJ", "JJR", "JJS", "RB", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD", "IN", "DT",
    "PRP", "PRP$", "CC", "TO", "CD", "RP", "W", "EX", "UH", "POS", "PUNCT", "SYM",
)  # fmt: skip
FEATURES = 19
_EDGE = np.uint64(0xABCDEF12345)


@njit(inline="always", cache=True)
def tag_features(i, first, last, form, tail, flags, before, before2, rows, mask):  # type: ignore[no-untyped-def]
    """Rows of the features of word `i` of the sentence first:last, given the two tags before it."""
    u = np.uint64
    here = form[i]
    left = form[i - 1] if i > first else _EDGE
    right = form[i + 1] if i + 1 < last else _EDGE
    right2 = form[i + 2] if i + 2 < last else _EDGE
    left2 = form[i - 2] if i - 1 > first else _EDGE
    left_tail = tail[i - 1] & u(0xFFFFFFFFFFFF) if i > first else _EDGE
    right_tail = tail[i + 1] & u(0xFFFFFFFFFFFF) if i + 1 < last else _EDGE
    tail2 = tail[i] & u(0xFFFFFFFF)
    tail3 = tail[i] & u(0xFFFFFFFFFFFF)
    shape = u(flags[i] & 15) * u(2) + u(i == first)
    one = u(before + 1)
    two = one * u(64) + u(before2 + 1)
    rows[0] = mix(u(1), here) & mask
    rows[1] = mix(u(2), tail3) & mask
    rows[2] = mix(u(3), shape) & mask
    rows[3] = mix(u(4), left) & mask
    rows[4] = mix(u(5), right) & mask
    rows[5] = mix(u(6), right2) & mask
    rows[6] = mix(u(7), left2) & mask
    rows[7] = mix(u(8), right_tail) & mask
    rows[8] = mix(u(9), left_tail) & mask
    rows[9] = mix(u(10), one) & mask
    rows[10] = mix(u(11), two) & mask
    rows[11] = mix(mix(u(12), one), here) & mask
    rows[12] = mix(mix(u(13), one), right) & mask
    rows[13] = mix(mix(u(14), tail3), shape) & mask
    rows[14] = mix(mix(u(15), one), tail3) & mask
    rows[15] = mix(u(16), tail2) & mask
    rows[16] = mix(u(17), tail[i]) & mask
    rows[17] = mix(mix(u(18), here), right) & mask
    rows[18] = mix(mix(u(19), here), left) & mask


@njit(cache=True)
def tag_words(form, tail, flags, weights, slot_key, slot_row, known_tag):  # type: ignore[no-untyped-def]
    """Tag of each word; `weights` is (rows, tags) int16, the table maps unambiguous words to `known_tag`."""
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
        before = np.int64(-1)
        before2 = np.int64(-1)
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


def tag_words_plain(form: Array, tail: Array, flags: Array, weights: Array, known: dict[int, int]) -> list[int]:
    """Twin of `tag_words`: `known` maps the hash of an unambiguous word to its tag."""
    mask = np.uint64(weights.shape[0] - 1)
    ends = [i + 1 for i in range(len(form)) if flags[i] & BREAK]
    out: list[int] = []
    for first, last in pairwise([0, *ends]):
        history = [-1, -1]
        for i in range(first, last):
            tag = known.get(int(form[i]))
            if tag is None:
                rows = np.empty(FEATURES, np.uint64)
                tag_features(i, first, last, form, tail, flags, history[-1], history[-2], rows, mask)
                tag = int(np.argmax(weights[rows.astype(np.int64)].astype(np.int64).sum(axis=0)))
            history.append(tag)
        out += history[2:]
    return out
