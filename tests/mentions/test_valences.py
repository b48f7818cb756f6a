"""The lexicon of our own: lists and their inflected forms."""

from __future__ import annotations

import re

import pytest

from instead.mentions.expressions.expression_table import expressions
from instead.mentions.lexicon import lexicon, word_valences
from instead.mentions.loops.hashing import word_hash
from instead.mentions.opinions import lexicon_columns
from instead.mentions.opinionwords import review_valences
from instead.mentions.sentences import read_page
from instead.mentions.valences import blaming_words, praising_words
from instead.mentions.valences.acting_verbs import acting_valences
from instead.mentions.valences.general_valences import general_valences
from instead.mentions.valences.inflection import adverb, compared_forms, noun_forms, plural, verb_forms


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("leak", "leak leaks leaked leaking"),
        ("snap", "snap snaps snapped snapping"),
        ("crumble", "crumble crumbles crumbled crumbling"),
        ("worry", "worry worries worried worrying"),
        ("annoy", "annoy annoys annoyed annoying"),
        ("lie", "lie lies lied lying"),
        ("scratch", "scratch scratches scratched scratching"),
        ("refresh", "refresh refreshes refreshed refreshing"),
        ("agree", "agree agrees agreed agreeing"),
        ("fix", "fix fixes fixed fixing"),
    ],
)
def test_verbs(word: str, forms: str) -> None:
    assert verb_forms(word) == forms.split()


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("easy", "easily"), ("terrible", "terribly"), ("fantastic", "fantastically"), ("dull", "dully"),
        ("vile", "vilely"), ("nice", "nicely"), ("annoying", "annoyingly"),
    ],
)  # fmt: skip
def test_adverbs(word: str, form: str) -> None:
    assert adverb(word) == form


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("soft", "softer softest"), ("nice", "nicer nicest"), ("handy", "handier handiest"), ("sad", "sadder saddest"),
        ("clean", "cleaner cleanest"), ("good:better:best", "better best"), ("slow", "slower slowest"),
    ],
)  # fmt: skip
def test_comparatives(word: str, forms: str) -> None:
    assert compared_forms(word) == forms.split()


def test_nouns() -> None:
    assert noun_forms("glitch") == ["glitch", "glitches"]
    assert plural("difficulty") == "difficulties"
    assert plural("joy") == "joys"


def test_words_of_all_product_kinds_have_their_sign() -> None:
    good = "sturdy roomy flavourful flavorful breathable crisp affordable courteous thrilled waterproof smoothest"
    bad = "flimsy rancid itchy blurry overpriced rude glitches peeled leaking smelliest shoddily soggy bogus"
    values = word_valences()
    assert [word for word in good.split() if values.get(word, 0) <= 0] == []
    assert [word for word in bad.split() if values.get(word, 0) >= 0] == []
    assert values["excellent"] > values["decent"] > 0 > values["mediocre"] > values["atrocious"]


def test_every_listed_word_is_one_word_of_the_reader() -> None:
    """A form the tokeniser cuts would never be met. Expressions of one word have their say: "deserves" is a wish."""
    said = {words[0]: value for words, (value, _) in expressions().items() if len(words) == 1 and value != 0}
    expected = {**word_valences(), **{word: said[word] for word in said.keys() & word_valences().keys()}}
    forms = sorted(expected)
    page = read_page([f"x {form} x" for form in forms])
    assert page.words.form.size == 3 * len(forms)
    valence, _, _ = lexicon_columns(page)
    clear = [place for place, form in enumerate(forms) if expected[form] != 0]
    assert valence[1::3][clear].tolist() == pytest.approx([expected[forms[place]] for place in clear])


def test_some_words_judge_as_verbs_alone() -> None:
    """A grip is a part, and what grips is good."""
    page = read_page(["It drowns my voice.", "It grips my hand.", "It has a grip."])
    valence, _, _ = lexicon_columns(page)
    words = [page.text[a:b] for a, b in zip(page.words.start, page.words.end, strict=True)]
    said = {word: float(valence[place]) for place, word in enumerate(words)}
    assert said["drowns"] < 0 < said["grips"]
    assert said["grip"] == 0
    listed = acting_valences()
    assert all(abs(value) in (0.0, 1.5) for value in listed.values())
    assert listed["drowns"] < 0 < listed["withstood"]


def test_lists_hold_plain_words() -> None:
    for module in (praising_words, blaming_words):
        words = [w for name, text in vars(module).items() if name.isupper() for w in text.split()]
        assert not [word for word in words if not re.fullmatch(r"[a-z0-9:]+", word)]


def test_words_in_both_lists_say_nothing() -> None:
    values = general_valences()
    assert values["steal"] == 0.0
    assert -3 <= min(values.values()) < max(values.values()) <= 3


def test_words_of_reviews_have_the_last_word() -> None:
    values, general, reviews = word_valences(), general_valences(), review_valences()
    assert all(values[word] == value for word, value in reviews.items())
    assert all(values[word] == value for word, value in general.items() if word not in reviews)
    assert values.keys() == general.keys() | reviews.keys()
    assert any(general[word] != reviews[word] for word in general.keys() & reviews.keys())


def test_names_of_properties_are_no_opinions() -> None:
    """What people judge must not itself count as judgement."""
    values = general_valences()
    for word in ("sound", "quality", "comfort", "durability", "battery", "smell", "noise", "style", "return", "warmth"):
        assert values.get(word, 0.0) == 0.0


def test_the_table_finds_them_by_hash() -> None:
    known = lexicon()
    assert word_hash("superb") in known.slot_key
