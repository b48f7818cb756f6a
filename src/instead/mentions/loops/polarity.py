"""What grammar says of an attribute: how it is spoken of, and the sum of what its clause says of it.

Valences of the words around are turned (negation, "too", "enough"), taken by the voice in which they are said (a wish,
hearsay, of another product), and looked up with the attribute where they lean on it ("high"). The judging network
(`network.py`) learns how far to follow that.
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
from instead.mentions.tags import (
    AFTER_THAN,
    ASKED,
    COMPARATIVE,
    EASILY,
    EXCEPTED,
    EXPRESSION,
    HEARD,
    IFFY,
    INNER,
    JJ,
    JJR,
    OF_OTHERS,
    SURELY,
    WANTED,
    WISHED,
)

_LONGEST = 40
_PLAIN, _WISH, _QUESTION, _CONDITION, _HEARSAY, _DESIRE, _OTHERS, _THAN, _EXCEPTION, _MISSING = range(10)
"""How the attribute itself is spoken of. Each but the first says more than the words around it."""
PLAIN, TOLD, SILENT, AROUND_IT = range(4)
"""What grammar says of an attribute: nothing, more than the words do, that nobody judges it, that it stands around."""
_FAR = 99  # more words than any sentence has


@njit(inline="always", cache=True)
def _side(total):  # type: ignore[no-untyped-def]
    """Sum of valences to blame, nothing or praise: 0, 1, 2."""
    return np.uint64(2) if total > 0.3 else (np.uint64(0) if total < -0.3 else np.uint64(1))


@njit(cache=True)
def clause_verdict(  # type: ignore[no-untyped-def]
    a, e, first, last, tags, roles, form, stem, valence, clause, turn, voice, lean_key, lean_row, lean, harms
):
    """The verdict (PLAIN to AROUND_IT) on attribute [a, e) of the sentence first:last, and the sum of what the clause
    says of it.

    Words more than _LONGEST away do not count. The columns are (words,); lean_key, lean_row, lean are the table of
    words and attributes (`leanings`), harms the stems of attributes of which less is better.
    """
    u = np.uint64
    in_clause = 0.0
    in_phrase = 0.0  # of the words right before the attribute
    described = a  # where they begin
    while described > first and describes(tags[described - 1]) and clause[described - 1] == clause[a]:
        described -= 1
    in_rest = 0.0  # outside the exception the attribute stands in
    compared = 0.0  # of comparatives in the clause
    nearest = _FAR
    surely = False  # a wish in the clause names what it misses, or can be nothing but a complaint
    own = voice_class(voice[a])
    begin = max(first, a - _LONGEST)
    stop = min(last, e + _LONGEST)
    for k in range(begin, stop):
        if a <= k < e:
            if roles[k] & (INNER | EXPRESSION) and valence[k] != 0 and nearest > 0:  # "true to size"
                nearest = 0
                in_clause += turned(np.float64(valence[k]), turn[k], JJ, roles[k])
            continue
        said = voice_class(voice[k])
        gap = k - e if k >= e else a - 1 - k
        same = clause[k] == clause[a]
        value = 0.0
        if not roles[k] & INNER:
            value = turned(
                valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean), turn[k], tags[k], roles[k]
            )
            if roles[k] & EASILY and k > first and valence[k - 1] < 0:
                value = -0.8
        if same and roles[k] & SURELY:
            surely = True
        comparative = tags[k] == JJR or roles[k] & COMPARATIVE
        if same and comparative:
            compared += value if value != 0 else 1.0
            surely = True
        if own == 4 and said != 4:
            in_rest += value
        value = as_said(value, said, own, comparative)
        if same:
            in_clause += value
            if described <= k < a:
                in_phrase += value
        if value != 0 and gap < nearest:
            nearest = gap
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
    around = stands_around(
        a, e, first, last, verdict != u(_WISH), tags, roles, valence, clause, form, stem, lean_key, lean_row, lean
    )
    if verdict == u(_PLAIN):
        return (AROUND_IT, in_clause) if around else (PLAIN, own_first(in_phrase, in_clause))
    unsaid = (
        u(_QUESTION) <= verdict <= u(_DESIRE)
        or verdict == u(_THAN)
        or (verdict == u(_OTHERS) and (lean_to == u(1) or is_other(a, first, tags, roles)))
    )
    if unsaid:
        return SILENT, 2.0 * (np.float64(lean_to) - 1.0)
    if around:
        return AROUND_IT, in_clause
    if lean_to != u(1):
        return TOLD, 2.0 if lean_to == u(2) else -2.0
    return TOLD, in_clause


@njit(cache=True)
def weigh_clauses(  # type: ignore[no-untyped-def]
    phrases, starts, tags, roles, form, stem, valence, clause, turn, voice, lean_key, lean_row, lean, harms, verdicts,
    felt,
):  # fmt: skip
    """Fill verdicts and felt (phrases,) of phrases (m, 3) in the order of their sentences."""
    s = 0
    for m in range(phrases.shape[0]):
        while starts[s + 1] <= phrases[m, 0]:
            s += 1
        verdicts[m], felt[m] = clause_verdict(
            phrases[m, 0], phrases[m, 1], starts[s], starts[s + 1], tags, roles, form, stem, valence, clause, turn,
            voice, lean_key, lean_row, lean, harms,
        )  # fmt: skip
