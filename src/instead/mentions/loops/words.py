"""Text to words and sentences in one pass over code points.

`split_words` is the tokeniser and sentence splitter. It works on the UTF-32 code points of many reviews at once and
never copies text: a word is a pair of offsets, a hash of its lower-case form, a hash of its stem and a few flags.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from instead.mentions.loops.hashing import FNV_START, fnv_step, word_hash

SPACE, LETTER, DIGIT, MARK = 0, 1, 2, 3
"""Classes of code points; MARK is everything that is none of the others."""

CAPITAL, SHOUTED, NUMERIC, SYMBOL, BREAK = 1, 2, 4, 8, 16
"""Flags of a word: starts upper-case, all upper-case, holds a digit, is punctuation, ends a sentence."""
SHAPE = CAPITAL | SHOUTED | NUMERIC | SYMBOL
"""The flags that say what a word looks like."""

TABLE_SIZE = 0x3000
LONGEST_SENTENCE = 100
LONGEST_TAG = 400
TAIL = 4  # letters of a word's tail
ENTITY = 8  # most letters of an HTML entity
ABBREVIATIONS = ("mr", "mrs", "ms", "dr", "vs", "e.g", "i.e", "eg", "ie", "approx", "st", "ft", "lbs", "oz")

_NEWLINE, _LESS, _GREATER, _SLASH, _AMPERSAND, _HASH, _SEMICOLON = (ord(mark) for mark in "\n<>/&#;")
_POINT, _COMMA, _COLON, _EXCLAMATION, _QUESTION, _IDEOGRAPHIC_STOP = (ord(mark) for mark in ".,:!?\u3002")
_APOSTROPHE, _CURLY, _QUOTE, _BRACKET = (ord(mark) for mark in "'\u2019\")")
_C, _D, _E, _H, _I, _L, _M, _N, _O, _R, _S, _T, _U, _V, _X, _Y, _Z = (ord(letter) for letter in "cdehilmnorstuvxyz")
_ZERO, _NINE, _LOWER_A, _UPPER_A, _UPPER_Z = (ord(letter) for letter in "09aAZ")
"""Code points the loops ask for."""


class Words(NamedTuple):
    """Columns, one row per word, in reading order."""

    start: npt.NDArray[np.int64]  # code-point offset of the first letter in the joined text
    end: npt.NDArray[np.int64]
    form: npt.NDArray[np.uint64]  # hash of the lower-case word
    stem: npt.NDArray[np.uint64]  # hash of the word without plural ending, American spelling
    tail: npt.NDArray[np.uint64]  # the last four letters, 16 bits each, the last one lowest
    flags: npt.NDArray[np.uint8]


@lru_cache(maxsize=1)
def letter_tables() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
    """Class and lower-case form of each code point below 0x3000; scripts above are letters, emoji are marks."""
    kind = np.full(TABLE_SIZE, MARK, np.uint8)
    lower = np.arange(TABLE_SIZE, dtype=np.uint32)
    for point in range(TABLE_SIZE):
        letter = chr(point)
        if letter.isspace() or point < 32 or point in (0x7F, 0xAD, 0x200B, 0x200C, 0x200D, 0xFEFF):
            kind[point] = SPACE
        elif letter.isalpha():
            kind[point] = LETTER
            low = letter.lower()
            if len(low) == 1 and ord(low) < TABLE_SIZE:
                lower[point] = ord(low)
        elif letter.isdigit():
            kind[point] = DIGIT
    for point in range(0x300, 0x370):  # combining accents belong to their letter
        kind[point] = LETTER
    return kind, lower


@lru_cache(maxsize=1)
def abbreviation_hashes() -> npt.NDArray[np.uint64]:
    return np.array([word_hash(word) for word in ABBREVIATIONS], np.uint64)


@njit(inline="always", cache=True)
def _kind(kinds, point):  # type: ignore[no-untyped-def]
    """Class of a code point; beyond the table, scripts are letters and the rest is marks."""
    if point < TABLE_SIZE:
        return kinds[point]
    return np.uint8(LETTER) if 0x3040 <= point < 0xD800 or 0xF900 <= point < 0xFB00 else np.uint8(MARK)


@njit(inline="always", cache=True)
def _low(lower, point):  # type: ignore[no-untyped-def]
    """Lower-case form of a code point."""
    return lower[point] if point < TABLE_SIZE else point


@njit(inline="always", cache=True)
def _letter(lower, point):  # type: ignore[no-untyped-def]
    """What stands for a code point in hashes and tails: lower-case, the typographic apostrophe as the plain one."""
    return np.uint32(_APOSTROPHE) if point == _CURLY else _low(lower, point)


@njit(inline="always", cache=True)
def _is_ascii_letter(point):  # type: ignore[no-untyped-def]
    return _LOWER_A <= point <= _Z or _UPPER_A <= point <= _UPPER_Z


@njit(cache=True)
def _markup_end(text, at, stop):  # type: ignore[no-untyped-def]
    """End of an HTML tag or entity that starts at `at`, or `at` when there is none."""
    if text[at] == _LESS:
        place = at + 1
        if place < stop and text[place] == _SLASH:
            place += 1
        if place >= stop or not _is_ascii_letter(text[place]):
            return at
        while place < stop and place < at + LONGEST_TAG:
            if text[place] == _GREATER:
                return place + 1
            if text[place] == _LESS:
                return at
            place += 1
    elif text[at] == _AMPERSAND:
        place = at + 1
        if place < stop and text[place] == _HASH:
            place += 1
        first = place
        while (
            place < stop and place < first + ENTITY and (_is_ascii_letter(text[place]) or _ZERO <= text[place] <= _NINE)
        ):
            place += 1
        if first < place < stop and text[place] == _SEMICOLON:
            return place + 1
    return at


@njit(cache=True)
def _stem(text, lower, start, end):  # type: ignore[no-untyped-def]
    """Hash of a word without its plural ending and in American spelling: `stem_plain` in one pass over code points."""
    size = end - start
    cut = 0
    add = np.uint32(0)
    last = _low(lower, text[end - 1])
    if size > 3 and last == _S:
        before = _low(lower, text[end - 2])
        third = _low(lower, text[end - 3])
        if before == _E and third == _I and size > 4:  # ies
            cut, add = 3, np.uint32(_Y)
        elif (
            before == _E
            and size > 4
            and (
                third == _X
                or third == _Z
                or (third == _S and _low(lower, text[end - 4]) == _S)
                or (third == _H and (_low(lower, text[end - 4]) == _C or _low(lower, text[end - 4]) == _S))
            )
        ):  # xes zes sses ches shes
            cut = 2
        elif before not in (_S, _U, _I):  # not ss us is
            cut = 1
    stop = end - cut
    value = np.uint64(FNV_START)
    drop = -1
    if (
        add == 0
        and stop - start >= 6
        and _low(lower, text[stop - 1]) == _R
        and (_low(lower, text[stop - 2]) == _U and _low(lower, text[stop - 3]) == _O)
    ):  # colour
        drop = stop - 2
    for place in range(start, stop):
        if place != drop:
            value = fnv_step(value, np.uint64(_letter(lower, text[place])))
    if add:
        value = fnv_step(value, np.uint64(add))
    return value


@njit(cache=True)
def split_words(text, first, last, kinds, lower, abbreviations):  # type: ignore[no-untyped-def]
    """Words of text[first:last] (code points) as the columns start, end, form, stem, tail, flags of `Words`, (n,) each.

    `kinds` and `lower` are `letter_tables`, `abbreviations` hashes of words that a full stop may follow. Runs of
    letters and digits are words, with 3.5, 10,000 and 12:30 whole; each run of one mark is a word; "n't" and "'s" are
    words of their own; HTML tags and entities are skipped. Sentences end at "!", "?", a full stop that belongs to no
    abbreviation or initial, a line break, and after LONGEST_SENTENCE words.
    """
    room = last - first + 1
    starts = np.empty(room, np.int64)
    ends = np.empty(room, np.int64)
    forms = np.empty(room, np.uint64)
    stems = np.empty(room, np.uint64)
    tails = np.empty(room, np.uint64)
    flags = np.zeros(room, np.uint8)
    n = 0
    at = first
    since = 0  # words in this sentence
    while at < last:
        point = text[at]
        kind = _kind(kinds, point)
        if kind == SPACE:
            if point == _NEWLINE and n and since:
                flags[n - 1] |= BREAK
                since = 0
            at += 1
            continue
        if kind == MARK and (point == _LESS or point == _AMPERSAND):
            skipped = _markup_end(text, at, last)
            if skipped > at:
                at = skipped
                continue
        start = at
        flag = 0
        if kind == MARK:
            at += 1
            while at < last and text[at] == point:
                at += 1
            flag = SYMBOL
        else:
            while at < last:
                here = _kind(kinds, text[at])
                if here == LETTER or here == DIGIT:
                    at += 1
                    continue
                joint = text[at]
                inside = at > start and at + 1 < last
                if (
                    inside
                    and (joint == _POINT or joint == _COMMA or joint == _COLON)
                    and (_kind(kinds, text[at - 1]) == DIGIT and _kind(kinds, text[at + 1]) == DIGIT)
                ):  # 3.5 10,000 12:30
                    at += 1
                    continue
                break
            # Contractions: the apostrophe opens a new word ('s 're 've 'll 'd 'm), n't takes its n along.
            if at < last and (text[at] == _APOSTROPHE or text[at] == _CURLY):
                tail_end = at + 1
                while tail_end < last and _kind(kinds, text[tail_end]) == LETTER:
                    tail_end += 1
                size = tail_end - at - 1
                one = _low(lower, text[at + 1]) if size > 0 else np.uint32(0)
                two = _low(lower, text[at + 2]) if size > 1 else np.uint32(0)
                if size == 1 and one == _T and at - start >= 2 and _low(lower, text[at - 1]) == _N:
                    at -= 1
                elif (
                    not (
                        (size == 1 and (one == _S or one == _M or one == _D))
                        or (size == 2 and ((one == _R or one == _V) and two == _E))
                        or (size == 2 and one == _L and two == _L)
                    )
                    and size > 0
                ):
                    at = tail_end
            # 't 's 're left over by a split
        end = at
        if kind == MARK and (point == _APOSTROPHE or point == _CURLY) and end - start == 1:
            tail_end = at
            while tail_end < last and _kind(kinds, text[tail_end]) == LETTER:
                tail_end += 1
            size = tail_end - at
            if 1 <= size <= 2 and start > first and _kind(kinds, text[start - 1]) == LETTER:
                end = tail_end
                at = end
                flag = 0
        if (
            flag == 0
            and at < last
            and end - start == 1
            and kind == LETTER
            and (
                _low(lower, text[start]) == _N
                and (text[at] == _APOSTROPHE or text[at] == _CURLY)
                and at + 1 < last
                and _low(lower, text[at + 1]) == _T
                and (at + 2 >= last or _kind(kinds, text[at + 2]) != LETTER)
            )
        ):
            at += 2
            end = at
        value = np.uint64(FNV_START)
        upper = 0
        digits = 0
        for place in range(start, end):
            small = _low(lower, text[place])
            if small != text[place]:
                upper += 1
            if _kind(kinds, text[place]) == DIGIT:
                digits += 1
            value = fnv_step(value, np.uint64(_letter(lower, text[place])))
        tail = np.uint64(0)
        for place in range(max(start, end - TAIL), end):
            tail = (tail << np.uint64(16)) | np.uint64(_letter(lower, text[place]) & 0xFFFF)
        if upper:
            flag |= CAPITAL if _low(lower, text[start]) != text[start] else 0
            if upper == end - start and upper > 1:
                flag |= SHOUTED
        if digits:
            flag |= NUMERIC
        starts[n] = start
        ends[n] = end
        forms[n] = value
        tails[n] = tail
        stems[n] = value if flag & (SYMBOL | NUMERIC) else _stem(text, lower, start, end)
        since += 1
        if flag & SYMBOL and (
            point == _EXCLAMATION or point == _QUESTION or point == _POINT or point == _IDEOGRAPHIC_STOP
        ):
            # A full stop ends a sentence unless it follows an abbreviation or a single letter, or stands
            # inside a token (no space behind) and no capital follows.
            stop = True
            if point == _POINT and end - start > 1:  # an ellipsis ends a sentence before a capital only
                ahead = at
                while ahead < last and _kind(kinds, text[ahead]) == SPACE:
                    ahead += 1
                stop = ahead < last and _low(lower, text[ahead]) != text[ahead]
            elif point == _POINT:
                if (n and forms[n - 1] in abbreviations) or (
                    n
                    and ends[n - 1] - starts[n - 1] == 1
                    and ends[n - 1] == start
                    and (flags[n - 1] & CAPITAL or (n > 1 and ends[n - 2] == start - 1 and text[start - 2] == _POINT))
                ):  # J. R., e.g.
                    stop = False
                elif at < last and _kind(kinds, text[at]) != SPACE:
                    following = text[at]
                    stop = _low(lower, following) != following or following in (
                        _QUOTE,
                        _APOSTROPHE,
                        _BRACKET,
                        _LESS,
                        _AMPERSAND,
                    )
            if stop:
                flag |= BREAK
        if since >= LONGEST_SENTENCE:
            flag |= BREAK
        if flag & BREAK:
            since = 0
        flags[n] = flag
        n += 1
    if n:
        flags[n - 1] |= BREAK
    return starts[:n], ends[:n], forms[:n], stems[:n], tails[:n], flags[:n]


def stem_plain(word: str) -> str:
    """The form whose hash is the stem of a lower-case word: singular, American spelling."""
    cut = word = word.replace("\u2019", "'")
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and re.search(r"(x|z|ss|ch|sh)es$", word):
        cut = word[:-2]
    elif len(word) > 3 and re.search(r"[^sui]s$", word):
        cut = word[:-1]
    if len(cut) >= 6 and cut.endswith("our"):
        cut = cut[:-2] + "r"
    return cut
