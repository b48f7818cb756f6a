"""Tags mended where short sentences of reviews mislead the tagger: "The lid leaks", "Assembly was easy"."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.tags import (
    AROUND,
    BE,
    CC,
    CD,
    COMPARATIVE,
    CONTRAST,
    DT,
    EXCESS,
    IN,
    INTENSIFIER,
    JJ,
    JJR,
    JJS,
    MD,
    NEGATOR,
    NN,
    NNS,
    POS,
    PRP,
    PRPS,
    PUNCT,
    RB,
    SHIFTING,
    TO,
    VB,
    VBD,
    VBG,
    VBN,
    VBP,
    VBZ,
    WH,
    WISH,
    is_noun,
)  # fmt: skip

_STRONG = 0.9  # valence from which a word judges
_S, _Y, _D, _E, _T = 0x73, 0x79, 0x64, 0x65, 0x74  # last letters
_CLOSED = AROUND | NEGATOR | CONTRAST | INTENSIFIER | EXCESS
"""Roles of words that are no verbs."""
_VERBAL, _EVER_VERB = 0.65, 0.995
"""Share as a noun at large below which a word behind a subject is its verb, and below which it is where an object
follows."""
_NOMINAL, _GERUND = 0.4, 0.3  # share from which a word is a noun before its verb, or a gerund that opens a sentence
_FOUR_LETTERS = np.uint64(48)  # bits of a tail behind which the fourth letter stands; long pronouns are known words


@njit(cache=True)
def _finite(tag):  # type: ignore[no-untyped-def]
    return tag == VBZ or tag == VBD or tag == VBP or tag == MD


@njit(cache=True)
def mend_tags(tags, roles, valence, tail, share, starts):  # type: ignore[no-untyped-def]
    """Change tags (n,) in place. roles, valence (n,) of the lexicon; tail (n,) last letters; share (n,) of a word's
    occurrences as a noun at large (`known_words`); starts (sentences + 1).

    Between marks and conjunctions, first for the part as a whole: what follows the nouns that open it behind "the" is
    the verb where there is none ("the latch clicks shut", "the shelf cracked under it"), and a gerund that opens a
    sentence with a verb, or stands behind "the" or an adjective, is a noun ("pairing was painless", "superb acting").
    Then word by word, the first that applies: a word between "the" and a verb, mark, conjunction or "so" is a noun
    ("the manual is"); so is one that opens before "is" or "was"; a noun that judges behind another noun is the verb
    where there is none, or where an object follows ("the lid leaks", "the blade outlasts every other"); a comparative
    is no noun ("a sturdier frame") and no plain adjective; a noun that judges behind "is", a judging word in -y before
    a noun and a word behind "too" are adjectives ("a shoddy lining", "too narrow"), and so is one behind "the" and a
    noun, if no noun follows ("find the fabric soft").
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        begin = first
        while begin < last:
            end = begin
            while end < last and tags[end] != PUNCT and tags[end] != CC:
                end += 1
            _mend_verb(begin, end, tags, roles, valence, tail, share)
            _mend_gerunds(begin, end, last, tags, valence, share)
            _mend_part(begin, end, last, tags, roles, valence, tail, share)
            begin = end + 1


@njit(inline="always", cache=True)
def _any_verb(first, last, tags):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        if _finite(tags[i]):
            return True
    return False


@njit(cache=True)
def _mend_verb(first, last, tags, roles, valence, tail, share):  # type: ignore[no-untyped-def]
    """The verb of a part first:last that opens with "the" and has none by its tags; "the shelf" is no pronoun."""
    for i in range(first + 1, last):
        the = tags[i - 1] == DT or tags[i - 1] == PRPS
        verb = i + 1 < last and _finite(tags[i + 1])
        if roles[i] == 0 and (
            (tags[i] == CD and the and share[i] >= _NOMINAL)
            or (tags[i] == PRP and share[i] >= _NOMINAL and tail[i] >> _FOUR_LETTERS)
            or (tags[i] == VBN and the and verb and valence[i] == 0 and share[i] >= _GERUND)
        ):
            tags[i] = NN  # "the touchscreen", "the shelf", "the crown came off"
        elif is_noun(tags[i]) and roles[i] & WISH and i + 1 < last and (tags[i + 1] == TO or tags[i + 1] == IN):
            tags[i] = MD  # "the blade ought to"
    if last - first < 3 or not (tags[first] == DT or tags[first] == PRPS) or _any_verb(first, last, tags):
        return
    i = first + 1
    while i < last and (tags[i] == JJ or tags[i] == VBG) and i + 1 < last and is_noun(tags[i + 1]):
        if share[i] >= _NOMINAL and valence[i] == 0 and share[i + 1] < _VERBAL and tags[i + 1] == NNS:
            break  # "the lid stays": a noun that the tagger took for an adjective
        i += 1
    subject = i
    while i < last and (is_noun(tags[i]) or i == subject):
        behind = i + 1
        if behind < last and _turns_verb(i, behind, last, tags, roles, valence, tail, share):
            if not is_noun(tags[i]):
                tags[i] = NN
            tags[behind] = VBZ if (tail[behind] & 0xFFFF) == _S else VBD
            return
        if not is_noun(tags[i]):
            return
        i += 1


@njit(inline="always", cache=True)
def _turns_verb(i, k, last, tags, roles, valence, tail, share):  # type: ignore[no-untyped-def]
    """Is word k behind noun i the verb? By its letters, its share as a noun and what follows."""
    tag = tags[k]
    taken = (tags[i] == JJ or tags[i] == JJS) and share[i] >= _NOMINAL  # a noun that was taken for an adjective
    if roles[k] & _CLOSED or not (is_noun(tags[i]) or taken):
        return False
    plural = tags[i] == NNS
    object_follows = k + 1 < last and (tags[k + 1] == DT or tags[k + 1] == PRPS or tags[k + 1] == PRP)
    if (tail[k] & 0xFFFF) == _S:
        if not (tag == NNS or tag == NN or tag == JJ) or plural:
            return False
        return share[k] < _VERBAL or (object_follows and share[k] < _EVER_VERB)
    if (tail[k] & 0xFFFF) == _D and (tail[k] >> np.uint64(16)) & np.uint64(0xFFFF) == _E:
        return (tag == VBN or tag == JJ) and share[k] < _NOMINAL and k + 1 < last
    if tag == IN:
        return abs(valence[k]) > _STRONG  # "the heel wore down"
    if tag == NN and not plural and share[k] < _GERUND and k + 1 < last and not is_noun(tags[k + 1]):
        return True  # "the colour grew on me"
    return plural and (tag == VB or tag == NN) and share[k] < _VERBAL and k + 1 < last


@njit(cache=True)
def _mend_gerunds(first, last, stop, tags, valence, share):  # type: ignore[no-untyped-def]
    """Gerunds that are nouns."""
    for i in range(first, last):
        if tags[i] != VBG:
            continue
        following = tags[i + 1] if i + 1 < stop else PUNCT
        opens = i == first and share[i] >= _GERUND and not is_noun(following) and _any_verb(first + 1, last, tags)
        before = tags[i - 1] if i > first else PUNCT
        ends = following == PUNCT or following == CC or following == IN or _finite(following)
        judged = i > first and abs(valence[i - 1]) > _STRONG  # "terrific acting", whatever its tag
        compound = is_noun(following) and share[i] >= _GERUND and valence[i] == 0 and (i == first or before == DT)
        described = before == DT or before == PRPS or before == JJ or (judged and before != RB)
        if opens or compound or (ends and described):
            tags[i] = NN


@njit(cache=True)
def _mend_part(first, last, stop, tags, roles, valence, tail, share):  # type: ignore[no-untyped-def]
    """The words first:last between two marks or conjunctions of a sentence that ends at `stop`."""
    verb = _any_verb(first, last, tags)
    for i in range(first, last):
        tag = tags[i]
        following = tags[i + 1] if i + 1 < stop else PUNCT
        after = roles[i + 1] if i + 1 < stop else np.uint32(0)
        before = tags[i - 1] if i > first else PUNCT
        plain = roles[i] == 0 and valence[i] == 0
        judges = abs(valence[i]) > _STRONG
        described = before == DT or before == PRPS
        ends = following == PUNCT or following == CC or _finite(following) or after & (INTENSIFIER | NEGATOR) != 0
        if roles[i] & NEGATOR and (is_noun(tag) or tag == JJ) and (tail[i] & 0xFFFF) == _T:
            tags[i] = VBZ  # "isnt", "dont"
            verb = True
        elif (plain and described and ends and (tag == JJ or tag == RB or tag == VB) and _determines(i - 1, roles)) or (
            plain and i == first and (tag == RB or tag == JJ or tag == VB) and after & BE != 0 and _finite(following)
        ):
            tags[i] = NN
        elif (
            i > first + 1 and (tags[i - 2] == DT or tags[i - 2] == PRPS) and (before == JJ or is_noun(before))
            and (judges or roles[i] & SHIFTING) and (tag == NN or tag == JJ) and not is_noun(following)
            and share[i - 1] >= _NOMINAL and share[i] < _VERBAL and valence[i - 1] == 0
        ):  # fmt: skip
            tags[i - 1], tags[i] = NN, JJ
        elif is_noun(tag) and judges and i > first and _is_verb(before, following, valence[i - 1], verb, i - first):
            tags[i] = VBZ if (tail[i] & 0xFFFF) == _S else VBD
            if not is_noun(before):
                tags[i - 1] = NN
            verb = True
        elif (
            (tag == NN and share[i] < _GERUND and valence[i] == 0 and roles[i] == 0)
            and (before == PRP or before == MD or before == TO or before == VBP)
            and not is_noun(following)
        ):  # "the seats I have sat in"
            tags[i] = VBN if before == VBP else VB
        elif roles[i] & COMPARATIVE != 0 and (tag == JJ or (is_noun(tag) and (not described or is_noun(following)))):
            tags[i] = JJR
        elif (
            (is_noun(tag) and judges and i > first and _predicated(before, roles[i - 1], following))
            or (is_noun(tag) and judges and (tail[i] & 0xFFFF) == _Y and is_noun(following))
            or ((tag == VB or tag == NN or tag == VBP) and i > first and roles[i - 1] & EXCESS != 0)
        ):
            tags[i] = JJ


@njit(cache=True)
def _is_verb(before, following, valence, verb, place):  # type: ignore[no-untyped-def]
    """Does a judging noun between these tags act? "the lid leaks", and with an object whatever else the part says."""
    subject = is_noun(before) or ((before == JJ or before == VB or before == VBG) and valence == 0)
    acts = following == DT or following == PRPS or following == PRP
    return subject and (acts or (not verb and _closes(following))) and (place > 1 or following == PUNCT)


@njit(cache=True)
def _predicated(before, role, following):  # type: ignore[no-untyped-def]
    """Behind "is" or an adverb, and no noun or possessive behind it."""
    linked = before == RB or (role & BE != 0 and not is_noun(before))
    return linked and not is_noun(following) and following != POS


@njit(cache=True)
def _determines(i, roles):  # type: ignore[no-untyped-def]
    return not roles[i] & (INTENSIFIER | EXCESS)


@njit(cache=True)
def _closes(tag):  # type: ignore[no-untyped-def]
    """What may follow the verb of a short clause."""
    return tag == PUNCT or tag == RB or tag == IN or tag == CC or tag == TO or tag == WH
