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

from instead.mentions.loops.hashing import find, mix
from instead.mentions.tags import (
    ABSENT,
    AFTER_THAN,
    AROUND,
    ASKED,
    CD,
    COMPARATIVE,
    COMPARED,
    CONTRAST,
    DOWNTONED,
    DT,
    EASILY,
    ELSEWHERE,
    EXCEPTED,
    EXCESS,
    EXCESSIVE,
    EXPRESSION,
    HEARD,
    IFFY,
    INNER,
    JJ,
    JJR,
    JJS,
    LACK,
    LESSENED,
    NEGATED,
    NEGATOR,
    NOT_ENOUGH,
    NOT_EXCESSIVE,
    OF_OTHERS,
    OTHER,
    OUTSIDE,
    POLARITIES,
    PRPS,
    PUNCT,
    RB,
    SHIFTING,
    SUFFICIENT,
    SURELY,
    UNBEATEN,
    UNTURNED,
    VAGUE,
    VBN,
    WANTED,
    WISH,
    WISHED,
    is_noun,
    may_modify,
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
_OWN = 1.0  # valence right before an attribute from which it is judged there
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
def turned(value, turn, tag, role):  # type: ignore[no-untyped-def]
    """Valence of a word after what is done to it (`tags`: turns)."""
    if turn == UNTURNED:
        return value
    describes = JJ <= tag <= RB or tag == VBN
    if turn == NEGATED or turn == LESSENED:
        return -0.9 * value if value > 0 else -0.7 * value
    if turn == ABSENT:  # "without flavour", "no problem"
        if value == 0 and role & VAGUE:
            return 0.0
        return -0.7 * value if value < 0 else min(-1.2, -0.9 * value)
    if turn == UNBEATEN:
        return 1.3 * value if value != 0 else 2.0
    if turn == EXCESSIVE:
        if value >= 2.5:
            return value  # "too funny"
        return min(-1.6, -abs(value)) if describes or value != 0 else 0.0
    if turn == NOT_EXCESSIVE:
        if value > 0.9:
            return -0.8 * value
        return 1.2 if describes else 0.0
    if turn == SUFFICIENT:
        return max(1.2, value)
    if turn == NOT_ENOUGH:
        return -1.6
    if turn == DOWNTONED:
        if value > 0.9:
            return 0.6 * value
        return min(-1.0, value) if describes else value
    return value


@njit(inline="always", cache=True)
def _valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean):  # type: ignore[no-untyped-def]
    """Valence of word k where it describes attribute [a, e): "high" by its last two words, or its last."""
    if roles[k] & SHIFTING:
        start = mix(np.uint64(0), form[k])
        if e - a > 1:
            row = find(lean_key, lean_row, mix(start, mix(mix(np.uint64(0), stem[e - 2]), stem[e - 1])))
            if row >= 0:
                return np.float64(lean[row])
        row = find(lean_key, lean_row, mix(start, stem[e - 1]))
        if row >= 0:
            return np.float64(lean[row])
    return np.float64(valence[k])


@njit(inline="always", cache=True)
def _said(voice):  # type: ignore[no-untyped-def]
    """Class of a voice for the hashes of words: plain, wished, said by nobody as a fact, of others, excepted."""
    if voice & (ASKED | IFFY | HEARD | WANTED):
        return 2
    if voice & WISHED:
        return 1
    if voice & (OF_OTHERS | AFTER_THAN):
        return 3
    return 4 if voice & EXCEPTED else 0


@njit(inline="always", cache=True)
def _as_said(value, said, own, comparative):  # type: ignore[no-untyped-def]
    """What a word says of the attribute, by its voice (`_said`) and the attribute's `own`.

    What is wished, asked or said of others elsewhere does not judge this. Who wishes complains. A better one elsewhere
    makes this one worse. What holds for the rest does not hold for the exception.
    """
    if own == 0:
        return value if said == 0 or said == 4 else 0.0
    if own == 1:
        return -abs(value) if said == 1 else 0.0
    if own == 2:
        return value
    if own == 3:
        if said != 3 or not comparative:
            return 0.0
        return -value if value != 0 else -1.0
    return -value if said == 0 else value


@njit(cache=True)
def _missing(a, first, tags, roles, valence):  # type: ignore[no-untyped-def]
    """Is the attribute that begins at word a said to be absent? 0 no, -1 yes, 1 yes with something bad before it."""
    bad = False
    k = a - 1
    while k >= first:
        if roles[k] & LACK:
            return 1 if bad else -1
        tag = tags[k]
        if roles[k] & INNER or not (
            tag == DT or tag == CD or tag == PRPS or is_noun(tag) or (JJ <= tag <= RB) or tag == VBN
        ):
            return 0
        bad |= valence[k] < -0.9
        k -= 1
    return 0


@njit(cache=True)
def _is_other(a, first, tags, roles):  # type: ignore[no-untyped-def]
    """Is the noun at word a the other product itself? "my old phone", "I have had dresses"; not "better hinges"."""
    k = a - 1
    while k >= first:
        if roles[k] & (OTHER | ELSEWHERE):
            return True
        tag = tags[k]
        if roles[k] & COMPARATIVE or not (tag == DT or tag == PRPS or is_noun(tag) or tag == JJ or tag == CD):
            return False
        k -= 1
    return False


@njit(cache=True)
def _around(a, first, clause, tags, roles, valence):  # type: ignore[no-untyped-def]
    """Does the attribute that begins at word a only say where, when or for what something else is judged?

    It stands behind a preposition such as "in" or "onto", nothing before it in its phrase judges it, and a noun that
    could be meant stands before the preposition in its clause: "the pegs are strong enough for rocky ground".
    """
    k = a - 1
    while k >= first and clause[k] == clause[a]:
        tag = tags[k]
        if tag == DT or tag == CD or tag == PRPS or is_noun(tag) or (JJ <= tag <= JJS) or tag == VBN:
            if abs(valence[k]) > 0.9 and not roles[k] & INNER:
                return False
            k -= 1
            continue
        if not roles[k] & AROUND or roles[k] & (INNER | EXPRESSION):
            return False
        if k > first and abs(valence[k - 1]) > 0.9 and (tags[k - 1] == VBN or is_noun(tags[k - 1])):
            return False  # "disappointed in the leather"
        for j in range(k - 1, first - 1, -1):
            if clause[j] != clause[a]:
                return False
            if is_noun(tags[j]) and not roles[j] & VAGUE:
                return True
        return False
    return False


@njit(inline="always", cache=True)
def _among(value, ordered):  # type: ignore[no-untyped-def]
    at = np.searchsorted(ordered, value)
    return at < ordered.size and ordered[at] == value


@njit(inline="always", cache=True)
def _describes(tag):  # type: ignore[no-untyped-def]
    """Can a word with this tag stand before a noun in its phrase?"""
    return may_modify(tag) or tag == RB


@njit(inline="always", cache=True)
def _own_first(in_phrase, in_clause):  # type: ignore[no-untyped-def]
    """Sum of a clause in which what stands right before the attribute counts in full and the rest for a quarter.

    "You get a lovely tone and a dreadful tuner."
    """
    if abs(in_phrase) < _OWN:
        return in_clause
    return in_phrase + 0.25 * (in_clause - in_phrase)


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
    while described > first and _describes(tags[described - 1]) and clause[described - 1] == clause[a]:
        described -= 1
    in_all = 0.0
    in_rest = 0.0  # outside the exception the attribute stands in
    compared = 0.0  # of comparatives in the clause
    nearest = _FAR
    nearest_value = 0.0
    odd = u(0)
    paired_words = 0
    surely = False  # a wish in the clause names what it misses, or can be nothing but a complaint
    own = _said(voice[a])
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
        said = _said(voice[k])
        flip = u(turn[k]) + u(16 * said)
        right = k >= e
        gap = k - e if right else a - 1 - k
        zone = u(0) if gap < _NEAR else (u(1) if gap < _CLOSE else u(2))
        side = u(1) if right else u(0)
        same = u(1) if clause[k] == clause[a] else u(0)
        value = 0.0
        if not roles[k] & INNER:
            value = turned(
                _valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean), turn[k], tags[k], roles[k]
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
        value = _as_said(value, said, own, comparative)
        if paired[k]:
            paired_words += 1
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
    missing = _missing(a, first, tags, roles, valence)
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
        good = missing > 0 or _among(stem[e - 1], harms)
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
    if verdict == u(_PLAIN):
        if _around(a, first, clause, tags, roles, valence):
            return n + POLARITY_SUMMARY, AROUND_IT, in_clause
        return n + POLARITY_SUMMARY, PLAIN, _own_first(in_phrase, in_clause)
    unsaid = (
        u(_QUESTION) <= verdict <= u(_DESIRE)
        or verdict == u(_THAN)
        or (verdict == u(_OTHERS) and (lean_to == u(1) or _is_other(a, first, tags, roles)))
    )
    if unsaid:
        return n + POLARITY_SUMMARY, SILENT, 2.0 * (np.float64(lean_to) - 1.0)
    if _around(a, first, clause, tags, roles, valence):
        return n + POLARITY_SUMMARY, AROUND_IT, in_clause
    if lean_to != u(1):
        return n + POLARITY_SUMMARY, TOLD, 2.0 if lean_to == u(2) else -2.0
    return n + POLARITY_SUMMARY, TOLD, in_clause


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
        begin = at
        while at < order.size and pairs[order[at], 0] == m:
            for k in range(pairs[order[at], 1], pairs[order[at], 2]):
                paired[k] = 1
            at += 1
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
        for j in range(begin, at):
            for k in range(pairs[order[j], 1], pairs[order[j], 2]):
                paired[k] = 0
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
        begin = at
        while at < order.size and pairs[order[at], 0] == m:
            for k in range(pairs[order[at], 1], pairs[order[at], 2]):
                paired[k] = 1
            at += 1
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
        for j in range(begin, at):
            for k in range(pairs[order[j], 1], pairs[order[j], 2]):
                paired[k] = 0
    return out[:n], bounds, verdicts
