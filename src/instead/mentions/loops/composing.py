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
    BE,
    CC,
    CD,
    COMPARATIVE,
    COMPARED,
    CONDITION,
    CONTRAST,
    DOWNTONED,
    DT,
    ELSEWHERE,
    EXCEPTED,
    EXCESSIVE,
    EXPRESSION,
    HEARD,
    IFFY,
    IN,
    INNER,
    JJ,
    JJS,
    LACK,
    LESSENED,
    MD,
    NEGATED,
    NEGATOR,
    NOT_ENOUGH,
    NOT_EXCESSIVE,
    OF_OTHERS,
    OTHER,
    POS,
    PRPS,
    PUNCT,
    RB,
    SHIFTING,
    SUBORDINATE,
    SUFFICIENT,
    UNBEATEN,
    UNTURNED,
    VAGUE,
    VB,
    VBD,
    VBN,
    VBZ,
    WANTED,
    WH,
    WISHED,
    is_noun,
    may_modify,
)

_JUDGES, _FEELS, _JUDGES_MUCH = 0.9, 1.65, 2.5
"""Valences from which a word judges, a participle or a noun is one of feeling, and a verb is."""
_OPENS = SUBORDINATE | CONDITION | CONTRAST  # roles of words that open a clause and are no prepositions
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
def stands_around(a, e, first, last, acts, tags, roles, valence, clause, form, stem, lean_key, lean_row, lean):  # type: ignore[no-untyped-def]
    """Does attribute [a, e) only say where, when, whose or for what something else is judged?

    It owns what follows ("the bike 's saddle"); or nothing before it in its phrase judges it, and the noun that is
    meant stands before it in its clause with a preposition or (where `acts`) a verb between: "the pegs are strong
    enough for rocky ground", "the strap digs into my shoulder", "the tuner loses channels". What a judging word asks
    for ("disappointed in the leather", "wrong with the lid"), what is had ("has a lid"), what follows a person's verb
    ("my wife loves the lid") and what a relative clause speaks of ("a lid that leaks") is meant.
    """
    if e < last and tags[e] == POS:
        return True
    if e < last and tags[e] == WH:
        return False
    k = a - 1
    opened = False  # the determiner of the phrase was met
    while k >= first and clause[k] == clause[a]:
        tag = tags[k]
        inside = tag == CD or is_noun(tag) or (JJ <= tag <= JJS) or tag == VBN or (tag == RB and not roles[k] & NEGATOR)
        if (inside and not opened) or tag == DT or tag == PRPS:
            said = valence_of(k, a, e, form, stem, roles, valence, lean_key, lean_row, lean)
            if abs(said) > _JUDGES and not roles[k] & INNER:
                return False
            opened |= tag == DT or tag == PRPS
            k -= 1
            continue
        if tag == CC and not opened and k > first and is_noun(tags[k - 1]):
            k -= 1  # "on carpet and hard floors"
            continue
        if roles[k] & INNER or k == first:
            return False
        if roles[k] & EXPRESSION:
            if not acts or valence[k] == 0 or tag == IN or roles[k] & LACK:
                return False  # "disappointed with the lid"
        elif roles[k] & AROUND:
            if abs(valence[k - 1]) > _FEELS and (tags[k - 1] == VBN or is_noun(tags[k - 1])):
                return False
            if roles[k] & COMPARED and e < last and VBD <= tags[e] <= MD:
                return False  # "as the rails are faultless"
        elif tag == IN:
            if abs(valence[k - 1]) > _JUDGES or roles[k - 1] & EXPRESSION or roles[k] & _OPENS:
                return False
        elif not acts or not (VB <= tag <= VBZ) or roles[k] & (BE | VAGUE | LACK) or abs(valence[k]) > _JUDGES_MUCH:
            return False
        return _meant_before(k, a, first, clause, tags, roles, valence)
    return False


@njit(inline="always", cache=True)
def _meant_before(k, a, first, clause, tags, roles, valence):  # type: ignore[no-untyped-def]
    """Does a noun that can be meant stand before word k in the clause of word a, or in the one before where k opens
    it? "It never clogs, not even with oily beans"."""
    opens, inside = True, True
    for j in range(k - 1, first - 1, -1):
        inside &= clause[j] == clause[a]
        if not inside and not opens:
            return False
        opens &= not inside or tags[j] == RB or tags[j] == PUNCT or tags[j] == CC
        if is_noun(tags[j]) and not roles[j] & (VAGUE | INNER | EXPRESSION | NEGATOR) and abs(valence[j]) <= _JUDGES:
            return True
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
