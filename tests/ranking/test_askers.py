"""Who asks: known users, newcomers with reviews or wishes, visitors without an account, strangers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from instead.models.reference.item_knn import ItemKNNSettings
from instead.request import Request
from instead.shop import Shop
from tests.open_shop import open_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """A model that looks at nobody's history."""
    return open_shop(Path(tmp_path_factory.mktemp("open")))


@pytest.fixture(scope="module")
def neighbours(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """A model that looks at nothing but history."""
    return open_shop(Path(tmp_path_factory.mktemp("near")), "item-knn", ItemKNNSettings())


def test_how_much_is_known(shop: Shop, neighbours: Shop) -> None:
    bases = {
        "trained": Request.of(user="u01", query="i05", reviews=[("price", 1)], viewed=["i06"]),
        "folded in": Request.of(user="new", query="i05", reviews=[("price", 1)], care={"price": 2}),
        "care given": Request.of(query="i05", care={"price": 2}, viewed=["i06"]),
        "average": Request.of(query="i05", session="visit-7"),
    }
    for basis, request in bases.items():
        assert shop.askers.asker(request).basis == neighbours.askers.asker(request).basis == basis
    for visit in ({"viewed": ["i06"]}, {"history": ["i06"]}):
        request = Request.of(query="i05", **visit)
        assert neighbours.askers.asker(request).basis == "session"
        assert shop.askers.asker(request).basis == "average"  # it would be the same list without


def test_what_a_model_does_not_look_at_is_said(shop: Shop, neighbours: Shop) -> None:
    request = Request.of(query="i05", viewed=["i06"], history=["i07"])
    assert shop.askers.asker(request).notes == (
        "This model does not look at what somebody has just viewed.",
        "This model does not look at what somebody had; those items are only left out.",
    )
    assert neighbours.askers.asker(request).notes == ()
    assert "i07" not in [one.item for one in shop.answer(request.model_copy(update={"k": 20}))]


def test_unknown_items_are_counted(neighbours: Shop) -> None:
    asker = neighbours.askers.asker(Request.of(query="i05", viewed=["i06", "x", "y"]))
    assert asker.notes == ("2 of 3 items they had or looked at are not known to this model.",)
    assert asker.basis == "session"
    both = neighbours.askers.asker(Request.of(query="i05", viewed=["x", "i06"], history=["x", "y"]))
    assert both.notes == ("2 of 3 items they had or looked at are not known to this model.",)
    lost = neighbours.askers.asker(Request.of(user="new", query="i05", viewed=["x"]))
    assert lost.basis == "average"
    assert lost.notes[-1].startswith("User 'new' is not known to this model")


def test_the_latest_view_stands_last(neighbours: Shop) -> None:
    asker = neighbours.askers.asker(Request.of(query="i05", viewed=["i09", "i02", "i09", "i01"]))
    assert asker.askers.viewed.column.tolist() == [2, 9, 1]


def test_history_adds_to_what_the_training_knows(neighbours: Shop) -> None:
    before = set(neighbours.askers.asker(Request(user="u03", query="i05")).had.tolist())
    new = next(number for number in range(20) if number not in before)
    asker = neighbours.askers.asker(Request.of(user="u03", query="i05", history=[f"i{new:02d}"]))
    assert set(asker.had.tolist()) == before | {new}


def test_times_travel(shop: Shop) -> None:
    assert shop.askers.asker(Request(query="i05", time=86_400)).askers.time.tolist() == [
        np.datetime64("1970-01-02T00:00:00").item()
    ]
    assert np.isnat(shop.askers.asker(Request(query="i05")).askers.time).all()


def test_what_is_viewed_changes_the_list(neighbours: Shop) -> None:
    """By hand: an item counts by the users it shares with what was looked at."""
    had = neighbours.interactions.filter(neighbours.interactions["part"] == 0)
    users = {item: set(had.filter(had["item"] == item)["user"].to_list()) for item in range(20)}

    def near(item: int, seen: list[int]) -> float:
        return sum(
            len(users[item] & users[one]) / math.sqrt((len(users[item]) + 10) * (len(users[one]) + 10)) for one in seen
        )

    lists = []
    for seen in ([6], [7, 8]):
        viewed = [f"i{one:02d}" for one in seen]
        found = neighbours.recommend(None, "i05", 20, session="visit-7", viewed=viewed, filters={"exclude": viewed})
        expected = {f"i{n:02d}": near(n, seen) for n in range(20) if n != 5 and n not in seen}
        assert {one.item: one.score for one in found} == pytest.approx(expected, abs=1e-5)
        assert (found.session, found.user_basis) == ("visit-7", "session")
        assert found.basis_text == "for what you had and have looked at"
        lists.append([one.item for one in found if one.item not in {"i06", "i07", "i08"}])
    assert lists[0] != lists[1]


def test_care_for_an_attribute_covers_what_belongs_to_it(tmp_path: Path) -> None:
    shop = open_shop(tmp_path)
    names = shop.attributes["attribute"].to_list()
    head, member, other = names[:3]
    shop.attributes = shop.attributes.with_columns(
        pl.Series("parent", [None, head, *[None] * (len(names) - 2)]),
        pl.Series("variants", [["another name"], *[[]] * (len(names) - 1)], pl.List(pl.String)),
    )
    stated = {
        "head": Request.of(query="i05", care={head: 5}),
        "variant": Request.of(query="i05", care={"Another name": 5}),
        "both": Request.of(query="i05", care={head: 5, member: 2}),
    }
    cares = {}
    for name, request in stated.items():
        asker = shop.askers.asker(request)
        cells = asker.askers.stated
        cares[name] = dict(zip(cells.column.tolist(), cells.value.tolist(), strict=True))
        assert 0 in asker.stated
        assert asker.observed[[0, 1]].all()
    assert cares == {"head": {0: 5.0, 1: 5.0}, "variant": {0: 5.0, 1: 5.0}, "both": {0: 5.0, 1: 2.0}}
    assert shop.askers.asker(stated["head"]).stated.tolist() == [0]  # one wish, for the whole family
    assert shop.askers.attribute(other) == 2


def test_users_are_found_by_bisection_as_in_a_dictionary(shop: Shop) -> None:
    askers, names = shop.askers, shop.users["user"].to_list()
    assert names == sorted(names)
    asked = [*names, *(f"{name}x" for name in names), *(name[:-1] for name in names), "", "\U0001f600", None]
    known = {name: number for number, name in enumerate(names)}
    assert [askers.number(one) for one in asked] == [known.get(one) if one is not None else None for one in asked]


def test_users_in_another_order_are_found_too(tmp_path: Path) -> None:
    shop = open_shop(tmp_path)
    mixed = shop.users["user"].to_list()[::-1]
    shop.users = shop.users.with_columns(user=pl.Series(mixed))
    assert [shop.askers.number(name) for name in mixed] == list(range(len(mixed)))
    assert shop.askers.number("nobody") is None
