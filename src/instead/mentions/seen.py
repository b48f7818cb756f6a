"""Which sentences the shipped weights have learned from: told by the sentences themselves, never by a file's name.

`data/sentences.npz` holds a hash of every labelled sentence, domain by domain: those that weights were trained on, and
those of the domain's other parts, which none was trained on. Commonplaces ("Highly recommended!") that stand in several
domains are left out: they name no attribute. Made by scripts/known_sentences.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from instead.mentions.weights import SETS

DOMAINS = ("laptops", "restaurants", "hu-liu")
LEFT_OUT = {name: name.removeprefix("without-") for name in SETS}
"""Set of weights -> the domain whose labels it left out; "all" left out none."""
_FILE = "data/sentences.npz"
_HELD_OUT = " held out"

Hashes = npt.NDArray[np.uint64]


def letters(text: str) -> str:
    """A sentence without blanks, marks and case: corpora that share sentences cut them into words differently."""
    return re.sub(r"\W", "", text).lower()


def sentence_hashes(texts: Iterable[str]) -> Hashes:
    """Eight bytes per sentence; those without any letter are no sentences."""
    kept = (letters(text) for text in texts)
    made = [int.from_bytes(blake2b(one.encode(), digest_size=8).digest(), "little") for one in kept if one]
    return np.array(made, np.uint64)


@dataclass(frozen=True, slots=True)
class Known:
    """Hashes of labelled sentences by domain, sorted."""

    trained: Mapping[str, Hashes]
    held_out: Mapping[str, Hashes]

    def save(self, path: Path) -> None:
        """Arrays only."""
        held_out = {name + _HELD_OUT: hashes for name, hashes in self.held_out.items()}
        np.savez_compressed(path, **{**self.trained, **held_out})  # type: ignore[arg-type, unused-ignore]


@lru_cache(maxsize=1)
def known_sentences() -> Known:
    """What ships with the weights."""
    with files("instead.mentions").joinpath(_FILE).open("rb") as file:
        stored = np.load(file, allow_pickle=False)
        return Known(
            {domain: stored[domain] for domain in DOMAINS},
            {domain: stored[domain + _HELD_OUT] for domain in DOMAINS},
        )


@dataclass(frozen=True, slots=True)
class Recognised:
    """How many sentences of a file stand in the labelled data, by domain."""

    sentences: int
    trained: Mapping[str, int]
    """Sentences that weights learned from, those that left the domain out excepted."""
    held_out: Mapping[str, int]
    """Sentences of the domain that no weights learned from."""

    def seen(self, weights: str) -> int:
        """Sentences that a set of weights has learned from."""
        return sum(count for domain, count in self.trained.items() if domain != LEFT_OUT[weights])

    def of_learned_domains(self, weights: str) -> int:
        """Sentences of domains whose labels a set has learned from, in whatever part they stand."""
        return self.seen(weights) + sum(n for domain, n in self.held_out.items() if domain != LEFT_OUT[weights])

    def of_domain(self) -> dict[str, int]:
        """All sentences that were recognised, by domain, where there are any."""
        both = {domain: self.trained[domain] + self.held_out[domain] for domain in DOMAINS}
        return {domain: count for domain, count in both.items() if count}

    def cleanest(self) -> str:
        """The set that learned from the fewest of these sentences; of equals from the fewest of their domain."""
        return min(SETS, key=lambda name: (self.seen(name), self.of_learned_domains(name)))  # the first of equals


def recognise(texts: Sequence[str]) -> Recognised:
    """Look sentences up in the labelled data."""
    hashes, known = sentence_hashes(texts), known_sentences()
    return Recognised(
        len(texts),
        {domain: int(np.isin(hashes, known.trained[domain]).sum()) for domain in DOMAINS},
        {
            domain: int((np.isin(hashes, known.held_out[domain]) & ~np.isin(hashes, known.trained[domain])).sum())
            for domain in DOMAINS
        },
    )
