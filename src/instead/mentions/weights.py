"""The learned numbers of the extractor: one small file per set, shipped in the package.

`all` is learned from every labelled domain; `without-X` leaves the labels of domain X out, so that scores on X are
those of a shop nobody has labelled. Made by scripts/train_mentions.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.errors import InputError

SETS = ("all", "without-laptops", "without-restaurants", "without-hu-liu")


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Float32 arrays. Shapes: F, A features, R hashed rows, W known words and one for all others."""

    opinion: npt.NDArray[Any]  # (R, 3) opinion labeller
    opinion_steps: npt.NDArray[Any]  # (4, 3) its transitions
    prior: npt.NDArray[Any]  # (W, 2) is a known word an attribute wherever it stands: by its kin, by its own labels
    joins: npt.NDArray[Any]  # (W,) does a known word belong to the noun on its right
    first: npt.NDArray[Any]  # (F,) is a noun of this shop an attribute, at first look
    worth: npt.NDArray[Any]  # (F + 2,) the same with what similar nouns are worth
    alone: npt.NDArray[Any]  # (A,) is a word an attribute where there is no shop to ask
    usual_level: npt.NDArray[Any]  # (1,) where the level of worth lies in most shops
    modifier: npt.NDArray[Any]  # (F,) does a word belong to the phrase on its right
    pair: npt.NDArray[Any]  # (R,) does this opinion speak of this attribute
    net_form: npt.NDArray[Any]  # (R, d) from here on the judging network: `network.py` has its equations. Forms
    net_known: npt.NDArray[Any]  # (KIN, d) vectors of known words
    net_marks: npt.NDArray[Any]  # (MARKS, d) tags, turns, valence, opinions, phrases, voices, roles
    net_near: npt.NDArray[Any]  # (d, 3d) first convolution: kernels of the word before, the word, the word behind
    net_near_bias: npt.NDArray[Any]  # (d,)
    net_far: npt.NDArray[Any]  # (d, 3d) second one
    net_far_bias: npt.NDArray[Any]  # (d,)
    net_whole: npt.NDArray[Any]  # (d, d) the sentence as a whole
    net_relation: npt.NDArray[Any]  # (DISTANCES * SIDES, d) how a word stands to the phrase
    net_look: npt.NDArray[Any]  # (heads, d) which words count
    net_look_bias: npt.NDArray[Any]  # (heads,)
    net_ask: npt.NDArray[Any]  # (heads * d, d) what the first look asks the second
    net_ask_bias: npt.NDArray[Any]  # (d,)
    net_again: npt.NDArray[Any]  # (DISTANCES * SIDES, d) how a word stands to the phrase, at the second look
    net_look_again: npt.NDArray[Any]  # (heads, d) which words count then
    net_look_again_bias: npt.NDArray[Any]  # (heads,)
    net_hidden: npt.NDArray[Any]  # (2 * heads * d + FEATURES, hidden)
    net_hidden_bias: npt.NDArray[Any]  # (hidden,)
    net_out: npt.NDArray[Any]  # (hidden, 3) negative, neutral, positive
    net_out_bias: npt.NDArray[Any]  # (3,)
    net_first: npt.NDArray[Any]  # (FEATURES, 3) what the features say by themselves
    calibration: npt.NDArray[Any] = field(default_factory=lambda: np.array([0, 1], np.float32))
    """(2,) a, b: the sign is right with chance sigmoid(a + b |log-odds of praise|)."""

    def arrays(self) -> list[npt.NDArray[Any]]:
        """All of them, in order."""
        return [getattr(self, field.name) for field in fields(self)]

    def save(self, path: Path) -> None:
        """Half precision is enough and halves the file; arrays only, no pickle."""
        np.savez_compressed(path, **{f.name: getattr(self, f.name).astype(np.float16) for f in fields(self)})


@lru_cache(maxsize=4)
def load_weights(name: str = "all") -> Weights:
    if name not in SETS:
        raise InputError(f"unknown set of weights {name!r}; choose one of {', '.join(SETS)}")
    with files("instead.mentions").joinpath(f"data/{name}.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        return Weights(**{f.name: stored[f.name].astype(np.float32) for f in fields(Weights) if f.name in stored})
