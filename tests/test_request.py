"""One request for every way in: what is understood, and that nothing is lost on the way."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from instead.errors import InputError
from instead.records import Mention, Review
from instead.request import MOST_MENTIONS, GivenReview, Request, requests_of
from instead.settings import Filters
from tests.small_shop import few

letters = st.characters(min_codepoint=33, max_codepoint=0x2FFF, exclude_categories=["Cs", "Cc"])
ids = st.text(letters, min_size=1, max_size=9)
mentions = st.fixed_dictionaries({"attribute": ids, "sentiment": st.sampled_from([-1, 1])})
reviews = st.fixed_dictionaries({"text": ids, "mentions": st.lists(mentions, max_size=3)})
wishes = st.fixed_dictionaries(
    {"query": ids},
    optional={
        "user": ids,
        "session": ids,
        "care": st.dictionaries(ids, st.floats(1, 5), max_size=3),
        "reviews": st.lists(reviews, max_size=3),
        "history": st.lists(ids, max_size=3),
        "viewed": st.lists(ids, max_size=3),
        "chosen": st.lists(st.lists(ids, min_size=2, max_size=4), max_size=3),
        "time": st.integers(0, 2**34),
        "filters": st.fixed_dictionaries({"exclude": st.lists(ids, max_size=3), "bought": st.booleans()}),
        "k": st.integers(1, 50),
        "z": st.integers(0, 9),
        "style": st.sampled_from(["honest", "paper"]),
        "diversity": st.floats(0, 1),
        "quotes": st.integers(0, 4),
    },
)


@few
@given(wishes)
def test_nothing_is_lost_as_json(asked: dict[str, Any]) -> None:
    request = Request.of(**asked)
    assert Request.of(**json.loads(json.dumps(request.as_json()))) == request
    assert set(request.as_json()) <= set(asked)  # what is as usual is not sent


def test_only_the_query_is_needed() -> None:
    assert Request(query="i05").as_json() == {"query": "i05"}
    assert Request.of(query="i05", care=None, reviews=None, history=None, filters=None) == Request(query="i05")


def test_choices_in_every_form() -> None:
    told = (("i1", "i2"), ("i3", "i4", "i5"))
    for chosen in (
        told,
        [list(one) for one in told],
        (pl.Series(one) for one in told),
        [np.array(one) for one in told],
    ):
        assert Request.of(query="i", chosen=chosen).chosen == told
    asked = requests_of(None, ["i", "j"], chosen=iter(told))
    assert isinstance(asked, list)
    assert [one.chosen for one in asked] == [told, told]
    for wrong, said in (([["i1"]], "no shorter than 2"), (["i1"], "a list"), (5, "a list"), ([["i1", 2]], "'2'")):
        with pytest.raises(InputError, match=said):
            Request.of(query="i", chosen=wrong)


def test_reviews_in_every_form() -> None:
    said = ["a text", Review("u", "i", 5.0, None, "another"), {"text": "third", "mentions": [{"attribute": "price"}]}]
    texts = Request.of(query="i", reviews=said).reviews
    assert [review.text for review in texts] == ["a text", "another", "third"]
    loose = [Mention("u", "i", "battery", "good", 1), ("price", -0.5), ["screen"]]
    (together,) = Request.of(query="i", reviews=loose).reviews
    assert [(one.attribute, one.sentiment) for one in together.mentions] == [
        ("battery", 1), ("price", -1), ("screen", 1),
    ]  # fmt: skip
    assert Request.of(query="i", reviews="alone").reviews == (GivenReview(text="alone"),)
    many = Request.of(query="i", reviews=[("price", 1)] * (2 * MOST_MENTIONS + 1)).reviews
    assert [len(review.mentions) for review in many] == [MOST_MENTIONS, MOST_MENTIONS, 1]


@pytest.mark.parametrize("many", [list, tuple, np.array, pl.Series, iter])
def test_ids_in_every_kind_of_sequence(many: Any) -> None:
    request = Request.of(query="i", viewed=many(["a", "b"]), filters={"in_stock": many(["a"])})
    assert (request.viewed, request.filters) == (("a", "b"), Filters(in_stock=frozenset({"a"})))


def test_numbers_of_numpy_are_numbers() -> None:
    request = Request.of(query="i", k=np.int32(3), care={"price": np.float32(2.5)}, diversity=np.float64(0.5))
    assert (request.k, request.care, request.diversity) == (3, {"price": 2.5}, 0.5)
    assert type(request.k) is int


def test_many_share_what_is_the_same() -> None:
    asked = requests_of(None, ["i1", "i2", "i3"], care={"price": 5}, reviews=iter([("price", 1)]), k=2)
    assert isinstance(asked, list)
    assert [one.query for one in asked] == ["i1", "i2", "i3"]
    assert len({id(one.care) for one in asked}) == len({id(one.reviews) for one in asked}) == 1
    assert requests_of(None, []) == []
    with pytest.raises(InputError, match="query is 7; ids are texts: write it as '7'"):
        requests_of("u", ["i1", 7])
    with pytest.raises(InputError, match="2 users and 1 queries"):
        requests_of(["a", "b"], ["i1"])
