"""Which opinion speaks of which attribute: hashed features of a pair of spans and their linear score."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.hashing import mix
from instead.mentions.tags import BE, BEGIN, CC, CONTRAST, DT, IN, INSIDE, MD, OUTSIDE, PUNCT, RB, WH, is_verb

PAIR_FEATURES = 38
PAIR_BITS = 15
_EDGE = 40  # stands for the tag of a word beyond the sentence
(
    _SIDE, _GAP, _TAG, _TAG_GAP, _ATTRIBUTES, _OPINIONS, _CLAUSE, _BE, _LIST, _CONTRAST, _AROUND_ATTRIBUTE,
    _AROUND_OPINION, _PREPOSITION, _PATH, _LONG_PATH, _RIVALS, _RELATIVE, _VERBS, _CROWD, _LEXICON_GAP,
    _RIVALS_GAP_TAG, _WORTH, _WORTH_GAP, _WORTH_RIVALS, _TRUST, _TRUST_GAP, _TRUST_WORTH, _TRUST_RIVALS, _LEAN_TAG,
    _LEAN_TRUST, _LEAN_GAP_BE, _STRANGE_CROWD, _STRANGE_BE, _STRANGE_RIVALS, _STRANGE_VERBS, _WORD, _WORD_SIDE,
    _WORD_BEFORE, _LAST_BETWEEN,
) = range(1, 40)  # fmt: skip
"""Templates of a pair's features: what each looks at. The number is part of the feature's hash."""


@njit(inline="always", cache=True)
def _bucket(gap):  # type: ignore[no-untyped-def]
    """Distance in nine levels: 0 to 4 words exactly, then up to 6, up to 9, up to 14, more."""
    if gap <= 4:
        return gap
    if gap <= 6:
        return 5
    return 6 if gap <= 9 else (7 if gap <= 14 else 8)


@njit(cache=True)
def pair_features(  # type: ignore[no-untyped-def]
    a, e, o, p, first, last, tags, roles, form, valence, clause, covered, opinion, trust, worth, out
):
    """Fill out (PAIR_FEATURES,) with the rows of attribute [a, e) and opinion [o, p) of the sentence first:last.

    tags, roles, form, valence, clause (words,); covered, opinion (words,) BIO labels of attributes and of sure
    opinions; trust (words,) how much each looks like an opinion, in steps from 0; `worth` of the attribute. A row is
    the hash of a template's number and of what it looks at, PAIR_BITS wide.
    """
    u = np.uint64
    mask = u((1 << PAIR_BITS) - 1)
    right = o >= e
    side = u(1) if right else u(0)
    low = e if right else p
    high = o if right else a
    gap = max(high - low, 0)
    d = u(_bucket(gap))
    kinds = u(tags[p - 1])
    attributes = 0
    opinions = 0
    be = u(0)
    contrast = u(0)
    commas = 0
    ands = 0
    preposition = u(0)
    relative = u(0)
    verbs = 0
    path = u(0)
    strange = 0  # words between the two that are no part of a list of attributes or of opinions
    for k in range(low, high):
        attributes += covered[k] == BEGIN
        opinions += opinion[k] == BEGIN
        if roles[k] & BE:
            be = u(1)
        if roles[k] & CONTRAST:
            contrast = u(1)
        commas += tags[k] == PUNCT
        ands += tags[k] == CC
        if tags[k] == IN:
            preposition = u(1)
        if tags[k] == WH:
            relative = u(1)
        verbs += is_verb(tags[k]) or tags[k] == MD
        path = mix(path, u(tags[k]))
        strange += not (
            covered[k] != OUTSIDE or opinion[k] != OUTSIDE or roles[k] & BE or tags[k] == PUNCT or tags[k] == CC
            or tags[k] == RB or tags[k] == DT
        )  # fmt: skip
    n_a = u(min(attributes, 2))
    n_o = u(min(opinions, 2))
    same = u(clause[a] == clause[o])
    before_a = u(tags[a - 1]) if a > first else u(_EDGE)
    after_a = u(tags[e]) if e < last else u(_EDGE)
    before_o = u(tags[o - 1]) if o > first else u(_EDGE)
    after_o = u(tags[p]) if p < last else u(_EDGE)
    # Is another attribute closer to the opinion, or another opinion closer to the attribute?
    rival = u(0)
    for k in range(max(first, o - gap - 1), min(last, p + gap + 1)):
        if covered[k] == BEGIN and (k < a or k >= e):
            rival = u(1)
    rival_o = u(0)
    for k in range(max(first, a - gap - 1), min(last, e + gap + 1)):
        if opinion[k] == BEGIN and (k < o or k >= p):
            rival_o = u(1)
    out[0] = mix(u(_SIDE), side)
    out[1] = mix(mix(u(_GAP), side), d)
    out[2] = mix(mix(u(_TAG), side), kinds)
    out[3] = mix(mix(mix(u(_TAG_GAP), side), kinds), d)
    out[4] = mix(mix(u(_ATTRIBUTES), side), n_a)
    out[5] = mix(mix(u(_OPINIONS), side), n_o)
    out[6] = mix(mix(u(_CLAUSE), same), side)
    out[7] = mix(mix(mix(u(_BE), be), side), kinds)
    out[8] = mix(mix(mix(u(_LIST), side), u(min(commas, 2))), u(min(ands, 2)))
    out[9] = mix(u(_CONTRAST), contrast)
    out[10] = mix(mix(mix(u(_AROUND_ATTRIBUTE), side), before_a), after_a)
    out[11] = mix(mix(mix(u(_AROUND_OPINION), side), before_o), after_o)
    out[12] = mix(mix(u(_PREPOSITION), preposition), side)
    out[13] = mix(mix(mix(u(_PATH), path), side), kinds) if gap <= 4 else mix(u(_LONG_PATH), side)
    out[14] = mix(mix(mix(u(_RIVALS), rival), rival_o), side)
    out[15] = mix(mix(u(_RELATIVE), relative), side)
    out[16] = mix(mix(mix(u(_VERBS), side), u(min(verbs, 3))), same)
    out[17] = mix(mix(mix(u(_CROWD), n_a), n_o), mix(same, side))
    out[18] = mix(mix(u(_LEXICON_GAP), u(1) if valence[p - 1] != 0 else u(0)), d)
    out[19] = mix(mix(mix(u(_RIVALS_GAP_TAG), rival), rival_o), mix(d, kinds))
    level = u(int(min(max(np.floor(worth), -4.0), 4.0)) + 4)
    out[20] = mix(u(_WORTH), level)
    out[21] = mix(mix(mix(u(_WORTH_GAP), level), d), side)
    out[22] = mix(mix(mix(u(_WORTH_RIVALS), level), rival), rival_o)
    top = trust[o]
    for k in range(o + 1, p):
        top = max(top, trust[k])
    said = u(top)
    lean = u(1) if abs(valence[p - 1]) > 1 else (u(2) if valence[p - 1] != 0 else u(0))
    sure = u(opinion[o] != OUTSIDE)
    out[23] = mix(mix(u(_TRUST), said), sure)
    out[24] = mix(mix(mix(u(_TRUST_GAP), said), d), side)
    out[25] = mix(mix(mix(u(_TRUST_WORTH), said), level), sure)
    out[26] = mix(mix(mix(u(_TRUST_RIVALS), said), rival), rival_o)
    out[27] = mix(mix(mix(u(_LEAN_TAG), lean), kinds), sure)
    out[28] = mix(mix(mix(u(_LEAN_TRUST), lean), said), kinds)
    out[29] = mix(mix(mix(mix(u(_LEAN_GAP_BE), lean), side), d), mix(be, sure))
    odd = mix(mix(u(min(strange, 3)), side), u(min(ands, 1)))
    out[30] = mix(mix(mix(u(_STRANGE_CROWD), odd), n_a), n_o)
    out[31] = mix(mix(mix(u(_STRANGE_BE), odd), be), kinds)
    out[32] = mix(mix(mix(u(_STRANGE_RIVALS), odd), rival), rival_o)
    out[33] = mix(mix(mix(u(_STRANGE_VERBS), odd), same), u(min(verbs, 2)))
    out[34] = mix(u(_WORD), form[p - 1])
    out[35] = mix(mix(u(_WORD_SIDE), form[p - 1]), side)
    out[36] = mix(mix(u(_WORD_BEFORE), form[o - 1] if o > first else u(0)), side)
    out[37] = mix(mix(u(_LAST_BETWEEN), form[high - 1] if gap else u(0)), side)
    for k in range(PAIR_FEATURES):
        out[k] &= mask


@njit(cache=True)
def score_pairs(  # type: ignore[no-untyped-def]
    phrases, worth, starts, tags, roles, form, valence, clause, opinion, wide, trust, weights, least, rows_out,
    keep_rows,
):  # fmt: skip
    """Pairs that score above `least`: (pairs, 3) phrase number, opinion first, opinion end, and (pairs,) their scores.

    phrases (m, 3) in the order of their sentences; worth (m,) how much each looks like an attribute of the shop.
    Candidates are the spans of `wide` in the same sentence that do not overlap the phrase; `opinion` holds the sure
    ones among them, which count as rivals (both in BIO labels). weights (2 ** PAIR_BITS,). With `keep_rows` all pairs
    are returned and their rows written to rows_out (at least as many, PAIR_FEATURES): training data.
    """
    n = tags.size
    covered = np.zeros(n, np.int8)
    for m in range(phrases.shape[0]):
        for k in range(phrases[m, 0], phrases[m, 1]):
            covered[k] = INSIDE
        covered[phrases[m, 0]] = BEGIN
    room = max(16, 4 * phrases.shape[0])
    pairs = np.empty((room, 3), np.int64)
    scores = np.empty(room, np.float32)
    count = 0
    rows = np.empty(PAIR_FEATURES, np.uint64)
    m = 0
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        begin = m
        while m < phrases.shape[0] and phrases[m, 0] < last:
            m += 1
        if begin == m:
            continue
        o = first
        while o < last:
            if wide[o] == OUTSIDE:
                o += 1
                continue
            p = o + 1
            while p < last and wide[p] == INSIDE:
                p += 1
            for one in range(begin, m):
                a, e = phrases[one, 0], phrases[one, 1]
                if o < e and p > a:
                    continue  # the opinion is part of the phrase
                pair_features(
                    a, e, o, p, first, last, tags, roles, form, valence, clause, covered, opinion, trust, worth[one],
                    rows,
                )  # fmt: skip
                total = np.float32(0)
                for k in range(PAIR_FEATURES):
                    total += weights[rows[k]]
                if total <= least and not keep_rows:
                    continue
                if count == room:
                    room *= 2
                    wider = np.empty((room, 3), np.int64)
                    wider[:count] = pairs
                    pairs = wider
                    longer = np.empty(room, np.float32)
                    longer[:count] = scores
                    scores = longer
                if keep_rows:
                    for k in range(PAIR_FEATURES):
                        rows_out[count, k] = rows[k]
                pairs[count, 0] = one
                pairs[count, 1] = o
                pairs[count, 2] = p
                scores[count] = total
                count += 1
            o = p
    return pairs[:count].copy(), scores[:count].copy()
