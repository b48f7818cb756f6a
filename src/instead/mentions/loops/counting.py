"""Counts of how each word of a shop is used, for the vocabulary: corpus statistics without any label.

One pass over tagged words adds up, for every stem, how often it is a noun and what stands around it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import find, mix
from instead.mentions.loops.words import CAPITAL
from instead.mentions.tags import CD, IN, MD, OUTSIDE, PRPS, RB, VBD, VBP, VBZ, is_noun, is_verb, may_modify

ALL, NOUN, PRAISED, THIS, THE, A, BEFORE_NOUN, AFTER_NOUN, SUBJECT, JUDGED, AFTER_PREPOSITION = range(11)
CAPITAL_INSIDE, OWNED, COUNTED, OPINION, NEAR_OPINION, OBJECT, MINE, SAID = range(11, 19)
ADJECTIVE, ALONE = 19, 20
USES = 21
"""Columns of the counts: occurrences, as a noun, noun with an opinion before it in its phrase, after this/these,
after the, after a/an, before another noun, after another noun, before a verb, before a verb and an opinion, after
a preposition, capital inside a sentence, after my/its, after a number, part of an opinion, opinion within four
words, object of an opinion verb, after my. Added up by the caller, of any word: chances of
being an opinion, times an adjective, times an adjective with no noun to its right or after "very"."""

_NEAR = 4  # words on either side in which an opinion counts as near
_JUDGED_WITHIN = 5  # words behind a noun, its verb included, in which an opinion judges it as a subject


@njit(cache=True)
def look_up(keys, slot_key, slot_row, out):  # type: ignore[no-untyped-def]
    """Fill out (n,) with the row of each of keys (n,) in a hash table, -1 where it is absent."""
    for i in range(keys.size):
        out[i] = find(slot_key, slot_row, keys[i])


@njit(cache=True)
def count_uses(row, form, flags, tags, opinion, starts, out, this, these, the, a, an, my):  # type: ignore[no-untyped-def]
    """Add the uses of each word to out (stems, USES).

    row (n,) is the row of a word's stem, -1 for words that are not counted; form, flags, tags, opinion (n,) are columns
    of the words, `opinion` in BIO labels; starts (sentences + 1). `this` to `my` are the hashes of these words. The
    determiner of a noun is the word before its phrase, with nouns, adjectives, participles and adverbs in between.
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        for i in range(first, last):
            k = row[i]
            if k < 0:
                continue
            out[k, ALL] += 1
            if not is_noun(tags[i]):
                continue
            out[k, NOUN] += 1
            if flags[i] & CAPITAL and i > first:
                out[k, CAPITAL_INSIDE] += 1
            if opinion[i] != OUTSIDE:
                out[k, OPINION] += 1
            if i + 1 < last and is_noun(tags[i + 1]):
                out[k, BEFORE_NOUN] += 1
            if i > first and is_noun(tags[i - 1]):
                out[k, AFTER_NOUN] += 1
            j = i - 1
            praised = False
            while j >= first and (may_modify(tags[j]) or tags[j] == RB):
                praised |= opinion[j] != OUTSIDE
                j -= 1
            if praised:
                out[k, PRAISED] += 1
            if j >= first:
                if form[j] == this or form[j] == these:
                    out[k, THIS] += 1
                elif form[j] == a or form[j] == an:
                    out[k, A] += 1
                elif form[j] == the:
                    out[k, THE] += 1
                elif tags[j] == PRPS:
                    out[k, OWNED] += 1
                    if form[j] == my:
                        out[k, MINE] += 1
                elif tags[j] == IN:
                    out[k, AFTER_PREPOSITION] += 1
                elif tags[j] == CD:
                    out[k, COUNTED] += 1
            if i + 1 < last:
                after = tags[i + 1]
                if after == VBZ or after == VBD or after == VBP or after == MD:
                    out[k, SUBJECT] += 1
                    for j in range(i + 2, min(last, i + 1 + _JUDGED_WITHIN)):
                        if is_noun(tags[j]):
                            break
                        if opinion[j] != OUTSIDE:
                            out[k, JUDGED] += 1
                            break
            for j in range(max(first, i - _NEAR), min(last, i + _NEAR + 1)):
                if opinion[j] != OUTSIDE and j != i:
                    out[k, NEAR_OPINION] += 1
                    break
            if (i > first and opinion[i - 1] != OUTSIDE and is_verb(tags[i - 1])) or (
                i > first + 1 and opinion[i - 2] != OUTSIDE and is_verb(tags[i - 2])
            ):
                out[k, OBJECT] += 1


@njit(cache=True)
def pair_keys(stem, starts, out):  # type: ignore[no-untyped-def]
    """Fill out (n,) with the hash of each word's stem and the next one's (bigrams), 0 at the end of a sentence."""
    for s in range(starts.size - 1):
        for i in range(starts[s], starts[s + 1]):
            out[i] = mix(stem[i], stem[i + 1]) if i + 1 < starts[s + 1] else np.uint64(0)
