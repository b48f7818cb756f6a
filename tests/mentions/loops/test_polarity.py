"""Polarity: feature rows, scores and verdicts of the compiled loops and of a plain one on lists of words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.findings import Findings, judge_phrases
from instead.mentions.loops import polarity
from instead.mentions.loops.composing import turned
from instead.mentions.loops.hashing import table
from instead.mentions.loops.polarity import (
    MOST_ROWS,
    POLARITY_BITS,
    POLARITY_SUMMARY,
    VERDICT_ROWS,
    VERDICT_SHARE,
    polarity_examples,
    score_polarity,
    word_share,
)
from instead.mentions.opinions import read
from instead.mentions.tags import POLARITIES, TAGS
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.plain_pairs import spans_of
from tests.mentions.loops.plain_polarity import (
    AROUND_IT,
    PLAIN,
    SILENT,
    TOLD,
    TURNED,
    Example,
    Leanings,
    polarity_plainly,
)
from tests.mentions.loops.tokens import (
    ROLES,
    TURNS,
    Array,
    Columns,
    Sentence,
    Token,
    hashes,
    random_phrases,
    random_sentences,
    run,
)
from tests.shops import seeds

Spans = list[list[tuple[int, int]]]
VERDICTS = {
    PLAIN: polarity.PLAIN, TOLD: polarity.TOLD, SILENT: polarity.SILENT, AROUND_IT: polarity.AROUND_IT,
}  # fmt: skip
HARMS = {"price", "glas"}


def columns_of(columns: Columns) -> tuple[Array, ...]:
    number = columns.number
    return (
        columns.starts, columns.tags, columns.roles, columns.form, columns.stem, number("valence", np.float32),
        number("clause", np.uint8), columns.turns, columns.voices, columns.labels("opinion"),
    )  # fmt: skip


def random_leanings(rng: np.random.Generator, sentences: list[Sentence]) -> Leanings:
    """Some of the words, each with the last stem or the last two stems of something in the text."""
    words = sorted({token.word for sentence in sentences for token in sentence})
    stems = sorted({token.stem for sentence in sentences for token in sentence})
    pairs = [(word, *rng.choice(stems, n).tolist()) for word in words for n in (1, 1, 1, 2, 2, 2)]
    return {key: float(rng.choice([-1.75, 0.0, 2.25])) for key in pairs}


def tables_of(leanings: Leanings, harms: set[str]) -> tuple[Array, ...]:
    """As the loop looks them up: the word first, two stems folded into one."""
    stems = [fold(0, *map(fnv, key[1:])) if len(key) > 2 else fnv(key[1]) for key in leanings]
    keys = [fold(0, fnv(key[0]), stem) for key, stem in zip(leanings, stems, strict=True)]
    value = np.array([*leanings.values()], np.float32)
    return *table(np.array(keys, np.uint64)), value, np.sort(np.array(hashes(*sorted(harms)), np.uint64))


def random_pairs(rng: np.random.Generator, sentences: list[Sentence], phrases: Spans) -> list[tuple[int, int, int]]:
    """(phrase number, opinion first, opinion end), places counted over all sentences, in no order of phrases."""
    pairs, base, number = [], 0, 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        for first, end in spans_of([token.wide for token in sentence]):
            for own, phrase in enumerate(spans):
                if rng.random() < 0.4 and not set(range(*phrase)) & set(range(first, end)):
                    pairs.append((number + own, base + first, base + end))
        base, number = base + len(sentence), number + len(spans)
    return pairs


@given(seeds)
@settings(max_examples=80, deadline=None)
def test_rows_scores_and_verdicts_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = random_sentences(rng)
    phrases = random_phrases(rng, sentences)
    pairs = random_pairs(rng, sentences, phrases)
    leanings = random_leanings(rng, sentences)
    columns = Columns(sentences)
    spoken = np.array(pairs, np.int64).reshape(-1, 3)
    given_all = (columns.rows(phrases), spoken, *columns_of(columns), *tables_of(leanings, HARMS))
    rows, bounds, verdicts = run(polarity_examples, *given_all)
    weights = rng.normal(size=(1 << POLARITY_BITS, POLARITIES)).astype(np.float32)
    scores = np.full((len(bounds) - 1, POLARITIES), np.nan, np.float32)
    scored, felt = np.full(len(bounds) - 1, 99, np.uint8), np.full(len(bounds) - 1, np.nan, np.float32)
    run(score_polarity, *given_all, weights, scores, scored, felt)
    assert scored.tolist() == verdicts.tolist()
    number, base = 0, 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        for first, end in spans:
            paired = {place - base for own, start, stop in pairs if own == number for place in range(start, stop)}
            example = Example(sentence, first, end, paired, leanings, HARMS)
            words, summary = polarity_plainly(example)
            mine = rows[bounds[number] : bounds[number + 1]].tolist()
            assert sorted(mine[:-POLARITY_SUMMARY]) == sorted(words)
            assert mine[-POLARITY_SUMMARY:] == summary
            verdict, total = example.verdict()
            assert verdicts[number] == VERDICTS[verdict]
            assert felt[number] == np.float32(total)
            told = verdict in (TOLD, SILENT)
            even = (4.0 if told else 8.0) / np.sqrt(len(words))
            share = np.array([1.0] * (POLARITY_SUMMARY - 3) + [4.0 if told else 1.0] * 3)
            expected = even * weights[words].astype(np.float64).sum(axis=0) + share @ weights[summary]
            np.testing.assert_allclose(scores[number], expected, rtol=1e-4, atol=1e-3)
            number += 1
        base += len(sentence)
    assert number == len(bounds) - 1


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_what_a_turn_does_to_a_valence(seed: int) -> None:
    rng = np.random.default_rng(seed)
    token = random_sentences(rng, most=1, longest=1)
    for one in [*(token[0] if token else []), Token("thing", "NN", roles=frozenset({"vague"})), Token("long", "JJ")]:
        value = float(rng.choice([-3.0, -1.0, 0.0, 0.5, 0.9, 1.0, 2.5, 3.0]))
        for name, turn in TURNS.items():
            found = run(turned, value, turn, TAGS.index(one.tag), sum(ROLES[role] for role in one.roles))
            assert found == pytest.approx(TURNED[name](value, one))


def test_a_long_sentence_fits() -> None:
    """Every word has all the rows it can have."""
    word = Token("good", "JJ", opinion="B", valence=1.0)
    columns = Columns([[word] * 100])
    every = np.array([(0, 0, 50), (0, 51, 100)], np.int64)
    rows, bounds, _ = run(
        polarity_examples, np.array([(50, 51, 50)], np.int64), every, *columns_of(columns), *tables_of({}, set())
    )
    assert bounds.tolist() == [0, rows.size]
    assert rows.size <= MOST_ROWS
    words, summary = polarity_plainly(Example(columns.sentences[0], 50, 51, set(range(100)) - {50}))
    assert sorted(rows.tolist()) == sorted([*words, *summary])


def test_word_rows_of_long_sentences_weigh_less() -> None:
    assert run(word_share, POLARITY_SUMMARY + 64, polarity.PLAIN) == 1.0
    assert run(word_share, POLARITY_SUMMARY, polarity.PLAIN) == 8.0  # no word at all: nothing is divided by zero
    assert run(word_share, POLARITY_SUMMARY + 64, polarity.TOLD) == 0.5
    assert run(word_share, POLARITY_SUMMARY + 64, polarity.AROUND_IT) == 1.0
    assert (VERDICT_ROWS, VERDICT_SHARE) == (3, 4.0)


def judged(text: str, attribute: str) -> Findings:
    """A text read with one attribute, the words as they stand in it."""
    reading = read([text], load_weights())
    first, end = reading.page.words_in(0, text.index(attribute), text.index(attribute) + len(attribute))
    return judge_phrases(reading, np.array([(first, end, end - 1)]), None, load_weights())


@pytest.mark.parametrize(
    ("text", "attribute", "verdict", "sign"),
    [
        ("The lid is great.", "lid", PLAIN, 1),
        ("I wish the cable was longer.", "cable", TOLD, -1),
        ("The price is high.", "price", PLAIN, -1),  # "high" leans on what it describes
        ("The quality is high.", "quality", PLAIN, 1),
        ("The loading time is long.", "loading time", PLAIN, -1),
        ("The battery life is long.", "battery life", PLAIN, 1),
        ("The strap is too long.", "strap", PLAIN, -1),
        ("The strap is not long enough.", "strap", PLAIN, -1),
        ("The sound could not be better.", "sound", PLAIN, 1),
        ("It has no padding.", "padding", TOLD, -1),
        ("There is no noise.", "noise", TOLD, 1),
        ("Everything is great except for the lid.", "lid", TOLD, -1),
        ("Apart from the strap everything is awful.", "strap", TOLD, 1),
        ("My old bag had a better zipper.", "zipper", TOLD, -1),
        ("My old bag had a zipper.", "zipper", SILENT, 0),
        ("My old bag was better.", "bag", SILENT, -1),
        ("Is the lid tight?", "lid", SILENT, 0),
        ("If the lid breaks I will send it back.", "lid", SILENT, 0),
        ("The seller claims the lid is great.", "lid", SILENT, 0),
        ("I was looking for a great lid.", "lid", SILENT, 0),
        ("The zipper is better than on my old bag.", "bag", SILENT, -1),
        ("The pegs are strong enough for rocky ground.", "ground", AROUND_IT, 1),
        ("I wish the pegs were stronger on wet ground.", "ground", AROUND_IT, -1),  # a wish, yet not of the ground
    ],
)
def test_what_grammar_says_of_real_sentences(text: str, attribute: str, verdict: str, sign: int) -> None:
    found = judged(text, attribute)
    assert found.verdict.tolist() == [VERDICTS[verdict]]
    assert np.sign(found.felt).tolist() == [sign]
