"""New items: what is understood, what is refused and how, and how their reviews are counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.errors import InputError, WrongItem
from instead.records import Mention, Review
from instead.shop import Shop, load
from tests.open_shop import open_shop


class Reader:
    """Reads "+battery -price" as two mentions."""

    def mentions(self, texts: Sequence[str], ratings: object = None) -> pl.DataFrame:
        rows = [
            (number, word[1:], 1 if word[0] == "+" else -1, 1.0, 0, 0)
            for number, text in enumerate(texts)
            for word in text.split()
            if word[0] in "+-"
        ]
        schema = {"review": pl.UInt32, "attribute": pl.String, "sentiment": pl.Int8, "confidence": pl.Float32}
        schema |= {"start": pl.UInt32, "end": pl.UInt32}
        return pl.DataFrame(rows, schema, orient="row")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    made = load(open_shop(Path(tmp_path_factory.mktemp("open"))).folder)
    made.__dict__["_reader"] = Reader()
    return made


def counts(shop: Shop, new: dict[str, Any]) -> tuple[int, dict[str, tuple[int, int]]]:
    item = shop.with_items([{"item": "n1"} | new]).item("n1")
    return item.reviews, {name: (standing.praised, standing.blamed) for name, standing in item.standings}


def test_a_review_counts_once_for_an_attribute(shop: Shop) -> None:
    texts = ["+battery +battery +battery -price", "-battery +battery -battery", "+screen -screen", "nothing"]
    expected = 4, {"battery": (1, 1), "price": (0, 1), "screen": (0, 0)}
    assert counts(shop, {"reviews": texts}) == expected
    pairs = [[("battery", 1)] * 3 + [("price", -1)], [("battery", -2), ("battery", 1), ("battery", -1)],
             [["screen", 1], ["screen", -0.5]], []]  # fmt: skip
    assert counts(shop, {"reviews": pairs}) == expected
    assert counts(shop, {"mentions": [("battery", 1), ("battery", 1), ("battery", -1)]}) == (3, {"battery": (2, 1)})


def test_a_text_is_one_review(shop: Shop) -> None:
    assert counts(shop, {"reviews": "+battery +battery"}) == (1, {"battery": (1, 0)})
    assert shop.recommend(None, "i05", reviews="+battery") == shop.recommend(None, "i05", reviews=["+battery"])


@pytest.mark.parametrize("many", [list, tuple, np.array, pl.Series])
def test_reviews_of_any_kind_of_sequence(shop: Shop, many: Any) -> None:
    assert counts(shop, {"reviews": many(["+battery", "-battery"])}) == (2, {"battery": (1, 1)})


def test_records_are_reviews_too(shop: Shop) -> None:
    said = [Review("u", "n1", 5.0, None, "+battery"), Mention("u", "n1", "price", "bad", -1), ("screen", 1)]
    assert counts(shop, {"reviews": said}) == (3, {"battery": (1, 0), "screen": (1, 0), "price": (0, 1)})


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": 5}, "title is 5; it must be a text"),
        ({"category": "Coffee"}, "category is 'Coffee'; it must be a list of texts"),
        ({"category": [1]}, r"category is \[1\]; it must be a list of texts"),
        ({"price": "cheap"}, "price is 'cheap'; it must be a number"),
        ({"price": -1}, "price is -1; it must be a number that is not below 0"),
        ({"price": True}, "price is True; it must be a number"),
        ({"price": float("inf")}, "price is inf; it must be a number"),
        ({"reviews": 7}, "reviews is 7; it must be a list of texts"),
        ({"reviews": [7]}, "one of its reviews is 7; a review is a text"),
        ({"reviews": {"text": "good"}}, "reviews is {'text': 'good'}; it must be a list"),
        ({"mentions": "battery"}, "mentions is 'battery'; it must be a list of"),
        ({"mentions": 5}, "mentions is 5; it must be a list of"),
        ({"mentions": ["battery"]}, r"mentions hold 'battery'; a mention is a pair like \('battery', 1\)"),
        ({"mentions": [["battery"]]}, "mentions hold .* a mention is a pair"),
        (
            {"mentions": [["battery", "good"]]},
            "mentions: the sentiment of 'battery' is 'good'; it must be 1 for",
        ),
        ({"mentions": [["battery", 0]]}, "mentions: the sentiment of 'battery' is 0"),
        ({"mentions": [["battery", None]]}, "mentions: the sentiment of 'battery' is None"),
        ({"mentions": [["batery", 1]]}, "mentions: unknown attribute 'batery': did you mean 'battery'"),
        ({"reviews": [[["batery", 1]]]}, "reviews: unknown attribute 'batery'"),
    ],
)
def test_what_cannot_be_used_names_item_and_field(shop: Shop, wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WrongItem, match=f"^item 'n2': {sentence}") as caught:
        shop.with_items([{"item": "n1"}, {"item": "n2"} | wrong])
    assert caught.value.place == 1


def test_ids_are_texts_of_their_own(shop: Shop) -> None:
    for wrong in ({}, {"item": 5}, {"item": ""}, "n1"):
        with pytest.raises(InputError, match="a new item needs an `item`"):
            shop.with_items([wrong])  # type: ignore[list-item]
    with pytest.raises(WrongItem, match="'n1' is there already"):
        shop.with_items([{"item": "n1"}, {"item": "n1"}])
