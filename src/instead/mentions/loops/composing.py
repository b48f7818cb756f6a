"""Composing what a clause says of an attribute: valences turned by grammar, said in a voice, of this thing or another.

The parts of `polarity_rows` that know English and no weights.
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
    DOWNTONED,
    DT,
    ELSEWHERE,
    EXCEPTED,
    EXCESSIVE,
    EXPRESSION,
    HEARD,
    IFFY,
    INNER,
    JJ,
    JJS,
    LACK,
    LESSENED,
    NEGATED,
    NOT_ENOUGH,
    NOT_EXCESSIVE,
    OF_OTHERS,
    OTHER,
    PRPS,
    RB,
    SHIFTING,
    SUFFICIENT,
    UNBEATEN,
    UNTURNED,
    VAGUE,
    VBN,
    WANTED,
    WISHED,
    is_noun,
    may_modify,
)

_OWN = 1.0  # valence right before an attribute from which it is judged there


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
def valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean):  # type: ignore[no-untyped-def]
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
def voice_class(voice):  # type: ignore[no-untyped-def]
    """Class of a voice for the hashes of words: plain, wished, said by nobody as a fact, of others, excepted."""
    if voice & (ASKED | IFFY | HEARD | WANTED):
        return 2
    if voice & WISHED:
        return 1
    if voice & (OF_OTHERS | AFTER_THAN):
        return 3
    return 4 if voice & EXCEPTED else 0


@njit(inline="always", cache=True)
def as_said(value, said, own, comparative):  # type: ignore[no-untyped-def]
    """What a word says of the attribute, by its voice (`voice_class`) and the attribute's `own`.

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
def said_missing(a, first, tags, roles, valence):  # type: ignore[no-untyped-def]
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
def is_other(a, first, tags, roles):  # type: ignore[no-untyped-def]
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
def stands_around(a, first, clause, tags, roles, valence):  # type: ignore[no-untyped-def]
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
def among(value, ordered):  # type: ignore[no-untyped-def]
    at = np.searchsorted(ordered, value)
    return at < ordered.size and ordered[at] == value


@njit(inline="always", cache=True)
def describes(tag):  # type: ignore[no-untyped-def]
    """Can a word with this tag stand before a noun in its phrase?"""
    return may_modify(tag) or tag == RB


@njit(inline="always", cache=True)
def own_first(in_phrase, in_clause):  # type: ignore[no-untyped-def]
    """Sum of a clause in which what stands right before the attribute counts in full and the rest for a quarter.

    "You get a lovely tone and a dreadful tuner."
    """
    if abs(in_phrase) < _OWN:
        return in_clause
    return in_phrase + 0.25 * (in_clause - in_phrase)
