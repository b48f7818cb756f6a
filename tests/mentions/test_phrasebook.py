"""Made-up sentences to learn from: labels stand where they should, every group of words is used."""

from __future__ import annotations

import re

import phrasebook as book
from instead.mentions.leanings import one_by_one
from phrasebook import leaning_sentences, phrasebook

LINES = book.PATTERNS.strip().split("\n")


def words_of(listed: str) -> set[str]:
    return {word for word in listed.replace("\n", "").split("|") if word}


def test_labels_stand_on_attributes() -> None:
    attributes = words_of(book.ATTRIBUTES)
    sentences = phrasebook(times=3)
    assert len(sentences) == 3 * len(LINES)
    for number, sentence in enumerate(sentences):
        pattern, _, labels = LINES[number // 3].partition("|")
        assert "{" not in sentence.text
        assert len(sentence.terms) == len(labels.split()) == len(re.findall(r"\{[ab]\}", pattern))
        named = [sentence.text[first:end].lower() for (first, end), _ in sentence.terms]
        assert set(named) <= attributes
        assert len(set(named)) == len(named)  # {a} and {b} differ
        around = re.split(r"\{[ab]\}", pattern)
        for (first, end), _ in sentence.terms:  # whole words
            assert not sentence.text[max(first - 1, 0) : first].isalpha()
            assert not sentence.text[end : end + 1].isalpha()
        fixed = [word for word in " ".join(around).split() if not word.startswith("{") and word.isalpha()]
        assert all(word in sentence.text.lower() for word in fixed)


def test_signs_are_those_of_the_pattern() -> None:
    sign = {"+": 1, "-": -1, "0": 0}
    for line, sentence in zip(LINES, phrasebook(times=1), strict=True):
        pattern, _, labels = line.partition("|")
        told = {label[0]: sign[label[1]] for label in labels.split()}
        order = re.findall(r"\{([ab])\}", pattern)
        assert [given for _, given in sentence.terms] == [told[mark] for mark in order]


def test_every_group_is_used_and_every_mark_is_a_group() -> None:
    marks = set(re.findall(r"\{(.)\}", book.PATTERNS))
    assert marks == {"a", "b", *book._WORDS}
    assert all(len(words_of(listed)) > 5 for listed in book._WORDS.values())
    assert len(set(LINES)) == len(LINES)


def test_words_of_opposite_groups_differ() -> None:
    for one, other in ((book.GOOD, book.BAD), (book.BETTER, book.WORSE), (book.LIKE, book.HATE)):
        assert not words_of(one) & words_of(other)


def test_the_same_with_every_run() -> None:
    assert phrasebook(times=2) == phrasebook(times=2)
    assert phrasebook(times=2) != phrasebook(times=2, seed=8)
    assert len({sentence.text for sentence in phrasebook(times=5)}) > 4 * len(LINES)  # other words each time


def test_words_meet_attributes_they_lean_on() -> None:
    listed = {(word, attribute): value for word, attribute, value in one_by_one()}
    made = leaning_sentences(count=60)
    signs = []
    for sentence in made:
        ((first, end), sign), = sentence.terms  # fmt: skip
        words = sentence.text.lower().strip(".!").split()
        attribute = sentence.text[first:end].lower()
        (value,) = {listed[word, attribute] > 0 for word in words if (word, attribute) in listed}
        assert sign == (1 if value else -1) * (-1 if "not" in words else 1), sentence.text
        signs.append(sign)
    assert 15 < signs.count(1) < 45
