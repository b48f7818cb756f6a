"""Facts are what the data hold, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from instead.explanation.facts import Facts
from instead.languages import wording_of
from instead.models.fact_table import FactTable
from instead.ranking.catalogue import Catalogue
from instead.substitutes.kind_depth import kind_depth
from instead.wording import ENGLISH, Wording


def facts(table: dict[str, Any] | None = None, wording: Wording = ENGLISH, **columns: list[Any]) -> Facts:
    given = {"title": None, "brand": None, "category": None, "price": None, "image": None} | columns
    items = pl.DataFrame({"item": ["q", "j"], **given})
    arrays = dict(FactTable.none(2).arrays) | (table or {})
    return Facts(FactTable(arrays), Catalogue(items, np.zeros(2)), wording)


def said(made: Facts, in_stock: bool = False) -> list[tuple[str, str, int]]:
    return [(fact.kind, fact.text, fact.favours) for fact in made.of(0, np.array([1]), in_stock)[0]]


def test_nothing_known_nothing_said() -> None:
    assert said(facts()) == []
    assert said(facts(price=[None, 3.0], brand=["A", "B"])) == []
    assert said(facts(), in_stock=True) == [("in stock", "in stock", 0)]


def test_stock_by_the_file_of_the_shop() -> None:
    assert said(facts(available=[None, True])) == [("in stock", "in stock", 0)]
    assert said(facts(available=[None, False])) == [("in stock", "sold out at the moment", -1)]
    assert said(facts(available=[False, None])) == []
    assert said(facts(available=[None, False]), in_stock=True) == [("in stock", "in stock", 0)]


@pytest.mark.parametrize(
    ("price", "text", "favours"),
    [(80.0, "20.00 less (20 % cheaper)", 1), (150.0, "50.00 more (50 % dearer)", -1), (100.2, "the same price", 0)],
)
def test_prices(price: float, text: str, favours: int) -> None:
    assert said(facts(price=[100.0, price])) == [("price", text, favours)]


@pytest.mark.parametrize(("ratings", "favours"), [((9, 20), 1), ((2, 20), 0)])
def test_stars_favour_where_there_are_enough(ratings: tuple[int, int], favours: int) -> None:
    table = {"item.stars": np.array([4.0, 4.6], np.float32), "item.ratings": np.array(ratings, np.int32)}
    text = f"4.6 of 5 stars from 20, the other 4.0 from {ratings[0]}"
    assert said(facts(table)) == [("stars", text, favours)]


@pytest.mark.parametrize(
    ("name", "counts", "expected"),
    [
        ("bought", (31, 100), ("taken", "31 % of those who looked at this took it", 1)),
        ("bought", (0, 0), ("taken", "bought by people who looked at this", 1)),
        ("viewed", (24, 80), ("viewed", "looked at together in 24 visits", 0)),
        ("viewed", (0, 0), ("viewed", "looked at by people who looked at this", 0)),
    ],
)
def test_what_people_took_and_looked_at(name: str, counts: tuple[int, int], expected: tuple[str, str, int]) -> None:
    visits, of = (np.array([count], np.int32) for count in counts)
    ends = {f"{name}.start": np.array([0, 1, 1]), f"{name}.target": np.array([1], np.int32)}
    table = ends | {f"{name}.visits": visits, f"{name}.of": of}
    assert said(facts(table)) == [expected]


def test_newer_and_brand() -> None:
    table = {"item.first": np.array([0, 3 * 366 * 86_400], np.int64)}
    kinds = said(facts(table, brand=["Acme", " acme"]))
    assert kinds == [("newer", "newer: first reviewed in 1973, the other in 1970", 0), ("brand", "also by  acme", 0)]
    assert said(facts({"item.first": table["item.first"][::-1].copy()})) == []


def test_the_depth_of_a_kind_is_what_most_linked_pairs_share() -> None:
    paths = [["A", "B", "x"], ["A", "B", "x"], ["A", "B", "y"], ["A", "C", "z"], None]
    source, target = np.array([0, 0, 1, 4]), np.array([1, 2, 2, 0])
    assert kind_depth(paths, source, target) == 2
    assert kind_depth(paths, source[:1], target[:1]) == 3
    assert kind_depth(paths, np.array([0]), np.array([3])) == 1
    assert kind_depth([None, None], np.array([0]), np.array([1])) == 0


@pytest.mark.parametrize(("mine", "theirs"), [("USD", "EUR"), ("USD", None), (None, "EUR")])
def test_prices_in_different_currencies_are_not_compared(mine: str | None, theirs: str | None) -> None:
    assert said(facts(price=[100.0, 80.0], currency=[theirs, mine])) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "€1,371.92 less (50 % cheaper)"),
        ("de", "1.371,92\u00a0€ weniger (50 % billiger)"),
        ("fr", "1\u202f371,92\u00a0€ de moins (50 % moins cher)"),
    ],
)
def test_prices_are_written_as_the_reader_writes_them(language: str, text: str) -> None:
    made = facts(wording=wording_of(language), price=[2743.84, 1371.92], currency=["EUR", "EUR"])
    assert said(made) == [("price", text, 1)]


def test_facts_of_a_pair_are_made_once_for_each_question_of_stock() -> None:
    made = facts(price=[100.0, 80.0])
    (first,), (again,) = (made.of(0, np.array([1])) for _ in range(2))
    assert again is first
    assert [fact.kind for fact in made.of(0, np.array([1]), in_stock=True)[0]] == ["price", "in stock"]
    assert [fact.favours for fact in made.of(1, np.array([0]))[0]] == [-1]
