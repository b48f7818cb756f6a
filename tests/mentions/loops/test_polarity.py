"""What grammar says of an attribute: the compiled loop and a plain one on lists of words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.findings import Findings, judge_phrases
from instead.mentions.loops import polarity
from instead.mentions.loops.composing import turned
from instead.mentions.loops.hashing import table
from instead.mentions.loops.polarity import weigh_clauses
from instead.mentions.opinions import read
from instead.mentions.tags import TAGS
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_hash import fnv, fold
from tests.mentions.loops.plain_polarity import (
    AROUND_IT,
    PLAIN,
    SILENT,
    TOLD,
    TURNED,
    Example,
    Leanings,
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
        number("clause", np.uint8), columns.turns, columns.voices,
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


@given(seeds)
@settings(max_examples=80, deadline=None)
def test_verdicts_are_those_of_the_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = random_sentences(rng)
    phrases = random_phrases(rng, sentences)
    leanings = random_leanings(rng, sentences)
    columns = Columns(sentences)
    rows = columns.rows(phrases)
    verdicts, felt = np.full(len(rows), 99, np.uint8), np.full(len(rows), np.nan, np.float32)
    run(weigh_clauses, rows, *columns_of(columns), *tables_of(leanings, HARMS), verdicts, felt)
    number = 0
    for sentence, spans in zip(sentences, phrases, strict=True):
        for first, end in spans:
            verdict, total = Example(sentence, first, end, leanings, HARMS).verdict()
            assert verdicts[number] == VERDICTS[verdict]
            assert felt[number] == np.float32(total)
            number += 1
    assert number == len(rows)


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
