"""Clauses, and what is done to the words in them: scope of negation, of "too", of wishes, of what others say."""

from __future__ import annotations

from numba import njit

from instead.mentions.tags import (
    ABSENT,
    ABSOLUTE,
    AFTER_THAN,
    ASKED,
    BE,
    CC,
    COMPARATIVE,
    CONDITION,
    CONTRAST,
    DESIRE,
    DOWNTONED,
    DOWNTONER,
    DT,
    ELSEWHERE,
    ENOUGH,
    EVERY,
    EX,
    EXCEPT,
    EXCEPTED,
    EXCESS,
    EXCESSIVE,
    EXCLAIMED,
    EXPRESSION,
    HEARD,
    HEARSAY,
    IFFY,
    IN,
    INNER,
    INTENSIFIER,
    JJ,
    JJR,
    JJS,
    LACK,
    LESS,
    LESSENED,
    MD,
    NEGATED,
    NEGATOR,
    NOT_ENOUGH,
    NOT_EXCESSIVE,
    OF_OTHERS,
    OTHER,
    PRP,
    PRPS,
    PUNCT,
    RB,
    SUBORDINATE,
    SUFFICIENT,
    SURELY,
    THAN,
    TO,
    TURNED,
    UNBEATEN,
    UNREAL,
    UNTURNED,
    VAGUE,
    VB,
    VBD,
    VBN,
    VBP,
    VBZ,
    WANTED,
    WH,
    WISH,
    WISHED,
    is_noun,
)  # fmt: skip

NEGATION_REACH = 5
"""Words behind a negation that it applies to."""
HANDED_ON = 9
"""Words behind the verb of "I do not think ..." that the negation applies to."""
THAN_REACH = 5
"""Words behind a comparison that opens a clause ("compared to my old one the sound is clear") which belong to it."""
_LOOK_AHEAD = 7  # words in which a clause shows its subject and its verb
_ALL_VOICES = 255  # every bit of a voice
_LIST = 6  # words behind a comma in which "or" carries a negation on


@njit(inline="always", cache=True)
def _finite(tag, role):  # type: ignore[no-untyped-def]
    return tag == VBZ or tag == VBD or tag == VBP or tag == MD or (role & BE and tag >= VB and tag <= VBZ)


@njit(cache=True)
def _new_subject(i, last, tags, roles):  # type: ignore[no-untyped-def]
    """Does a noun phrase with a finite verb of its own follow word i?"""
    seen = False
    for k in range(i + 1, min(last, i + 1 + _LOOK_AHEAD)):
        tag = tags[k]
        if seen and _finite(tag, roles[k]):
            return True
        if is_noun(tag) or tag == PRP or tag == EX:
            seen = True
        elif not (tag == DT or tag == PRPS or tag == RB or tag == VBN or (JJ <= tag <= JJS)):
            return False
    return False


@njit(cache=True)
def mark_clauses(tags, roles, form, starts, comma, question, no_or, clause, turn, voice):  # type: ignore[no-untyped-def]
    """Number the clauses of each sentence, and mark how its words are turned and in what voice they are said.

    tags, roles, form (n,) of the words; starts (sentences + 1) first word of each sentence; `comma`, `question` are the
    hashes of these marks, `no_or` (2,) of "or" and "nor". Fills clause, turn, voice (n,).

    A clause begins with a contrast word ("but"); with a mark that is no comma; at a conjunction or comma before a
    pronoun or "there"; at one behind which another subject has its own verb, when this clause has one; and at the comma
    that ends an opening "although ...", "if ...", "unlike ...".

    turn: a negation reaches NEGATION_REACH words of its clause, those of "no" and "without" the noun phrase only; a
    comma ends it unless an "or" goes on with the list. "too", "a bit", "less" turn the next word that can be turned,
    "enough" the one before. voice: bits, see `tags`. A wish colours its whole clause, as do hearsay and another product
    as the subject; a condition, a desire, a comparison and an exception what follows them.
    """
    for s in range(starts.size - 1):
        first, last = starts[s], starts[s + 1]
        if first == last:
            continue
        _cut(first, last, tags, roles, form, comma, clause)
        _turns(first, last, tags, roles, form, comma, no_or, clause, turn)
        _voices(first, last, tags, roles, form, comma, question, clause, turn, voice)


@njit(cache=True)
def _cut(first, last, tags, roles, form, comma, clause):  # type: ignore[no-untyped-def]
    number = 0
    verb = False  # a finite verb has been in this clause
    pending = False  # the clause opened with "although", "if", ...: its comma ends it
    fresh = True  # nothing but the opening word of the clause so far
    noun = False  # a noun has been in this clause
    for i in range(first, last):
        opens = False
        role, tag = roles[i], tags[i]
        if noun and tag != PUNCT and i > first and _judging_mark(tags[i - 1], roles[i - 1]):
            opens = True  # "delivery 👍 packaging 👎"
        elif role & CONTRAST and not role & INNER:
            opens = not (i + 1 < last and form[i + 1] == comma)  # "however," stays with what it opens
        elif tag == PUNCT and form[i] != comma:
            # An emoji judges what it follows.
            emoji = i + 1 < last and tags[i + 1] == PUNCT and roles[i + 1] & EXPRESSION
            opens = not role & (INNER | EXPRESSION) and not emoji
        elif role & SUBORDINATE and (verb or noun) and not role & INNER:
            opens = _new_subject(i, last, tags, roles)
        elif (form[i] == comma or tag == CC) and i + 1 < last and not role & INNER:
            opens = tags[i + 1] == PRP or tags[i + 1] == EX
            if form[i] == comma and tags[i + 1] == CC and i + 2 < last:
                opens = tags[i + 2] == PRP or tags[i + 2] == EX or tags[i + 2] == DT
            if form[i] == comma and pending:
                opens = True
            if verb and not opens:
                at = i + 1 if form[i] == comma and tags[i + 1] == CC else i
                opens = _new_subject(at, last, tags, roles)
            if form[i] == comma and not opens:  # "great sound, could use more bass", "liked the fabric, not the zipper"
                opens = tags[i + 1] == MD or bool(roles[i + 1] & (UNREAL | NEGATOR))
                opens |= (noun and not verb and _described_noun(i, last, tags)) or (verb and _gapped(i, last, tags))
        if opens:
            number += 1
            verb = False
            noun = False
            pending = False
            fresh = True
        clause[i] = min(number, 255)
        verb |= _finite(tag, role)
        noun |= is_noun(tag) and not role & (INNER | EXPRESSION)
        if fresh and not role & INNER and role & (SUBORDINATE | CONDITION | EXCEPT | THAN):
            pending = True
        if tag != PUNCT and tag != CC and not role & (INNER | CONTRAST):
            fresh = False


@njit(inline="always", cache=True)
def _judging_mark(tag, role):  # type: ignore[no-untyped-def]
    return tag == PUNCT and role & EXPRESSION and not role & INNER


@njit(cache=True)
def _described_noun(i, last, tags):  # type: ignore[no-untyped-def]
    """Do adjectives and their noun follow word i? "soft cotton, hideous colour"."""
    k = i + 1
    while k < last and tags[k] == RB:
        k += 1
    begin = k
    while k < last and (JJ <= tags[k] <= JJS or tags[k] == VBN):
        k += 1
    return begin < k < last and is_noun(tags[k])


@njit(cache=True)
def _gapped(i, last, tags):  # type: ignore[no-untyped-def]
    """Does a subject without its verb follow word i? "the bread was warm, the butter rock hard"."""
    k = i + 1
    if k == last or not (tags[k] == DT or tags[k] == PRPS):
        return False
    k += 1
    begin = k
    while k < last and is_noun(tags[k]):
        k += 1
    return begin < k < last and (JJ <= tags[k] <= RB or tags[k] == VBN)


@njit(cache=True)
def _list_goes_on(i, last, form, no_or):  # type: ignore[no-untyped-def]
    for k in range(i + 1, min(last, i + 1 + _LIST)):
        if form[k] == no_or[0] or form[k] == no_or[1]:
            return True
    return False


@njit(cache=True)
def _turns(first, last, tags, roles, form, comma, no_or, clause, turn):  # type: ignore[no-untyped-def]
    left = 0  # words the last negation still reaches
    phrase = False  # it is one of a noun phrase: "no", "without"
    noun = False  # and has met its noun
    absolute = False  # a comparative in its reach is a superlative
    waiting = UNTURNED  # what "too", "a bit", "less" will do to the next word
    for i in range(first, last):
        role, tag = roles[i], tags[i]
        if i > first and clause[i] != clause[i - 1]:
            left, waiting, absolute = 0, UNTURNED, False
        if left and form[i] == comma and not _list_goes_on(i, last, form, no_or):
            left = 0
        if left and phrase:
            noun |= is_noun(tag)
            if tag == CC or _finite(tag, role) or tag == WH or (noun and (tag == IN or tag == TO)):
                left = 0
        turn[i] = UNTURNED
        if left > 0:
            turn[i] = ABSENT if phrase and is_noun(tag) else NEGATED
        if absolute and (
            tag == JJR
            or role & COMPARATIVE
            or (tag == JJ and i > first and (tags[i - 1] == JJR or roles[i - 1] & COMPARATIVE))
        ):
            turn[i] = UNBEATEN
        if role & INNER:
            turn[i] = turn[i - 1] if i > first and roles[i - 1] & INNER else turn[i]
            continue
        turnable = tag <= VBZ
        if waiting != UNTURNED and turnable and not role & (INTENSIFIER | EXCESS | DOWNTONER | LESS | TURNED):
            turn[i] = waiting
            waiting = UNTURNED
        elif waiting != UNTURNED and not turnable and tag != DT:
            waiting = UNTURNED
        if i + 1 < last and roles[i + 1] & ENOUGH and clause[i + 1] == clause[i] and JJ <= tag <= RB:
            turn[i] = NOT_ENOUGH if left > 0 else SUFFICIENT
        if left:
            left -= 1
        if role & TURNED:
            waiting = NOT_EXCESSIVE
        elif role & EXCESS:
            waiting = NOT_EXCESSIVE if turn[i] == NEGATED else EXCESSIVE
        elif role & DOWNTONER and waiting == UNTURNED:
            waiting = DOWNTONED
        elif role & LESS and waiting == UNTURNED:
            waiting = UNTURNED if turn[i] == NEGATED else LESSENED
        if role & NEGATOR:
            doubled = turn[i] == NEGATED and form[i] != no_or[1]  # two negations cancel, "nor" goes on
            left = 0 if doubled else (HANDED_ON if role & ABSOLUTE else NEGATION_REACH)
            absolute = bool(role & ABSOLUTE)
            phrase = bool(role & LACK)
            noun = False
        elif left and left < NEGATION_REACH and tag == VB and i + 1 < last and tags[i + 1] in (DT, PRP, PRPS, IN, EX):
            left = HANDED_ON  # "I do not think the sound is ...": the verb hands the negation on


@njit(cache=True)
def _voices(first, last, tags, roles, form, comma, question, clause, turn, voice):  # type: ignore[no-untyped-def]
    # "Why is the cable so flimsy?", "Who designed this?" are no questions.
    asked = form[last - 1] == question and not roles[first] & EXCLAIMED
    for i in range(first, last):
        asked &= not (roles[i] & EXCLAIMED and roles[i] & EXPRESSION)
    for i in range(first, last):
        voice[i] = ASKED if asked else 0
    begin = first
    while begin < last:
        end = begin + 1
        while end < last and clause[end] == clause[begin]:
            end += 1
        _voice_of_clause(first, begin, end, tags, roles, form, comma, turn, voice)
        begin = end
    _counterfactual(first, last, tags, roles, voice)
    # "liked the fabric, not the zipper": a clause that says no more than "not the zipper".
    for i in range(first + 1, last):
        if (roles[i] & NEGATOR and clause[i] != clause[i - 1]) or (
            roles[i] & NEGATOR and i > first + 1 and clause[i - 1] != clause[i - 2]
        ):
            end = i + 1
            bare = False
            while end < last and clause[end] == clause[i]:
                if _finite(tags[end], roles[end]) or (JJ <= tags[end] <= JJS) or roles[end] & (INNER | UNREAL):
                    bare = False
                    break
                bare |= is_noun(tags[end])
                end += 1
            if bare and not roles[i] & LACK:
                for k in range(i, end):
                    voice[k] |= EXCEPTED


@njit(inline="always", cache=True)
def _inverted(tag, following, role):  # type: ignore[no-untyped-def]
    """ "Were it lighter", "Should it break": a condition without an "if"."""
    opens = role & BE or (tag == MD and role & WISH)
    return opens and (following == DT or following == PRP or following == PRPS)


@njit(cache=True)
def _counterfactual(first, last, tags, roles, voice):  # type: ignore[no-untyped-def]
    """ "If the cushions had been firmer I would have kept it": a condition in the past tense that is a complaint."""
    past, then = False, False
    for i in range(first, last):
        if voice[i] & IFFY:
            past |= tags[i] == VBD
        then |= tags[i] == MD
    if past and then and not voice[first] & ASKED:
        for i in range(first, last):
            if voice[i] & IFFY:
                voice[i] = (voice[i] & (_ALL_VOICES - IFFY)) | WISHED


@njit(cache=True)
def _voice_of_clause(first, begin, end, tags, roles, form, comma, turn, voice):  # type: ignore[no-untyped-def]
    whole = 0  # voices of the whole clause
    denies = False
    elsewhere, compares, against = False, False, False
    excepted = False  # a noun has stood behind the "except"
    every = bool(roles[begin] & EVERY) or (begin + 1 < end and bool(roles[begin + 1] & EVERY))
    for i in range(begin, end):
        every |= bool(roles[i] & EVERY and roles[i] & EXPRESSION)  # "a keyboard like this"
    noun = False
    running = 0  # voices of what follows
    verb = False
    than_left = -1
    for i in range(begin, end):
        role, tag = roles[i], tags[i]
        if form[i] == comma:
            running &= ~(IFFY | WANTED | EXCEPTED)
        if than_left == 0 or (0 < than_left < THAN_REACH and noun and (tag == DT or tag == PRPS or tag == PRP)):
            running &= ~AFTER_THAN  # "compared to my old one | the sound is clear"
            than_left = -1
        noun |= is_noun(tag)
        than_left -= 1
        voice[i] |= running
        if role & INNER:
            continue
        denied = i > begin and (roles[i - 1] & NEGATOR or (i > begin + 1 and roles[i - 2] & NEGATOR))
        met = running & AFTER_THAN and (tag == VBD or tag == VBN)  # "sturdier than I expected"
        if role & SURELY and not denied and not every and not met:
            whole |= WISHED
        elif role & UNREAL and not denied and not every and not met:
            for k in range(begin, end):
                if tags[k] == JJR or roles[k] & COMPARATIVE:
                    whole |= WISHED
        if role & HEARSAY:
            whole |= HEARD
        if role & CONDITION or (i == first and i + 1 < end and _inverted(tag, tags[i + 1], role)):
            running |= IFFY
        if turn[i] == EXCESSIVE and i + 1 < end and (tags[i + 1] == IN or tags[i + 1] == TO):
            running |= IFFY  # "too narrow for comfort": what follows is the measure, not a judgement
        if role & DESIRE:
            running |= WANTED
        if (
            running & EXCEPTED
            and excepted
            and (tag == PRP or role & VAGUE or (tag == DT and i > begin and tags[i - 1] != CC and tags[i - 1] != PUNCT))
        ):
            running &= ~EXCEPTED  # "other than the strap | it is fine"
            voice[i] &= _ALL_VOICES - EXCEPTED
        if role & EXCEPT:
            running |= EXCEPTED
            excepted = False
        excepted |= is_noun(tag)
        if role & THAN:
            running |= AFTER_THAN
            than_left = THAN_REACH if not verb else 255
            noun = False
        denies |= bool(role & NEGATOR)
        if role & OTHER and not verb and not denies and not running & AFTER_THAN:
            whole |= OF_OTHERS
        if role & ELSEWHERE and not verb and not denies and not running & AFTER_THAN:
            elsewhere = True
        compares |= tag == JJR or bool(role & COMPARATIVE)
        against |= bool(role & THAN)
        verb |= _finite(tag, role)
    if elsewhere and compares and not against:
        whole |= OF_OTHERS
    for i in range(begin, end):
        voice[i] |= whole
