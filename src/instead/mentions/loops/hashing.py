"""64-bit hashes of words (FNV-1a) and of features (the hashing trick), and open-addressing tables keyed by them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

U64 = npt.NDArray[np.uint64]
I32 = npt.NDArray[np.int32]

FNV_START = 0xCBF29CE484222325
FNV_PRIME = 0x100000001B3
_MASK = (1 << 64) - 1


def word_hash(word: str) -> int:
    """FNV-1a over the code points of a word; the value `fnv_step` reaches in compiled code."""
    value = FNV_START
    for letter in word:
        value = ((value ^ ord(letter)) * FNV_PRIME) & _MASK
    return value


def word_hashes(words: list[str]) -> U64:
    """`word_hash` of each word."""
    return np.array([word_hash(word) for word in words], np.uint64)


@njit("uint64(uint64, uint64)", inline="always", cache=True)
def fnv_step(value, letter):  # type: ignore[no-untyped-def]
    """One step of FNV-1a."""
    return (value ^ letter) * np.uint64(FNV_PRIME)


@njit("uint64(uint64, uint64)", inline="always", cache=True)
def mix(left, right):  # type: ignore[no-untyped-def]
    """Hash of an ordered pair; multiply and fold, as in splitmix."""
    value = (left ^ (right * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    return value ^ (value >> np.uint64(29))


def fold_columns(columns: U64, start: int | np.uint64 = 0) -> U64:
    """`mix` of the columns (rows, words) from the left, beginning with `start`: hashes of sequences of words."""
    value = np.full(len(columns), start, np.uint64)
    with np.errstate(over="ignore"):
        for column in columns.T:
            value = (value ^ (column * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
            value = value ^ (value >> np.uint64(29))
    return value


@njit(cache=True)
def build_table(keys: U64, size: int) -> tuple[U64, I32]:
    """Key and row of each slot of a table of `size` (a power of two). Keys differ, none is 0; linear probing."""
    slot_key = np.zeros(size, np.uint64)
    slot_row = np.full(size, -1, np.int32)
    mask = np.uint64(size - 1)
    for row in range(keys.size):
        slot = (keys[row] ^ (keys[row] >> np.uint64(32))) & mask
        while slot_key[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slot_key[slot] = keys[row]
        slot_row[slot] = row
    return slot_key, slot_row


@njit(inline="always", cache=True)
def find(slot_key, slot_row, key):  # type: ignore[no-untyped-def]
    """Row of a key in the table, -1 when absent."""
    mask = np.uint64(slot_key.size - 1)
    slot = (key ^ (key >> np.uint64(32))) & mask
    while slot_key[slot] != 0:
        if slot_key[slot] == key:
            return slot_row[slot]
        slot = (slot + np.uint64(1)) & mask
    return np.int32(-1)


def table(keys: U64) -> tuple[U64, I32]:
    """A table at most half full: keys and rows (-1 where empty) of its slots."""
    size = 16
    while size < 2 * keys.size:
        size *= 2
    slot_key, slot_row = build_table(keys, size)
    return slot_key, slot_row
