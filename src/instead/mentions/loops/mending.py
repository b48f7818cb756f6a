"""Tags mended where short sentences of reviews mislead the tagger: "The lid leaks", "Assembly was easy"."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.tags import (
    BE,
    CC,
    COMPARATIVE,
    DT,
    EXCESS,
    IN,
    INTENSIFIER,
    JJ,
    JJR,
    MD,
    NEGATOR,
    NN,
    POS,
    PRP,
    PRPS,
    PUNCT,
    RB,
    TO,
    VB,
    VBD,
    VBG,
    VBP,
    VBZ,
    WH,
    is_noun,
)  # fmt: skip

_STRONG = 0.9  # valence from which a word judges
_S, _Y = 0x73, 0x79  # last letters


@njit(cache=True)
def _finite(tag):  # type: ignore[no-untyped-def]
    return tag == VBZ or tag == VBD or tag == VBP or tag == MD


@njit(cache=True)
def mend_tags(tags, roles, valence, tail, starts):  # type: ignore[no-untyped-def]
    """Change tags (n,) in place. roles, valence (n,) of the lexicon; tail (n,) last letters; starts (sentences + 1).

    Between marks and conjunctions, word by word, the first that applies: a word between "the" and a verb, mark,
    conjunction or "so" is a noun ("the manual is"); so is one that opens before "is" or "was"; a noun that judges
    behind another noun is the verb where there is none, or where an object follows ("the lid leaks", "the blade
    outlasts every other"); a comparative is no noun ("a sturdier frame"); a noun that judges behind "is", a judging
    word in -y before a noun and a word behind "too" are adjectives ("a shoddy lining", "too narrow").
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        begin = first
        while begin < last:
            end = begin
            while end < last and tags[end] != PUNCT and tags[end] != CC:
                end += 1
            _mend_part(begin, end, last, tags, roles, valence, tail)
            begin = end + 1


@njit(cache=True)
def _mend_part(first, last, stop, tags, roles, valence, tail):  # type: ignore[no-untyped-def]
    """The words first:last between two marks or conjunctions of a sentence that ends at `stop`."""
    verb = False
    for i in range(first, last):
        verb |= _finite(tags[i])
    for i in range(first, last):
        tag = tags[i]
        following = tags[i + 1] if i + 1 < stop else PUNCT
        after = roles[i + 1] if i + 1 < stop else np.uint32(0)
        before = tags[i - 1] if i > first else PUNCT
        plain = roles[i] == 0 and valence[i] == 0
        judges = abs(valence[i]) > _STRONG
        described = before == DT or before == PRPS
        ends = following == PUNCT or following == CC or _finite(following) or after & (INTENSIFIER | NEGATOR) != 0
        if (plain and described and ends and (tag == JJ or tag == RB or tag == VB) and _determines(i - 1, roles)) or (
            plain and i == first and (tag == RB or tag == JJ or tag == VB) and after & BE != 0 and _finite(following)
        ):
            tags[i] = NN
        elif is_noun(tag) and judges and i > first and _is_verb(before, following, valence[i - 1], verb, i - first):
            tags[i] = VBZ if (tail[i] & 0xFFFF) == _S else VBD
            if not is_noun(before):
                tags[i - 1] = NN
            verb = True
        elif is_noun(tag) and roles[i] & COMPARATIVE != 0 and (not described or is_noun(following)):
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
