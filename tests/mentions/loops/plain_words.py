"""The plain twin of `split_words`: the same words and sentences by regular expressions."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.words import (
    ABBREVIATIONS,
    BREAK,
    CAPITAL,
    DIGIT,
    LETTER,
    LONGEST_SENTENCE,
    LONGEST_TAG,
    MARK,
    NUMERIC,
    SHOUTED,
    SPACE,
    SYMBOL,
    TABLE_SIZE,
    letter_tables,
)


def split_words_plain(text: str) -> list[tuple[int, int, str, int]]:
    """Twin of `split_words` with regular expressions: (start, end, lower-case form, flags) of each word."""
    kinds, lower = letter_tables()
    kind = "".join(_CLASS[_kind_plain(kinds, ord(letter))] for letter in text)
    low = "".join(chr(lower[ord(letter)]) if ord(letter) < TABLE_SIZE else letter for letter in text)
    found: list[tuple[int, int, str, int]] = []
    at = since = 0
    while at < len(text):
        if kind[at] == "S":
            if text[at] == "\n" and since:
                found[-1] = (*found[-1][:3], found[-1][3] | BREAK)
                since = 0
            at += 1
            continue
        skipped = _MARKUP.match(text, at)
        if skipped and (text[at] == "&" or skipped.end() - at <= LONGEST_TAG):
            at = skipped.end()
            continue
        end = _word_end(text, kind, low, at)
        flags = _flags_plain(text[at:end], low[at:end], kind[at:end])
        since += 1
        if (flags & SYMBOL and _ends_sentence(text, kind, low, at, end, found)) or since >= LONGEST_SENTENCE:
            flags |= BREAK
        if flags & BREAK:
            since = 0
        found.append((at, end, low[at:end].replace("\u2019", "'"), flags))
        at = end
    if found:
        found[-1] = (*found[-1][:3], found[-1][3] | BREAK)
    return found


_CLASS = {SPACE: "S", LETTER: "L", DIGIT: "D", MARK: "M"}
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&#?[A-Za-z0-9]{1,8};")
_APOSTROPHES = ("'", "\u2019")


def _kind_plain(kinds: npt.NDArray[np.uint8], point: int) -> int:
    if point < TABLE_SIZE:
        return int(kinds[point])
    return LETTER if 0x3040 <= point < 0xD800 or 0xF900 <= point < 0xFB00 else MARK


def _word_end(text: str, kind: str, low: str, at: int) -> int:
    """End of the word that starts at `at`."""
    before_letter = at > 0 and kind[at - 1] == "L"
    if kind[at] == "M":
        end = at + 1
        while end < len(text) and text[end] == text[at]:
            end += 1
        tail = re.match(r"L*", kind[end:]).end()  # type: ignore[union-attr]
        if text[at] in _APOSTROPHES and end - at == 1 and 1 <= tail <= 2 and before_letter:
            return end + tail
        return end
    end = at
    while end < len(text) and (
        kind[end] in "LD"
        or (text[end] in ".,:" and end > at and kind[end - 1] == "D" and kind[end + 1 : end + 2] == "D")
    ):
        end += 1
    if end < len(text) and text[end] in _APOSTROPHES:
        tail = re.match(r"L*", kind[end + 1 :]).end()  # type: ignore[union-attr]
        word = low[end + 1 : end + 1 + tail]
        if word == "t" and end - at >= 2 and low[end - 1] == "n":
            return end - 1
        if word and word not in ("s", "m", "d", "re", "ve", "ll"):
            end += 1 + tail
    if end - at == 1 and low[at] == "n" and re.match(r"n['\u2019]t", low[at:]) and kind[at + 3 : at + 4] != "L":
        return at + 3
    return end


def _flags_plain(word: str, low: str, kind: str) -> int:
    upper = [a != b for a, b in zip(word, low, strict=True)]
    flags = SYMBOL if kind[0] == "M" and "L" not in kind else 0
    flags |= CAPITAL if upper[0] else 0
    flags |= SHOUTED if len(word) > 1 and all(upper) else 0
    return flags | (NUMERIC if "D" in kind else 0)


def _ends_sentence(text: str, kind: str, low: str, at: int, end: int, found: list[tuple[int, int, str, int]]) -> bool:
    if text[at] in "!?\u3002":
        return True
    if text[at] != ".":
        return False
    if end - at > 1:
        ahead = re.match(r"S*", kind[end:]).end() + end  # type: ignore[union-attr]
        return ahead < len(text) and low[ahead] != text[ahead]
    if found:
        start, stop, form, flags = found[-1]
        dotted = len(found) > 1 and found[-2][1] == start and text[start - 1] == "."
        if form in ABBREVIATIONS or (stop - start == 1 and stop == at and (flags & CAPITAL or dotted)):
            return False
    return end >= len(text) or kind[end] == "S" or low[end] != text[end] or text[end] in "\"')<&" + "'"
