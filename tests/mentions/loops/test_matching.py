"""Phrases to attributes: the compiled look-up of hashes and a plain one of the phrases themselves."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from instead.mentions.loops.hashing import table
from instead.mentions.loops.matching import fold_pairs, match_phrases, phrase_keys
from tests.mentions.loops.plain_hash import fnv, fold, pair_hash
from tests.mentions.loops.tokens import run
from tests.shops import seeds

Phrase = tuple[str, ...]
WORDS = ("cheap", "guitar", "string", "use", "fits", "日本", "x" * 200)


def key(phrase: Phrase) -> int:
    return fold(0x5EED, *map(fnv, phrase))


def match_plainly(phrase: Phrase, known: dict[Phrase, int], verbs: dict[str, Phrase]) -> int:
    """The row of the longest known ending; of a single verb, that of the noun it stands for."""
    endings = [phrase[cut:] for cut in range(len(phrase))]
    if len(phrase) == 1 and phrase[0] in verbs:
        endings.append(verbs[phrase[0]])
    return next((known[ending] for ending in endings if ending in known), -1)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_the_longest_known_ending_wins(seed: int) -> None:
    rng = np.random.default_rng(seed)
    text = rng.choice(WORDS, 20).tolist()
    spans = [(first, first + int(rng.integers(1, 4))) for first in rng.integers(0, 17, 8).tolist()]
    every: list[Phrase] = [tuple(text[a : a + size]) for a in range(17) for size in (1, 2, 3)]
    names = [every[place] for place in rng.integers(len(every), size=int(rng.integers(0, 12)))]
    known = {phrase: row for row, phrase in enumerate(dict.fromkeys(names))}
    verbs: dict[str, Phrase] = {"use": ("guitar",), "fits": ("cheap", "string")}
    by_hash = sorted((fnv(verb), key(noun)) for verb, noun in verbs.items())
    stem = np.array([fnv(word) for word in text], np.uint64)
    phrases = np.array([(a, e, e - 1) for a, e in spans], np.int64)
    keys = np.empty(len(phrases), np.uint64)
    phrase_keys(phrases, stem, keys)
    assert keys.tolist() == [key(tuple(text[a:e])) for a, e in spans]
    out = np.empty(len(phrases), np.int32)
    verb_columns = [np.array(column, np.uint64) for column in zip(*by_hash, strict=True)]
    slots = table(np.array([key(phrase) for phrase in known], np.uint64))
    run(match_phrases, phrases, stem, stem, *verb_columns, *slots, out)
    assert out.tolist() == [match_plainly(tuple(text[a:e]), known, verbs) for a, e in spans]


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_pairs_are_hashed_in_order(seed: int) -> None:
    left, right = np.random.default_rng(seed).integers(0, 2**64, (2, 9), np.uint64)
    out = np.empty(9, np.uint64)
    fold_pairs(left, right, out)
    assert out.tolist() == [pair_hash(a, b) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    assert pair_hash(1, 2) != pair_hash(2, 1)
