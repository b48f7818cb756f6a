"""Finding items, near ids, and what may be offered."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from instead.errors import InputError, UnknownItem
from instead.ranking.catalogue import Catalogue
from instead.ranking.filters import Allowance
from instead.reviews.item_fields import FIELD
from instead.settings import Filters

ITEMS = pl.DataFrame(
    {
        "item": ["a-1", "a-2", "b-1", "b-2", "c-1"],
        "title": ["Red Drip Maker", "Blue drip maker", "Red Kettle", None, "Bag"],
        "brand": ["Acme", "acme ", "Bolt", None, "Bolt"],
        "category": [["Home", "Coffee"], ["Home", "Coffee"], ["Home", "Tea"], None, ["Bags"]],
        "price": [10.0, 20.0, None, 5.0, 8.0],
        "image": [None, None, None, None, "/bag.png"],
    }
)
CATALOGUE = Catalogue(ITEMS, np.array([5, 9, 1, 0, 7]))
ALLOWANCE = Allowance(CATALOGUE)


def offered(query: int = 0, had: tuple[int, ...] = (), **wishes: object) -> tuple[list[str], list[str]]:
    mask, notes = ALLOWANCE.mask(Filters.checked(wishes), query, np.array(had, np.int64))
    return [CATALOGUE.ids[number] for number in np.flatnonzero(mask)], notes


def test_searching_by_words_prefixes_and_ids() -> None:
    assert CATALOGUE.search("dri") == [1, 0]
    assert CATALOGUE.search("red dr") == [0]
    assert CATALOGUE.search("bolt") == [4, 2]
    assert CATALOGUE.search("b-2") == [3]
    assert CATALOGUE.search("rip") == []
    assert CATALOGUE.search("-1") == [4, 0, 2]
    assert CATALOGUE.search("red -1") == [0, 2]
    assert CATALOGUE.search("b") == [1, 4, 2, 3]
    assert CATALOGUE.search("", limit=2) == [1, 4]
    assert CATALOGUE.search("", limit=2, offset=2) == [0, 2]


def test_parts_of_ids_come_after_words_page_by_page() -> None:
    items = ITEMS.with_columns(pl.Series("item", ["X-0034", "X-0135", "Y-0034", "0034", "Z-9"]),
                               pl.Series("title", ["a", "0034 b", "c", "d", "e"]))  # fmt: skip
    catalogue = Catalogue(items, np.array([5, 1, 9, 0, 7]))
    assert catalogue.search("0034") == [3, 1, 2, 0]
    assert [catalogue.search("0034", 2, offset) for offset in (0, 2, 4)] == [[3, 1], [2, 0], []]
    assert catalogue.search("y-00") == [2]


def test_an_unknown_item_names_near_ones() -> None:
    with pytest.raises(UnknownItem, match="unknown item 'a-3'") as caught:
        CATALOGUE.number("a-3")
    assert set(caught.value.near) >= {"a-1", "a-2"}
    with pytest.raises(UnknownItem) as caught:
        CATALOGUE.number("kettle")
    assert caught.value.near == ["b-1"]


def test_a_record_has_what_is_known() -> None:
    assert CATALOGUE.item(3).title == "b-2"
    assert CATALOGUE.item(2).price is None
    assert CATALOGUE.item(0).category == "Home > Coffee"


def test_the_query_and_what_was_bought_are_not_offered() -> None:
    assert offered()[0] == ["a-2", "b-1", "b-2", "c-1"]
    assert offered(had=(1, 2))[0] == ["b-2", "c-1"]
    assert offered(had=(1, 2), bought=True)[0] == ["a-2", "b-1", "b-2", "c-1"]
    left = ["a-2", "b-2", "c-1"]
    assert offered(exclude=["b-1", "x"]) == (left, ["1 of 2 ids to exclude are not known to this model."])
    assert offered(exclude=["b-1"]) == (left, [])


def test_stock_says_what_it_does_not_know() -> None:
    assert offered(in_stock=["a-2", "x", "y"]) == (["a-2"], ["2 of 3 ids in stock are not known to this model."])
    assert offered(in_stock=[])[1] == ["The filters leave no item to offer."]


SOLD = pl.DataFrame(
    {
        "available": [True, False, None, True, False],
        "group": ["p", "p", None, "p", "q"],
        "link": ["https://shop/a-1", None, None, None, None],
        "fields": [[{"name": "color", "value": "red"}], None, None, None, None],
    },
    schema_overrides={"fields": pl.List(FIELD)},
)


def of_a_feed(query: int, **wishes: object) -> list[str]:
    catalogue = Catalogue(pl.concat([ITEMS, SOLD], how="horizontal"), np.zeros(5, np.int64))
    mask, _ = Allowance(catalogue).mask(Filters.checked(wishes), query, np.empty(0, np.int64))
    return [catalogue.ids[number] for number in np.flatnonzero(mask)]


def test_what_is_sold_out_may_be_a_query_and_is_offered_only_where_asked_for() -> None:
    assert of_a_feed(4) == ["a-1", "b-1", "b-2"]
    assert of_a_feed(2) == ["a-1", "b-2"]
    assert of_a_feed(2, sold_out=True) == ["a-1", "a-2", "b-2", "c-1"]
    assert of_a_feed(2, in_stock=["a-2", "b-2"]) == ["a-2", "b-2"]  # the request is newer than the shop's file


def test_variants_of_a_product_do_not_replace_each_other() -> None:
    assert of_a_feed(0) == ["b-1"]
    assert of_a_feed(0, variants=True) == ["b-1", "b-2"]
    assert of_a_feed(2, sold_out=True) == ["a-1", "a-2", "b-2", "c-1"]  # no group: no variants


def test_a_record_of_a_feed() -> None:
    catalogue = Catalogue(pl.concat([ITEMS, SOLD], how="horizontal"), np.zeros(5, np.int64))
    found = catalogue.item(0)
    assert (found.available, found.link, found.fields) == (True, "https://shop/a-1", (("color", "red"),))
    assert CATALOGUE.item(0).available is None  # a folder of an earlier version


def test_categories() -> None:
    assert offered(same_category=True)[0] == ["a-2"]
    assert offered(category="home")[0] == ["a-2", "b-1"]
    found, notes = offered(category="Toys")
    assert found == []
    assert notes[0] == "No item is in a category 'Toys'."
    assert "has no category" in offered(query=3, same_category=True)[1][0]


def test_prices() -> None:
    assert offered(max_price=8)[0] == ["b-2", "c-1"]
    assert offered(max_price=8, min_price=6)[0] == ["c-1"]
    assert offered(min_price=8)[0] == ["a-2", "c-1"]
    assert offered(not_dearer=True)[0] == ["b-2", "c-1"]
    found, notes = offered(query=2, not_dearer=True)
    assert len(found) == 4
    assert "has no price" in notes[0]


def test_brands() -> None:
    assert offered(query=4, brands=["ACME"])[0] == ["a-1", "a-2"]
    assert offered(exclude_brands=["bolt"])[0] == ["a-2", "b-2"]
    assert offered(brands=["Zed"])[1][0] == "No item is of the brand 'Zed'."
    found, notes = offered(exclude_brands=["bolt", "Zed"])
    assert found == ["a-2", "b-2"]
    assert notes == ["No item is of the brand 'Zed', which was to be excluded."]


def test_a_wish_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="setting cheap"):
        Filters.checked({"cheap": True})


def test_prices_of_other_currencies_are_left_out_and_counted() -> None:
    items = ITEMS.with_columns(pl.Series("currency", ["EUR", "USD", None, "EUR", None]))
    allowance = Allowance(Catalogue(items, np.ones(5)))

    def left(query: int, **wishes: object) -> tuple[list[int], list[str]]:
        mask, notes = allowance.mask(Filters.checked(wishes), query, np.empty(0, np.int64))
        return np.flatnonzero(mask).tolist(), notes

    note = "{} items are not priced in {} and were left out: prices are not converted."
    assert left(0, max_price=100.0) == ([3], [note.format(2, "EUR")])
    assert left(1, max_price=100.0) == ([], [note.format(3, "USD"), ALLOWANCE._wording.nothing_left])
    assert left(2, max_price=100.0)[0] == [0, 3]  # a query without a price: what most prices are in
    assert left(0, not_dearer=True) == ([3], [])
    assert left(4, not_dearer=True)[0] == []
