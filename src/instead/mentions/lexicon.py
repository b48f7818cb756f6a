"""What is known of English words before any review is read: valence, roles, how common they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from instead.mentions.leanings import shifting_words
from instead.mentions.loops.hashing import table, word_hash
from instead.mentions.opinionwords import review_valences
from instead.mentions.tags import (
    AROUND,
    BE,
    COMPARATIVE,
    COMPARED,
    CONTRAST,
    EASILY,
    EXCESS,
    EXCLAIMED,
    INTENSIFIER,
    LACK,
    NEGATOR,
    SHIFTING,
    WISH,
)  # fmt: skip
from instead.mentions.valences.acting_verbs import acting_valences
from instead.mentions.valences.general_valences import general_valences

_ROLES = {
    NEGATOR: "not n't no never none nothing neither nor hardly barely scarcely seldom rarely without cannot cant "
    "dosent dosnt aint arnt wernt wouldnt shouldnt hasnt havent hadnt "
    "dont doesnt didnt isnt wasnt wont arent werent couldnt wouldnt lack lacks lacking lacked nobody zero",
    BE: "is are was were be been being am 's 're 'm seems seem seemed looks look looked feels feel felt sounds "
    "sound sounded tastes taste tasted becomes became remains stays stayed smells appears gets got",
    CONTRAST: "but however although though yet while whereas except despite nevertheless nonetheless otherwise "
    "unlike unless sadly unfortunately luckily fortunately thankfully regrettably alas",
    INTENSIFIER: "very really so extremely quite pretty super too absolutely incredibly totally truly highly "
    "fairly rather somewhat bit little more most such",
    WISH: "wish could would should if hope hoped expected supposed might may unless wanted needs need ought",
    COMPARED: "than compared versus vs better worse best worst as",
    EXCESS: "too overly excessively",
    LACK: "no without zero lack lacks lacking lacked missing",
    COMPARATIVE: "better worse more less bigger smaller larger longer shorter higher lower",
    EASILY: "easily quickly easy quick fast readily constantly instantly",
    EXCLAIMED: "why who",
    AROUND: "for in on onto over at from to into under against around through during after before like as by within "
    "inside outside across near beside between until upon than per toward towards without off behind "
    "above below beneath underneath beyond along past throughout since despite",
    SHIFTING: " ".join(sorted(shifting_words())),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A table from the hash of a lower-case form to its columns."""

    slot_key: npt.NDArray[np.uint64]
    slot_row: npt.NDArray[np.int32]
    valence: npt.NDArray[np.float32]
    roles: npt.NDArray[np.uint32]
    common: npt.NDArray[np.int32]  # count in the background text
    acting: npt.NDArray[np.float32]  # valence where the word is a verb


def word_valences() -> dict[str, float]:
    """Valence of English words: the general lists, and the last word on words of reviews."""
    return {**general_valences(), **review_valences()}


@lru_cache(maxsize=1)
def background() -> tuple[Any, Any]:
    """Hashes and counts of common English forms, from the tagger's training text."""
    with files("instead.mentions").joinpath("data/tagger.npz").open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        return stored["english"], stored["english_count"]


def _bases(word: str) -> set[str]:
    """Adjectives that a word could be the comparative of: "sturdier" of "sturdy"."""
    if not word.endswith("er"):
        return set()
    return {word[:-1], word[:-2], word[:-3], word[:-3] + "y"}


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    rows: dict[int, list[float]] = {}
    hashes, counts = background()
    for key, count in zip(hashes.tolist(), counts.tolist(), strict=True):
        rows[key] = [0.0, 0, count, 0.0]
    valences = word_valences()
    for word, valence in valences.items():
        rows.setdefault(word_hash(word), [0.0, 0, 0, 0.0])[0] = valence
    for word in valences:
        if _bases(word) & valences.keys():
            row = rows[word_hash(word)]
            row[1] = int(row[1]) | COMPARATIVE
    for role, words in _ROLES.items():
        for word in words.split():
            row = rows.setdefault(word_hash(word), [0.0, 0, 0, 0.0])
            row[1] = int(row[1]) | role
    for word, value in acting_valences().items():
        rows.setdefault(word_hash(word), [0.0, 0, 0, 0.0])[3] = value
    keys = np.array(list(rows), np.uint64)
    values = np.array(list(rows.values()), np.float64)
    slot_key, slot_row = table(keys)
    values = np.vstack([values, np.zeros(4)])  # the last row stands for unknown words (row -1)
    return Lexicon(
        slot_key,
        slot_row,
        values[:, 0].astype(np.float32),
        values[:, 1].astype(np.uint32),
        values[:, 2].astype(np.int32),
        values[:, 3].astype(np.float32),
    )
