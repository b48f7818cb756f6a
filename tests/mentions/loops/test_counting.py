"""Counts of use: the compiled loop and a plain count by names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops import counting
from instead.mentions.opinions import read
from instead.mentions.shopwords import count_uses
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_counting import neighbours_plainly, uses_plainly
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.tokens import Columns, hashes, random_sentences
from tests.shops import seeds

COUNTED = [
    "ALL", "NOUN", "PRAISED", "THIS", "THE", "A", "BEFORE_NOUN", "AFTER_NOUN", "SUBJECT", "JUDGED",
    "AFTER_PREPOSITION", "CAPITAL_INSIDE", "OWNED", "COUNTED", "OPINION", "NEAR_OPINION", "OBJECT", "MINE",
]  # fmt: skip


@given(seeds)
@settings(max_examples=120, deadline=None)
def test_counts_are_those_of_the_twin(seed: int) -> None:
    columns = Columns(random_sentences(np.random.default_rng(seed)))
    stems = sorted({token.stem for token in columns.tokens} - {"price"})  # one stem is not asked for
    row = np.array([stems.index(t.stem) if t.stem in stems else -1 for t in columns.tokens], np.int64)
    out = np.zeros((len(stems), counting.USES))
    counting.count_uses(
        row, columns.form, columns.flags, columns.tags, columns.labels("opinion"), columns.starts, out,
        *hashes("this", "these", "the", "a", "an", "my"),
    )  # fmt: skip
    expected = uses_plainly(columns.sentences)
    for place, stem in enumerate(stems):
        for name in COUNTED:
            assert out[place, getattr(counting, name)] == expected[stem, name], (stem, name)
    rest = set(range(counting.USES)) - {getattr(counting, name) for name in COUNTED}
    assert not out[:, sorted(rest)].any()


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_pairs_of_neighbours(seed: int) -> None:
    columns = Columns(random_sentences(np.random.default_rng(seed)))
    keys = np.empty(len(columns.tokens), np.uint64)
    counting.pair_keys(columns.stem, columns.starts, keys)
    pairs = neighbours_plainly(columns.sentences)
    assert keys.tolist() == [fold(fnv(pair[0]), fnv(pair[1])) if pair else 0 for pair in pairs]


@pytest.mark.parametrize(
    ("text", "word", "uses"),
    [
        ("I love my good battery", "battery", {"ALL", "NOUN", "OWNED", "MINE"}),
        ("This screen scratches", "screen", {"ALL", "NOUN", "THIS"}),
        ("It has two keys", "key", {"ALL", "NOUN", "COUNTED"}),
        ("the price of strings", "string", {"ALL", "NOUN", "AFTER_PREPOSITION"}),
    ],
)
def test_uses_in_real_sentences(text: str, word: str, uses: set[str]) -> None:
    counted = count_uses(read([text], load_weights()))
    mine = counted.counts[counted.stems.tolist().index(fnv(word))]
    assert uses <= {name for name in COUNTED if mine[getattr(counting, name)]}
