"""Facts, kinds and `than` as a shop answers: in Python, in tables, and with folders of before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import instead
from instead.errors import InputError
from instead.languages import wording_of
from instead.models.fact_table import FILE, FactTable
from instead.request import Request
from instead.serving.changes import ShopChanges
from instead.settings import Filters, RecommendSettings
from instead.shop import Shop
from tests.open_shop import open_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return open_shop(Path(tmp_path_factory.mktemp("open")))


def test_facts_come_from_the_training_part_alone(shop: Shop) -> None:
    table = FactTable.open(shop.folder)
    assert table is not None
    training = shop.interactions.filter(shop.interactions["part"] == 0)
    assert int(table.ratings.sum()) <= training.height
    kinds = {fact.kind for one in shop.recommend("u01", "i05", 10) for fact in one.facts}
    assert "price" in kinds


def test_a_folder_of_before_has_no_facts_and_no_kinds(tmp_path: Path) -> None:
    made = open_shop(tmp_path)
    (made.folder / FILE).unlink()
    old = instead.load(made.folder)
    found = old.recommend("u01", "i05", 5)
    assert found.kind is None
    assert {fact.kind for one in found for fact in one.facts} <= {"price", "brand"}  # what the catalogue says


def test_the_kind_is_named_and_can_be_switched_off(shop: Shop) -> None:
    found = shop.recommend(None, "i05", 3)
    assert (found.kind, found.kind_text) == ("Things", "Nothing but Things")
    assert shop.recommend(None, "i05", 3, filters={"any_kind": True}).kind is None
    free = instead.load(shop.folder, choices=RecommendSettings(any_kind=True))
    assert free.recommend(None, "i05", 3).kind is None
    assert free.recommend(None, "i05", 3, filters={"any_kind": False}).kind == "Things"


def test_nothing_of_the_kind_is_said_without_a_number(shop: Shop) -> None:
    alone = shop.updated(ShopChanges({"new": {"title": "Something else", "category": ["Elsewhere"]}}))
    found = alone.recommend(None, "new", 3)
    assert not found.substitutes
    assert "Nothing of the same kind can be offered; other kinds are left out." in found.notes


def test_than_price_offers_what_is_cheaper_first_and_says_what_it_gives_up(shop: Shop) -> None:
    price = shop.item("i05").price
    assert price is not None
    found = shop.recommend("u01", "i05", 5, than=["price"])
    cheaper = [one.price is not None and one.price < price for one in found]
    assert cheaper == sorted(cheaper, reverse=True)
    assert any(cheaper)
    assert all(one.gave_up for one in found)
    if not all(cheaper):
        assert any("known to be better in price" in note for note in found.notes)
    assert all(not one.gave_up for one in shop.recommend("u01", "i05", 5))
    with pytest.raises(InputError, match="unknown attribute 'loudness'"):
        shop.recommend(None, "i05", than=["loudness"])


def test_tables_say_the_same(shop: Shop) -> None:
    for wishes in ({"than": ["price"]}, {"care": {"battery": 5}}, {"filters": {"any_kind": True}}):
        request = Request.of(user="u01", query="i05", k=6, **wishes)
        (brief,), found = shop.briefs([request]), shop.answer(request)
        assert brief.items == [one.item for one in found]
        assert [told.text for told in brief.told] == [one.text for one in found]
        assert brief.notes == found.notes


def test_ids_of_reviewers_never_leave(shop: Shop) -> None:
    found = shop.recommend(None, "i05", 10, quotes=5)
    users = set(shop.users["user"].to_list())
    assert any(quote for one in found for reason in one.reasons for quote in reason.substitute.quotes)
    assert not users & set(repr(found).replace("'", " ").split())


def best_of_all(shop: Shop, **choices: Any) -> tuple[Shop, Request]:
    """A shop with an item that everybody praises for everything, and the request for items that are worse than it."""
    names = shop.attributes["attribute"].to_list()
    made = shop.with_items([{"item": "BEST", "title": "Best", "reviews": [[(name, 1) for name in names]] * 60}])
    worse = frozenset(one.item for one in made.recommend(None, "BEST", 20) if one.worse > one.better)
    assert worse
    made.choices = RecommendSettings(**choices)
    made.__dict__.pop("_ordering", None)
    return made, Request(query="BEST", filters=Filters(in_stock=worse))


def test_the_best_of_its_kind_is_to_be_kept(shop: Shop) -> None:
    made, request = best_of_all(shop)
    found = made.answer(request)
    assert found.keep and len(found)
    assert found.keep_text == "Reviews speak for the one you are looking at; these come closest."
    balance = [one.better - one.worse for one in found]
    assert balance == sorted(balance, reverse=True)
    assert found.keep_text in found._repr_html_()
    assert made.in_words(wording_of("de")).answer(request).keep_text.startswith("Die Bewertungen sprechen für")
    (brief,) = made.briefs([request])
    assert (brief.items, brief.notes[0]) == ([one.item for one in found], found.keep_text)


def test_where_nothing_is_left_to_offer_keeping_it_is_all_there_is_to_say(shop: Shop) -> None:
    made, request = best_of_all(shop, hold_back=True)
    found = made.answer(request)
    assert (found.keep, len(found)) == (True, 0)
    assert found.keep_text == "Reviews speak for the one you are looking at: nothing that could be offered is better."
