"""What is said to be weak follows from the counts, and nothing is said where nothing is weak."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from instead.starting.tried_out import TriedOut
from instead.starting.weak_points import weak_points
from instead.store.dataset import Dataset

GOOD: dict[str, Any] = {
    "counts": {"items": 100, "reviews": 2000},
    "graph": {"edges": 500, "covered_items": 95},
    "described": {"title": 100, "category": 100, "price": 100},
    "languages": {"en": 900},
    "sources": [],
}
TRIED = TriedOut(100, 100, 1.0, 1.0, 0.9, ())


def said(manifest: dict[str, Any], *, text: bool = True, unread: str | None = None, tried: TriedOut = TRIED,
         figures: bool = True, cases: int = 1000) -> str:  # fmt: skip
    items = pl.DataFrame({"item": ["a"], "title": ["A"], "brand": [None], "category": [None], "price": [1.0]})
    data = cast(Dataset, SimpleNamespace(manifest=manifest, has_text=text, items=items))
    rows = [{"model": "ranker"}] if figures else []
    return " ".join(f"{one.seen}: {one.advice}" for one in weak_points(data, unread, tried, rows, cases))


def test_a_good_shop_hears_nothing() -> None:
    assert said(GOOD) == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"graph": {"edges": 0, "covered_items": 0}}, "bring a click log"),
        ({"graph": {"edges": 9, "covered_items": 9}}, "only 9% of the items are linked"),
        ({"described": {"title": 100, "category": 100}}, "100 of 100 items have no price"),
        ({"described": {"category": 100, "price": 99, "title": 40}}, "60 of 100 items have no title"),
        ({"languages": {"de": 90, "en": 10}}, "reasons are given from facts"),
        ({"counts": {"items": 100, "reviews": 120}}, "1.2 reviews an item"),
        ({"sources": [{"file": "a.csv", "rows": 50, "rejected": 3, "causes": {"no item id": 3}}]},
         "3 of 50 rows of a.csv cannot be used: 3 no item id"),
    ],
)  # fmt: skip
def test_what_is_weak_is_said(change: dict[str, Any], words: str) -> None:
    assert words in said(GOOD | change)


def test_texts_offers_and_figures() -> None:
    assert "there are no review texts" in said(GOOD, text=False)
    assert "were not read: too few" in said(GOOD, unread="too few")
    assert "10% of the items get no offer" in said(GOOD, tried=TriedOut(100, 100, 0.9, 1.0, 0.9, ()))
    assert "40% of the offers carry no reason" in said(GOOD, tried=TriedOut(100, 100, 1.0, 0.6, 0.9, ()))
    assert "no choices could be held out" in said(GOOD, figures=False)
    assert "rest on 12 choices" in said(GOOD, cases=12)
