"""Part-of-speech tagging: the compiled loop and a plain one on strings, and tags of a real sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.loops.hashing import table
from instead.mentions.loops.tagging import FEATURES, aligned, tag_words
from instead.mentions.loops.words import BREAK
from instead.mentions.sentences import read_page
from instead.mentions.tags import MERGED, TAGS
from tests.mentions.loops.plain_hash import fnv
from tests.mentions.loops.plain_tagging import shape, tag_plainly, tail, templates
from tests.shops import seeds

WORDS = ("the", "The", "battery", "BATTERY", "b", "I", "7", "3.5", "!", "...", "éclair", "日本", "x" * 300, "n't", "is")


@pytest.mark.parametrize("largest", [1, 500])  # small weights: scores tie
@given(seeds)
@settings(max_examples=40, deadline=None)
def test_tags_are_those_of_the_twin(largest: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = [rng.choice(WORDS, rng.integers(1, 8)).tolist() for _ in range(rng.integers(0, 5))]
    weights = rng.integers(-largest, largest + 1, (1 << 10, len(TAGS))).astype(np.int16)
    known = {"the": int(rng.integers(28)), "!": int(rng.integers(28))}
    words = [word for sentence in sentences for word in sentence]
    form = np.array([fnv(word.lower()) for word in words], np.uint64)
    tails = np.array([tail(word.lower()) for word in words], np.uint64)
    flags = np.array([shape(word) for word in words], np.uint8)
    flags[np.cumsum([len(sentence) for sentence in sentences], dtype=np.int64) - 1] |= BREAK
    slots = table(np.array([fnv(word) for word in known], np.uint64))
    found = tag_words(form, tails, flags, aligned(weights), *slots, np.array(list(known.values()), np.uint8))
    assert found.tolist() == [tag for one in sentences for tag in tag_plainly(one, weights, known)]


def test_there_is_one_row_for_each_template() -> None:
    assert [number for number, *_ in templates(["a"], 0, [-1, -1])] == list(range(1, FEATURES + 1))


def test_every_merged_tag_goes_into_one_of_ours() -> None:
    assert not set(MERGED) & set(TAGS)
    assert set(MERGED.values()) <= set(TAGS)


def test_a_sentence_of_the_shipped_tagger() -> None:
    page = read_page(["The battery works very well , and I like its two keys ."])
    assert [TAGS[tag] for tag in page.tags] == [
        "DT", "NN", "VBZ", "RB", "RB", "PUNCT", "CC", "PRP", "VBP", "PRP$", "CD", "NNS", "PUNCT",
    ]  # fmt: skip
