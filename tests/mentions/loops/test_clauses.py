"""Clauses, turns and voices: the compiled loop and a plain one, random sentences and sentences by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.attributes import Clauses, clauses
from instead.mentions.loops.clauses import HANDED_ON, NEGATION_REACH, THAN_REACH, mark_clauses
from instead.mentions.opinions import read
from instead.mentions.tags import UNTURNED
from instead.mentions.weights import load_weights
from tests.mentions.loops.plain_clauses import clauses_plainly
from tests.mentions.loops.tokens import TURNS, VOICES, Columns, hashes, random_sentences, run
from tests.shops import seeds


@given(seeds)
@settings(max_examples=300, deadline=None)
def test_clauses_are_those_of_the_twin(seed: int) -> None:
    columns = Columns(random_sentences(np.random.default_rng(seed)))
    found = [np.full(len(columns.tokens), 9, np.uint8) for _ in range(3)]
    run(
        mark_clauses,
        columns.tags, columns.roles, columns.form, columns.starts, *hashes(",", "?"), np.array(hashes("or", "nor")),
        *found,
    )  # fmt: skip
    expected = [
        (number, TURNS[turn], sum(VOICES[voice] for voice in voices))
        for sentence in columns.sentences
        for number, turn, voices in clauses_plainly(sentence)
    ]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == expected


def test_the_reaches_of_the_twin_are_those_of_the_loop() -> None:
    assert (NEGATION_REACH, HANDED_ON, THAN_REACH) == (5, 9, 5)


def marked(text: str) -> tuple[list[str], Clauses]:
    reading = read([text], load_weights())
    words = reading.page.words
    return [text[words.start[i] : words.end[i]] for i in range(words.form.size)], clauses(reading)


def by_clause(text: str) -> list[str]:
    words, marks = marked(text)
    return [" ".join(np.array(words)[marks.number == number]) for number in np.unique(marks.number)]


def turned(text: str) -> dict[str, str]:
    """What is done to each word that anything is done to."""
    words, marks = marked(text)
    names = {number: name for name, number in TURNS.items()}
    return {
        word: names[turn] for word, turn in zip(words, marks.turn.tolist(), strict=True) if turn != UNTURNED
    }  # fmt: skip


def said(text: str, voice: str) -> str:
    """The words in a voice."""
    words, marks = marked(text)
    return " ".join(word for word, bits in zip(words, marks.voice.tolist(), strict=True) if bits & VOICES[voice])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The sound is fine and it works", ["The sound is fine", "and it works"]),
        ("The sound is fine and loud", ["The sound is fine and loud"]),
        ("The sound is fine and the neck is weak", ["The sound is fine", "and the neck is weak"]),
        ("Good sound, and the neck is fine", ["Good sound", ", and the neck is fine"]),
        ("It is not bad but great", ["It is not bad", "but great"]),
        ("The lid is tight; the box is bad", ["The lid is tight", "; the box is bad"]),
        ("Although the lid is loose, the jar is great", ["Although the lid is loose", ", the jar is great"]),
        ("If the strap breaks, the warranty helps", ["If the strap breaks", ", the warranty helps"]),
        ("However, the lid leaks", ["However , the lid leaks"]),  # "however," stays with what it opens
        ("Great sound, could use more bass", ["Great sound", ", could use more bass"]),
        ("I liked the fabric, not the zipper", ["I liked the fabric", ", not the zipper"]),
        # A conjunction inside an expression cuts nothing.
        ("It is an arm and a leg is gone", ["It is an arm and a leg is gone"]),
        ("The strap is great - 👍", ["The strap is great - 👍"]),  # an emoji judges what it follows
        ("The strap is great - bad", ["The strap is great", "- bad"]),
        ("", []),
    ],
)  # fmt: skip
def test_where_clauses_begin(text: str, expected: list[str]) -> None:
    assert by_clause(text) == expected


@pytest.mark.parametrize(
    ("text", "words", "turn"),
    [
        ("It is not the loud red fan on wheels", "the loud red fan on", "not"),  # five words
        ("It is not sturdy but good", "sturdy", "not"),
        ("It is not sturdy, reliable or quiet", "sturdy , reliable or quiet", "not"),
        ("It is not sturdy, the motor is loud", "sturdy", "not"),
        ("It does not rattle, nor does it squeak", "rattle does it squeak", "not"),
        ("It is not without charm", "without", "not"),  # the second negation ends the first
        ("I do not think the sound of this is good", "think the sound of this is good", "not"),  # handed on
        ("It has no cup holder and a soft seat", "cup holder", "no"),
        ("It comes without a strap for my bag", "strap", "no"),
        ("The strap is too short", "short", "too"),
        ("The strap is way too short", "short", "too"),
        ("The strap is not too short", "short", "not too"),
        ("The strap is long enough", "long", "enough"),
        ("The strap is not long enough", "long", "not enough"),
        ("The lid is a bit loose", "loose", "a bit"),
        ("The fan is less noisy", "noisy", "less"),
        ("The sound could not be better", "better", "unbeaten"),
        ("I have never had a better chair", "better", "unbeaten"),
        ("not only good", "", "not"),
        ("not", "", "not"),
    ],
)
def test_what_is_done_to_words(text: str, words: str, turn: str) -> None:
    assert " ".join(word for word, done in turned(text).items() if done == turn) == words


@pytest.mark.parametrize(
    ("text", "voice", "words"),
    [
        ("I wish the old red cable was longer", "wished", "I wish the old red cable was longer"),
        ("Great sound, could use more bass", "wished", ", could use more bass"),
        ("The lid could be tighter", "wished", "The lid could be tighter"),
        ("The lid could be anything", "wished", ""),  # no comparative
        ("I don't wish for more", "wished", ""),
        ("I wish all my bags had this zipper", "wished", ""),
        ("If the strap breaks, the warranty helps", "iffy", "the strap breaks"),
        ("The toe box is too narrow for comfort", "iffy", "for comfort"),
        ("Were it good I would be happy", "iffy", "it good I would be happy"),
        ("If it had been firmer I would have kept it", "iffy", ""),
        ("If it had been firmer I would have kept it", "wished", "it had been firmer I would have kept it"),
        ("The seller claims the lid is tight", "heard", "The seller claims the lid is tight"),
        ("I was looking for a quiet fan", "wanted", "a quiet fan"),
        ("I was looking for a quiet fan, it is loud", "wanted", "a quiet fan"),
        ("My old one had a better zipper", "others", "My old one had a better zipper"),
        ("There are better drills", "others", "There are better drills"),
        ("There are good drills", "others", ""),  # nothing is compared
        ("The zipper is better than on my old bag", "others", ""),
        ("The zipper is better than on my old bag", "than", "on my old bag"),
        ("Compared to my old one the sound is clear", "than", "my old one"),
        ("Everything is great except for the lid", "excepted", "the lid"),
        ("Other than the strap it is fine", "excepted", "the strap"),
        ("I liked the fabric, not the zipper", "excepted", "not the zipper"),
        ("I liked the fabric, not the ugly zipper", "excepted", ""),
        ("Is the fan quiet?", "asked", "Is the fan quiet ?"),
        ("Why is the cable so flimsy?", "asked", ""),
    ],
)
def test_in_what_voice_words_are_said(text: str, voice: str, words: str) -> None:
    assert said(text, voice) == words
