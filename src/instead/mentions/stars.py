"""What the stars of the reviews say about polarity: weak labels that correct the general model.

A mention of unknown sentiment s was made with words (the text model's chance of praise) in a review with some
stars. Expectation-maximisation learns, for this shop alone, how stars follow from s, and how far each
(attribute, opinion) pair leans beyond what the text model thinks: "high price" down, "high quality" up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import table

Array = npt.NDArray[Any]

_ROUNDS = 6
_SHRINK = 4.0  # imaginary mentions that agree with the text model
_MOST = 2.5  # largest correction in log-odds
LEVELS = 5


def star_level(ratings: Array) -> npt.NDArray[np.int8]:
    """0 to 4 for one to five stars, -1 where unknown."""
    level = np.clip(np.nan_to_num(np.round(ratings), nan=0.0), 0, LEVELS).astype(np.int8) - 1
    return level.astype(np.int8)


@dataclass(frozen=True, slots=True)
class StarLessons:
    """Log-odds to add: per level of stars, and per key of an (attribute, opinion) pair."""

    by_level: npt.NDArray[np.float32]  # (5,)
    keys: npt.NDArray[np.uint64]
    shift: npt.NDArray[np.float32]
    slots: tuple[Array, Array]

    @classmethod
    def none(cls) -> StarLessons:
        empty = np.empty(0, np.uint64)
        return cls(np.zeros(LEVELS, np.float32), empty, np.empty(0, np.float32), table(empty))

    @classmethod
    def learn(cls, odds: Array, level: Array, key: Array) -> StarLessons:
        """`odds` (n,) of the text model, `level` of the review, `key` of the (attribute, opinion) pair."""
        known = level >= 0
        odds, level, key = odds[known], level[known], key[known]
        if odds.size == 0 or np.unique(level).size < 2:
            return cls.none()
        keys, row = np.unique(key, return_inverse=True)
        count = np.bincount(row)
        expected = np.bincount(row, weights=_chance(odds))
        by_level = np.zeros(LEVELS)
        shift = np.zeros(keys.size)
        for _ in range(_ROUNDS):
            praise = _chance(odds + by_level[level] + shift[row])
            up = np.bincount(level, weights=praise, minlength=LEVELS) + 1.0
            down = np.bincount(level, weights=1 - praise, minlength=LEVELS) + 1.0
            by_level = np.clip(np.log(up / up.sum()) - np.log(down / down.sum()), -_MOST, _MOST)
            # How praise by text and stars together leaves the text model's expectation, shrunk towards it.
            mean = np.clip(expected / count, 0.02, 0.98)
            seen = np.bincount(row, weights=praise)
            rate = (seen + _SHRINK * mean) / (count + _SHRINK)
            shift = np.clip(np.log(rate / (1 - rate)) - np.log(mean / (1 - mean)), -_MOST, _MOST)
        return cls(by_level.astype(np.float32), keys, shift.astype(np.float32), table(keys))

    def correct(self, odds: Array, level: Array, key: Array) -> npt.NDArray[np.float32]:
        """Log-odds of praise with the stars taken into account."""
        row = np.empty(key.size, np.int32)
        look_up(key, *self.slots, row)
        shift = np.append(self.shift, np.float32(0))[row]
        stars = np.where(level >= 0, self.by_level[level], 0.0)
        corrected: npt.NDArray[np.float32] = (odds + shift + stars).astype(np.float32)
        return corrected


def _chance(odds: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-odds))
