"""The hashes of the text loops on Python's own whole numbers: FNV-1a of words, and the hashing trick for features."""

from __future__ import annotations

from functools import reduce
from typing import Any

WRAP = 2**64


def fnv(word: str) -> int:
    """64-bit FNV-1a, one step per code point."""
    return reduce(lambda value, letter: (value ^ ord(letter)) * 0x100000001B3 % WRAP, word, 0xCBF29CE484222325)


def pair_hash(left: int, right: int) -> int:
    """Hash of an ordered pair of 64-bit numbers."""
    product = (left ^ (right * 0x9E3779B97F4A7C15 % WRAP)) * 0xBF58476D1CE4E5B9 % WRAP
    return product ^ (product >> 29)


def fold(*parts: Any) -> int:
    """Hash of a list of numbers, from left to right; a tuple among them is folded first."""
    numbers = [fold(*part) if isinstance(part, tuple) else int(part) for part in parts]
    return reduce(pair_hash, numbers)
