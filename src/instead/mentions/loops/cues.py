"""Cues: runs of words that judge a family of attributes without naming it, and what they are said of."""

from __future__ import annotations

import numpy as np
from numba import njit

from instead.mentions.loops.clauses import NEGATION_REACH
from instead.mentions.loops.hashing import find
from instead.mentions.loops.matching import longest_run
from instead.mentions.tags import CC, NEGATOR, NNP, PRP, PUNCT, is_adjective, is_noun

FREE, JUDGING, NAMED = 0, 1, 2
"""What a word already does: nothing, part of an opinion about a named attribute, part of such an attribute."""
_REACH = 9  # words to the left in which what is judged is looked for


@njit(cache=True)
def find_cues(form, starts, first_key, first_row, slot_key, slot_row, longest):  # type: ignore[no-untyped-def]
    """(cues, 3) first word, end and row of each cue, longest first, left to right, none inside another.

    form (n,) hashes of the words, starts (sentences + 1). `first_*` is a table of the first words of all cues, `slot_*`
    one of the cues by the key of their words; `longest` is the number of words of the longest one.
    """
    found = np.empty((form.size, 3), np.int64)
    m = 0
    for s in range(starts.size - 1):
        i, last = starts[s], starts[s + 1]
        while i < last:
            if find(first_key, first_row, form[i]) < 0:
                i += 1
                continue
            best, end = longest_run(i, min(last, i + longest), form, slot_key, slot_row)
            if best < 0:
                i += 1
                continue
            found[m, 0], found[m, 1], found[m, 2] = i, end, best
            m += 1
            i = end
    return found[:m].copy()


@njit(cache=True)
def weigh_cues(  # type: ignore[no-untyped-def]
    cues,
    single,
    event,
    price,
    tags,
    form,
    roles,
    thing,
    use,
    clause,
    wished,
    starts,
    question,
    others,
    persons,
    less,
    either,
    my,
    out,
):
    """Fill out (cues,) with 1 where a cue holds, -1 where it is turned into its opposite, 0 where it says nothing.

    cues (m, 3) as of `find_cues`; single, event, price (m,) bool: a cue of one word, one that may be said of a part,
    one of price. Columns of the words: tags, form, roles, thing (words for what is sold), use (FREE, JUDGING, NAMED),
    clause, wished; `others` sorted hashes of words for other things ("previous", "than"), `persons` of "I" and the
    like; `question`, `less`, `either` (or) and `my` the hashes of these.

    A cue says nothing inside a wish, a condition or a question, or where its words judge a named attribute, or where
    what is judged is another thing: the nearest noun to its left in the clause (unless a pronoun is nearer), or for a
    single adjective the noun behind it. A negation turns it unless a noun, a mark or "and" stands between.
    """
    s = 0
    for m in range(cues.shape[0]):
        first, end = cues[m, 0], cues[m, 1]
        while starts[s + 1] <= first:
            s += 1
        low, high = starts[s], starts[s + 1]
        out[m] = 0
        if wished[first] or form[high - 1] == question:
            continue
        spent = False
        for k in range(first, end):
            spent |= use[k] == JUDGING
        if spent:
            continue
        if single[m] and end < high:
            ahead = end
            while ahead < high and is_adjective(tags[ahead]):
                ahead += 1
            if ahead < high and is_noun(tags[ahead]):
                compared = first > low and _sorted_in(form[first - 1], others)
                if price[m] or compared or not thing[ahead]:
                    continue
        holds = True
        for k in range(first - 1, max(low, first - _REACH) - 1, -1):
            if clause[k] != clause[first]:
                break
            if tags[k] == PRP:
                holds = event[m] or not _sorted_in(form[k], persons)
                break
            if is_noun(tags[k]):
                if use[k] == NAMED:
                    holds = False
                elif not thing[k]:
                    holds = event[m] and not (k > low and form[k - 1] == my) and tags[k] != NNP
                break
        for k in range(first - 1, low - 1, -1):
            if clause[k] != clause[first]:
                break
            holds &= not _sorted_in(form[k], others)
        if not holds:
            continue
        turned = False
        for k in range(first - 1, max(low, first - NEGATION_REACH) - 1, -1):
            if tags[k] == PUNCT or is_noun(tags[k]) or (tags[k] == CC and form[k] != either):
                break
            if roles[k] & NEGATOR or form[k] == less:
                turned = True
                break
        out[m] = -1 if turned else 1


@njit(inline="always", cache=True)
def _sorted_in(value, values):  # type: ignore[no-untyped-def]
    """Whether a value is among sorted ones."""
    at = np.searchsorted(values, value)
    return at < values.size and values[at] == value
