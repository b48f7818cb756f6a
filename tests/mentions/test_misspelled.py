"""Judging words that are written wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from instead.mentions.lexicon import word_valences
from instead.mentions.misspelled import meant_forms, respelled
from instead.mentions.opinions import lexicon_columns
from instead.mentions.sentences import read_page
from tests.mentions.loops.plain_hash import fnv
from tests.shops import seeds

CLEAR = sorted(word for word, value in word_valences().items() if abs(value) >= 1 and len(word) >= 6 and word.isalpha())


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("fantstic", "fantastic"),  # a letter missing
        ("fantasstic", "fantastic"),  # a letter too many
        ("fantistic", "fantastic"),  # changed
        ("fantsatic", "fantastic"),  # swapped
        ("horrrrrible", "horrible"),
        ("loooovely", "lovely"),
        ("sooooo", "so"),
        ("goooood", "good"),
        ("cheep", "cheap"),
        ("sux", "sucks"),
    ],
)
def test_slips(slip: str, meant: str) -> None:
    assert respelled(slip) == meant


@pytest.mark.parametrize("word", ["cat", "zorblax", "zq" * 15, "", "bda", "loivelier", "sturidly", "lather", "adverts"])
def test_what_is_left_alone(word: str) -> None:
    """Short ones, names, what is no word, and what could be two ("livelier", "lovelier")."""
    assert respelled(word) == word


ALIKE = ["aeiouy", "csk", "sz", "fv", "dt", "gj", "mn", "bp"]
"""Letters that stand for each other in slips."""


def slips_of(word: str) -> set[str]:
    """Slips of it, the first letter being right: a vowel, an h, a doubled or the last letter missing or added, a letter
    for another that sounds like it, two letters swapped."""
    places = range(1, len(word))
    doubled = {word[:k] + word[k - 1] + word[k:] for k in range(1, len(word) + 1)}
    added = doubled | {word[:k] + letter + word[k:] for k in range(1, len(word) + 1) for letter in "aeiouh"}
    changed = {
        word[:k] + letter + word[k + 1 :] for k in places for group in ALIKE if word[k] in group for letter in group
    }
    missing = {
        word[:k] + word[k + 1 :] for k in places if word[k] in "aeiouh" or word[k] == word[k - 1] or k == len(word) - 1
    }
    swapped = {word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(1, len(word) - 1)}
    return (added | changed | missing | swapped) - {word}


@given(seeds)
@settings(max_examples=150, deadline=None)
def test_a_slip_is_read_as_its_word_or_a_nearer_one(seed: int) -> None:
    """Only where another word of the lexicon is as near is a slip not read as the word it was made of."""
    rng = np.random.default_rng(seed)
    word = str(rng.choice(CLEAR))
    slip = str(rng.choice(sorted(slips_of(word))))
    found = respelled(slip)
    if slip not in word_valences() and found != word:
        rivals = {other for other in CLEAR_ANY if other != word and near(slip, other)}
        assert rivals


CLEAR_ANY = sorted(word for word, value in word_valences().items() if abs(value) >= 1 and len(word) >= 5)


def near(slip: str, word: str) -> bool:
    """Equal when each may lose one letter behind the first."""
    if abs(len(slip) - len(word)) > 1 or slip[0] != word[0]:
        return False
    return bool(shortened(slip) & shortened(word))


def shortened(word: str) -> set[str]:
    return {word, *(word[:k] + word[k + 1 :] for k in range(1, len(word)))}


def test_words_that_are_known_are_left_alone() -> None:
    """ "posters" could be a slip of "posers"; reviews know it. "battary" nobody knows, and no judging word is near."""
    text = "The posters and a fantstic battary are 12345 fantstic !!!"
    page = read_page([text])
    places, forms = meant_forms(page, np.arange(page.words.form.size))
    assert [text[page.words.start[at] : page.words.end[at]] for at in places] == ["fantstic", "fantstic"]
    assert forms.tolist() == [fnv("fantastic")] * 2
    again, same = meant_forms(page, np.arange(page.words.form.size))
    assert again.tolist() == places.tolist()
    assert same.tolist() == forms.tolist()


def test_a_slip_has_the_valence_of_what_is_meant() -> None:
    valence, _, _ = lexicon_columns(read_page(["The lid is fantstic."]))
    right, _, _ = lexicon_columns(read_page(["The lid is fantastic."]))
    assert valence.tolist() == right.tolist()
    assert right.max() > 1
