"""Judging words that are written wrong: "terible", "awsome", "horrrrible", "soooo".

A word that nobody knows (lexicon, general English, reviews at large) is read as the one word of the lexicon it is a
slip of: letters drawn out, or one letter missing, added, changed or swapped (symmetric deletes). What could be two
words is left alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.known_words import known_words
from instead.mentions.lexicon import lexicon, word_valences
from instead.mentions.loops.hashing import find, word_hash
from instead.mentions.loops.words import NUMERIC, SYMBOL
from instead.mentions.sentences import Page

Array = npt.NDArray[Any]

_SHORT, _CHANGED = 5, 6
"""Letters from which a word may miss or add one, and from which one may be changed."""
_LONGEST = 24
_MOST_KNOWN = 1 << 16
_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_ALIKE = ("csk", "sz", "fv", "dt", "gj", "mn", "bp")
_SOUNDS = {"cheep": "cheap", "grate": "great", "luv": "love", "luvs": "loves", "gud": "good", "thx": "thanks",
           "hurtz": "hurts", "gr8": "great", "prolly": "probably", "rly": "really", "wanna": "want", "ew": "gross",
           "eww": "gross", "yuck": "gross", "yum": "tasty", "meh": "mediocre", "fab": "fabulous", "fav": "favorite",
           "rox": "rocks", "sux": "sucks", "gawd": "god", "bcuz": "because", "bc": "because", "w/o": "without",
           "dissapointing": "disappointing", "dissapointed": "disappointed", "shite": "crap"}  # fmt: skip
"""Words written as they sound, and short for another."""


def _deletes(word: str) -> list[str]:
    """The word with one letter but the first left out."""
    return [word[:k] + word[k + 1 :] for k in range(1, len(word))]


@lru_cache(maxsize=1)
def _near() -> dict[str, str]:
    """Words of the lexicon with a clear valence, and what is left of them without one letter; "" where two compete."""
    clear = [word for word, value in word_valences().items() if abs(value) >= 1 and len(word) >= _SHORT]
    found: dict[str, str] = {}
    for word in clear:
        for left in _deletes(word):
            found[left] = word if found.get(left, word) == word else ""
    found.update((word, word) for word in clear)
    return found


def respelled(word: str) -> str:
    """The word of the lexicon that is meant, or the word itself."""
    if word in _SOUNDS:
        return _SOUNDS[word]
    near = _near()
    if _DRAWN_OUT.search(word):
        for letters in (r"\1\1", r"\1"):
            drawn = _DRAWN_OUT.sub(letters, word)
            if _is_known(drawn):
                return drawn
    if not _SHORT <= len(word) <= _LONGEST:
        return word
    if near.get(word):
        return near[word] if _likely(word, near[word]) else word  # a letter is missing
    shorter = [left for left in _deletes(word) if left in near]
    meant = {left for left in shorter if near[left] == left}  # a letter too many
    if not meant and len(word) >= _CHANGED:
        meant = {near[left] for left in shorter}  # changed, or swapped
    return one if len(meant) == 1 and (one := meant.pop()) and _likely(word, one) else word


def _likely(word: str, meant: str) -> bool:
    """Slips that fingers and ears make: vowels, letters that sound alike, doubled or swapped letters, the last letter.

    "lather" is no "loathe", and "adverts" are not adverse.
    """
    if sorted(word) == sorted(meant):
        return True  # swapped
    at = next((k for k, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), min(len(word), len(meant)))
    if len(word) == len(meant):
        pair = {word[at], meant[at]}
        if word[at + 1 :] != meant[at + 1 :]:
            return False  # more than one letter
        return pair <= set("aeiouy") or any(pair <= set(alike) for alike in _ALIKE)
    longer = word if len(word) > len(meant) else meant
    return longer[at] in "aeiouh" or longer[at] == longer[at - 1] or at >= len(longer) - 1


def _is_known(word: str) -> bool:
    known = lexicon()
    return bool(find(known.slot_key, known.slot_row, np.uint64(word_hash(word))) >= 0)


_meant: dict[int, int] = {}
"""Hash of a form that was asked about -> hash of the form that is meant; bounded, the same whatever is asked first."""


def meant_forms(page: Page, unknown: Array) -> tuple[Array, npt.NDArray[np.uint64]]:
    """Places of words that are slips, among the places `unknown`, and the form that each stands for."""
    words = page.words
    known = known_words()
    unknown = unknown[(words.flags[unknown] & (NUMERIC | SYMBOL)) == 0]
    unknown = unknown[known.rows(words.stem[unknown]) == known.stems.size]
    forms, first, which = np.unique(words.form[unknown], return_index=True, return_inverse=True)
    out = np.empty(forms.size, np.uint64)
    if len(_meant) > _MOST_KNOWN:
        _meant.clear()
    for row, (form, place) in enumerate(zip(forms.tolist(), unknown[first].tolist(), strict=True)):
        if form not in _meant:
            word = page.text[words.start[place] : words.end[place]].lower()
            other = respelled(word)
            _meant[form] = form if other == word else word_hash(other)
        out[row] = _meant[form]
    changed = np.flatnonzero(out[which] != forms[which])
    return unknown[changed], out[which][changed]
