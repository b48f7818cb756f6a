"""Multiword expressions in a text: the longest one that begins at each word, by hashes of the words' forms."""

from __future__ import annotations

from numba import njit

from instead.mentions.loops.hashing import find
from instead.mentions.loops.matching import longest_run
from instead.mentions.tags import EXPRESSION, INNER


@njit(cache=True)
def mark_expressions(  # type: ignore[no-untyped-def]
    form, starts, starter_key, starter_row, longest, slot_key, slot_row, value, role, valence, roles
):
    """Write valence and roles of expressions over those of their words; how many were found.

    form (n,) of the words, starts (sentences + 1). Two hash tables: of first words, with the length of the longest
    expression `longest` (starters,) that begins with each, and of whole expressions (by the key of their words,
    `longest_run`) with `value` and `role` (expressions,). Each word belongs to one expression at most, the first
    and longest. All its words carry the valence, the last one the roles and EXPRESSION, the others INNER and
    nothing else, so that sums count an expression once.
    """
    found = 0
    for s in range(starts.size - 1):
        i, last = starts[s], starts[s + 1]
        while i < last:
            row = find(starter_key, starter_row, form[i])
            if row < 0:
                i += 1
                continue
            best, end = longest_run(i, min(last, i + longest[row]), form, slot_key, slot_row)
            if best < 0:
                i += 1
                continue
            found += 1
            if end - i == 1:  # a single word keeps its own roles and valence
                roles[i] |= role[best]
                if value[best] != 0:
                    valence[i] = value[best]
                    roles[i] |= EXPRESSION
            else:
                for k in range(i, end):
                    valence[k] = value[best]
                    roles[k] = INNER
                roles[end - 1] = role[best] | EXPRESSION
            i = end
    return found
