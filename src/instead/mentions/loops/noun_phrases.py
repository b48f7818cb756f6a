"""Noun phrase chunking: candidates for attribute (aspect) terms, their head and their edges."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.words import CAPITAL
from instead.mentions.tags import (
    CD,
    DT,
    JJ,
    JJR,
    MD,
    NNP,
    NNS,
    OUTSIDE,
    PRP,
    RB,
    RP,
    VBD,
    VBG,
    VBN,
    VBZ,
    is_noun,
    may_modify,
)  # fmt: skip

(
    _ALWAYS, _ADJECTIVE, _PAST_PARTICIPLE, _GERUND, _NOUN, _DOUBT, _IN_LEXICON, _FREQUENCY, _OFTEN_BEFORE,
    _SHARE_BEFORE, _CAPITAL, _UNCOMMON, _NOUN_SHARE, _GENERAL, _CATEGORY, _DEGREE_OR_ADVERB, _JUDGES, _STRONG,
    _ADJECTIVE_JUDGES, _LIKELY_OPINION, _JOINS,
) = range(21)  # fmt: skip
"""Columns of the modifier model's features."""
MODIFIER_FEATURES = 21
MOSTLY_NOUN = 0.6
"""Share of a word's occurrences as a noun from which it may be one where the tagger says otherwise."""
HARDLY_NOUN = 0.2
"""Share below which a word beside a noun is not taken for another one: "screen gets hot", "resilient frame"."""
SURELY_NOUN = 0.9
"""Share from which a plural behind a noun is no verb whatever follows."""
BOND, TIGHT = 0.04, 0.25
"""Share of a word's occurrences before the next one: from BOND on a general noun stays in the compound, from TIGHT on
any word before a head belongs to it ("hard drive")."""


@njit(inline="always", cache=True)
def modifier_features(  # type: ignore[no-untyped-def]
    q, tags, doubt, valence, common, follows, judges, joins, flags, noun_share, general, category, out
):
    """Fill out (MODIFIER_FEATURES,) with what speaks for word `q` belonging to the phrase on its right."""
    out[_ALWAYS] = 1.0
    out[_ADJECTIVE] = tags[q] == JJ
    out[_PAST_PARTICIPLE] = tags[q] == VBN
    out[_GERUND] = tags[q] == VBG
    out[_NOUN] = is_noun(tags[q])
    out[_DOUBT] = doubt[q]
    out[_IN_LEXICON] = valence[q] != 0
    out[_FREQUENCY] = np.log(1.0 + common[q])
    out[_OFTEN_BEFORE] = follows[q] > 0.1
    out[_SHARE_BEFORE] = follows[q]
    out[_CAPITAL] = flags[q] & CAPITAL
    out[_UNCOMMON] = common[q] == 0
    out[_NOUN_SHARE] = noun_share[q]
    out[_GENERAL] = general[q]
    out[_CATEGORY] = category[q]
    out[_DEGREE_OR_ADVERB] = JJR <= tags[q] <= RB
    out[_JUDGES] = judges[q]
    out[_STRONG] = abs(valence[q]) > 1
    out[_ADJECTIVE_JUDGES] = judges[q] if tags[q] == JJ else 0.0
    out[_LIKELY_OPINION] = doubt[q] > 0.5
    out[_JOINS] = joins[q]


@njit(cache=True)
def find_phrases(  # type: ignore[no-untyped-def]
    tags, worth, general, category, opinion, doubt, follows, judges, joins, common, noun_share, valence, form, stem,
    flags, glued, starts, least, modifier, of, measures, closers,
):  # fmt: skip
    """(phrases, 3) first word, end and head of each candidate phrase.

    Every run of nouns gives a candidate; what counts as one is what the word is elsewhere in the shop. The head is the
    last word of the run, or the one before it where the last is worth less than `least` or names the category and the
    one before does neither ("price range": "range" stays in the phrase if the two belong together, see BOND, or if its
    stem is one of `closers`: "boot time").

    Words on the left join while the modifier model (weights `modifier`) is for it, or where they stand before the next
    word so often that they belong to it (TIGHT) and are no opinion, or over a hyphen (`glued`), which also takes in
    phrases that ended there. A number joins a proper noun on its left ("Windows 7"). "glass of wine" joins over `of`
    (its hash) where the first noun's stem is among `measures`.

    The other columns (words,) are those of `Reading` and `WordColumns`; starts (sentences + 1).
    """
    found = np.empty((tags.size, 3), np.int64)
    m = 0
    seen = np.empty(MODIFIER_FEATURES, np.float64)
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        i = first
        while i < last:
            if not _nounlike(i, first, tags, worth, opinion, noun_share, least):
                i += 1
                continue
            j = i + 1
            while (
                j < last
                and _goes_on(j, first, tags, worth, opinion, noun_share, least)
                and not _verb_behind(j, last, tags, noun_share)
            ):
                j += 1
            if j > i + 1 and not _goes_on(i, first, tags, worth, opinion, noun_share, least):
                i += 1  # no noun of its own: may still join as a modifier
                continue
            end = j
            while (
                end > i + 1
                and (worth[end - 1] < least or category[end - 1])
                and (worth[end - 2] > least and not category[end - 2])
            ):
                end -= 1
            head = end - 1  # the word whose worth counts
            while end < j and (follows[end - 1] > BOND or _among(stem[end], closers)) and not category[end]:
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
                if not may_modify(tags[q]):
                    break
                modifier_features(
                    q, tags, doubt, valence, common, follows, judges, joins, flags, noun_share, general, category, seen
                )
                total = 0.0
                for k in range(MODIFIER_FEATURES):
                    total += seen[k] * modifier[k]
                if total <= 0 and (follows[q] < TIGHT or opinion[q] != OUTSIDE):
                    break
                begin -= 1
            stop = end
            if end == j and j < last and tags[end - 1] == NNP and tags[j] == CD:  # Windows 7
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
            if i < last and tags[i] == NNS and _verb_behind(i, last, tags, noun_share):
                i += 1  # the verb is no phrase of its own
    return found[:m].copy()


@njit(inline="always", cache=True)
def _nounlike(i, first, tags, worth, opinion, noun_share, least):  # type: ignore[no-untyped-def]
    """A noun by its tag, or a word the tagger takes for something else although it is mostly a noun in this shop."""
    if is_noun(tags[i]):
        return True
    if (tags[i] == VBZ or tags[i] == VBD) and i > first and is_noun(tags[i - 1]):
        return False  # "the paint chips at ...", "the lid leaks"
    return noun_share[i] > MOSTLY_NOUN and worth[i] > least and opinion[i] == OUTSIDE and tags[i] != RB and tags[i] < MD


@njit(inline="always", cache=True)
def _goes_on(i, first, tags, worth, opinion, noun_share, least):  # type: ignore[no-untyped-def]
    """Nounlike in a run of several: there a word that is hardly ever a noun is a verb or an adjective."""
    if not _nounlike(i, first, tags, worth, opinion, noun_share, least):
        return False
    return tags[i] == NNP or noun_share[i] >= HARDLY_NOUN


@njit(inline="always", cache=True)
def _verb_behind(i, last, tags, noun_share):  # type: ignore[no-untyped-def]
    """A plural behind a noun that goes on as a verb does: "screen scratches easily", "fabric feels cheap"."""
    if tags[i] != NNS or noun_share[i] >= SURELY_NOUN or i + 1 == last:
        return False
    after = tags[i + 1]
    return after == RB or after == JJ or after == JJR or after == DT or after == PRP or after == RP


@njit(inline="always", cache=True)
def _among(value, values):  # type: ignore[no-untyped-def]
    for one in values:
        if one == value:
            return True
    return False
