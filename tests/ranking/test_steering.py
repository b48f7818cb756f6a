"""Rules at work: what is taken out, what moves by how much, and that an offer says so when a rule moved it."""

from __future__ import annotations

import gc
import weakref
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.errors import InputError
from instead.ranking.catalogue import Catalogue
from instead.ranking.item_changes import ItemChanges
from instead.ranking.rule_checks import checked, pins_left_out, refuse
from instead.ranking.rule_files import rules_of
from instead.ranking.steering import Active, RuleBook, Steering, slots
from tests.small_shop import NOW, some

ITEMS = 12


def catalogue() -> Catalogue:
    """Items i0 to i11: brands A, B in turn, prices 10, 20 ... (the last in another currency), two categories."""
    table = pl.DataFrame(
        {
            "item": [f"i{n}" for n in range(ITEMS)],
            "title": [f"Item {n}" for n in range(ITEMS)],
            "brand": ["Acme" if n % 2 == 0 else "Bolt" for n in range(ITEMS - 1)] + [None],
            "category": [["Shop", "Left" if n < 6 else "Right"] for n in range(ITEMS)],
            "price": [10.0 * (n + 1) for n in range(ITEMS)],
            "currency": ["EUR"] * (ITEMS - 1) + ["USD"],
            "image": [None] * ITEMS,
            "available": [n != 7 for n in range(ITEMS)],
            "group": [None] * 10 + ["same", "same"],
        },
        schema_overrides={"image": pl.String},
    )
    return Catalogue(table, np.zeros(ITEMS))


SHOP = catalogue()


def rule(kind: str, name: str = "r", **fields: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "reason": "a test", **fields}


def active(*rules: dict[str, Any], shop: Catalogue = SHOP) -> Active:
    found = Steering(rules_of(rules), shop).at(NOW)
    assert found is not None
    return found


def left(query: int, *rules: dict[str, Any]) -> list[int]:
    allowed = np.ones(ITEMS, np.bool_)
    active(*rules).narrow(query, allowed)
    return np.flatnonzero(allowed).tolist()


def test_hidden_items_are_nowhere_offered() -> None:
    assert left(0, rule("hide", items=["i3", "i4"])) == [0, 1, 2, *range(5, ITEMS)]
    assert left(0, rule("hide", brands=["acme"])) == [1, 3, 5, 7, 9, 11]
    assert left(0, rule("hide", brands=["Acme"], categories=["left"])) == [1, 3, *range(5, ITEMS)]
    assert left(0, rule("hide", min_price=60)) == [0, 1, 2, 3, 4, 11], "a price in another currency is none"
    assert left(0, rule("hide", min_price=60, currency="USD")) == [*range(11)]


def test_never_is_for_its_queries() -> None:
    one = rule("never", items=["i3"], for_brands=["Acme"])
    assert 3 not in left(0, one)
    assert 3 in left(1, one)


def test_only_within_names_and_prices() -> None:
    assert left(1, rule("only", categories=["Right"])) == [*range(6, ITEMS)]
    assert left(1, rule("only", categories=["Right"], brands=["Bolt"], max_price=80)) == [7]
    assert left(1, rule("only", dearer_percent=50)) == [0, 1, 2]
    assert left(3, rule("only", dearer_percent=25, cheaper_percent=25)) == [2, 3, 4]
    assert left(1, rule("only", same_brand=True, same_category=True)) == [1, 3, 5]
    assert left(11, rule("only", same_brand=True)) == [*range(ITEMS)], "of no brand: nothing to keep to"
    assert left(1, rule("only", categories=["Right"], for_items=["i0"])) == [*range(ITEMS)]


def moved(order: list[int], worth: list[float], *rules: dict[str, Any], k: int = 10, query: int = 11) -> Any:
    allowed = np.ones(ITEMS, np.bool_)
    allowed[query] = False
    return active(*rules).moved(query, order, worth, allowed, k)


def test_a_pin_goes_to_its_place_and_says_so() -> None:
    found = moved([0, 1, 2, 3], [3, 2, 1, 0], rule("pin", items=["i9", "i2"], place=2), k=4)
    assert found.items == [0, 9, 2, 1]
    assert found.placed == {9: "r"}, "i2 is where it would have been"
    assert moved([0, 1], [1, 0], rule("pin", items=["i0"]), k=2).placed == {}


def test_a_pin_that_may_not_be_offered_is_left_out() -> None:
    found = moved([0, 1, 2], [3, 2, 1], rule("pin", items=["i11", "i2"]), k=3)
    assert found.items == [2, 0, 1]
    (pin,) = active(rule("pin", items=["i11", "i7", "i10", "i2", "i3"])).pins
    hides = active(rule("hide", "h", items=["i3"])).rules
    allowed = np.zeros(ITEMS, np.bool_)
    assert [(SHOP.ids[item], why) for item, why in pins_left_out(pin, SHOP, allowed, 11, hides)] == [
        ("i11", "it is what is looked at"),
        ("i7", "it is sold out"),
        ("i10", "it is a variant of what is looked at"),
        ("i2", "it is another kind of thing, or out of a price band"),
        ("i3", "rule 'h' leaves it out"),
    ]


def test_a_boost_moves_within_its_bound() -> None:
    order, worth = [0, 1, 2, 3, 4, 5], [5.0, 4.0, 3.0, 2.0, 1.0, 0.0]
    found = moved(order, worth, rule("boost", items=["i5"], points=10.0, places=2))
    assert found.items == [0, 1, 2, 5, 3, 4]
    assert found.placed == {5: "r"}
    assert moved(order, worth, rule("boost", items=["i5"], points=0.5)).items == order
    assert moved(order, worth, rule("boost", items=["i5"], points=0.5)).placed == {}
    down = moved(order, worth, rule("boost", items=["i0"], points=-2.5))
    assert down.items == [1, 2, 0, 3, 4, 5]
    assert down.placed == {0: "r"}
    assert moved(order, worth, rule("boost", items=["i2"], factor=1.5)).items == [0, 2, 1, 3, 4, 5]


numbers = st.floats(-3, 3, allow_nan=False)


@some
@given(st.data())
def test_nothing_moves_up_by_more_than_its_boost_may(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 9))
    worth = sorted(data.draw(st.lists(numbers, min_size=size, max_size=size)), reverse=True)
    chosen = data.draw(st.dictionaries(st.integers(0, size - 1), st.tuples(numbers, st.integers(1, 4)), max_size=size))
    rules = [
        rule("boost", f"r{item}", items=[f"i{item}"], points=points, places=places)
        for item, (points, places) in chosen.items()
        if points
    ]
    if not rules:
        return
    found = moved([*range(size)], worth, *rules)
    assert sorted(found.items) == [*range(size)]
    for at, item in enumerate(found.items):
        bound = chosen.get(item, (0, 0))[1]
        if item in found.placed:
            assert found.placed[item] == f"r{item}"
            assert item != at
        if at < item and item in chosen:
            others = sum(1 for other in chosen if other < item and found.items.index(other) > at)
            assert item - at <= bound + others, "passing another boosted item that moved down is that item's move"
    still = [item for item in found.items if item not in chosen]
    assert still == sorted(still), "what no rule means keeps its order"


def test_slots_are_a_permutation_with_collisions() -> None:
    assert slots(np.array([0, 1, 2]), np.array([0, 0, 0]), []) == [0, 1, 2]
    assert slots(np.array([2, 1, 0]), np.array([1, 1, 1]), [2, 1, 0]) == [0, 2, 1]


def plain_margin(worth: list[float], margin: dict[int, float], limit: float) -> list[int]:
    """All orders in which nothing passes what is worth more by over the limit; the first by margins, place by place."""
    size = len(worth)
    fine = [
        order
        for order in permutations(range(size))
        if all(
            worth[first] - worth[second] <= limit and second in margin
            for place, second in enumerate(order)
            for first in order[place + 1 :]
            if first < second
        )
    ]
    return list(max(fine, key=lambda order: [(margin.get(item, -np.inf), -item) for item in order]))


@some
@given(
    st.lists(numbers, min_size=1, max_size=5),
    st.dictionaries(st.integers(0, 4), st.integers(0, 3), min_size=1),
    st.sampled_from([0.0, 0.3, 1.0, 5.0]),
)
def test_margins_break_ties_as_the_plain_search_does(worth: list[float], margin: dict[int, int], limit: float) -> None:
    worth = sorted(worth, reverse=True)
    margins = {f"i{item}": float(value) for item, value in margin.items()}
    found = moved([*range(len(worth))], worth, rule("margin", margins=margins, limit=limit))
    assert found.items == plain_margin(worth, {item: float(value) for item, value in margin.items()}, limit)
    for place, item in enumerate(found.items):
        passed = [other for other in found.items[place + 1 :] if other < item]
        assert all(worth[other] - worth[item] <= limit for other in passed)
        assert bool(passed) == (item in found.placed)


def test_rules_count_in_their_period() -> None:
    one = rule("hide", items=["i3"], **{"from": "2020-09-13", "until": "2020-09-13"})
    steering = Steering(rules_of([one]), SHOP)
    begin = 1_599_955_200  # 2020-09-13 in UTC
    assert [steering.at(moment) is not None for moment in (begin - 1, begin, begin + 86_399, begin + 86_400)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert steering.at(begin) is steering.at(begin + 5)
    assert Steering(rules_of([one | {"on": False}]), SHOP).at(begin) is None


def test_a_book_is_read_anew_when_its_rules_change() -> None:
    book = RuleBook()
    assert book.at(SHOP, lambda: NOW) is None
    book.rules = rules_of([rule("hide", items=["i3"])])
    assert book.at(SHOP, lambda: NOW) is not None
    assert book.steering(SHOP) is book.steering(SHOP)
    other = catalogue()
    assert book.steering(other) is not book.steering(SHOP)


def test_a_book_keeps_no_catalogue_that_nobody_uses_any_more() -> None:
    """A living shop makes a catalogue with every snapshot."""
    book, shop, seen = RuleBook(rules_of([rule("hide", items=["i3"])])), catalogue(), list[weakref.ref[Catalogue]]()
    for step in range(5):
        shop = shop.updated(ItemChanges(ITEMS, 0, {"price": {5: 15.0 + step}}), shop.popularity, shop.basis)
        assert book.at(shop, lambda: NOW) is not None
        seen.append(weakref.ref(shop))
    gc.collect()
    assert [one() is not None for one in seen[1:-1]] == [False] * 3  # one is kept by rules that its changes left alone
    assert seen[-1]() is shop


WRONG = [
    ([rule("hide", items=["i3", "i99"])], "rule 'r': no item has the id 'i99'; did you mean i9?"),
    ([rule("hide", brands=["Zzz"])], "rule 'r': no item is of the brand 'Zzz'"),
    ([rule("only", categories=["Up"])], "rule 'r': no item is in a category 'Up'"),
    ([rule("hide", brands=["Acme"], items=["i1"])], "rule 'r': it matches no offer"),
    ([rule("hide", min_price=999)], "rule 'r': no item has such a price"),
    ([rule("margin", margins={"x": 1.0}, limit=0.1)], "rule 'r': no item has the id 'x'"),
    ([rule("pin", items=["i3"]), rule("hide", "h", items=["i3"])], "rule 'r' pins i3, which rule 'h' hides; take one"),
    (
        [rule("pin", items=["i3"], for_items=["i1"]), rule("never", "n", items=["i3"], for_brands=["Bolt"])],
        "rule 'r' pins i3, which rule 'n' never offers there; take one",
    ),
    (
        [rule("pin", items=["i3"]), rule("only", "o", categories=["Right"])],
        "rule 'r' pins i3, which rule 'o' does not let in; take one",
    ),
    ([rule("pin", items=["i3"]), rule("pin", "s", items=["i4"])], "rules 'r' and 's' both pin to place 1"),
    ([rule("pin", items=["i3"]), rule("pin", "s", items=["i3"], place=4)], "rules 'r' and 's' both pin i3"),
]


@pytest.mark.parametrize(("rules", "said"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_does_not_fit_is_said(rules: list[dict[str, Any]], said: str) -> None:
    problems = checked(rules_of(rules), SHOP, NOW)[1]
    assert problems[0].text.startswith(said)
    with pytest.raises(InputError, match="rule"):
        refuse(problems)


@pytest.mark.parametrize(
    "other",
    [
        {"on": False},
        {"until": "2020-01-01"},
        {"brands": ["Bolt"], "items": ["i5"]},
    ],
)
def test_what_never_meets_does_not_contradict(other: dict[str, Any]) -> None:
    hide = {"items": ["i3"], **other}
    rules = rules_of([rule("pin", items=["i3"], **{"from": "2020-02-01"}), rule("hide", "h", **hide)])
    assert checked(rules, SHOP, NOW)[1] == []


def test_matches_are_counted() -> None:
    rules = [
        rule("hide", "a", brands=["Acme"]),
        rule("boost", "b", categories=["Left"], for_categories=["Right"], points=1.0, until="2020-01-01"),
        rule("margin", "c", margins={"i1": 1.0}, limit=0.1, **{"from": "2030-01-01"}),
        rule("pin", "d", items=["i1"], on=False),
    ]
    found = checked(rules_of(rules), SHOP, NOW)[0]
    assert [(one.offers, one.queries, one.state) for one in found] == [
        (6, 12, "active"), (6, 6, "over"), (1, 12, "waiting"), (1, 12, "off"),
    ]  # fmt: skip


def test_a_changed_catalogue_costs_only_what_its_changes_touch() -> None:
    """As snapshots of a living shop have it: columns that did not change are the same objects."""
    shop = catalogue()
    book = RuleBook(
        rules_of([rule("hide", "a", brands=["Acme"]), rule("hide", "b", max_price=20), rule("pin", "c", items=["i3"])])
    )
    before = {one.rule.id: one for one in book.steering(shop).rules}
    rows = ItemChanges(ITEMS, 0, {"price": {5: 15.0}})
    after = {one.rule.id: one for one in book.steering(shop.updated(rows, shop.popularity, shop.basis)).rules}
    assert after["a"] is before["a"]
    assert after["c"] is before["c"]
    assert after["b"].offers.numbers.tolist() == [0, 1, 5]
    rows = ItemChanges(ITEMS, 0, {"brand": {5: "Acme"}})
    branded = book.steering(shop.updated(rows, shop.popularity, shop.basis)).rules
    assert 5 in branded[0].offers.numbers
