"""Wishes in words: every phrase becomes fields of a request, always the same; what is not understood is told."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.mentions.attribute_tree import AttributeTree
from instead.ranking.catalogue import Catalogue
from instead.ranking.wish_amounts import bound_at, number_of
from instead.ranking.wish_names import ShopNames
from instead.ranking.wish_reader import Understood, WishReader
from instead.ranking.wish_table import FILLERS, NOT_WORDS, sense_phrases
from instead.ranking.wish_tokens import tokens_of
from instead.request import Request
from instead.wording import ENGLISH
from tests.small_shop import few

ATTRIBUTES = {
    "noise": ["noise level"], "battery life": ["batteries"], "durability": [], "comfort": [], "sound": ["audio"],
    "price": ["cost"], "weight": [], "cleaning": [], "light": ["brightness"], "lumbar support": ["back support"],
    "squeak": [],
}  # fmt: skip
HEARD = {"headphones": {"battery life": 90, "durability": 20, "sound": 80, "comfort": 40, "noise": 5, "weight": 9},
         "lamps": {"light": 70, "durability": 30, "weight": 1},
         "chairs": {"durability": 30, "comfort": 50, "squeak": 4, "lumbar support": 20, "noise": 3}}  # fmt: skip
HEADPHONE, LAMP, CHAIR, BARE = 0, 1, 2, 3


def reader(**changes: Any) -> WishReader:
    """A shop of a headphone, a lamp, a chair and something of which little is known."""
    items = pl.DataFrame(
        {
            "item": ["h1", "l1", "c1", "b1"],
            "title": ["Headphones", "Lamp", "Chair", "Thing"],
            "brand": ["Sony", "Halden & Fry", "Sit Well", None],
            "category": [["Audio", "Headphones"], ["Home & Kitchen", "Desk Lamps"], ["Office Chairs"], None],
            "price": [99.0, 40.0, 250.0, None],
            "image": [None] * 4,
            "currency": ["EUR", "EUR", "EUR", None],
            "available": [True, None, False, None],
            **changes,
        },
        strict=False,
    )
    tree = AttributeTree([*ATTRIBUTES], [None] * len(ATTRIBUTES), [*ATTRIBUTES.values()])
    kinds = ["headphones", "lamps", "chairs", "headphones"]

    def heard(query: int) -> Any:
        counts: Mapping[str, int] = HEARD[kinds[query]]
        return lambda attribute: counts.get(tree.names[attribute], 0)

    return WishReader(ShopNames(tree, Catalogue(items, np.ones(4))), heard, 5.0)


READER = reader()


def understood(words: str, query: int = HEADPHONE) -> Understood:
    found = READER.read(words, query)
    Request.of(query="h1", care=found.care, than=found.than, filters=found.filters)  # fields that a request takes
    return found


@pytest.mark.parametrize(
    ("words", "than"),
    [
        ("quieter", ["noise"]),
        ("a bit more quiet please", ["noise"]),
        ("less noisy", ["noise"]),
        ("less noise than this one", ["noise"]),
        ("lighter", ["weight"]),
        ("better battery", ["battery life"]),
        ("longer battery life", ["battery life"]),
        ("better batteries", ["battery life"]),
        ("the sound should be better", ["sound"]),
        ("better audio", ["sound"]),
        ("better sound and comfort", ["sound", "comfort"]),
        ("quieter, more comfortable and easier to clean", ["noise", "comfort", "cleaning"]),
        ("QUIETER!", ["noise"]),
        ("stronger sound", ["sound"]),
        ("comfier lumbar support", ["lumbar support"]),  # of that, not of the whole
        ("the cleaning should be faster", ["cleaning"]),
    ],
)
def test_comparisons(words: str, than: list[str]) -> None:
    found = understood(words)
    assert list(found.than) == than
    assert found.care == dict.fromkeys(than, 5.0)  # so that offers say how they stand
    assert not found.filters
    assert not found.not_applied


@pytest.mark.parametrize(
    ("words", "care"),
    [
        ("comfort matters", ["comfort"]),
        ("I care about sound", ["sound"]),
        ("important: comfort", ["comfort"]),
        ("good sound", ["sound"]),
        ("comfortable", ["comfort"]),
        ("not too heavy", ["weight"]),
        ("easy to clean", ["cleaning"]),
        ("no noise", ["noise"]),
        ("sound", ["sound"]),
        ("not expensive", ["price"]),
    ],
)
def test_what_matters(words: str, care: list[str]) -> None:
    found = understood(words)
    assert [*found.care] == care
    assert not found.than
    assert not found.not_applied


@pytest.mark.parametrize(
    "words", ["cheaper", "less expensive", "a lower price", "costs less", "better price", "better cost"]
)
def test_cheaper(words: str) -> None:
    found = understood(words)
    assert found.than == ("price",)
    assert found.filters == {"not_dearer": True}
    assert not found.care


@pytest.mark.parametrize(
    ("words", "least", "most"),
    [
        ("under 100", None, 100.0),
        ("at most 80 euros", None, 80.0),
        ("max €80", None, 80.0),
        ("80 € or less", None, 80.0),
        ("no more than 1,299.00", None, 1299.0),
        ("up to 99,95", None, 99.95),
        ("price: under 100", None, 100.0),
        ("I don't want to spend more than 90", None, 90.0),
        ("nothing over 150", None, 150.0),
        ("it must not cost more than 150", None, 150.0),
        ("max. 75", None, 75.0),
        ("the price is at most 75", None, 75.0),
        ("cost is under 75", None, 75.0),
        ("quieter, price range of 40 to 75", 40.0, 75.0),
        ("under about 75", None, 75.0),
        ("<= 80", None, 80.0),
        ("at least 50", 50.0, None),
        ("over 50 EUR", 50.0, None),
        ("between 50 and 100", 50.0, 100.0),
        ("between 100 and 50 euros", 50.0, 100.0),
        ("from 50 to 90", 50.0, 90.0),
        ("50-100", 50.0, 100.0),
        ("under 100, under 70", None, 70.0),
        ("max 80, min 40", 40.0, 80.0),
    ],
)
def test_prices(words: str, least: float | None, most: float | None) -> None:
    found = understood(words)
    expected = {name: value for name, value in (("min_price", least), ("max_price", most)) if value is not None}
    assert found.filters == expected
    assert not found.not_applied
    texts, (low, high) = ENGLISH.spoken, (None if one is None else ENGLISH.money(one, "EUR") for one in (least, most))
    if least is None or most is None:
        said = texts.at_most.format(amount=high) if least is None else texts.at_least.format(amount=low)
    else:
        said = texts.between.format(least=low, most=high)
    assert found.understood[-1].endswith(f": {said}") or words == "max 80, min 40"


@pytest.mark.parametrize(
    ("words", "only", "without"),
    [
        ("not Sony", [], ["Sony"]),
        ("no sony", [], ["Sony"]),
        ("anything but Halden & Fry", [], ["Halden & Fry"]),
        ("not Sony or Halden & Fry", [], ["Sony", "Halden & Fry"]),
        ("not Sony, Sit Well", [], ["Sony", "Sit Well"]),
        ("no Sony and no Sit Well", [], ["Sony", "Sit Well"]),
        ("any brand but Sony", [], ["Sony"]),
        ("nothing but Sony", ["Sony"], []),
        ("cheaper but not Sony", [], ["Sony"]),
        ("only Sit Well", ["Sit Well"], []),
        ("from Sit Well or Halden & Fry", ["Sit Well", "Halden & Fry"], []),
        ("Sony", ["Sony"], []),
        ("same brand", ["Sony"], []),
        ("another brand", [], ["Sony"]),
    ],
)
def test_brands(words: str, only: list[str], without: list[str]) -> None:
    found = understood(words)
    assert found.filters.get("brands", []) == only
    assert found.filters.get("exclude_brands", []) == without
    assert not found.not_applied


@pytest.mark.parametrize(
    ("words", "filters"),
    [
        ("not more expensive", {"not_dearer": True}),
        ("same price or less", {"not_dearer": True}),
        ("same category", {"same_category": True}),
        ("any kind", {"any_kind": True}),
        ("even if sold out", {"sold_out": True}),
        ("in stock", {}),
        ("same kind", {}),
        ("a desk lamp", {"category": "Desk Lamps"}),
        ("headphones", {}),  # what they look at is one
    ],
)
def test_switches(words: str, filters: dict[str, Any]) -> None:
    found = understood(words)
    assert found.filters == filters
    assert not found.not_applied
    assert found.understood or words == "headphones"


def test_the_attribute_that_this_kind_of_thing_is_judged_by_is_meant() -> None:
    assert understood("lasts longer", HEADPHONE).than == ("battery life",)
    assert understood("lasts longer", CHAIR).than == ("durability",)
    assert [*understood("light", HEADPHONE).care] == ["weight"]
    assert [*understood("light", LAMP).care] == ["light"]
    spoken = understood("better battery", CHAIR)
    assert spoken.than == ("battery life",)
    assert spoken.understood[1] == ENGLISH.spoken.unheard.format(attribute="battery life", words="better battery")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("red", ENGLISH.spoken.not_understood.format(words="red")),
        ("smaller", ENGLISH.spoken.untold.format(words="smaller")),
        ("more noise", ENGLISH.spoken.untold.format(words="more noise")),
        ("less comfort", ENGLISH.spoken.untold.format(words="less comfort")),
        ("better rated", ENGLISH.spoken.rated.format(words="better rated")),
        ("under 2 kg", ENGLISH.spoken.not_money.format(words="under 2 kg", unit="kg")),
        ("under 100 dollars", ENGLISH.spoken.other_money.format(words="under 100 dollars", currency="EUR")),
        ("between $50 and 90", ENGLISH.spoken.other_money.format(words="between $50 and 90", currency="EUR")),
        ("not Bose", ENGLISH.spoken.unknown_brand.format(words="not Bose", brand="Bose")),
        ("only Bose", ENGLISH.spoken.unknown_brand.format(words="only Bose", brand="Bose")),
        ("tastier", ENGLISH.spoken.no_attribute.format(words="tastier", attribute="taste")),
        ("better zoom lens", ENGLISH.spoken.no_attribute.format(words="better zoom lens", attribute="zoom lens")),
        ("without a cable", ENGLISH.spoken.not_understood.format(words="without a cable")),
        ("not cheap plastic", ENGLISH.spoken.not_understood.format(words="not cheap plastic")),
        ("I don't care about sound", ENGLISH.spoken.not_understood.format(words="I don't care about sound")),
        ("light blue", ENGLISH.spoken.not_understood.format(words="light blue")),
        ("around 100", ENGLISH.spoken.not_understood.format(words="around 100")),
        ("better", ENGLISH.spoken.not_understood.format(words="better")),
    ],
)
def test_what_is_not_applied_is_told(words: str, said: str) -> None:
    found = understood(words)
    assert found.not_applied == (said,)
    assert (found.care, found.than, found.filters) == ({}, (), {})


def test_a_word_of_a_name_alone_is_one_only_where_reviews_speak_of_it() -> None:
    assert [*understood("back support", CHAIR).care] == ["lumbar support"]
    assert [*understood("lumbar", CHAIR).care] == ["lumbar support"]
    assert understood("lumbar", HEADPHONE).not_applied == (ENGLISH.spoken.not_understood.format(words="lumbar"),)


def test_a_part_that_is_not_understood_spoils_no_other_clause() -> None:
    found = understood("quieter, with a red cable, under 100, not leather")
    assert found.than == ("noise",)
    assert found.filters == {"max_price": 100.0}
    assert found.not_applied == tuple(
        ENGLISH.spoken.not_understood.format(words=words) for words in ("red cable", "not leather")
    )


def test_offers_are_compared_with_nothing_but_the_item() -> None:
    found = understood("quieter than the Sony")
    assert found.than == ("noise",)
    assert not found.filters  # the brand is not asked for
    assert found.not_applied == (ENGLISH.spoken.not_understood.format(words="than the Sony"),)


def test_typing_errors_are_forgiven_and_told() -> None:
    found = understood("quiter, beter batery life")
    assert found.than == ("noise", "battery life")
    assert found.understood[0] == ENGLISH.spoken.taken_for.format(words="quiter", meant="quieter")
    assert not found.not_applied
    assert understood("sounds").care == {"sound": 5.0}
    assert READER._names.corrected("weighs") is None  # another form or another word, no error
    assert understood("black").not_applied  # a word of another meaning is no typing error of "back"


def test_what_the_shop_does_not_know_of_the_item() -> None:
    nothing = understood("same brand", BARE)
    assert nothing.not_applied == (ENGLISH.spoken.no_brand.format(words="same brand"),)
    untold = reader(available=[None] * 4).read("in stock", HEADPHONE)
    assert untold.understood == (ENGLISH.spoken.stock_untold.format(words="in stock"),)
    plain = reader(currency=[None] * 4).read("under 100 dollars", HEADPHONE)
    assert plain.filters == {"max_price": 100.0}
    assert plain.understood[1] == ENGLISH.spoken.unnamed_money.format(words="under 100 dollars")


def test_no_words_mean_nothing() -> None:
    for words in ("", "  ,,, ", "please", "something like this"):
        assert READER.read(words, HEADPHONE) == Understood()


VOCABULARY = sorted({" ".join(phrase) for phrase in sense_phrases()} | FILLERS | NOT_WORDS)
PARTS = st.sampled_from(
    [*VOCABULARY, "under 100", "Sony", "not", "than", ",", "and", "red", "zzyzx", "5", "between", "$", "kg", "’", "ß"]
)


@few
@given(st.lists(PARTS, max_size=9))
def test_every_word_counts_or_is_told(parts: list[str]) -> None:
    """Any words are read without a failure, twice alike, into a valid request; what nobody knows is in the answer."""
    words = " ".join(parts)
    found = understood(words)
    assert found == READER.read(words, HEADPHONE)
    if "zzyzx" in parts:
        assert any("zzyzx" in one for one in found.not_applied)
    if found.filters or found.than or found.care:
        assert found.understood


@few
@given(st.text(max_size=80))
def test_any_text_is_read(words: str) -> None:
    understood(words)


@pytest.mark.parametrize(
    ("word", "value"),
    [("80", 80.0), ("1,299.00", 1299.0), ("1.299", 1299.0), ("99,95", 99.95), ("1.299,5", 1299.5), ("x", None),
     ("1,29,9", None)],
)  # fmt: skip
def test_numbers(word: str, value: float | None) -> None:
    found = number_of(word)
    assert (found is None) == (value is None)
    assert value is None or math.isclose(found or 0.0, value)


def test_a_bound_says_how_many_words_it_has() -> None:
    words = [one.low for one in tokens_of("quieter, at most $ 80 please")]
    found = bound_at(words, 2)
    assert found is not None
    assert words[2 : 2 + found.length] == ["at", "most", "$", "80"]
    assert bound_at(words, 0) is None
