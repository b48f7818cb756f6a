"""Item descriptions as the dumps have them, and as they are stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from instead.errors import TooManyRejects
from instead.files.rejects import RejectLog
from instead.preparation.sources import understand
from instead.reviews.items import Described, category_path, first_image, plain, read_items
from instead.settings import ReadSettings
from tests.small_shop import put, put_json


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("$5.00", 5.0),
        (9.49, 9.49),
        (3, 3.0),
        (0, None),
        (-1.0, None),
        (True, None),
        (None, None),
        ("", None),
        ("free", None),
        (".a-box-inner{background-color:#fff}#alohaBuyBoxWidget .selected", None),
        (["$5.00"], None),
        ({"amount": 5}, None),
    ],
)
def test_prices_that_are_no_texts(tmp_path: Path, written: Any, value: float | None) -> None:
    described, log = Described(), RejectLog()
    path = put_json(tmp_path / "items.json", [{"asin": "A1", "title": "one", "price": written}])
    read_items(understand(path, {}), described, log, ReadSettings())
    assert described.rows["A1"]["price"] == value
    lost = log.tally(str(path)).repaired.get("price not understood, left out", 0)
    assert lost == (value is None and written not in (None, ""))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("Plain title", "Plain title"),
        ("Salt &amp; Pepper &#39;set&#39;", "Salt & Pepper 'set'"),
        ("Two\n  lines\t", "Two lines"),
        ("<b>Bold</b> case", "Bold case"),
        ('<span class="a-size-medium a-color-secondary"', None),
        ("<img src='x'>", None),
        ("", None),
        ("   ", None),
        (None, None),
        (5, None),
        ([], None),
    ],
)
def test_titles_and_brands(written: Any, value: str | None) -> None:
    assert plain(written) == value


@pytest.mark.parametrize(
    ("written", "path"),
    [
        (["A", "B"], ["A", "B"]),
        ([["A"], ["A", "B", "C"], ["D", "E"]], ["A", "B", "C"]),
        (["Gift Cards", "</span></span></span>", "Cards &amp; More"], ["Gift Cards", "Cards & More"]),
        ("A > B>C", ["A", "B", "C"]),
        ("A | B", ["A", "B"]),
        ("Phones", ["Phones"]),
        ([], None),
        ([[]], None),
        ("", None),
        (None, None),
        ([None, 5], None),
        (7, None),
    ],
)
def test_categories(written: Any, path: list[str] | None) -> None:
    assert category_path(written) == path


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("http://x/y.jpg", "http://x/y.jpg"),
        (["https://x/1.jpg", "https://x/2.jpg"], "https://x/1.jpg"),
        ([{"thumb": "https://t", "large": "https://l", "hi_res": None}], "https://l"),
        ([{"thumb": "https://t", "large": None}], "https://t"),
        ([{"variant": "MAIN"}], None),
        ({"hi_res": ["x"]}, None),
        ([], None),
        ("no address", None),
        (None, None),
    ],
)
def test_images(written: Any, address: str | None) -> None:
    assert first_image(written) == address


def described(path: Path, **settings: Any) -> tuple[Described, RejectLog]:
    made, log = Described(), RejectLog()
    read_items(understand(path, {}, "items"), made, log, ReadSettings(**settings))
    return made, log


def known(row: dict[str, Any]) -> dict[str, Any]:
    """What a description says."""
    return {name: value for name, value in row.items() if value is not None}


def test_metadata_of_2014(tmp_path: Path) -> None:
    rows = [
        {
            "asin": "A1",
            "title": 'It\'s a "case"',
            "price": 9.49,
            "imUrl": "http://x/a.jpg",
            "categories": [["Phones"], ["Phones", "Cases"]],
            "brand": "",
            "related": {"also_viewed": ["A2", "A3"], "buy_after_viewing": ["A2"], "also_bought": ["A9"]},
        },
        {"asin": "A2", "title": "Other", "related": {"bought_together": ["A1"]}},
        {"asin": "A3", "salesRank": {"Toys": 1}},
    ]
    made, log = described(put(tmp_path / "meta.json", [repr(row) for row in rows]))
    assert known(made.rows["A1"]) == {
        "item": "A1",
        "title": 'It\'s a "case"',
        "category": ["Phones", "Cases"],
        "price": 9.49,
        "image": "http://x/a.jpg",
    }
    assert made.directed == {"also_viewed": 2, "buy_after_viewing": 1, "also_bought": 1, "bought_together": 1}
    assert made.links["also_viewed"] == [("A1", ["A2", "A3"])]
    assert log.rejected == 0
    assert made.table().height == 3


def test_the_first_description_of_an_item_stays(tmp_path: Path) -> None:
    rows = [
        {"asin": "A1", "title": "first", "also_view": ["A2"], "price": "$1"},
        {"asin": "A1", "title": "second", "also_view": ["A3"], "price": "$2"},
        {"asin": "A2", "title": "other", "also_view": []},
    ]
    made, _ = described(put_json(tmp_path / "meta.json", rows))
    assert made.rows["A1"]["title"] == "first"
    assert made.links == {"also_viewed": [("A1", ["A2"])]}
    assert made.repeated == 1


def test_a_description_without_an_item_is_rejected(tmp_path: Path) -> None:
    rows = [{"asin": asin, "title": "t"} for asin in ("A1", None, "", " ", "A\x012", ["A"], {"x": 1}, "A2")]
    path = put_json(tmp_path / "meta.json", rows)
    made, log = described(path, max_rejected=1.0)
    assert list(made.rows) == ["A1", "A2"]
    assert log.tally(str(path)).causes == {"no item id": 6}
    assert [row.line for row in log.tally(str(path)).first] == [2, 3, 4, 5, 6]
    with pytest.raises(TooManyRejects):
        described(path)


def test_relations_that_are_no_lists_are_ignored(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"asin": "A1", "title": "t", "related": 5},
        {"asin": "A2", "title": "t", "related": {"also_viewed": "A1"}},
        {"asin": "A3", "title": "t", "related": ["A1"], "also_view": "A1"},
        {"asin": "A4", "title": "t", "related": None, "also_view": None},
    ]
    made, _ = described(put_json(tmp_path / "meta.json", rows))
    assert made.links == {}
    assert len(made.rows) == 4


def test_ids_written_as_numbers(tmp_path: Path) -> None:
    made, _ = described(put_json(tmp_path / "meta.json", [{"item": 7, "title": "t"}, {"item": 8.0, "title": "t"}]))
    assert list(made.rows) == ["7", "8"]


def test_a_table_of_items(tmp_path: Path) -> None:
    path = put(
        tmp_path / "items.csv", ["sku,name,vendor,price,category", 'a,"Big, red",Acme,"$1,299.00",X > Y', "b,,,,"]
    )
    made, _ = described(path)
    assert known(made.rows["a"]) == {
        "item": "a", "title": "Big, red", "brand": "Acme", "category": ["X", "Y"], "price": 1299.0, "currency": "USD",
    }  # fmt: skip
    assert made.rows["b"]["title"] is None


def test_surrogates_in_literals_reach_the_table(tmp_path: Path) -> None:
    made, _ = described(put(tmp_path / "meta.json", [r"{'asin': 'A1', 'title': 'x \ud83d'}"]))
    assert made.table()["title"].to_list() == ["x \ufffd"]
