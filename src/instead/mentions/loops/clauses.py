"""Clauses and the scope of negation, word by word."""

from __future__ import annotations

from numba import njit

from instead.mentions.tags import CC, CONTRAST, DT, EX, NEGATOR, PRP, PUNCT, WISH

NEGATION_REACH, WISH_REACH = 5, 6
"""Words behind a negation, or behind a wish or condition, that it applies to."""


@njit(cache=True)
def mark_clauses(tags, roles, form, starts, comma, only, clause, negated, wished):  # type: ignore[no-untyped-def]
    """Number the clauses of each sentence and mark the scope of its negations and wishes.

    tags, roles, form (n,) of the words; starts (sentences + 1) first word of each sentence; `comma` and `only` are the
    hashes of these two words. Fills clause, negated, wished (n,).

    A new clause begins with a contrast word ("but"), with a mark that is no comma, with a conjunction before a pronoun
    or "there", with a comma before one of these, and with a comma before a conjunction that a pronoun, "there" or a
    determiner follows. A negation reaches NEGATION_REACH words ahead, a wish or condition WISH_REACH, neither beyond
    its clause. "not only" is no negation, and a negation inside the scope of another one ends it.
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        number = 0
        left = 0  # words the last negation still reaches
        wish = 0
        for i in range(first, last):
            opens = False
            if roles[i] & CONTRAST or (tags[i] == PUNCT and form[i] != comma):
                opens = True
            elif (form[i] == comma or tags[i] == CC) and i + 1 < last:
                opens = tags[i + 1] == PRP or tags[i + 1] == EX
                if form[i] == comma and tags[i + 1] == CC and i + 2 < last:
                    opens = tags[i + 2] == PRP or tags[i + 2] == EX or tags[i + 2] == DT
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
                left = 0 if negated[i] else NEGATION_REACH  # two negations cancel
            if roles[i] & WISH:
                wish = WISH_REACH
