"""Clauses and the reach of negation, word by word. The twin is the loop uncompiled."""

from __future__ import annotations

from numba import njit

NEGATOR, BE, CONTRAST, INTENSIFIER, WISH, COMPARED, EXCESS = 1, 2, 4, 8, 16, 32, 64
"""Bits of the role column; mentions.lexicon fills it."""

_REACH = 5
_PRP, _CC, _W, _EX, _PUNCT = 16, 18, 22, 23, 26


@njit(cache=True)
def mark_clauses(tags, roles, form, starts, comma, dash, only, clause, negated, wished):  # type: ignore[no-untyped-def]
    """Number the clauses of each sentence; mark words in reach of a negation and of a wish or condition.

    A clause ends at a contrast word, at a bracket, colon, semicolon or dash, and at a comma or "and" before a pronoun.
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        number = 0
        left = 0  # words the last negation still reaches
        wish = 0
        for i in range(first, last):
            opens = False
            if roles[i] & CONTRAST or (tags[i] == _PUNCT and form[i] != comma):
                opens = True
            elif (form[i] == comma or tags[i] == _CC) and i + 1 < last:
                opens = tags[i + 1] == _PRP or tags[i + 1] == _EX
                if form[i] == comma and tags[i + 1] == _CC and i + 2 < last:
                    opens = tags[i + 2] == _PRP or tags[i + 2] == _EX or tags[i + 2] == 15
            if opens:
                number += 1
                left = 0
                wish = 0
            clause[i] = number
            negated[i] = left > 0
            wished[i] = wish > 0
            if left:
                left -= 1
            if wish:
                wish -= 1
            if roles[i] & NEGATOR and not (i + 1 < last and form[i + 1] == only):
                left = 0 if negated[i] else _REACH  # two negations cancel
            if roles[i] & WISH:
                wish = 6
