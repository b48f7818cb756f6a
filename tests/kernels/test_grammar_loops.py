"""Loops over phrases, clauses, pairs, polarity and uses: compiled and uncompiled runs agree on real sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from instead.mentions.attributes import _hyphens, clauses
from instead.mentions.loops.clauses import mark_clauses
from instead.mentions.loops.counting import USES, count_uses, pair_keys
from instead.mentions.loops.hashing import word_hash
from instead.mentions.loops.noun_phrases import find_phrases
from instead.mentions.loops.pairing import PAIR_FEATURES, score_pairs
from instead.mentions.loops.polarity import POLARITY_SUMMARY, polarity_examples, score_polarity, word_share
from instead.mentions.opinions import Reading, read, trust_steps, wide_opinions
from instead.mentions.shopwords import ShopWords, add_uses
from instead.mentions.shopwords import count_uses as uses_of
from instead.mentions.weights import load_weights

TEXT = (
    "The battery life is great, but this screen scratches easily. I don't like the price of my guitar strings! "
    "A glass of wine was not bad although the friendly waiter could be faster. Sound quality: excellent. "
    "Windows 7 runs well and the keys are too small. The touch-pad works."
)


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read([TEXT, TEXT.upper(), "ok"], load_weights())


def hashed(*words: str) -> list[np.uint64]:
    return [np.uint64(word_hash(word)) for word in words]


def both(loop: Any, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    with np.errstate(over="ignore"):
        return loop(*arguments), loop.py_func(*arguments)


def test_uses(reading: Reading) -> None:
    page = reading.page
    row = np.unique(page.words.stem, return_inverse=True)[1]
    tables = []
    loops: list[Any] = [count_uses, count_uses.py_func]
    for loop in loops:
        out = np.zeros((row.max() + 1, USES))
        words = hashed("this", "these", "the", "a", "an", "my")
        loop(row, page.words.form, page.words.flags, page.tags, reading.opinion, page.starts, out, *words)
        tables.append(out)
    np.testing.assert_array_equal(tables[0], tables[1])
    keys = np.empty(row.size, np.uint64)
    pair_keys(page.words.stem, page.starts, keys)
    assert (keys[page.starts[1:] - 1] == 0).all()


def test_clauses_reach(reading: Reading) -> None:
    page = reading.page
    marks = clauses(reading)
    again = [np.zeros(page.tags.size, np.uint8) for _ in range(3)]
    comma, only = hashed(",", "only")
    plain_loop: Any = mark_clauses.py_func
    plain_loop(page.tags, reading.roles, page.words.form, page.starts, comma, only, *again)
    for fast, plain in zip((marks.number, marks.negated, marks.wished), again, strict=True):
        np.testing.assert_array_equal(fast, plain)
    spoken = [page.text[a:b] for a, b in zip(page.words.start, page.words.end, strict=True)]
    assert marks.negated[spoken.index("like")]
    assert not marks.negated[spoken.index("great")]
    assert marks.number[spoken.index("screen")] > marks.number[spoken.index("battery")]


def test_phrases_pairs_polarity(reading: Reading) -> None:
    page, words, weights = reading.page, reading.page.words, load_weights()
    shop = ShopWords.judge(add_uses([uses_of(reading)]), weights.worth).columns(reading)
    arguments = (
        page.tags, shop.worth, shop.general, shop.category, reading.opinion, reading.doubt, shop.follows,
        shop.judges, reading.common, shop.noun_share, reading.valence, words.form, words.stem, words.flags,
        _hyphens(reading), page.starts, -9.0, weights.modifier, hashed("of")[0],
        np.array(hashed("glass"), np.uint64),
    )  # fmt: skip
    phrases, plain = both(find_phrases, arguments)
    np.testing.assert_array_equal(phrases, plain)
    said = [page.text[words.start[a] : words.end[e - 1]].lower() for a, e, _ in phrases]
    assert "battery life" in said
    assert "glass of wine" in said
    assert "touch-pad" in said
    marks = clauses(reading)
    nothing = np.empty((1, PAIR_FEATURES), np.uint16)
    (pairs, scores), (pairs2, scores2) = both(
        score_pairs,
        (phrases, shop.worth[phrases[:, 2]], page.starts, page.tags, reading.roles, words.form, reading.valence,
         marks.number, reading.opinion, wide_opinions(reading), trust_steps(reading), weights.pair, np.float32(0),
         nothing, False),
    )  # fmt: skip
    np.testing.assert_array_equal(pairs, pairs2)
    np.testing.assert_allclose(scores, scores2, rtol=1e-4, atol=1e-4)
    results = []
    loops: list[Any] = [score_polarity, score_polarity.py_func]
    for loop in loops:
        out = np.zeros((len(phrases), 3), np.float32)
        with np.errstate(over="ignore"):
            loop(
                phrases, pairs, page.starts, page.tags, reading.roles, words.form, words.stem, reading.valence,
                marks.number, marks.negated, marks.wished, reading.opinion, weights.polarity, out,
            )  # fmt: skip
        results.append(out)
    np.testing.assert_allclose(results[0], results[1], rtol=1e-3, atol=1e-3)


def test_polarity_learns_on_the_rows_it_is_scored_with(reading: Reading) -> None:
    page, marks, weights = reading.page, clauses(reading), load_weights()
    phrases = np.array([(a, a + 1, a) for a in range(0, page.tags.size, 5)], np.int64)
    pairs = np.array([(1, 8, 9)], np.int64)
    columns = (
        page.starts, page.tags, reading.roles, page.words.form, page.words.stem, reading.valence, marks.number,
        marks.negated, marks.wished, reading.opinion,
    )  # fmt: skip
    out = np.zeros((len(phrases), 3), np.float32)
    score_polarity(phrases, pairs, *columns, weights.polarity, out)
    rows, cuts = polarity_examples(phrases, pairs, *columns)
    for m in range(len(phrases)):
        mine = weights.polarity[rows[cuts[m] : cuts[m + 1]]]
        words, summary = mine[:-POLARITY_SUMMARY], mine[-POLARITY_SUMMARY:]
        expected = words.sum(axis=0) * word_share(len(mine)) + summary.sum(axis=0)
        np.testing.assert_allclose(out[m], expected, rtol=1e-3, atol=1e-4)
