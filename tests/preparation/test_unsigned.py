"""Reviews without users, orders without reviews, ratings without text: each is told for what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from instead.preparation.inspection import inspect_file
from instead.preparation.sources import understand
from tests.small_shop import put


def test_reviews_without_users_are_of_somebody_else_each(tmp_path: Path) -> None:
    rows = [f"i{n % 3},Product {n % 3},{n % 5 + 1},quite good" for n in range(12)]
    path = put(tmp_path / "r.csv", ["sku,product_title,rating,review_text", *rows])
    found = inspect_file(path)
    assert (found.kind, found.format) == ("reviews", "reviews without users (table)")
    assert (found.counts["users"], found.counts["items"], found.rejected) == (12, 3, 0)
    assert found.repaired == {"without a user, each taken as somebody of their own": 12}
    assert any("every row counts as somebody else's" in note for note in found.notes)


def test_a_guest_among_users_is_somebody_too(tmp_path: Path) -> None:
    found = inspect_file(put(tmp_path / "r.csv", ["user,item,rating", "u,a,5", ",a,4", " ,b,3", "u,b,4"]))
    assert found.counts["users"] == 3
    assert found.repaired == {"without a user, each taken as somebody of their own": 2}


def test_an_order_without_a_user_tells_nothing(tmp_path: Path) -> None:
    found = inspect_file(put(tmp_path / "o.csv", ["order_id,user,item", "1,u,a", "2,,a", "3,v,b"]))
    assert found.format == "orders (table)"
    assert found.rejected == 1


@pytest.mark.parametrize(
    ("header", "row", "kind"),
    [
        ("sku,title,price,rating", "i{n},T,9,4", "items"),
        ("sku,title,description", "i{n},T,words of a shop", "items"),
        ("sku,rating", "i{r},4", "reviews"),
        ("sku,comment", "i{r},good", "reviews"),
        ("order_id,customer_id,sku,price,quantity,title", "{n},c{r},i{r},9,1,T", "reviews"),
        ("customer_id,sku", "c{n},i{r}", "reviews"),
    ],
)
def test_tables_that_are_nearly_alike(tmp_path: Path, header: str, row: str, kind: str) -> None:
    rows = [row.format(n=n, r=n % 4) for n in range(20)]
    assert understand(put(tmp_path / "x.csv", [header, *rows]), {}).kind == kind


def test_a_bewertung_may_be_stars_or_words(tmp_path: Path) -> None:
    stars = put(tmp_path / "a.csv", ["Kunde;Artikelnr;Bewertung", "u;a;4,5", "v;b;3"])
    words = put(tmp_path / "b.csv", ["Kunde;Artikelnr;Bewertung", "u;a;Sehr gute Kanne", "v;b;Tropft leider"])
    assert understand(stars, {}).columns == {"user": "Kunde", "item": "Artikelnr", "rating": "Bewertung"}
    assert understand(words, {}).columns == {"user": "Kunde", "item": "Artikelnr", "text": "Bewertung"}
