"""What can be had, structured fields, and how they stand in the table of items."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from instead.reviews.item_fields import availability, structured, web_address
from instead.reviews.items import SCHEMA, Described, describe


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("in stock", True), ("in_stock", True), ("In Stock", True), ("out of stock", False), ("out_of_stock", False),
        ("preorder", True), ("backorder", True), ("https://schema.org/InStock", True),
        ("http://schema.org/OutOfStock", False), ("SoldOut", False), ("ausverkauft", False), ("verf\u00fcgbar", True),
        ("Nicht verf\u00fcgbar", False), ("\u00e9puis\u00e9", False), ("Dost\u0119pny", True),
        ("brak", False), ("12", True), ("Rupture", False), ("Rupture de stock", False), ("\u00c9puis\u00e9", False),
        ("En stock", True), ("Dispo", True), ("vergriffen", False), ("agotado", False), ("esaurito", False),
        ("0", False), ("-3", False), (" 4,5 ", True), (7, True), (0, False), (True, True), (False, False), ("1", True),
        ("", None), (None, None), ("ask in the shop", None), (["in stock"], None),
    ],
)  # fmt: skip
def test_availability(said: Any, meant: bool | None) -> None:
    assert availability(said) is meant


def test_fields_have_a_name_and_a_value() -> None:
    given = {
        "color": " deep  red ",
        "size": "",
        "material": None,
        "weight": 2.5,
        "text": "x" * 300,
        "": "y",
        "a": ["b"],
    }
    assert structured(given) == [("color", "deep red"), ("weight", "2.5")]
    assert structured([("size", "M"), ("size", "L")]) == [("size", "M")]
    assert structured([{"name": "size", "value": "M"}]) == [("size", "M")]
    assert structured({}) is None
    assert structured(None) is None


def test_addresses() -> None:
    assert web_address(" https://shop.example/a ") == "https://shop.example/a"
    assert web_address("/products/a") == "/products/a"
    assert web_address("javascript:alert(1)") is None
    assert web_address(None) is None


def test_the_table_has_every_column() -> None:
    made = Described()
    given = {"available": "in stock", "group": "P1", "link": "https://x/a", "fields": {"color": "red", "size": "M"}}
    made.rows["a"] = describe("a", given)
    made.rows["b"] = describe("b", {})
    table = made.table()
    assert dict(table.schema) == {name: pl.Series(dtype=kind).dtype for name, kind in SCHEMA.items()}
    assert table.select("available", "group", "link").rows() == [(True, "P1", "https://x/a"), (None, None, None)]
    assert table["fields"].to_list() == [
        [{"name": "color", "value": "red"}, {"name": "size", "value": "M"}],
        None,
    ]
