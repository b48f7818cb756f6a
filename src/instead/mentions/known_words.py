"""What is known of a word before any shop is read: how it is used in reviews of many kinds of products, and its kin.

A shop of a few hundred sentences says little about most of its nouns. `data/words.npz` holds, for the words of some
fifty thousand reviews and a list of common English, how often each is a noun there and a short vector; words with
near vectors mean similar things. It holds no text and no label (scripts/known_words.py). What labels of other domains
say of these words is part of the weights: `Weights.prior`, `Weights.joins`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.loops.counting import look_up
from instead.mentions.loops.hashing import table

Array = npt.NDArray[Any]

KIN = 24
"""Length of a word's vector."""
_RIDGE = 30.0  # how strongly what kin are worth is drawn to the mean of all
_MOST_SEEN, _LEAST_SEEN = 20.0, 5  # occurrences that count, at most, and nouns below which there is no kin to ask
_LOW, _HIGH = -6.0, 3.0  # worth beyond which a noun teaches its kin nothing more


@dataclass(frozen=True, slots=True)
class KnownWords:
    """Rows of the table, sorted by the hash of the stem; the last row of every column stands for unknown words."""

    stems: npt.NDArray[np.uint64]  # (W,)
    vectors: npt.NDArray[np.float32]  # (W + 1, KIN)
    noun_share: npt.NDArray[np.float32]  # (W + 1,) 0.5 where nothing is known
    slots: tuple[Array, Array]

    @property
    def size(self) -> int:
        """Rows, the one for unknown words included."""
        return self.stems.size + 1

    def rows(self, stems: Array) -> npt.NDArray[np.int32]:
        """Row of each stem; unknown ones get the last."""
        out = np.empty(stems.size, np.int32)
        look_up(stems, *self.slots, out)
        return np.where(out < 0, self.stems.size, out).astype(np.int32)


@lru_cache(maxsize=1)
def known_words() -> KnownWords:
    with files("instead.mentions").joinpath("data/words.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        stems = stored["stem"]
        vectors = np.zeros((stems.size + 1, KIN), np.float32)
        vectors[:-1] = stored["vector"] * stored["scale"]
        share = np.append(stored["noun"].astype(np.float32) / 250, np.float32(0.5))
        return KnownWords(stems, vectors, np.where(share > 1, np.float32(0.5), share), table(stems))


def worth_of_kin(rows: Array, times: Array, worth: Array) -> npt.NDArray[np.float64]:
    """What the shop's similar nouns are worth, of nouns (n,) at `rows` of the known words, seen so many `times`.

    A ridge regression of worth on the vectors; each noun is left out of its own answer (the closed form of that).
    """
    asked = (rows < known_words().stems.size) & (times > 0)
    seen = times > 0
    if asked.sum() < _LEAST_SEEN:
        return np.full(rows.size, float(worth[seen].mean()) if seen.any() else 0.0)
    weight = np.sqrt(np.minimum(times[asked], _MOST_SEEN))
    x = known_words().vectors[rows[asked]].astype(np.float64)
    y = np.clip(worth[asked], _LOW, _HIGH)
    mean = float(weight @ y / weight.sum())
    inverse = np.linalg.inv((x * weight[:, None]).T @ x + _RIDGE * np.eye(KIN))
    beta = inverse @ ((x * weight[:, None]).T @ (y - mean))
    own = weight * np.einsum("ij,jk,ik->i", x, inverse, x)
    out = known_words().vectors[rows] @ beta + mean
    out[asked] = (x @ beta - own * (y - mean)) / np.maximum(1 - own, 0.05) + mean
    return np.asarray(out, np.float64)
