"""The sentences that weights learn from: format, labels, and that the challenge suite has nothing like them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from instead.mentions.challenge import HALVES
from instead.mentions.gold import GoldSentence, is_challenge, is_set_aside, read_gold
from tests.mentions.test_challenge_files import FOLDER, PHENOMENA, SMALL

WRITTEN = FOLDER.parent / "training_text"
FILES = sorted(WRITTEN.glob("*.tsv"))


@pytest.fixture(scope="module")
def sentences() -> list[GoldSentence]:
    return [sentence for path in FILES for sentence in read_gold(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_files_are_what_they_say(path: Path) -> None:
    assert is_challenge(path)
    assert not is_set_aside(path)


def test_every_phenomenon_has_praise_and_blame(sentences: list[GoldSentence]) -> None:
    assert len(sentences) > 25000
    signs = Counter((s.phenomenon, label.sign) for s in sentences for label in s.labels if not label.optional)
    for phenomenon in PHENOMENA:
        praise = signs[phenomenon, 1] / (signs[phenomenon, 1] + signs[phenomenon, -1])
        assert 0.35 <= praise <= 0.65, phenomenon
    assert {s.phenomenon for s in sentences} == PHENOMENA


def test_no_sentence_stands_twice_and_no_label_contradicts_another(sentences: list[GoldSentence]) -> None:
    texts = Counter(re.sub(r"\W", "", sentence.text).lower() for sentence in sentences)
    assert [text for text, count in texts.items() if count > 1] == []
    for sentence in sentences:
        said: dict[str, set[int]] = defaultdict(set)
        for label in sentence.labels:
            for term in label.terms:
                said[term.lower()].add(label.sign)
        assert all(len(signs) == 1 for signs in said.values()), sentence.text


def varied() -> list[str]:
    """Sentences with words exchanged, which only the teacher has labelled."""
    with np.load(WRITTEN / "varied.npz", allow_pickle=False) as stored:
        return str(stored["text"].tobytes().decode()).split("\n")


def test_the_challenge_suite_has_no_near_twin_of_them(sentences: list[GoldSentence]) -> None:
    """As the two halves of the suite have none of each other. Only numbers are shown, no sentence of the suite."""
    suite = [re.findall(r"[\w']+", s.text.lower()) for half in HALVES for s in read_gold(FOLDER / f"{half}.tsv")]
    bags = [Counter(words) for words in suite]
    holding: dict[str, set[int]] = defaultdict(set)
    for number, words in enumerate(suite):
        for word in set(words) - SMALL:
            holding[word].add(number)
    twins = 0
    for text in [*(sentence.text for sentence in sentences), *varied()]:
        own = re.findall(r"[\w']+", text.lower())
        bag = Counter(own)
        for number in {n for word in set(own) - SMALL for n in holding.get(word, ())}:
            other = suite[number]
            shared = 2 * (bag & bags[number]).total() / (len(own) + len(other))
            twins += shared >= 0.7 and SequenceMatcher(None, other, own, autojunk=False).ratio() >= 0.7
    assert twins == 0


def test_the_teacher_speaks_of_every_varied_sentence() -> None:
    with np.load(WRITTEN / "varied.npz", allow_pickle=False) as stored:
        assert stored["count"].size == len(set(varied()))
        assert stored["chance"].shape == (stored["place"].size, 3)
        assert stored["count"].sum() == stored["place"].size


def test_what_the_teacher_said_holds_no_text() -> None:
    with np.load(WRITTEN / "taught.npz", allow_pickle=False) as stored:
        assert sorted(stored) == ["chance", "count", "place", "sentence"]
        assert stored["count"].sum() == stored["place"].size
        assert stored["chance"].shape == (stored["place"].size, 3)
        assert stored["sentence"].dtype == np.uint64
        assert np.unique(stored["sentence"]).size == stored["sentence"].size
        assert stored["chance"].max() <= 250
