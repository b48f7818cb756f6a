"""Judgements that name no attribute: what they are about, their sign, and when they say nothing."""

from __future__ import annotations

import polars as pl
import pytest

from instead.mentions.extractor import Extractor
from instead.settings import ExtractSettings

TEXTS = [
    "The battery life is great but the screen scratches easily. It is too expensive.",
    "Battery life was terrible. It stopped working after a week. Waste of money.",
    "Great screen, awful batteries. It is very comfortable and easy to use.",
    "I love the screen! This chair looks great. The strap is comfortable.",
    "These chairs hurt my back. The price was very reasonable. Worth the money.",
    "My chair broke after two weeks. This chair is easy to clean and works great.",
    "I returned this chair. The strap is soft. The screen is sharp.",
] * 4


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor.fit(TEXTS)


def said(extractor: Extractor, text: str) -> list[tuple[str, str, int]]:
    return [tuple(row) for row in extractor.mentions(text).select("attribute", "opinion", "sentiment").iter_rows()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is too expensive.", ("price", "expensive", -1)),
        ("It is not expensive.", ("price", "expensive", 1)),
        ("Very comfortable.", ("comfort", "comfortable", 1)),
        ("It isn't comfortable at all.", ("comfort", "comfortable", -1)),
        ("It is less comfortable.", ("comfort", "comfortable", -1)),
        ("They hurt my ears.", ("comfort", "hurt my ears", -1)),
        ("It stopped working after a week.", ("durability", "stopped working", -1)),
        ("The left side stopped working.", ("durability", "stopped working", -1)),
        ("Don't waste your money!", ("value", "don't waste your money", -1)),
        ("Well worth the money.", ("value", "worth the money", 1)),
        ("It was not worth it.", ("value", "not worth it", -1)),
        ("Easy to clean.", ("cleaning", "easy to clean", 1)),
        ("This chair is easy to use.", ("ease of use", "easy to use", 1)),
        ("It looks great.", ("look", "looks great", 1)),
        ("It never wobbles and works great.", ("performance", "works great", 1)),
    ],
)
def test_what_is_meant(extractor: Extractor, text: str, expected: tuple[str, str, int]) -> None:
    assert expected in said(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "If it stops working I will return it.",
        "I hope it is comfortable.",
        "Is it comfortable?",
        "My old chair stopped working.",
        "It is better than expensive headphones.",
        "My computer died after a week.",
        "I was too slow.",
    ],
)
def test_what_says_nothing(extractor: Extractor, text: str) -> None:
    general = {one.name for one in extractor.vocabulary.attributes if one.general}
    assert not [row for row in said(extractor, text) if row[0] in general - {"performance"}]


def test_a_named_attribute_has_its_opinion_to_itself(extractor: Extractor) -> None:
    assert said(extractor, "The strap is comfortable.") == [("strap", "comfortable", 1)]
    assert [row[0] for row in said(extractor, "The price is too expensive.")] == ["price"]


def test_an_opinion_in_another_clause_is_not_spent(extractor: Extractor) -> None:
    found = said(extractor, "The battery life is great but it is too expensive and it stopped working.")
    assert {("price", "expensive", -1), ("durability", "stopped working", -1)} <= set(found)


def test_a_cue_says_better_what_stands_inside_it(extractor: Extractor) -> None:
    assert said(extractor, "It is worth the money.") == [("value", "worth the money", 1)]


def test_the_quote_is_the_sentence(extractor: Extractor) -> None:
    text = "I bought it. It is too expensive! Bye."
    row = extractor.mentions(text).filter(pl.col("attribute") == "price").row(0, named=True)
    assert text[row["start"] : row["end"]] == "It is too expensive!"


def test_mentions_come_in_reading_order(extractor: Extractor) -> None:
    found = extractor.mentions("It is very comfortable. The screen is great. It is too expensive.")
    assert found["attribute"].to_list() == ["comfort", "screen", "price"]


def test_they_can_be_switched_off() -> None:
    without = Extractor.fit(TEXTS, settings=ExtractSettings(implied=False))
    assert said(without, "It is too expensive.") == []
    plain = Extractor.fit(TEXTS, settings=ExtractSettings(families=False))
    assert said(plain, "It is too expensive.") == []
    assert not any(one.general or one.parent for one in plain.vocabulary.attributes)


def test_one_text_alone() -> None:
    """As `instead extract --text`: a shop of one review."""
    one = ExtractSettings(min_mentions=1, min_compound=1)
    text = "It stopped working after a week and was too expensive."
    assert [row[0] for row in said(Extractor.fit([text], settings=one), text)] == ["durability", "price"]


def test_foreign_reviews_are_left_alone(extractor: Extractor) -> None:
    assert said(extractor, "Das ist ein furchtbar schlechtes Geraet, leider viel zu expensive und kaputt") == []


def test_the_stars_count_for_them_too() -> None:
    """ "compact" is praise by its cue; in a shop where only angry reviews say so the stars turn it."""
    texts = ["It is compact. The screen is bad."] * 30 + ["The screen is great."] * 30
    extractor = Extractor.fit(texts, [1.0] * 30 + [5.0] * 30)
    assert extractor.mentions(["It is compact."], [1.0])["sentiment"].to_list() == [-1]
    assert extractor.mentions(["It is compact."], [5.0])["sentiment"].to_list() == [1]
