"""The order that knows the reasons: first places, dominance, what is wanted more of."""

from __future__ import annotations

import numpy as np
import polars as pl

from instead.explanation.facts import Facts
from instead.explanation.ordering import PRICE, Ordering, dominates, first_class
from instead.explanation.reasons import Names, Reasons
from instead.models.fact_table import FactTable
from instead.prices import Prices
from instead.ranking.catalogue import Catalogue
from instead.ranking.rank import Ranked
from instead.settings import ReasonSettings
from instead.wording import ENGLISH
from tests.explanation.test_reasons import A, Cells, evidence, person

GOOD, BAD = (30, 1), (1, 30)


def ordering(
    *items: Cells, prices: list[float] | None = None, sure: float = 0.85, currencies: list[str | None] | None = None,
    **changes: float,
) -> Ordering:  # fmt: skip
    told, ids = evidence(*items), [f"i{n}" for n in range(len(items))]
    costs = np.full(len(ids), np.nan) if prices is None else np.array(prices)
    table = pl.DataFrame({"item": ids, "title": ids, "brand": None, "category": None, "price": costs, "image": None})
    reasons = Reasons(
        told,
        Names(ids, ["u0"], [f"a{n}" for n in range(A)]),
        5.0,
        ReasonSettings(least_alone=1000, sure=sure),
        prices=Prices.named(costs, currencies or [None] * len(ids)),
    )
    facts = Facts(FactTable.none(len(ids)), Catalogue(table, told.reviews), ENGLISH)
    weights = {"gain_weight": 0.0, "fact_weight": 0.0} | changes
    return Ordering(reasons, facts, 20, **weights)  # type: ignore[arg-type]


def order(made: Ordering, count: int, k: int = 10, than: list[int | str] | None = None, *wishes: int) -> list[int]:
    """Of items 1 to count, which the model ranks in this order."""
    found = Ranked(np.arange(1, count + 1), np.linspace(1.0, 0.0, count, dtype=np.float32))
    who = person(np.full(A, 3.0, np.float32), *wishes)
    return [int(item) for item in made.of(who, 0, found, k, than).items]


def test_the_first_is_better_in_something_and_worse_in_no_more() -> None:
    query = {0: BAD, 1: GOOD, 2: GOOD}
    worse_in_two, plain, fit = {0: GOOD, 1: BAD, 2: BAD}, {3: GOOD}, {0: GOOD, 1: BAD}
    made = ordering(query, worse_in_two, plain, fit)
    assert order(made, 3) == [3, 1, 2]
    assert order(made, 2) == [2, 1]  # worse in nothing goes before worse in more
    assert order(made, 3, 10, None, 5) == [2, 3, 1]  # a wish decides the first place, and what is beaten stays behind
    assert first_class(np.array([2, 0, 1, 0]), np.array([9, 0, 1, 3])).tolist() == [-7, 1, 2, -3]


def test_what_another_beats_in_everything_stands_after_it() -> None:
    query = {0: BAD, 1: BAD}
    made = ordering(query, {0: GOOD}, {0: GOOD, 1: GOOD}, prices=[10.0, 9.0, 8.0])
    assert order(made, 2) == [2, 1]
    dearer = ordering(query, {0: GOOD}, {0: GOOD, 1: GOOD}, prices=[10.0, 8.0, 9.0])
    assert order(dearer, 2) == [1, 2]


def test_dominance_is_pareto_and_unknown_is_no_better() -> None:
    values = np.array([[1.0, np.nan], [0.0, 5.0], [1.0, 6.0], [1.0, 6.0]])
    found = dominates(values)
    assert found[0].tolist() == [False, True, False, False]
    assert found[2].tolist() == [False, True, False, False]
    assert not (found & found.T).any()


def test_gain_moves_near_equals() -> None:
    query = {0: BAD}
    worth = ordering(query, {0: (15, 15)}, {0: GOOD}, gain_weight=20.0)
    assert order(worth, 2) == [2, 1]


def test_than_wants_what_is_better_and_says_how_surely() -> None:
    query = {0: BAD, 1: GOOD}
    items = ({0: BAD, 1: GOOD}, {0: GOOD, 1: BAD}, {0: (1, 3)})
    made = ordering(query, *items, prices=[10.0, 5.0, 20.0, 4.0], sure=0.99)
    compared = made.reasons.compare(0, np.arange(1, 4))
    assert made.wanted(0, np.arange(1, 4), compared, [0]).tolist() == [0, 2, 1]
    assert made.wanted(0, np.arange(1, 4), compared, [PRICE]).tolist() == [2, 0, 2]
    assert order(made, 3, 10, [0]) == [2, 3, 1]
    assert order(made, 3, 1, [PRICE]) == [1]


def test_what_reviews_speak_against_may_be_held_back() -> None:
    query = {0: GOOD, 1: GOOD}
    made = ordering(query, {0: BAD}, {1: GOOD}, {0: BAD}, prices=[10.0, 10.0, 10.0, 5.0], hold_back=True)
    found = made.of(person(np.full(A, 3.0, np.float32)), 0, Ranked(np.arange(1, 4), np.zeros(3, np.float32)), 5)
    assert sorted(found.items.tolist()) == [2, 3]  # the third is worse, but cheaper
    assert found.held_back == 1


def test_near_zero_leaves_the_models_order() -> None:
    made = ordering({0: BAD}, {0: BAD}, {0: GOOD})
    made.near = 0
    assert order(made, 2) == [1, 2]


def test_a_price_in_another_currency_speaks_neither_for_nor_against() -> None:
    same = ordering({}, {}, {}, prices=[10.0, 20.0, 5.0], fact_weight=10.0)
    assert order(same, 2) == [2, 1]
    other = ordering({}, {}, {}, prices=[10.0, 20.0, 5.0], currencies=["EUR", "EUR", "USD"], fact_weight=0.01)
    assert order(other, 2) == [1, 2]
    assert order(same, 2, than=["price"]) == [2, 1]
    assert order(other, 2, than=["price"]) == [1, 2]
    values = other._values(np.arange(3), other.reasons.compare(0, np.arange(3)))
    assert not dominates(values)[2, 0]
    assert dominates(same._values(np.arange(3), same.reasons.compare(0, np.arange(3))))[2, 0]


def test_where_everything_is_worse_the_answer_is_to_keep_it() -> None:
    """Three that are worse in more than better: what has least against it comes first, whatever the score."""
    query = dict.fromkeys(range(4), GOOD)
    worst, two_against, one_against = {0: BAD, 1: BAD, 2: BAD}, {0: BAD, 1: BAD}, {3: BAD}
    made = ordering(query, worst, two_against, one_against)
    found = Ranked(np.arange(1, 4), np.linspace(1.0, 0.0, 3, dtype=np.float32))
    who = person(np.full(A, 3.0, np.float32))
    kept = made.of(who, 0, found, 10)
    assert (kept.keep, kept.items.tolist()) == (True, [3, 2, 1])
    assert made.of(person(np.full(A, 3.0, np.float32), 0), 0, found, 10).keep  # also to somebody who states a wish
    assert not made.of(who, 0, found, 10, [PRICE]).keep  # who wants it cheaper is told of that


def test_something_that_speaks_for_an_offer_is_enough_to_recommend() -> None:
    """A lower price, nothing against it, or a gain for this person though it is worse in more."""
    query, found = {0: GOOD, 1: GOOD, 2: BAD}, Ranked(np.arange(1, 3), np.zeros(2, np.float32))
    flat, loud = np.full(A, 3.0, np.float32), np.array([1, 1, 5, 1, 1, 1], np.float32)
    worse, mixed = {0: BAD, 1: BAD}, {0: BAD, 1: BAD, 2: GOOD}
    assert ordering(query, worse, worse).of(person(flat), 0, found, 5).keep
    assert not ordering(query, worse, worse, prices=[10.0, 10.0, 5.0]).of(person(flat), 0, found, 5).keep
    assert not ordering(query, worse, {3: GOOD}).of(person(flat), 0, found, 5).keep
    assert ordering(query, worse, mixed).of(person(flat), 0, found, 5).keep
    assert not ordering(query, worse, mixed).of(person(loud), 0, found, 5).keep


def test_keeping_it_is_said_also_where_everything_is_held_back() -> None:
    made = ordering({0: GOOD}, {0: BAD}, hold_back=True)
    found = made.of(person(np.full(A, 3.0, np.float32)), 0, Ranked(np.array([1]), np.zeros(1, np.float32)), 5)
    assert (found.keep, found.items.tolist(), found.held_back) == (True, [], 1)
    assert not made.of(
        person(np.full(A, 3.0, np.float32)), 0, Ranked(np.empty(0, np.int64), np.empty(0, np.float32)), 5
    ).keep
