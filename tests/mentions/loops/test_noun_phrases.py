"""Candidate noun phrases: the compiled loop and a plain one on lists, and phrases of real sentences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.attributes import noun_phrases
from instead.mentions.loops.noun_phrases import (
    BOND,
    HARDLY_NOUN,
    MODIFIER_FEATURES,
    SURELY_NOUN,
    TIGHT,
    find_phrases,
    modifier_features,
)
from instead.mentions.opinions import read
from instead.mentions.shopwords import ShopWords, add_uses, count_uses
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_phrases import Rules, modifier_evidence, phrases_plainly
from tests.mentions.loops.tokens import Columns, hashes, random_sentences
from tests.shops import seeds


def weights_for(rng: np.random.Generator) -> np.ndarray:
    """Random weights, or none at all: then only words that belong together tightly join."""
    if rng.random() < 0.3:
        return np.zeros(MODIFIER_FEATURES, np.float32)
    return rng.normal(size=MODIFIER_FEATURES).astype(np.float32)


@given(seeds)
@settings(max_examples=150, deadline=None)
def test_phrases_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    columns = Columns(random_sentences(rng))
    modifier = weights_for(rng)
    rules = Rules(float(rng.choice([-9.0, -1.0, 0.0])), modifier.tolist(), {"glas", "bottle"}, {"key", "price"})
    number = columns.number
    found = find_phrases(
        columns.tags, number("worth", np.float32), number("general", bool), number("category", bool),
        columns.labels("opinion"), number("doubt", np.float32), number("follows", np.float32),
        number("judges", np.float32), number("joins", np.float32), number("common", np.int32),
        number("noun_share", np.float32),
        number("valence", np.float32), columns.form, columns.stem, columns.flags, number("glued", bool),
        columns.starts, rules.least, modifier, hashes("of")[0], np.array(hashes(*sorted(rules.measures))),
        np.array(hashes(*sorted(rules.closers))),
    )  # fmt: skip
    expected = [
        [place + base for place in phrase]
        for base, sentence in zip(columns.starts.tolist(), columns.sentences, strict=False)
        for phrase in phrases_plainly(sentence, rules)
    ]
    assert found.tolist() == expected


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_evidence_of_a_modifier(seed: int) -> None:
    columns = Columns(random_sentences(np.random.default_rng(seed)))
    number, out = columns.number, np.empty(MODIFIER_FEATURES)
    for place, token in enumerate(columns.tokens):
        modifier_features(
            place, columns.tags, number("doubt", np.float32), number("valence", np.float32),
            number("common", np.int32), number("follows", np.float32), number("judges", np.float32),
            number("joins", np.float32), columns.flags, number("noun_share", np.float32), number("general", bool),
            number("category", bool), out,
        )  # fmt: skip
        np.testing.assert_allclose(out, modifier_evidence(token), rtol=1e-12)


def test_the_thresholds_of_the_twin_are_those_of_the_loop() -> None:
    assert (BOND, TIGHT, HARDLY_NOUN, SURELY_NOUN) == (0.04, 0.25, 0.2, 0.9)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The battery life is great, but this screen scratches easily.", "battery life"),
        ("The battery life is great, but this screen scratches easily.", "screen"),
        ("A glass of wine was not bad.", "glass of wine"),
        ("The touch-pad works.", "touch-pad"),
        ("I bought it with Windows 7 in March.", "windows 7"),
    ],
)
def test_phrases_of_real_sentences(text: str, phrase: str) -> None:
    weights = load_weights()
    reading = read([text], weights)
    shop = ShopWords.judge(add_uses([count_uses(reading)]), weights).columns(reading, weights)
    words = reading.page.words
    found = noun_phrases(reading, shop, weights, -9.0)
    assert phrase in [text[words.start[a] : words.end[e - 1]].lower() for a, e, _ in found.tolist()]
