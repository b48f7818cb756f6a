"""Aspect sentiment: a linear model with hashed features on the words around an attribute says praise or blame.

Classes are negative, neutral, positive. Features say which words stand near, how each is turned (negation, "too",
"enough"), in what voice it is said (a wish, hearsay, of another product), whether it shares the attribute's clause, and
what the lexicon says of it; a word like "high" is looked up with the attribute it describes. Runs of two and three
words (bigrams, trigrams) are also seen through their kinds, a negation or "but" as itself, other words by valence or
tag: "could be <good>" holds in shops with other words too. Rows that sum up come last and count in full.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.composing import (
    among,
    as_said,
    describes,
    is_other,
    own_first,
    said_missing,
    stands_around,
    turned,
    valence_of,
    voice_class,
)
from instead.mentions.loops.hashing import mix
from instead.mentions.tags import (
    AFTER_THAN,
    ASKED,
    COMPARATIVE,
    COMPARED,
    CONTRAST,
    EASILY,
    EXCEPTED,
    EXCESS,
    EXPRESSION,
    HEARD,
    IFFY,
    INNER,
    JJ,
    JJR,
    NEGATOR,
    OF_OTHERS,
    OUTSIDE,
    POLARITIES,
    PUNCT,
    SURELY,
    UNTURNED,
    WANTED,
    WISH,
    WISHED,
)  # fmt: skip

POLARITY_BITS = 18
POLARITY_SUMMARY = 12
"""The last rows of an example sum up the lexicon; they count in full however long the sentence is."""
_LONGEST = 40
_EVEN = 8.0
_OVERRULED = 0.5
VERDICT_SHARE = 4.0
"""Weight of the rows of a verdict that is not plain: few sentences teach them."""
VERDICT_ROWS = 3
MOST_ROWS = 10 * 2 * _LONGEST + 24
_TELLING = NEGATOR | CONTRAST | WISH | COMPARED | EXCESS
(
    _WORD, _WORD_IN_CLAUSE, _WORD_BY_PLACE, _TWO_WORDS, _OPINION_WORD, _PAIRED_WORD, _PAIRED_WITH_HEAD, _PAIRED_SUM,
    _CLAUSE_SUM, _WHOLE_SUM, _NEAREST, _PAIRED_AND_CLAUSE_SUM, _TURNED, _PAIRED_WORDS, _HEAD, _PAIRED_OR_NOT, _ALWAYS,
    _KINDS, _VERDICT, _VERDICT_SUM, _VERDICT_PAIRED,
) = range(1, 22)  # fmt: skip
"""Templates of the features: what each looks at. The number is part of the feature's hash."""
_STRONG_BLAME, _BLAME, _FAINT, _PRAISE, _STRONG_PRAISE, _BY_TAG = 10, 11, 12, 13, 14, 20
"""Kinds of words by valence; words without one are _BY_TAG plus their tag."""
_STRONG_VALENCE, _FAINT_VALENCE = 1.9, 0.25
_PAIRED_NEGATED, _CLAUSE_HEDGED = 1, 2
"""Bits that warn of a turned meaning: a paired opinion is turned; "too", a wish, a comparison or "but" is near."""
_PLAIN, _WISH, _QUESTION, _CONDITION, _HEARSAY, _DESIRE, _OTHERS, _THAN, _EXCEPTION, _MISSING = range(10)
"""Verdicts: how the attribute itself is spoken of. Each but the first says more than the words around it."""
PLAIN, TOLD, SILENT, AROUND_IT = range(4)
"""What grammar says of an attribute: nothing, more than the words do, that nobody judges it, that it stands around."""
_NEAR, _CLOSE = 2, 5  # words between, under which a word is beside the attribute or close to it
_FAR = 99  # more words than any sentence has


@njit(inline="always", cache=True)
def _level(total):  # type: ignore[no-untyped-def]
    """Sum of valences to one of eleven levels."""
    return np.uint64(int(min(max(np.floor(total / 0.8 + 0.5), -5.0), 5.0)) + 5)


@njit(inline="always", cache=True)
def _side(total):  # type: ignore[no-untyped-def]
    """Sum of valences to blame, nothing or praise: 0, 1, 2."""
    return np.uint64(2) if total > 0.3 else (np.uint64(0) if total < -0.3 else np.uint64(1))


@njit(inline="always", cache=True)
def _kind(form, tag, role, valence):  # type: ignore[no-untyped-def]
    """Class of a word that does not depend on the shop: itself if it turns meaning, else by valence, else by tag."""
    if role & _TELLING:
        return form
    if valence == 0:
        return np.uint64(_BY_TAG) + np.uint64(tag)
    if valence > _FAINT_VALENCE:
        return np.uint64(_STRONG_PRAISE) if valence > _STRONG_VALENCE else np.uint64(_PRAISE)
    if valence < -_FAINT_VALENCE:
        return np.uint64(_STRONG_BLAME) if valence < -_STRONG_VALENCE else np.uint64(_BLAME)
    return np.uint64(_FAINT)


@njit(inline="always", cache=True)
def word_share(count, verdict):  # type: ignore[no-untyped-def]
    """Weight of each word row of an example with `count` rows: it falls with the square root of their number.

    Where grammar has a verdict on the attribute itself (not PLAIN), the words around it count for less.
    """
    even = _EVEN / np.sqrt(max(count - POLARITY_SUMMARY, 1))
    return _OVERRULED * even if verdict == TOLD or verdict == SILENT else even


@njit(cache=True)
def polarity_rows(  # type: ignore[no-untyped-def]
    a, e, first, last, tags, roles, form, stem, valence, clause, turn, voice, paired, opinion, lean_key, lean_row, lean,
    harms, out,
):  # fmt: skip
    """Write the feature rows of attribute [a, e) of the sentence first:last to out (MOST_ROWS,); how many there
    are, the verdict (PLAIN to AROUND_IT), and the sum of what the clause says of it.

    Rows of the words come first, POLARITY_SUMMARY rows of sums last. Words more than _LONGEST away do not count. The
    columns are (words,); `paired` marks the words of the attribute's opinions; lean_key, lean_row, lean are the
    table of words and attributes (`leanings`), harms the stems of attributes of which less is better.
    """
    u = np.uint64
    mask = u((1 << POLARITY_BITS) - 1)
    n = 0
    in_pair = 0.0
    in_clause = 0.0
    in_phrase = 0.0  # of the words right before the attribute
    described = a  # where they begin
    while described > first and describes(tags[described - 1]) and clause[described - 1] == clause[a]:
        described -= 1
    in_all = 0.0
    in_rest = 0.0  # outside the exception the attribute stands in
    compared = 0.0  # of comparatives in the clause
    nearest = _FAR
    nearest_value = 0.0
    odd = u(0)
    paired_words = 0
    paired_here = False  # one of them stands in the attribute's clause or behind it
    surely = False  # a wish in the clause names what it misses, or can be nothing but a complaint
    own = voice_class(voice[a])
    begin = max(first, a - _LONGEST)
    stop = min(last, e + _LONGEST)
    here = u(0)
    following = _kind(form[begin], tags[begin], roles[begin], valence[begin])
    after = u(0)
    if begin + 1 < stop:
        after = _kind(form[begin + 1], tags[begin + 1], roles[begin + 1], valence[begin + 1])
    for k in range(begin, stop):
        here, following = following, after
        if k + 2 < stop:
            after = _kind(form[k + 2], tags[k + 2], roles[k + 2], valence[k + 2])
        if a <= k < e:
            if roles[k] & (INNER | EXPRESSION) and valence[k] != 0 and nearest > 0:  # "true to size"
                nearest, nearest_value = 0, turned(np.float64(valence[k]), turn[k], JJ, roles[k])
                in_clause += nearest_value
                in_all += nearest_value
            continue
        w = form[k]
        said = voice_class(voice[k])
        flip = u(turn[k]) + u(16 * said)
        right = k >= e
        gap = k - e if right else a - 1 - k
        zone = u(0) if gap < _NEAR else (u(1) if gap < _CLOSE else u(2))
        side = u(1) if right else u(0)
        same = u(1) if clause[k] == clause[a] else u(0)
        value = 0.0
        if not roles[k] & INNER:
            value = turned(
                valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean), turn[k], tags[k], roles[k]
            )
            if roles[k] & EASILY and k > first and valence[k - 1] < 0:
                value = -0.8
        if tags[k] != PUNCT:
            out[n] = mix(mix(u(_WORD), w), flip) & mask
            out[n + 1] = mix(mix(mix(u(_WORD_IN_CLAUSE), w), flip), same) & mask
            out[n + 2] = mix(mix(mix(u(_WORD_BY_PLACE), w), side), mix(zone, flip)) & mask
            n += 3
            if k + 1 < stop and (k + 1 < a or k >= e):
                out[n] = mix(mix(mix(u(_TWO_WORDS), w), form[k + 1]), same) & mask
                n += 1
            if opinion[k] != OUTSIDE:
                out[n] = mix(mix(mix(u(_OPINION_WORD), w), flip), same) & mask
                n += 1
        if k + 1 < stop and (k + 1 < a or k >= e):
            two = mix(mix(u(_KINDS), here), mix(following, same))
            out[n] = two & mask
            n += 1
            if k + 2 < stop and (k + 2 < a or k >= e):
                out[n] = mix(two, after) & mask
                n += 1
        if same and roles[k] & SURELY:
            surely = True
        comparative = tags[k] == JJR or roles[k] & COMPARATIVE
        if same and comparative:
            compared += value if value != 0 else 1.0
            surely = True
        if own == 4 and said != 4:
            in_rest += value
        value = as_said(value, said, own, comparative)
        if paired[k]:
            paired_words += 1
            paired_here |= clause[k] >= clause[a]
            out[n] = mix(mix(u(_PAIRED_WORD), w), flip) & mask
            out[n + 1] = mix(mix(mix(u(_PAIRED_WITH_HEAD), w), flip), stem[e - 1]) & mask
            n += 2
            in_pair += value
            if turn[k] != UNTURNED:
                odd |= u(_PAIRED_NEGATED)
        in_all += value
        if same:
            in_clause += value
            if described <= k < a:
                in_phrase += value
            if roles[k] & (EXCESS | WISH | COMPARED | CONTRAST):
                odd |= u(_CLAUSE_HEDGED)
        if value != 0 and gap < nearest:
            nearest = gap
            nearest_value = value
    verdict, lean_to = u(_PLAIN), u(1)
    spoken = voice[a]
    missing = said_missing(a, first, tags, roles, valence)
    if spoken & ASKED:
        verdict = u(_QUESTION)
    elif spoken & IFFY:
        verdict = u(_CONDITION)
    elif spoken & HEARD:
        verdict = u(_HEARSAY)
    elif spoken & WANTED:
        verdict = u(_DESIRE)
    elif spoken & WISHED:
        verdict, lean_to = u(_WISH), u(0) if surely else u(1)
    elif spoken & OF_OTHERS:
        verdict, lean_to = u(_OTHERS), _side(-compared)
    elif spoken & AFTER_THAN:
        verdict, lean_to = u(_THAN), _side(-compared)
    elif spoken & EXCEPTED:
        verdict, lean_to = u(_EXCEPTION), u(2) if in_rest < -0.3 else u(0)
    elif missing:
        good = missing > 0 or among(stem[e - 1], harms)
        verdict, lean_to = u(_MISSING), u(2) if good else u(0)
    out[n] = mix(u(_HEAD), stem[e - 1]) & mask
    n += 1
    out[n] = mix(u(_PAIRED_SUM), _level(in_pair)) & mask
    out[n + 1] = mix(u(_CLAUSE_SUM), _level(in_clause)) & mask
    out[n + 2] = mix(u(_WHOLE_SUM), _level(in_all)) & mask
    out[n + 3] = mix(mix(u(_NEAREST), _level(nearest_value)), u(min(nearest, 6))) & mask
    out[n + 4] = mix(mix(u(_PAIRED_AND_CLAUSE_SUM), _level(in_pair)), _level(in_clause)) & mask
    out[n + 5] = mix(mix(u(_TURNED), odd), _level(in_clause)) & mask
    out[n + 6] = mix(u(_PAIRED_WORDS), u(min(paired_words, 3))) & mask
    out[n + 7] = mix(mix(u(_PAIRED_OR_NOT), u(min(paired_words, 1))), _level(in_all)) & mask
    out[n + 8] = mix(u(_ALWAYS), u(0)) & mask
    out[n + 9] = mix(mix(u(_VERDICT), verdict), lean_to) & mask
    out[n + 10] = mix(mix(u(_VERDICT_SUM), verdict), _side(in_clause)) & mask
    out[n + 11] = mix(mix(u(_VERDICT_PAIRED), verdict), mix(_side(in_pair), lean_to)) & mask
    around = stands_around(
        a, e, first, last, verdict != u(_WISH), tags, roles, valence, clause, form, stem, lean_key, lean_row, lean
    )
    if verdict == u(_PLAIN):
        if around or (in_clause == 0 and paired_words > 0 and not paired_here):
            return n + POLARITY_SUMMARY, AROUND_IT, in_clause
        return n + POLARITY_SUMMARY, PLAIN, own_first(in_phrase, in_clause)
    unsaid = (
        u(_QUESTION) <= verdict <= u(_DESIRE)
        or verdict == u(_THAN)
        or (verdict == u(_OTHERS) and (lean_to == u(1) or is_other(a, first, tags, roles)))
    )
    if unsaid:
        return n + POLARITY_SUMMARY, SILENT, 2.0 * (np.float64(lean_to) - 1.0)
    if around:
        return n + POLARITY_SUMMARY, AROUND_IT, in_clause
    if lean_to != u(1):
        return n + POLARITY_SUMMARY, TOLD, 2.0 if lean_to == u(2) else -2.0
    return n + POLARITY_SUMMARY, TOLD, in_clause


@njit(cache=True)
def _mark_pairs(pairs, order, at, m, paired, mark):  # type: ignore[no-untyped-def]
    """Write `mark` to paired (words,) on the opinions of phrase m, from place `at` of `order` on; where they end."""
    while at < order.size and pairs[order[at], 0] == m:
        for k in range(pairs[order[at], 1], pairs[order[at], 2]):
            paired[k] = mark
        at += 1
    return at


@njit(cache=True)
def score_polarity(  # type: ignore[no-untyped-def]
    phrases,
    pairs,
    starts,
    tags,
    roles,
    form,
    stem,
    valence,
    clause,
    turn,
    voice,
    opinion,
    lean_key,
    lean_row,
    lean,
    harms,
    weights,
    out,
    verdicts,
    felt,
):
    """Fill out (phrases, POLARITIES) with the scores of the classes, verdicts and felt (phrases,).

    phrases (m, 3) in the order of their sentences; pairs (p, 3) phrase number, opinion first, opinion end;
    weights (2 ** POLARITY_BITS, POLARITIES). Rows of words are weighed by `word_share`, rows of sums count in full.
    """
    paired = np.zeros(tags.size, np.uint8)
    rows = np.empty(MOST_ROWS, np.uint64)
    order = np.argsort(pairs[:, 0], kind="mergesort")
    at = 0
    s = 0
    for m in range(phrases.shape[0]):
        while starts[s + 1] <= phrases[m, 0]:
            s += 1
        behind = _mark_pairs(pairs, order, at, m, paired, 1)
        count, verdict, sum_here = polarity_rows(
            phrases[m, 0], phrases[m, 1], starts[s], starts[s + 1], tags, roles, form, stem, valence, clause,
            turn, voice, paired, opinion, lean_key, lean_row, lean, harms, rows,
        )  # fmt: skip
        verdicts[m] = verdict
        felt[m] = sum_here
        for c in range(POLARITIES):
            out[m, c] = 0
        for k in range(count - POLARITY_SUMMARY):
            row = weights[rows[k]]
            for c in range(POLARITIES):
                out[m, c] += row[c]
        share = word_share(count, verdict)
        for c in range(POLARITIES):
            out[m, c] *= share
        for k in range(count - POLARITY_SUMMARY, count):
            row = weights[rows[k]]
            share = 1.0 if verdict == PLAIN or verdict == AROUND_IT or k < count - VERDICT_ROWS else VERDICT_SHARE
            for c in range(POLARITIES):
                out[m, c] += share * row[c]
        _mark_pairs(pairs, order, at, m, paired, 0)
        at = behind
    return out


@njit(cache=True)
def polarity_examples(  # type: ignore[no-untyped-def]
    phrases,
    pairs,
    starts,
    tags,
    roles,
    form,
    stem,
    valence,
    clause,
    turn,
    voice,
    opinion,
    lean_key,
    lean_row,
    lean,
    harms,
):
    """Rows of all phrases in one array, bounds (phrases + 1,) of each, and its verdict (phrases,).

    Training data, made as what is scored later.
    """
    verdicts = np.empty(phrases.shape[0], np.uint8)
    paired = np.zeros(tags.size, np.uint8)
    out = np.empty(phrases.shape[0] * 160 + MOST_ROWS, np.uint32)
    bounds = np.zeros(phrases.shape[0] + 1, np.int64)
    rows = np.empty(MOST_ROWS, np.uint64)
    order = np.argsort(pairs[:, 0], kind="mergesort")
    at = 0
    s = 0
    n = 0
    for m in range(phrases.shape[0]):
        while starts[s + 1] <= phrases[m, 0]:
            s += 1
        behind = _mark_pairs(pairs, order, at, m, paired, 1)
        count, verdict, _ = polarity_rows(
            phrases[m, 0], phrases[m, 1], starts[s], starts[s + 1], tags, roles, form, stem, valence, clause,
            turn, voice, paired, opinion, lean_key, lean_row, lean, harms, rows,
        )  # fmt: skip
        if n + count > out.size:
            wider = np.empty(2 * out.size + count, np.uint32)
            wider[:n] = out[:n]
            out = wider
        for k in range(count):
            out[n + k] = rows[k]
        n += count
        verdicts[m] = verdict
        bounds[m + 1] = n
        _mark_pairs(pairs, order, at, m, paired, 0)
        at = behind
    return out[:n], bounds, verdicts
