"""The truth tells what the text says, and the text reads like reviews."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from string import Formatter

import pytest

from instead.lab.world import chatter
from instead.lab.world.world_catalogue import attribute, catalogue
from instead.lab.world.world_phrases import (
    BLAME_CLAUSES,
    BLAME_SENTENCES,
    FIXED,
    PRAISE_CLAUSES,
    PRAISE_SENTENCES,
    TAILS,
)
from instead.lab.world.world_settings import WORLD_PRESETS
from tests.world.conftest import World

# Negation, contrast, comparison, and the accidents of real writing.
HABITS = (
    r"\bnot\b", r"\bnever\b", r"\bhardly\b", r"could be better", r"\btoo\b", r"better than", r"\bbut\b",
    r"Although", r"<br />", r"[a-z]\.[A-Z]", r"[A-Z]{4,} [A-Z]{3,}", r":\)", r"\b(teh|realy)\b",
)  # fmt: skip
PHRASES = (*PRAISE_CLAUSES, *BLAME_CLAUSES, *PRAISE_SENTENCES, *BLAME_SENTENCES)


@pytest.mark.parametrize("name", ["small", "demo"])
def test_mentions_stand_where_the_truth_says(name: str, request: pytest.FixtureRequest) -> None:
    world: World = request.getfixturevalue(name)
    category = dict(world.truth("items").select("item", "category").iter_rows())
    surfaces: dict[tuple[str, str], list[str]] = {}
    for word, path, variants, misspellings in world.truth("vocabulary").rows():
        surfaces[path, word] = [*variants, *misspellings]
    texts = {(review["reviewerID"], review["asin"]): review["reviewText"] for review in world.reviews}
    for user, item, word, opinion, _, start, end in world.truth("mentions").rows():
        text = texts[user, item]
        assert 0 <= start < end <= len(text)
        sentence = text[start:end].lower()
        assert opinion in sentence
        assert any(surface in sentence for surface in surfaces[category[item], word]), (word, sentence)
        assert sentence[-1] in ".!"
        assert start == 0 or not text[start - 1].isalnum()


def test_an_attribute_is_mentioned_once_in_a_review(demo: World, small: World) -> None:
    for world in (demo, small):
        assert world.truth("mentions").select("user", "item", "attribute").is_unique().all()


def test_texts_are_varied(demo: World) -> None:
    texts = [review["reviewText"] for review in demo.reviews]
    lengths = [len(text) for text in texts]
    assert 180 < sum(lengths) / len(lengths) < 500
    assert Counter(texts)[""] > 0
    long = [text for text in texts if len(text) > 60]
    assert len(set(long)) > 0.99 * len(long)
    everything = "\n".join(texts)
    for wanted in HABITS:
        assert re.search(wanted, everything), wanted


def test_the_same_word_praises_and_blames(demo: World) -> None:
    """A long battery life is good, a long delivery is not, unless it is denied."""
    texts = {(review["reviewerID"], review["asin"]): review["reviewText"] for review in demo.reviews}
    meaning: dict[str, Counter[int]] = defaultdict(Counter)
    for user, item, word, opinion, sentiment, start, end in demo.truth("mentions").rows():
        sentence = texts[user, item][start:end].lower()
        if not re.search(r"\b(not|isn't|aren't|never|hardly|far from|cannot|too)\b", sentence):
            meaning[f"{opinion} {word}"][sentiment] += 1
    assert set(meaning["long battery life"]) == {1}
    assert set(meaning["long delivery"]) == {-1}
    assert set(meaning["high quality"]) == {1}
    assert set(meaning["high price"]) == {-1}


@pytest.mark.parametrize("preset", list(WORLD_PRESETS))
def test_chatter_says_nothing_about_attributes(preset: str) -> None:
    """Otherwise the truth would lack mentions that stand in the text."""
    shop = catalogue(preset)
    aside = [text for name, texts in vars(chatter).items() if name.isupper() for text in texts if "SUMM" not in name]
    aside += [*TAILS, *(phrase.text for phrase in PHRASES)]
    for category in shop.categories:
        text = " | ".join([*aside, *category.uses, category.noun]).lower()
        for word in (*shop.shared, *category.attributes):
            for variant in word.variants:
                assert not re.search(rf"\b{re.escape(variant.text)}\b", text), (category.code, variant.text)


def test_phrases_hold_their_opinion_and_known_slots() -> None:
    slots = {"a", "o", "s", "is", "was", "isnt", "old", "it", "person"}
    for phrase in PHRASES:
        named = {field for _, field, _, _ in Formatter().parse(phrase.text) if field}
        assert named <= slots
        assert "a" in named
        if phrase.pool == FIXED:
            assert phrase.opinion in phrase.text
        else:
            assert "o" in named


def test_catalogues_are_sound() -> None:
    for preset in WORLD_PRESETS:
        shop = catalogue(preset)
        codes = [category.code for category in shop.categories]
        assert len(set(codes)) == len(codes)
        for category in shop.categories:
            assert set(category.goes_with) <= set(codes) - {category.code}
            assert 0 < category.price[0] < category.price[1]
            assert category.uses
            assert category.kinds
            surfaces = [v.text for word in (*shop.shared, *category.attributes) for v in word.variants]
            assert len(set(surfaces)) == len(surfaces), category.code
            for word in (*shop.shared, *category.attributes):
                assert word.good
                assert word.bad
                assert not set(word.good) & set(word.bad), (category.code, word.name)


def test_a_line_becomes_an_attribute() -> None:
    made = attribute("battery life, battery, batteries* : long, solid / short, weak / short")
    assert made.name == "battery life"
    assert [tuple(v) for v in made.variants] == [
        ("battery life", False),
        ("battery", False),
        ("batteries", True),
    ]
    assert made.good == ("long", "solid")
    assert made.bad == ("short", "weak")
    assert made.too == ("short",)
