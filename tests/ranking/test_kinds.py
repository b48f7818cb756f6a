"""The gate on kinds: by category, else by the head of the title."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.models.fact_table import FactTable
from instead.ranking.catalogue import Catalogue
from instead.ranking.kinds import Kinds, head_noun


def kinds(depth: int = 0, links: tuple[int, int] | None = None, **columns: list[Any]) -> Kinds:
    count = len(next(iter(columns.values())))
    given = {"title": None, "brand": None, "category": None, "price": None, "image": None} | columns
    arrays = dict(FactTable.none(count).arrays) | {"kind.depth": np.array([depth])}
    if links is not None:
        arrays["viewed.start"] = np.searchsorted([links[0]], np.arange(count + 1)).astype(np.int64)
        arrays |= {"viewed.target": np.array([links[1]], np.int32)}
    items = pl.DataFrame({"item": [f"i{n}" for n in range(count)], **given})
    return Kinds(Catalogue(items, np.zeros(count)), FactTable(arrays))


def test_the_first_steps_of_the_category() -> None:
    paths = [["Home", "Coffee", "Espresso"], ["home", "coffee", "Drip"], ["Bags", "Backpacks"], None]
    found = kinds(2, category=paths).of(0)
    assert found is not None
    assert found.name == "Coffee"
    assert found.members.tolist() == [True, True, False, True]  # nothing says what the last one is
    assert kinds(2, category=paths).of(3) is None


def test_titles_where_there_is_no_category() -> None:
    titles = ["Compact espresso machine, black", *["Big Machines for two"] * 4, "Backpack with wheels", None]
    found = kinds(title=titles).of(0)
    assert found is not None
    assert (found.name, found.by_title) == ("machine", True)
    assert found.members.tolist() == [True] * 5 + [False, False]
    linked = kinds(title=titles, links=(0, 5)).of(0)
    assert linked is not None and linked.members[5]
    assert kinds(title=titles).of(5) is None  # a head that nobody shares names no kind
    assert kinds(title=titles).of(6) is None


def test_numbers_are_those_of_a_kind() -> None:
    paths = [["Home", "Coffee", "Espresso"], ["Bags", "Backpacks"], ["home", "coffee", "Drip"], ["Bags", "Totes"]]
    first, bags, last, totes = kinds(2, category=paths).numbers.tolist()
    assert first == last and len({first, bags, totes}) == 3
    machine, pack, other = kinds(title=["Espresso machine", "Red backpack", "Big machines"]).numbers.tolist()
    assert machine == other != pack


@pytest.mark.parametrize(
    ("title", "head"),
    [
        ("Compact espresso machine, black", "machine"),
        ("Noise cancelling headphones - wireless", "headphone"),
        ("Set of six glasses", "set"),
        ("Batteries", "battery"),
        ("Switch 5000", "switch"),
        ("12 / 34", None),
    ],
)
def test_heads(title: str, head: str | None) -> None:
    assert head_noun(title) == head
