"""Rare spellings of a common name: written apart or together, or one slip of the finger off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from instead.mentions.lexicon import background
from instead.mentions.loops.hashing import word_hash
from instead.mentions.loops.words import stem_plain

_RARER, _SWAP_RARER = 8, 4  # times a spelling must be rarer than the right one; where two letters are swapped
_VOWELS = frozenset("aeiouy")
_SHORT, _LONG = 4, 7  # letters from which swapped letters, and any slip, are taken for a slip


@lru_cache(maxsize=1)
def _english() -> frozenset[int]:
    return frozenset(background()[0].tolist())


def one_slip(right: str, wrong: str) -> bool:
    """Whether one letter but the first is missing or added, a vowel is another one, or two neighbours are swapped."""
    if right == wrong or (right[:1] != wrong[:1] and (len(wrong) < _LONG or right[:2] != wrong[:2][::-1])):
        return False
    if len(right) < len(wrong):
        return one_slip(wrong, right)
    at = next((k for k, (a, b) in enumerate(zip(right, wrong, strict=False)) if a != b), len(wrong))
    if len(right) == len(wrong) + 1:
        return right[at + 1 :] == wrong[at:]
    if len(right) != len(wrong):
        return False
    swapped = right[at : at + 2] == wrong[at : at + 2][::-1] and right[at + 2 :] == wrong[at + 2 :]
    return swapped or (right[at + 1 :] == wrong[at + 1 :] and {right[at], wrong[at]} <= _VOWELS)


def _is_slip(right: str, wrong: str) -> bool:
    """A slip that is no word of its own."""
    if not one_slip(right, wrong) or word_hash(wrong) in _english():
        return False
    return len(wrong) >= _LONG or (len(wrong) >= _SHORT and _swapped(right, wrong))


def _swapped(right: str, wrong: str) -> bool:
    return sorted(right) == sorted(wrong)


def _gaps(words: list[str], places: Iterable[int]) -> list[str]:
    """The words with one letter of one of them left out."""
    found = []
    for place in places:
        word = words[place]
        before, behind = " ".join([*words[:place], ""]), " ".join(["", *words[place + 1 :]])
        found += [f"{before}{word[:k]}{word[k + 1 :]}{behind}" for k in range(len(word))]
    return [*found, " ".join(words)]


def _stems(name: str) -> list[str]:
    """Plurals as singulars: "pokcet" is a slip of "pockets"."""
    return [stem_plain(word) for word in name.split()]


def spelling_variants(counts: Mapping[str, int], rare: Mapping[str, int]) -> dict[str, str]:
    """Rare spelling -> common spelling. `rare` names may only join others, those of `counts` may also be joined."""
    out: dict[str, str] = {}
    together: dict[str, str] = {}
    by_gap: dict[str, list[str]] = {}
    for name in sorted(counts, key=lambda one: (-counts[one], one)):
        closed = name.replace(" ", "").replace("-", "")
        right = together.get(closed) or _right_spelling(name, counts[name], by_gap, counts)
        if right:
            out[name] = right
            continue
        together[closed] = name
        words = _stems(name)
        for gap in _gaps(words, [place for place, word in enumerate(words) if len(word) >= _SHORT]):
            by_gap.setdefault(gap, []).append(name)
    for name, count in rare.items():
        closed = name.replace(" ", "").replace("-", "")
        right = together.get(closed) or _right_spelling(name, count, by_gap, counts)
        if right:
            out[name] = right
    return out


def _right_spelling(name: str, count: int, by_gap: Mapping[str, list[str]], counts: Mapping[str, int]) -> str | None:
    """The most frequent name that this one is a slip of."""
    words = _stems(name)
    strange = [place for place, word in enumerate(words) if len(word) >= _SHORT and word_hash(word) not in _english()]
    if not strange:
        return None
    near = dict.fromkeys(one for gap in _gaps(words, strange) for one in by_gap.get(gap, ()))
    for one in sorted(near, key=lambda other: (-counts[other], other)):
        others = _stems(one)
        unlike = [(a, b) for a, b in zip(others, words, strict=False) if a != b]
        if len(others) != len(words) or len(unlike) != 1 or not _is_slip(*unlike[0]):
            continue
        if counts[one] >= (_SWAP_RARER if _swapped(*unlike[0]) else _RARER) * count:
            return one
    return None
