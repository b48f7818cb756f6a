"""Noun phrases that may name an attribute: head, left edge, right edge. The twin is the loop uncompiled."""

from __future__ import annotations

import numpy as np
from numba import njit

MODIFIER_FEATURES = 20
BOND, TIGHT = 0.04, 0.25
"""Share of a word's occurrences before the next one: from BOND on a general noun stays in the compound, from TIGHT on
any word before a head belongs to it ("hard drive")."""


@njit(inline="always", cache=True)
def modifier_features(  # type: ignore[no-untyped-def]
    q, tags, doubt, valence, common, follows, judges, flags, noun_share, general, category, out
):
    """What speaks for word `q` belonging to the phrase to its right."""
    out[0] = 1.0
    out[1] = tags[q] == 3
    out[2] = tags[q] == 10
    out[3] = tags[q] == 9
    out[4] = tags[q] <= 2
    out[5] = doubt[q]
    out[6] = valence[q] != 0
    out[7] = np.log(1.0 + common[q])
    out[8] = follows[q] > 0.1
    out[9] = follows[q]
    out[10] = flags[q] & 1
    out[11] = common[q] == 0
    out[12] = noun_share[q]
    out[13] = general[q]
    out[14] = category[q]
    out[15] = 4 <= tags[q] <= 6
    out[16] = judges[q]
    out[17] = abs(valence[q]) > 1
    out[18] = judges[q] if tags[q] == 3 else 0.0
    out[19] = doubt[q] > 0.5


@njit(cache=True)
def find_phrases(  # type: ignore[no-untyped-def]
    tags, worth, general, category, opinion, doubt, follows, judges, common, noun_share, valence, form, stem, flags,
    glued, starts, least, modifier, of, measures,
):  # fmt: skip
    """(n, 3) first word, end, head of each candidate phrase.

    A run of nouns is a candidate. Its head is the last word worth more than `least`; words to the left join
    while the modifier model says so, or a hyphen (`glued`) ties them; "glass of wine" joins over "of" when
    its head is a measure.
    """
    found = np.empty((tags.size, 3), np.int64)
    m = 0
    seen = np.empty(MODIFIER_FEATURES, np.float64)
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        i = first
        while i < last:
            if not (tags[i] <= 2 or _acts_as_noun(i, tags, worth, opinion, noun_share, least)):
                i += 1
                continue
            j = i + 1
            while j < last and (tags[j] <= 2 or _acts_as_noun(j, tags, worth, opinion, noun_share, least)):
                j += 1
            end = j
            while (
                end > i + 1
                and (worth[end - 1] < least or category[end - 1])
                and (worth[end - 2] > least and not category[end - 2])
            ):
                end -= 1
            head = end - 1  # the word whose worth counts
            while end < j and follows[end - 1] > BOND and not category[end]:
                end += 1  # "price range" stays whole where the two belong together
            begin = head
            while begin > first:
                q = begin - 1
                if glued[q] and q - 1 >= first:  # "pot-stickers"
                    begin -= 2
                    while m and found[m - 1, 1] > begin:
                        begin = min(begin, found[m - 1, 0])
                        m -= 1
                    continue
                if not (tags[q] <= 5 or tags[q] == 9 or tags[q] == 10):
                    break
                modifier_features(
                    q, tags, doubt, valence, common, follows, judges, flags, noun_share, general, category, seen
                )
                total = 0.0
                for k in range(MODIFIER_FEATURES):
                    total += seen[k] * modifier[k]
                if total <= 0 and (follows[q] < TIGHT or opinion[q]):
                    break
                begin -= 1
            stop = end
            if end == j and j < last and tags[end - 1] == 2 and tags[j] == 20:  # Windows 7
                stop = j + 1
            if (
                begin - 2 >= first
                and form[begin - 1] == of
                and worth[head] > least
                and _among(stem[begin - 2], measures)
            ):
                begin -= 2
                if m and found[m - 1, 2] == begin:
                    m -= 1
            found[m, 0] = begin
            found[m, 1] = stop
            found[m, 2] = head
            m += 1
            i = j
    return found[:m].copy()


@njit(inline="always", cache=True)
def _acts_as_noun(i, tags, worth, opinion, noun_share, least):  # type: ignore[no-untyped-def]
    """A word the tagger takes for something else here although it is mostly a noun in this shop."""
    return noun_share[i] > 0.6 and worth[i] > least and not opinion[i] and tags[i] != 6 and tags[i] < 13


@njit(inline="always", cache=True)
def _among(value, values):  # type: ignore[no-untyped-def]
    for one in values:
        if one == value:
            return True
    return False
