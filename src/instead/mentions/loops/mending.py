"""Tags mended where short sentences of reviews mislead the tagger: "The lid leaks", "Assembly was easy"."""

from __future__ import annotations

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
    NN,
    POS,
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


@njit(inline="always", cache=True)
def _finite(tag):  # type: ignore[no-untyped-def]
    return tag == VBZ or tag == VBD or tag == VBP or tag == MD


@njit(cache=True)
def mend_tags(tags, roles, valence, tail, starts):  # type: ignore[no-untyped-def]
    """Change tags (n,) in place. roles, valence (n,) of the lexicon; tail (n,) last letters; starts (sentences + 1).

    In this order, word by word: a word between "the" and a verb, mark or conjunction is a noun ("the manual is"); so is
    one that opens a sentence before "is" or "was"; a noun that judges between another noun and the end of a clause
    without a verb is the verb ("the lid leaks"); a noun that judges behind "is", or any word behind "too", is an
    adjective ("were brighter", "too narrow"); so is a judging word in -y before a noun ("a shoddy lining").
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        verb = False
        for i in range(first, last):
            verb |= _finite(tags[i])
        for i in range(first, last):
            tag = tags[i]
            following = tags[i + 1] if i + 1 < last else PUNCT
            before = tags[i - 1] if i > first else PUNCT
            ends = following == PUNCT or following == CC or _finite(following)
            if (tag == JJ or tag == RB or tag == VB) and not roles[i] and valence[i] == 0:
                determined = (
                    i > first and (before == DT or before == PRPS) and not roles[i - 1] & (INTENSIFIER | EXCESS)
                )
                opens = i == first and i + 1 < last and (following == VBZ or following == VBD)
                if (determined and ends) or (opens and bool(roles[i + 1] & BE)):
                    tags[i] = NN
                    continue
            if is_noun(tag) and abs(valence[i]) > _STRONG:
                subject = i > first and _could_be_noun(before, valence[i - 1])
                if not verb and subject and _closes(following) and (i > first + 1 or following == PUNCT):
                    tags[i] = VBZ if (tail[i] & 0xFFFF) == _S else VBD
                    if not is_noun(before):
                        tags[i - 1] = NN
                    verb = True
                    continue
                described = i > first and (bool(roles[i - 1] & BE) or before == RB)
                described = described and before != DT and before != PRPS and before != JJ
                if described and not is_noun(following) and following != POS:
                    tags[i] = JJR if roles[i] & COMPARATIVE else JJ
                    continue
                if (tail[i] & 0xFFFF) == _Y and is_noun(following):
                    tags[i] = JJ
                    continue
            if (tag == VB or tag == NN or tag == VBP) and i > first and roles[i - 1] & EXCESS:
                tags[i] = JJ


@njit(inline="always", cache=True)
def _could_be_noun(tag, valence):  # type: ignore[no-untyped-def]
    return is_noun(tag) or ((tag == JJ or tag == VB or tag == VBG) and valence == 0)


@njit(inline="always", cache=True)
def _closes(tag):  # type: ignore[no-untyped-def]
    """What may follow the verb of a short clause."""
    return tag == PUNCT or tag == RB or tag == IN or tag == CC or tag == DT or tag == TO or tag == WH
