"""Structured fields of two items as facts: the same, another, larger, smaller; and what is not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.explanation.field_facts import MOST, FieldFacts, field_of
from instead.languages import wording_of
from instead.wording import ENGLISH
from tests.open_shop import open_shop

OTHERS = [{"size": "1 in", "color": "red", "material": "wool", "memory": "1 GB"}] * 2


def said(query: dict[str, str], item: dict[str, str], language: str = "en") -> list[str]:
    fields = [tuple(one.items()) for one in (query, item, *OTHERS)]
    return [fact.text for fact in FieldFacts(fields, wording_of(language)).of(0, 1)]


@pytest.mark.parametrize(
    ("mine", "theirs", "text"),
    [
        ("55 in", "50 in", "larger size: 55 in instead of 50 in"),
        ('43"', "50 inches", 'smaller size: 43" instead of 50 inches'),
        ("1,5 l", "1.5 Liter", "same size: 1,5 l"),
        ("7", "8", "smaller size: 7 instead of 8"),
        ("50 cm", "50 in", "size: 50 cm instead of 50 in"),  # another unit: not compared
        ("55", "50 in", "size: 55 instead of 50 in"),
        ("1,500 g", "2 g", "size: 1,500 g instead of 2 g"),  # may be fifteen hundred
        ("XL", "L", "size: XL instead of L"),
        ("10 x 20 cm", "10 x 30 cm", "size: 10 x 20 cm instead of 10 x 30 cm"),
        ("Large ", "large", "same size: Large"),
    ],
)
def test_numbers_are_compared_in_one_unit_alone(mine: str, theirs: str, text: str) -> None:
    assert said({"size": theirs}, {"Size": mine}) == [text.replace("size", "Size")]


def test_differences_come_before_what_is_the_same_and_not_all_is_told() -> None:
    query = {"color": "red", "material": "polyester", "size": "50 in", "memory": "4 GB", "age_group": "adult"}
    item = {"color": "red", "material": "cotton", "size": "55 in", "memory": "8 GB", "age_group": "kids"}
    told = said(query, item)
    assert len(told) == MOST
    assert told[:2] == ["larger size: 55 in instead of 50 in", "larger memory: 8 GB instead of 4 GB"]
    assert told[2:] == ["material: cotton instead of polyester", "age group: kids instead of adult"]
    assert said({"color": "red"}, {"color": "red"}) == []  # everything here is red
    assert said({"color": "Blue"}, {"color": "blue"}) == ["same color: blue"]


def test_what_one_of_them_does_not_state_is_not_said() -> None:
    assert said({"color": "blue"}, {"material": "cotton"}) == []
    assert said({}, {"material": "cotton"}) == []


def test_names_that_every_item_has_for_itself_are_no_difference() -> None:
    shop = [tuple({"mpn": f"X-{n}", "width": f"{n} cm"}.items()) for n in range(1, 7)]
    facts = FieldFacts(shop, ENGLISH).of(0, 1)
    assert [fact.text for fact in facts] == ["larger width: 2 cm instead of 1 cm"]
    assert (facts[0].kind, facts[0].value, facts[0].of_query, facts[0].source, facts[0].favours) == (
        ("width", 2.0, 1.0, "catalogue", 0)
    )


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("de", ["mehr bei size: 55 in statt 50 in", "material: cotton statt wool", "gleich bei color: blue"]),
        ("fr", ["davantage pour size : 55 in au lieu de 50 in", "material : cotton au lieu de wool",
                "pareil pour color : blue"]),
    ],
)  # fmt: skip
def test_in_other_languages(language: str, texts: list[str]) -> None:
    query, item = (
        {"size": size, "material": made, "color": "blue"} for size, made in (("50 in", "wool"), ("55 in", "cotton"))
    )
    assert said(query, item, language) == texts


def test_a_number_that_can_be_read_in_two_ways_is_a_text() -> None:
    assert field_of("price", "1,500").number is None
    assert field_of("price", "1.500").number is None
    assert field_of("weight", "1,25 kg").number == 1.25


def test_a_shop_tells_them_of_its_offers(tmp_path: Path) -> None:
    shop = open_shop(tmp_path)
    reviews = [[("battery", 1)]]
    made = shop.with_items(
        [
            {"item": "Q", "reviews": reviews, "fields": {"color": "red", "size": "50 in"}},
            {"item": "J", "reviews": reviews, "fields": {"color": "blue", "size": "55 in"}},
        ]
    )
    texts = [fact.text for fact in made.explain(None, "Q", "J").facts]
    assert texts[-2:] == ["larger size: 55 in instead of 50 in", "color: blue instead of red"]
