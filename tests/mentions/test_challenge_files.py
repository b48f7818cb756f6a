"""The two files of the challenge suite: format, halves, balance, and that no half knows a sentence of the other."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from instead.mentions.challenge import HALVES, half_of
from instead.mentions.gold import GoldSentence, is_challenge, is_set_aside, read_gold
from instead.mentions.seen import recognise

FOLDER = Path(__file__).parents[2] / "challenge"
PHENOMENA = {
    "plain", "negation", "wish", "degree", "event", "attribute", "contrast", "comparison", "silent", "noise",
}  # fmt: skip
SMALL = frozenset(
    re.findall(
        r"\w+",
        "the a an is are was were it its i my of and to in on for this that with not no but so too very has have had "
        "be as at than",
    )
)


@pytest.fixture(scope="module")
def suite() -> dict[str, list[GoldSentence]]:
    return {half: read_gold(FOLDER / f"{half}.tsv") for half in HALVES}


@pytest.mark.parametrize("half", HALVES)
def test_the_files_are_what_they_say(half: str) -> None:
    path = FOLDER / f"{half}.tsv"
    assert is_challenge(path)
    assert is_set_aside(path) == (half == "set_aside")


def test_it_is_large_enough(suite: dict[str, list[GoldSentence]]) -> None:
    assert sum(map(len, suite.values())) >= 700
    for sentences in suite.values():
        counts = Counter(sentence.phenomenon for sentence in sentences)
        assert counts.keys() == PHENOMENA
        assert min(counts.values()) >= 30


def test_sentences_are_short_and_clean(suite: dict[str, list[GoldSentence]]) -> None:
    for sentences in suite.values():
        for sentence in sentences:
            assert sentence.text == sentence.text.strip()
            assert len(sentence.text.split()) <= 25


def test_no_sentence_stands_twice(suite: dict[str, list[GoldSentence]]) -> None:
    texts = [re.sub(r"\W", "", s.text).lower() for sentences in suite.values() for s in sentences]
    assert [text for text, count in Counter(texts).items() if count > 1] == []


def test_the_letters_of_a_sentence_choose_its_half(suite: dict[str, list[GoldSentence]]) -> None:
    for half, sentences in suite.items():
        assert [s.text for s in sentences if half_of(s.text) != half] == []


def test_near_twins_stand_in_one_half(suite: dict[str, list[GoldSentence]]) -> None:
    """Sentences of the halves that share most words in their order, one of content among them."""
    ours, theirs = ([re.findall(r"[\w']+", s.text.lower()) for s in suite[half]] for half in HALVES)
    twins = []
    for a in ours:
        compared = SequenceMatcher(None, autojunk=False)
        compared.set_seq2(a)
        for b in theirs:
            if (set(a) & set(b)) - SMALL:
                compared.set_seq1(b)
                if compared.real_quick_ratio() >= 0.7 and compared.ratio() >= 0.7:
                    twins.append((a, b))
    assert twins == []


def test_praise_and_blame_are_about_equal(suite: dict[str, list[GoldSentence]]) -> None:
    both = [sentence for sentences in suite.values() for sentence in sentences]
    for part in [both, *suite.values()]:
        signs = Counter((s.phenomenon, label.sign) for s in part for label in s.labels if not label.optional)
        for phenomenon in PHENOMENA:
            praise = signs[phenomenon, 1] / (signs[phenomenon, 1] + signs[phenomenon, -1])
            assert 0.38 <= praise <= 0.62, phenomenon


def test_only_silence_and_other_products_have_no_label(suite: dict[str, list[GoldSentence]]) -> None:
    for sentences in suite.values():
        silent = Counter(s.phenomenon for s in sentences if not s.labels)
        assert silent.keys() == {"silent", "comparison"}
        assert silent["silent"] >= 20
        for sentence in sentences:  # a label that must be found is what a sentence is scored by
            assert not sentence.labels or any(not label.optional for label in sentence.labels)


def test_no_label_contradicts_another(suite: dict[str, list[GoldSentence]]) -> None:
    for sentences in suite.values():
        for sentence in sentences:
            said: dict[str, set[int]] = {}
            for label in sentence.labels:
                for term in label.terms:
                    said.setdefault(term.lower(), set()).add(label.sign)
            assert all(len(signs) == 1 for signs in said.values()), sentence.text


def test_the_weights_have_learned_from_none_of_it(suite: dict[str, list[GoldSentence]]) -> None:
    assert recognise([s.text for sentences in suite.values() for s in sentences]).of_domain() == {}
